#include "pks05/ends/starts.h"

#include "number/rational.h"
#include "pks05/ends/linear_step.h"
#include "run/tally.h"

enum { STARTS_MOST = 20000 };

/** ## The line

The rows of the start alone, $[M_\nu \mid b]$, are reduced; with rank $n_v - 1$ one column
has no pivot, and its velocity is $s$: $v_f = s$, and a row with the pivot $i$ has $v_i =
b_i - m_{if}s$. One row speaks of the end.

So (13) is used in two parts: $n_v - 1$ of its rows before the run and one behind it. A row
that mixes both, $\kappa x(T) + v(0)$, is the one of the end, and its share of the start is
affine in $s$ like all else. Two rows with an end in them leave two velocities free, and are
refused even if one combination of them would speak of the start alone: what a scene writes is
taken as it is written.

For a block on a floor, `v.y` $= 0$ and `q.x` prescribed, the one row is $[0\ 1 \mid 0]$: the
pivot is in the second column, $f$ the first, $a = (0, 0)$ and $d = (1, 0)$. With `v.x` $+ 2$
`v.y` $= 3$ in its place, $[1\ 2 \mid 3]$, the pivot is in the first, $s = $ `v.y`, $a = (3, 0)$, $d
= (-2, 1)$. Rows that say the same twice have a rank below $n_v - 1$ and are refused, those that
contradict each other as well; neither leaves a line.

Everything behind this line is one loop over the steps and one linear equation a piece:

| | what | where |
|---|---|---|
| 1 | $v(0) = a + sd$ | `line` |
| 2 | the state at $t = 0$ on the whole line | `first` |
| 3 | each piece through each step, all lists | `advance`, `linear_step_split` |
| 4 | (13) on each piece of the end | `residual`, `root` |
| 5 | each start once, in order | `settle` | */
typedef struct {
    linear_step step;
    starts *out;
    const experiment *e;
    int last; /* the row of the end */
} search;

static int speaks_of_end(const experiment *e, int row, int size)
{
    int j = 0;
    while (j < size && mpq_sgn(e->ends.final[row * size + j]) == 0)
        j++;
    return j < size;
}

/** Gauss and Jordan, a column at a time. In fractions any nonzero entry is a good pivot, and a
zero is one: the rank is that of the scene's numbers, without a threshold. Where [the
search](ends.c#invert) has $10^{-12}$ for its doubles, here nothing has to be judged. One pivot
in column `j` among the rows from `rank` on of `E`, `w` wide. */
static int pivot(int rows, int w, int rank, int j, mpq_t *E, mpq_t t)
{
    int i = rank;
    while (i < rows && mpq_sgn(E[i * w + j]) == 0)
        i++;
    if (i == rows)
        return 0;
    for (int k = 0; k < w; k++)
        mpq_swap(E[i * w + k], E[rank * w + k]);
    for (int k = w - 1; k >= j; k--)
        mpq_div(E[rank * w + k], E[rank * w + k], E[rank * w + j]);
    for (i = 0; i < rows; i++)
        for (int k = w - 1; k >= j && i != rank; k--) {
            mpq_mul(t, E[i * w + j], E[rank * w + k]);
            mpq_sub(E[i * w + k], E[i * w + k], t);
        }
    return 1;
}

/** With full rank $n_v - 1$ exactly one of the $n_v$ columns has no pivot. When all the rows
have theirs in the first columns it is the last one; `free` is set by the last column without
one, and is taken back where there were two. For $n_v = 1$ there are no rows, $a = 0$ and $d
= 1$. */
static void read_line(starts *x, int rows, mpq_t *E, mpq_t t)
{
    const int n = x->nv, w = n + 1;
    int rank = 0, at[64];
    x->free = -1;
    for (int j = 0; j < n; j++)
        if (rank < rows && pivot(rows, w, rank, j, E, t))
            at[rank++] = j;
        else
            x->free = j;
    if (rank < n - 1)
        x->free = -1;
    if (x->free < 0)
        return;
    mpq_set_ui(x->line[n + x->free], 1, 1);
    for (int i = 0; i < rank; i++) {
        mpq_set(x->line[at[i]], E[i * w + n]);
        mpq_neg(x->line[n + at[i]], E[i * w + x->free]);
    }
}

static perp_status line(search *w)
{
    starts *x = w->out;
    const experiment *e = w->e;
    const int n = x->nv,
              size = n + e->sys->nq + e->sys->contacts + e->sys->total_slips;
    int rows = 0;
    x->line = rational_array(&x->a, 2 * (size_t)n);
    const size_t count = (size_t)(n * (n + 1)) + 1;
    mpq_t *E = rational_array(&x->a, count);
    if (x->line == NULL || E == NULL)
        return PERP_NO_MEMORY(count * sizeof *E);
    for (int i = 0; i < n; i++) {
        if (speaks_of_end(e, i, size)) {
            w->last = i;
            continue;
        }
        for (int j = 0; j < n; j++)
            mpq_set(E[rows * (n + 1) + j], e->ends.start[i * n + j]);
        mpq_set(E[rows++ * (n + 1) + n], e->ends.value[i]);
    }
    if (rows == n - 1 && n <= 64)
        read_line(x, rows, E, E[count - 1]);
    else
        x->free = -1;
    rational_clear(E, count);
    return x->free >= 0
               ? PERP_SUCCESS
               : PERP_FAIL(PERP_INPUT,
                           "ends: method = \"all\" is for one unknown: all "
                           "rows but one fix velocities of the start, and "
                           "independently; take another method");
}

/** The first piece is the whole line: $q^0$ and $\delta^0$ are the scene's and have $x_1 = 0$,
$v$ has $a$ and $d$. What `v` the scene gives is not asked here; it chooses among the starts
afterwards. (12), $\Phi(q^0) + \delta_n^0 \ge 0$, has been asked of the scene and does not depend
on $v$, so it holds on all of the line. */
static perp_status first(search *w, pieces *to)
{
    const linear_step *k = &w->step;
    piece *p;
    PERP_TRY(pieces_add(to, &p));
    mpq_t *x0 = piece_at0(p), *x1 = piece_at1(p, to->size);
    for (int i = 0; i < k->nq; i++)
        mpq_set(x0[i], w->e->q[i]);
    for (int i = 0; i < k->nv; i++) {
        mpq_set(x0[k->nq + i], w->out->line[i]);
        mpq_set(x1[k->nq + i], w->out->line[k->nv + i]);
    }
    for (int i = 0; i < k->R; i++)
        mpq_set(x0[k->nq + k->nv + i], k->r.exact.delta[i]);
    return PERP_SUCCESS;
}

/** Step by step, all pieces at once: a run that has several thousand pieces has their
states of two steps in memory, and no more. Piece by piece through all steps would need
less memory, one way down a tree, but could not say after which step there are too many.

Pieces are never cut at random: each limit is an $s$ at which some contact changes its mode in
some step, and where each step has one solution there is at most one piece more than there are
such limits. A contact that bounces adds one or two a step; for $N$ steps of one bounce they grow
like $N$, and the fractions in them like $N$ digits, products of which cost up to $N^2$. With
$N$ steps this is the fourth power that doc/42 speaks of. Where a step has several solutions the
pieces over one $s$ may double, and go on doubling: `most` is for this. The count is asked behind
each parent, so that one step cannot pass the limit by more than what one piece becomes. */
static perp_status advance(search *w, long n, pieces *all)
{
    const long most = w->e->ends.most > 0 ? w->e->ends.most : STARTS_MOST;
    pieces to = {.size = all->size};
    perp_status s = PERP_SUCCESS;
    for (int i = 0; i < all->count && s.code == PERP_OK; i++) {
        s = linear_step_split(&w->step, n, &all->of[i], &to, &w->out->open);
        if (s.code == PERP_OK && to.count > most)
            s = PERP_FAIL(PERP_LIMIT,
                          "ends: more than %ld pieces at step %ld; give "
                          "ends.most, or a shorter run",
                          most, n + 1);
    }
    pieces_free(all);
    *all = to;
    return s;
}

/* rho -= weight x */
static void take(mpq_srcptr weight, mpq_srcptr x, mpq_t rho, mpq_t t)
{
    mpq_mul(t, weight, x);
    mpq_sub(rho, rho, t);
}

/** (13) on a piece is affine in $s$: $R = \varrho_0 + s\varrho_1$ with

$$\varrho_0 = b - M_\nu a - N x_0, \qquad \varrho_1 = -M_\nu d - N x_1,$$

of the one row that speaks of the end. The state of a step has a tangential row for every
contact, $N$ has columns only for what the scene has: a floor without friction has `delta.floor.n`
and no `.t`, and the state's row for it, which is always zero, is passed over.

The ball of `pieces.c` after its first step, asked for $y = \frac1{20}$: on $s \le
-\frac{24}5$ it is $R = \frac1{20} - \frac3{50} - \frac1{80}s$, with the root $-\frac45$, which is
not there; on the other piece $R = \frac1{20} - \frac{12}{125} - \frac1{50}s$ has $-\frac{23}{10}$,
and that is the start. */
static void residual(const search *w, const piece *p, int size, mpq_t *rho)
{
    const experiment_ends *b = &w->e->ends;
    const linear_step *k = &w->step;
    const int n = k->nv, own = k->r.own, wide = k->nq + n + own;
    mpq_set(rho[0], b->value[w->last]);
    mpq_set_ui(rho[1], 0, 1);
    for (int far = 0; far < 2; far++) {
        const mpq_t *x =
            (const mpq_t *)(far ? piece_at1(p, size) : piece_at0(p));
        for (int i = 0; i < n; i++)
            take(b->start[w->last * n + i], w->out->line[far * n + i], rho[far],
                 rho[2]);
        for (int i = 0; i < size; i++) {
            const int row = i - k->nq - n;
            const int at = row < 0 ? i
                           : k->r.own_of[row] < 0
                               ? -1
                               : k->nq + n + k->r.own_of[row];
            if (at >= 0)
                take(b->final[w->last * wide + at], x[i], rho[far], rho[2]);
        }
    }
}

/** One linear equation on an interval. With $\varrho_1 \ne 0$ it has one root, kept if it is
there. With $\varrho_1 = 0$ and $\varrho_0 \ne 0$ none. With both zero each $s$ of the piece is a
start: a continuum, or an isolated start where the piece is a point. A root on the limit of
two pieces is found on both and counted once (`settle`). */
static perp_status root(search *w, const piece *p, int size, mpq_t *rho)
{
    piece *q;
    residual(w, p, size, rho);
    const int all = mpq_sgn(rho[1]) == 0;
    const int point = p->from && p->to && mpq_equal(p->limit[0], p->limit[1]);
    pieces *to = all && !point ? &w->out->continua : &w->out->points;
    if (all && mpq_sgn(rho[0]) != 0)
        return PERP_SUCCESS;
    PERP_TRY(pieces_add(to, &q));
    piece_within(q, p);
    if (all)
        return PERP_SUCCESS;
    mpq_div(rho[0], rho[0], rho[1]);
    mpq_neg(rho[0], rho[0]);
    if (!piece_point(q, rho[0]))
        pieces_drop(to);
    return PERP_SUCCESS;
}

/** By rising low ends; without one first. By insertion: starts are few, and intervals of one
kind do not meet, so that the low end orders them. */
static void sort(pieces *x)
{
    for (int i = 1; i < x->count; i++)
        for (int j = i; j > 0; j--) {
            piece *p = &x->of[j - 1], *q = &x->of[j], other = *p;
            if (!p->from || (q->from && mpq_cmp(p->limit[0], q->limit[0]) <= 0))
                break;
            *p = *q;
            *q = other;
        }
}

/** A start in a continuum is one of its points and stands in no list. It is there when the
neighbour of a piece with $R = 0$ has its root at their common limit, as a continuous $R$ always
has. Several motions from one $s$ that end as prescribed are one start: the lists are of starts.

What is undecided stays beside what was found over the same $s$, from another list of modes or
another step: that a start is one is not put in doubt by what else its velocity might do. But
whether there are others is, and so `starts_complete` looks at `open` alone. */
static void settle(starts *x)
{
    pieces_once(&x->points, 0);
    pieces_once(&x->continua, 0);
    pieces_once(&x->open, 0);
    for (int i = 0; i < x->points.count; i++)
        for (int k = 0; k < x->continua.count; k++) {
            piece p = x->continua.of[k], *q = &x->points.of[i];
            if ((p.from && mpq_cmp(q->limit[0], p.limit[0]) < 0) ||
                (p.to && mpq_cmp(q->limit[0], p.limit[1]) > 0))
                continue;
            piece gone = *q;
            *q = x->points.of[x->points.count - 1];
            x->points.of[x->points.count - 1] = gone;
            pieces_drop(&x->points);
            i--;
            break;
        }
    sort(&x->points);
    sort(&x->continua);
    sort(&x->open);
}

/** The rows are read before anything is built, so that a scene with two unknowns is told so
and not that its mass is not constant. The number of steps is the run's, with the last one on
$T$ or behind it as there. */
static perp_status find(search *w, pieces *all)
{
    long steps;
    mpq_t rho[3];
    PERP_TRY(line(w));
    PERP_TRY(linear_step_new(w->e, &w->step));
    PERP_TRY(tally_steps(w->e, &steps));
    all->size = linear_step_size(&w->step);
    PERP_TRY(first(w, all));
    for (long n = 0; n < steps; n++)
        PERP_TRY(advance(w, n, all));
    w->out->over = all->count;
    perp_status s = PERP_SUCCESS;
    mpq_inits(rho[0], rho[1], rho[2], NULL);
    for (int i = 0; i < all->count && s.code == PERP_OK; i++)
        s = root(w, &all->of[i], all->size, rho);
    mpq_clears(rho[0], rho[1], rho[2], NULL);
    settle(w->out);
    return s;
}

/** The states of the pieces end here: what is left of a start is its $s$, from which the run
makes all else once more, by the scheme's own steps. So a start is checked, too, by a
method that knows nothing of pieces: in fractions the run from it, when its steps have one
solution each, ends as prescribed, or one of the two is wrong. */
perp_status starts_find(const experiment *e, starts *out)
{
    *out = (starts){.nv = e->sys->nv};
    search w = {.out = out, .e = e};
    pieces all = {.size = 0};
    perp_status s = find(&w, &all);
    pieces_free(&all);
    linear_step_free(&w.step);
    return s;
}

void starts_free(starts *x)
{
    pieces_free(&x->points);
    pieces_free(&x->continua);
    pieces_free(&x->open);
    rational_clear(x->line, 2 * (size_t)x->nv);
    arena_free(&x->a);
    x->line = NULL;
}

/** On the line, with $d_f = 1$ and $a_f = 0$: the free velocity comes out as $s$ itself. */
void starts_velocity(const starts *x, mpq_srcptr s, mpq_t *v)
{
    for (int i = 0; i < x->nv; i++) {
        mpq_mul(v[i], x->line[x->nv + i], s);
        mpq_add(v[i], v[i], x->line[i]);
    }
}
