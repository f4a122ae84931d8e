/**
# Law (31) as a path

An outcome $v^+$ of law (31), HP23 2.2.2, comes with impulses, and along the line from
$v$ to $v^+$ these could be spent at constant rates. Does that obey (39), (37) to
(40)? On the line $\dot v$ has one direction, $v^+ - v$, and the speed at which it is
run through is free, for $s$ is normal impulse and not length. So the question on each
piece is one of cones:

$$v^+ - v \in \operatorname{cone} D_q(v), \qquad\text{that is}\qquad v^+ - v = \sum_c w_c g_c,
\; w \ge 0,$$

over the corners $g_c$ that (39) has on that piece; $\sum w_c$ times the length of the
piece is then its $s$. Between the ends the corners change where speeds change their
signs, in finitely many places.

**When it fails.** The fall of the paper's rod, Figure 3: it slides at first and law
(31) has it stick at the end. On all of the line it slips, so friction has to be at
its bound, $f = -\mu \lambda_n$; but (31) needs less, a mean of sliding and sticking.
No weights are left, from the start on, and the condition to blame is `sticks`.
Routh's path to the end of the same impact bends where the slip is zero. Such a
failure says nothing about other paths to $v^+$.

**When it holds.** A contact that slips in one direction all along and is still
slipping at the end has its friction at the bound in (31), too, and one that
sticks from the beginning to the end may have any. One that parts at the end and
approached before has no impulse in (31); (39) allows it any share while it
approaches, none is one. So what (31) finds with each contact keeping to one way
all along is reached by a straight line. The block's rest, both corners sticking
from the start, is such an outcome; so are the gait's three.

**Naming what is in the way.** Every contact has two conditions, no impulse when it
parts, friction against the slip. All corners of all contacts at $v = 0$ are the
`sides`; a condition that is kept excludes some of them. If no weights are left with
all conditions kept, they are dropped one by one, and stay dropped if there are still
none. What remains is a list that cannot be kept together and from which nothing can
be spared: a minimal one, not the only one there may be.
*/
#include "hp23/inclusion/line.h"

#include "number/rational.h"

#include <string.h>

/* The work on one line. */
typedef struct {
    arena *a;
    rates *r;
    const mpq_t *from, *to;
    const exact_limit *limit;
    mpq_t *y0, *y1, *v; /* p + r speeds at the ends; nv */
    mpq_t *corner;      /* sides x nv: what each contact can do at all */
    int *whose, *side;  /* sides */
    int sides;
    uint8_t *allowed; /* sides: on the piece, by (39) */
    uint8_t *kept;    /* 2 p: are the conditions kept? see `excluded` */
    line *out;
} drawing;

static void speeds(const drawing *w, const mpq_t *v, mpq_t *y)
{
    const step_exact *d = w->r->d;
    for (int j = 0; j < d->p; j++)
        impact_normal(d, j, v, y[j]);
    for (int k = 0; k < d->r; k++)
        impact_slip(d, k, v, y[d->p + k]);
}

/* A cut where x0 + f (x1 - x0) = 0 with 0 < f < 1, in its place. */
static void add_cut(line *l, mpq_srcptr x0, mpq_srcptr x1)
{
    if (mpq_sgn(x0) * mpq_sgn(x1) >= 0)
        return;
    int k = l->pieces;
    mpq_ptr f = l->at[k];
    mpq_sub(f, x0, x1);
    mpq_div(f, x0, f);
    for (int i = 0; i < k; i++)
        if (mpq_equal(l->at[i], f))
            return;
    for (l->pieces++; k > 0 && mpq_cmp(l->at[k], l->at[k - 1]) < 0; k--)
        mpq_swap(l->at[k], l->at[k - 1]);
}

/** Between the ends the set $D_q(v)$ changes where a speed is zero, or where
   two slips of one contact are equally large. */
static void find_cuts(drawing *w)
{
    const step_exact *d = w->r->d;
    line *l = w->out;
    mpq_t x0, x1;
    mpq_inits(x0, x1, NULL);
    l->pieces = 1; /* at[0] = 0 */
    for (int i = 0; i < d->p + d->r; i++)
        add_cut(l, w->y0[i], w->y1[i]);
    for (int j = 0; j < d->p; j++)
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
            for (int i = d->slip_at[j]; i < k; i++)
                for (int sum = 0; sum < 2; sum++) {
                    (sum ? mpq_add : mpq_sub)(x0, w->y0[d->p + k],
                                              w->y0[d->p + i]);
                    (sum ? mpq_add : mpq_sub)(x1, w->y1[d->p + k],
                                              w->y1[d->p + i]);
                    add_cut(l, x0, x1);
                }
    mpq_set_ui(l->at[l->pieces], 1, 1);
    mpq_clears(x0, x1, NULL);
}

/* v where the fraction f of the line is behind it. */
static void go_to(drawing *w, mpq_srcptr f)
{
    for (int i = 0; i < w->r->nv; i++) {
        mpq_sub(w->v[i], w->to[i], w->from[i]);
        mpq_mul(w->v[i], w->v[i], f);
        mpq_add(w->v[i], w->v[i], w->from[i]);
    }
}

/* Everything the contacts can do, in (39) at the velocity zero. */
static void find_sides(drawing *w)
{
    mpq_t zero;
    mpq_init(zero);
    rates *r = w->r;
    for (int i = 0; i < r->nv; i++)
        mpq_set_ui(w->v[i], 0, 1);
    rates_at(r, (const mpq_t *)w->v, zero);
    mpq_clear(zero);
    w->sides = r->count;
    for (int c = 0; c < r->count; c++) {
        w->whose[c] = r->contact[c];
        w->side[c] = r->side[c];
        for (int i = 0; i < r->nv; i++)
            mpq_set(w->corner[c * r->nv + i], r->corner[c * r->nv + i]);
    }
}

/** Each piece is asked by itself, with its own $s$: $\sum w_c$ times its part of
the line. Weights need not be the same on two pieces, nor unique on one. So the $s$
that is given for a line is that of one solution along it, and others may take
longer.

The middle will do, as any point between two cuts. A side is allowed when (39) has
the same corner there, which is one of the same contact and the same direction of
friction. */
/* What (39) allows in the middle of piece k. */
static void find_allowed(drawing *w, int k)
{
    mpq_t f, zero;
    mpq_inits(f, zero, NULL);
    mpq_add(f, w->out->at[k], w->out->at[k + 1]);
    mpq_div_2exp(f, f, 1);
    go_to(w, f);
    rates_at(w->r, (const mpq_t *)w->v, zero);
    mpq_clears(f, zero, NULL);
    for (int s = 0; s < w->sides; s++) {
        w->allowed[s] = 0;
        for (int c = 0; c < w->r->count; c++)
            w->allowed[s] |=
                w->r->contact[c] == w->whose[s] && w->r->side[c] == w->side[s];
    }
}

/* Is a side excluded by what is kept? kept[2 j]: a contact that parts has no
   impulse; kept[2 j + 1]: friction is against the slip, so the sides that do
   not belong to it are out. r->u has the speeds of the piece. */
static int excluded(const drawing *w, int s)
{
    const int j = w->whose[s];
    if (w->allowed[s])
        return 0;
    return mpq_sgn(w->r->u[j]) > 0 ? w->kept[2 * j] : w->kept[2 * j + 1];
}

/** **Some impulses, or none.** $v^+ - v$ is a nonnegative combination of what
   the sides that are left do, or no combination is: a search without a choice,
   which ends with the weights or with a proof that there are none. sum: of the
   weights. */
static perp_status combine(drawing *w, int *found, mpq_ptr sum)
{
    const int nv = w->r->nv;
    choices_system s = {.rows = nv, .alternatives = 1};
    enumerate_options o = {.one = 1, .limit = {0, w->limit->until}};
    enumeration e = {0};
    const arena_mark mark = arena_here(w->a);
    for (int k = 0; k < w->sides; k++)
        s.cols += !excluded(w, k);
    perp_status st = choices_new(w->a, &s);
    for (int k = 0, c = 0; st.code == PERP_OK && k < w->sides; k++) {
        if (excluded(w, k))
            continue;
        s.sign[c] = CHOICES_NONNEGATIVE;
        for (int i = 0; i < nv; i++)
            mpq_set(s.B[i * s.cols + c], w->corner[k * nv + i]);
        c++;
    }
    for (int i = 0; st.code == PERP_OK && i < nv; i++) {
        mpq_sub(s.g[i], w->from[i], w->to[i]);
        s.sign[s.cols + i] = CHOICES_ZERO;
    }
    if (st.code == PERP_OK)
        st = enumerate_all(&s, &o, w->a, &e);
    *found = st.code == PERP_OK && e.found;
    mpq_set_ui(sum, 0, 1);
    for (int c = 0; *found && c < s.cols; c++)
        mpq_add(sum, sum, e.point[c]);
    enumerate_free(&e);
    choices_clear(&s);
    arena_release(w->a, mark);
    return st;
}

/** At most $2p$ searches, each with one condition less. They are small: as many rows as
velocities, and as many unknowns as sides, 4 for the block.

A contact with several slips has one name for what its friction does, since its
directions may change in many ways on a line. */
static line_condition name_of(const drawing *w, int at)
{
    const step_exact *d = w->r->d;
    const int j = at / 2, k = d->slip_at[j], many = d->slip_at[j + 1] - k > 1;
    if (at % 2 == 0)
        return LINE_PARTS;
    const int s0 = mpq_sgn(w->y0[d->p + k]), s1 = mpq_sgn(w->y1[d->p + k]);
    if (many || s0 == 0 || s0 == s1)
        return LINE_FRICTION;
    return s1 == 0 ? LINE_STICKS : LINE_TURNS;
}

/** **What excludes what.** Conditions are left out one after the other, each
   for good if without it there still are no impulses. What is left is needed:
   together these conditions cannot be kept, and without any one of them they
   can. Friction goes first, so that who parts is named where that alone is
   reason enough. */
static perp_status find_faults(drawing *w)
{
    const int p = w->r->d->p;
    int found;
    mpq_t sum;
    perp_status s = PERP_SUCCESS;
    mpq_init(sum);
    for (int i = 2 * p - 1; i >= 0 && s.code == PERP_OK; i--) {
        const int at = i >= p ? 2 * (i - p) + 1 : 2 * i;
        w->kept[at] = 0;
        s = combine(w, &found, sum);
        w->kept[at] = (uint8_t)found;
    }
    for (int at = 0; at < 2 * p; at++)
        if (w->kept[at])
            w->out->fault[w->out->faults++] =
                (line_fault){at / 2, name_of(w, at)};
    mpq_clear(sum);
    return s;
}

static int collides(const drawing *w)
{
    int j = 0;
    while (j < w->r->d->p && mpq_sgn(w->r->u[j]) >= 0)
        j++;
    return j < w->r->d->p;
}

static perp_status judge_piece(drawing *w, int k, int *solves)
{
    line *l = w->out;
    find_allowed(w, k);
    memset(w->kept, 1, 2 * (size_t)w->r->d->p);
    l->over = !collides(w);
    *solves = 0;
    if (l->over)
        return PERP_SUCCESS;
    PERP_TRY(combine(w, solves, l->ds[k]));
    mpq_t part;
    mpq_init(part);
    mpq_sub(part, l->at[k + 1], l->at[k]);
    mpq_mul(l->ds[k], l->ds[k], part);
    mpq_clear(part);
    return *solves ? PERP_SUCCESS : find_faults(w);
}

static perp_status room(arena *a, rates *r, drawing *w, line *out)
{
    const step_exact *d = r->d;
    const size_t u = (size_t)(d->p + d->r), most = (size_t)r->most;
    const size_t nv = (size_t)r->nv, cuts = u + (size_t)(d->r * d->r) + 2;
    out->numbers = 2 * cuts + 2 * u + nv + most * nv + 1;
    w->whose = arena_take(a, 2 * most + 1, sizeof(int));
    w->allowed = arena_take(a, most + 2 * (size_t)d->p + 1, 1);
    out->fault = arena_take(a, 2 * (size_t)d->p + 1, sizeof *out->fault);
    if (w->whose == NULL || w->allowed == NULL || out->fault == NULL)
        return PERP_NO_MEMORY(most);
    out->at = rational_array(a, out->numbers);
    if (out->at == NULL)
        return PERP_NO_MEMORY(out->numbers * sizeof(mpq_t));
    w->side = w->whose + most;
    w->kept = w->allowed + most;
    out->ds = out->at + cuts;
    w->y0 = out->ds + cuts;
    w->y1 = w->y0 + u;
    w->v = w->y1 + u;
    w->corner = w->v + nv;
    return PERP_SUCCESS;
}

/** **A straight line** has the same direction everywhere, and on each piece
   the set is one: so it is a solution, in some measure of $s$, exactly if on
   every piece the direction is in the cone over $D_q(v)$, and something
   collides until its end. For an outcome of law (31) the impulses of the last
   piece are some that (31) allows, for what does not part there and arrives at
   $J_n v^+ \ge 0$ arrives at zero. The converse fails in three ways, for (31)
   looks at the end only: a contact presses there that parts on the way; a slip
   changes its sign; a contact that slips on the way sticks at the end, and its
   friction is not at the bound.  Implements HP23 (39). */
perp_status line_check(arena *a, rates *r, const mpq_t *from, const mpq_t *to,
                       const exact_limit *limit, line *out)
{
    drawing w = {.a = a, .r = r, .from = from, .to = to, .limit = limit};
    *out = (line){.piece = -1};
    w.out = out;
    PERP_TRY(room(a, r, &w, out));
    speeds(&w, from, w.y0);
    speeds(&w, to, w.y1);
    find_cuts(&w);
    find_sides(&w);
    perp_status s = PERP_SUCCESS;
    int solves = 1;
    for (int k = 0; k < out->pieces && solves && s.code == PERP_OK; k++) {
        s = judge_piece(&w, k, &solves);
        if (!solves)
            out->piece = k;
    }
    out->solves = s.code == PERP_OK && solves;
    return s;
}

void line_clear(line *l)
{
    if (l->at != NULL)
        rational_clear(l->at, l->numbers);
    l->at = NULL;
}
