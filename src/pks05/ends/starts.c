#include "pks05/ends/starts.h"

#include "lcp/solve/ladder.h"
#include "number/limit.h"
#include "number/rational.h"
#include "pks05/ends/linear_step.h"
#include "pks05/ends/starts_plane.h"
#include "run/tally.h"

enum { STARTS_MOST = 20000 };

/** ## The pieces, and what is done with them

Everything behind [the plane of starts](starts_plane.c#starts_plane_find) is one loop over the
steps and a linear equation or two a piece:

| | what | where |
|---|---|---|
| 1 | $v(0) = a + sd + te$ | `starts_plane_find` |
| 2 | the state at $t = 0$ on the whole line or plane | `first` |
| 3 | each piece through each step, all lists | `advance`, `linear_step_split` |
| 4 | (13) on each piece of the end | `residual`, `roots` |
| 5 | each start once, in order | `settle` | */
typedef struct {
    linear_step step;
    starts *out;
    const experiment *e;
    exact_limit limit;
    int last[2]; /* the rows of the end */
} search;

/** The first piece is the whole line: $q^0$ and $\delta^0$ are the scene's and have $x_1 = 0$,
$v$ has $a$ and $d$. What `v` the scene gives is not asked here; it chooses among the starts
afterwards. (12), $\Phi(q^0) + \delta_n^0 \ge 0$, has been asked of the scene and does not depend
on $v$, so it holds on all of the line. The plane begins as four quadrants with the same
state. */
static perp_status first(search *w, pieces *to)
{
    const linear_step *k = &w->step;
    PERP_TRY(pieces_whole(to));
    for (int n = 0; n < to->count; n++) {
        mpq_t *x = piece_at(&to->of[n], 0, to->size);
        for (int i = 0; i < k->nq; i++)
            mpq_set(x[i], w->e->q[i]);
        for (int i = 0; i < k->R; i++)
            mpq_set(x[k->nq + k->nv + i], k->r.exact.delta[i]);
        for (int u = 0; u <= w->out->unknowns; u++)
            for (int i = 0; i < k->nv; i++)
                mpq_set(x[u * to->size + k->nq + i],
                        w->out->plane[u * k->nv + i]);
    }
    return PERP_SUCCESS;
}

/* The numbers of the pieces from `first` on, and the time. */
static perp_status within_limits(const search *w, const pieces *x, int first)
{
    const int n = (1 + w->out->unknowns) * x->size;
    size_t bits = 0;
    for (int i = first; i < x->count && w->limit.bits > 0; i++)
        for (int k = 0; k < n; k++) {
            mpq_srcptr y = piece_at(&x->of[i], 0, x->size)[k];
            const size_t up = mpz_sizeinbase(mpq_numref(y), 2),
                         down = mpz_sizeinbase(mpq_denref(y), 2);
            bits = up > bits ? up : bits;
            bits = down > bits ? down : bits;
        }
    PERP_TRY(limit_bits(&w->limit, bits));
    return limit_time(&w->limit);
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
each parent, so that one step cannot pass the limit by more than what one piece becomes. Lines
across a plane cut it into about half their square, so with two unknowns the pieces of one
bounce grow like $N^2$. The numbers' length and the clock have limits where the scene's run has
them, and are asked there, too. */
static perp_status advance(search *w, long n, pieces *all)
{
    const long most = w->e->ends.most > 0 ? w->e->ends.most : STARTS_MOST;
    pieces to = {.size = all->size, .two = all->two};
    perp_status s = PERP_SUCCESS;
    for (int i = 0; i < all->count && s.code == PERP_OK; i++) {
        const int before = to.count;
        s = linear_step_split(&w->step, n, &all->of[i], &to, &w->out->open);
        if (s.code == PERP_OK)
            s = within_limits(w, &to, before);
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

of a row that speaks of the end, and $\varrho_2$ likewise of $e$ and $x_2$. The state of a step
has a tangential row for every
contact, $N$ has columns only for what the scene has: a floor without friction has `delta.floor.n`
and no `.t`, and the state's row for it, which is always zero, is passed over.

The ball of `pieces.c` after its first step, asked for $y = \frac1{20}$: on $s \le
-\frac{24}5$ it is $R = \frac1{20} - \frac3{50} - \frac1{80}s$, with the root $-\frac45$, which is
not there; on the other piece $R = \frac1{20} - \frac{12}{125} - \frac1{50}s$ has $-\frac{23}{10}$,
and that is the start. */
static void residual(const search *w, const piece *p, int size, int last,
                     mpq_t *rho)
{
    const experiment_ends *b = &w->e->ends;
    const linear_step *k = &w->step;
    const int n = k->nv, own = k->r.own, wide = k->nq + n + own;
    for (int u = 0; u <= w->out->unknowns; u++) {
        const mpq_t *x = (const mpq_t *)piece_at(p, u, size);
        mpq_set_ui(rho[u], 0, 1);
        if (u == 0)
            mpq_set(rho[u], b->value[last]);
        for (int i = 0; i < n; i++)
            take(b->start[last * n + i], w->out->plane[u * n + i], rho[u],
                 rho[3]);
        for (int i = 0; i < size; i++) {
            const int row = i - k->nq - n;
            const int at = row < 0 ? i
                           : k->r.own_of[row] < 0
                               ? -1
                               : k->nq + n + k->r.own_of[row];
            if (at >= 0)
                take(b->final[last * wide + at], x[i], rho[u], rho[3]);
        }
    }
}

/** One linear equation on an interval, two on a polygon, and what they leave of it. Of an
interval it is a root, when it is there, or with $\varrho_1 = 0$ nothing or each $s$: a continuum,
or an isolated start where the piece is a point. Two equations need no case either, whatever
their rank: a polygon that is cut by the one and then by the other is a point, a continuum or
empty. A root on the limit of two pieces is found on both and counted once (`settle`). */
static perp_status roots(search *w, const piece *p, int size, mpq_t *rho)
{
    piece *q;
    starts *x = w->out;
    PERP_TRY(pieces_part(&x->continua, p, 2 * x->unknowns, &q));
    int left = 1;
    for (int r = 0; r < x->unknowns && left; r++) {
        residual(w, p, size, w->last[r], rho);
        left = piece_zero(q, rho);
    }
    if (left && !piece_is_point(q))
        return PERP_SUCCESS;
    piece *point;
    if (left)
        PERP_TRY(pieces_part(&x->points, q, 0, &point));
    pieces_drop(&x->continua);
    return PERP_SUCCESS;
}

/** By rising low ends; without one first. By insertion: starts are few, and intervals of one
kind do not meet, so that the low end orders them. Points of a plane by $s$, then $t$; its
polygons have no order that says anything, and stay in that of the search. */
static int before(const piece *p, const piece *q)
{
    if (p->area.n > 0) {
        const mpq_t *a = piece_point(p), *b = piece_point(q);
        const int s = mpq_cmp(a[0], b[0]);
        return p->area.n > 1 || s < 0 || (s == 0 && mpq_cmp(a[1], b[1]) <= 0);
    }
    return !p->from || (q->from && mpq_cmp(p->limit[0], q->limit[0]) <= 0);
}

static void sort(pieces *x)
{
    for (int i = 1; i < x->count; i++)
        for (int j = i; j > 0; j--) {
            piece *p = &x->of[j - 1], *q = &x->of[j], other = *p;
            if (before(p, q))
                break;
            *p = *q;
            *q = other;
        }
}

/* Is the point q in p? */
static int holds(const piece *p, const piece *q)
{
    if (p->area.n > 0)
        return polygon_holds(&p->area,
                             (const mpq_t *)polygon_corner(&q->area, 0));
    return !(p->from && mpq_cmp(q->limit[0], p->limit[0]) < 0) &&
           !(p->to && mpq_cmp(q->limit[0], p->limit[1]) > 0);
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
            piece *q = &x->points.of[i];
            if (!holds(&x->continua.of[k], q))
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

/** The rows are read before anything is built, so that a scene with three unknowns is told so
and not that its mass is not constant. The number of steps is the run's, with the last one on
$T$ or behind it as there. */
static perp_status find(search *w, pieces *all)
{
    long steps;
    mpq_t rho[4];
    PERP_TRY(starts_plane_find(w->e, w->out, w->last));
    PERP_TRY(linear_step_new(w->e, w->out->unknowns, &w->step));
    PERP_TRY(tally_steps(w->e, &steps));
    all->two = w->out->unknowns == 2;
    w->out->points.two = w->out->continua.two = w->out->open.two = all->two;
    all->size = linear_step_size(&w->step);
    PERP_TRY(first(w, all));
    for (long n = 0; n < steps; n++)
        PERP_TRY(advance(w, n, all));
    w->out->over = all->count;
    perp_status s = PERP_SUCCESS;
    mpq_inits(rho[0], rho[1], rho[2], rho[3], NULL);
    for (int i = 0; i < all->count && s.code == PERP_OK; i++)
        s = roots(w, &all->of[i], all->size, rho);
    mpq_clears(rho[0], rho[1], rho[2], rho[3], NULL);
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
    w.limit = (exact_limit){e->limits.bits, ladder_until(&e->limits)};
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
    rational_clear(x->plane, x->plane != NULL ? 3 * (size_t)x->nv : 0);
    arena_free(&x->a);
    x->plane = NULL;
}

/** With $d_f = 1$ and $a_f = 0$ the free velocity comes out as $s$ itself. */
void starts_velocity(const starts *x, int w, const mpq_t *at, mpq_t *v)
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < x->nv; i++) {
        mpq_set_ui(v[i], 0, 1);
        if (w)
            mpq_set(v[i], x->plane[i]);
        for (int k = 0; k < x->unknowns; k++) {
            mpq_mul(t, x->plane[(k + 1) * x->nv + i], at[k]);
            mpq_add(v[i], v[i], t);
        }
    }
    mpq_clear(t);
}
