/**
# All solutions, and what is seen of them

HP23 2.1.4 states the LCP, (6) to (8), and section 3.1 shows what its users overlook:
it may have several solutions. A solver returns one. Which $v^+$ there are beside it
is asked here, and answered with a proof: for each of finitely many ways to choose
what every contact does, either its solutions are described or a multiplier shows that
there are none. The search is [the tree](../../lcp/enumerate/enumerate.h); this module
says what is chosen, and reads what was found.

**What is chosen.** In the plane a mode for each contact, as the paper's figures are labelled:
apart, sticks, slips forward, slips backward. With $p$ contacts that are $4^p$ leaves, 16 for the
block and 1024 for the discs, and most are cut off high up. The pairs of the problem would be
$2^{4p}$ choices, 256 and more than a million, and that is what the authors' code goes through
(D8): all bases, the singular ones left out. Leaving them out loses faces: where redundant
contacts leave impulses open, every basis with a solution may be singular. A contact with several
slips has no list of modes and is searched by pairs.

**What is seen.** The block at rest, law (31): $\lambda_n = (\frac12, \frac12)$, $f = (t, -t)$, $|t| \le
\frac12$. One face, a segment, two vertices; both have $v' = 0$, and the list has one outcome. Had the
vertices had two velocities, all between them would be outcomes as well, and `spread` says so: two discs
side by side on a floor have a $v^+$ for each spin from $-1$ to $1$.

**Rays.** Impulses may be unbounded: a wedge that jams holds with any force. The image of such a face in
the velocities is bounded all the same, because no outcome of (31) or (75) has more energy than $v$
(Theorem 7); so a ray moves nothing. It is looked at, not assumed: a ray with a part along $v'$ makes
the list a `spread` one.
*/
#include "hp23/impact/outcomes.h"

#include "lcp/enumerate/enumerate_text.h"
#include "number/rational.h"

#include <math.h>

/** The ladder counts seconds, a search knows when they are over. */
ladder_limits outcomes_limits(const outcomes_search *s)
{
    if (s == NULL)
        return (ladder_limits){0};
    const exact_limit *x = &s->limits.limit;
    return (ladder_limits){
        x->bits, x->until > 0 ? fmax(x->until - limit_now(), 1e-9) : 0};
}

/* Are these n numbers the same? Fractions in lowest terms: digit by digit. */
static int same(int n, const mpq_t *x, const mpq_t *y)
{
    int equal = 1;
    for (int i = 0; i < n && equal; i++)
        equal = mpq_equal(x[i], y[i]);
    return equal;
}

perp_status outcomes_put(arena *a, outcomes *o, const mpq_t *v, const mpq_t *L,
                         int impacts)
{
    const size_t n = (size_t)o->nv, all = n + (size_t)o->impulses;
    for (outcome *k = o->first; k != NULL; k = k->next)
        if (same(o->nv, (const mpq_t *)k->v, v))
            return PERP_SUCCESS;
    outcome *one = arena_take(a, 1, sizeof *one);
    mpq_t *copy = one == NULL ? NULL : rational_array(a, all + 1);
    if (copy == NULL)
        return PERP_NO_MEMORY(all * sizeof *copy);
    *one = (outcome){
        .impacts = impacts, .v = copy, .L = o->impulses ? copy + n : NULL};
    for (size_t i = 0; i < n; i++)
        mpq_set(copy[i], v[i]);
    for (size_t i = n; i < all && L != NULL; i++)
        mpq_set(copy[i], L[i - n]);
    if (o->last != NULL)
        o->last->next = one;
    else
        o->first = one;
    o->last = one;
    o->count++;
    return PERP_SUCCESS;
}

perp_status outcomes_add(arena *a, outcomes *o, const mpq_t *v, int impacts)
{
    return outcomes_put(a, o, v, NULL, impacts);
}

void outcomes_clear(outcomes *o)
{
    for (outcome *k = o->first; k != NULL; k = k->next)
        rational_clear(k->v, (size_t)(o->nv + o->impulses) + 1);
    *o = (outcomes){.nv = o->nv, .impulses = o->impulses};
}

/** Data in doubles are not those of the real bodies, and where these have one outcome the rounded ones
may have two that differ by rounding. The discs with the directions of the authors' code have a second
$v^+$ of $5 \cdot 10^{-18}$ m/s, exactly and proven, of the doubles. So a list that people read leaves
out what agrees with an earlier outcome in all speeds of the contacts to $10^{-12}$ of the largest
velocity. The speeds are compared and not the coordinates, since these have different units. In rational
mode nothing is left out; and it can be the other way round, rounding takes outcomes away, against which
only [data nearby](../within/within.h) help. */
static int alike(const step_exact *d, const outcome *x, const outcome *y,
                 mpq_srcptr within)
{
    mpq_t a, b;
    int close = 1;
    mpq_inits(a, b, NULL);
    for (int i = 0; i < d->p + d->r && close; i++) {
        const mpq_t *g = i < d->p ? (const mpq_t *)d->n + i * d->nv
                                  : (const mpq_t *)d->d + (i - d->p) * d->nv;
        impact_dot(d->nv, g, (const mpq_t *)x->v, a);
        impact_dot(d->nv, g, (const mpq_t *)y->v, b);
        mpq_sub(a, a, b);
        mpq_abs(a, a);
        close = mpq_cmp(a, within) <= 0;
    }
    mpq_clears(a, b, NULL);
    return close;
}

/* Is there an earlier one that is alike? */
static outcome *repeated(const step_exact *d, const outcomes *o,
                         const outcome *x, mpq_srcptr within)
{
    outcome *k = o->first;
    while (k != x && !alike(d, k, x, within))
        k = k->next;
    return k;
}

/* The size that 1e-12 is taken of. */
static double largest_velocity(const step_exact *d)
{
    double most = 0;
    for (int i = 0; i < d->nv; i++)
        most = fmax(most, fabs(mpq_get_d(d->v[i])));
    return most;
}

void outcomes_merge(const step_exact *d, outcomes *o)
{
    outcome *last = NULL;
    mpq_t within;
    mpq_init(within);
    mpq_set_d(within, 1e-12 * largest_velocity(d));
    for (outcome *k = o->first; k != NULL; k = k->next) {
        outcome *like = repeated(d, o, k, within);
        if (like == k) {
            last = k;
            continue;
        }
        like->share += k->share;
        last->next = k->next;
        rational_clear(k->v, (size_t)(o->nv + o->impulses) + 1);
        o->count--;
    }
    o->last = last;
    mpq_clear(within);
}

/* What is searched: its unknowns begin with v' and the joints' impulses. By
   modes those of the contacts follow, a number each; by pairs they are those
   of a posed problem. */
typedef struct {
    const step_exact *d;
    choices_system s;
    int impacts, modes, bounded;
} question;

/* L (p + r, N s) of a point z of a face: along normals, then along slips. */
static void read_impulses(const question *q, const mpq_t *z, mpq_t *L)
{
    const int at = q->d->nv + q->d->m, count = q->d->p + q->d->r;
    if (!q->modes)
        impact_impulses(q->d, q->bounded, z, L);
    for (int k = 0; k < count && q->modes; k++)
        mpq_set(L[k], z[at + k]);
}

/** A face of solutions is the convex hull of its vertices plus its rays. Its image in
the velocities is one point when all vertices have the same $v'$ and no ray moves it.
A ray never does: the energy of law (31) and of (75) is bounded by that of $v$. */
static perp_status add_face(arena *a, const generators *g, const question *q,
                            outcomes *out)
{
    mpq_t *L = rational_array(a, (size_t)(q->d->p + q->d->r) + 1);
    perp_status s = L == NULL ? PERP_NO_MEMORY(q->d->p) : PERP_SUCCESS;
    for (int k = 0; k < g->vertices && s.code == PERP_OK; k++) {
        const mpq_t *v = (const mpq_t *)g->vertex + k * g->cols;
        out->spread |= !same(out->nv, v, (const mpq_t *)g->vertex);
        read_impulses(q, v, L);
        s = outcomes_put(a, out, v, (const mpq_t *)L, q->impacts);
    }
    for (int k = 0; k < g->rays * g->cols; k++)
        out->spread |= k % g->cols < out->nv && mpq_sgn(g->ray[k]) != 0;
    if (L != NULL)
        rational_clear(L, (size_t)(q->d->p + q->d->r) + 1);
    return s;
}

static perp_status search(arena *a, const question *q, outcomes_search *how,
                          outcomes *out)
{
    enumeration e;
    perp_status st = enumerate_all(&q->s, &how->limits, a, &e);
    how->nodes += e.nodes;
    if (st.code == PERP_OK && how->proof != NULL)
        st = enumerate_write(&q->s, &e, how->proof);
    for (int k = 0; st.code == PERP_OK && k < e.faces; k++)
        st = add_face(a, &e.face[k].points, q, out);
    enumerate_free(&e);
    return st;
}

/* Slips per contact: 1 when every contact has one, 0 when some have none and
   the others one, else the most. */
static int planar(const step_exact *d)
{
    int least = 1, most = 0;
    for (int j = 0; j < d->p; j++) {
        int slips = d->slip_at[j + 1] - d->slip_at[j];
        least = slips < least ? slips : least;
        most = slips > most ? slips : most;
    }
    return most > 1 ? most : least;
}

perp_status outcomes_of_posed(arena *a, const step_exact *d,
                              const lcp_exact_problem *p, int impacts,
                              outcomes_search *s, outcomes *out)
{
    question q = {d, .impacts = impacts, .modes = planar(d) == 1 && !s->pairs};
    perp_status st =
        q.modes ? choices_contacts(a, p, &q.s) : choices_pairs(a, p, &q.s);
    if (st.code == PERP_OK)
        st = search(a, &q, s, out);
    choices_clear(&q.s);
    return st;
}

/** The problem is posed as for one solution, and then turned into choices.

Implements HP23 (6)-(8), (31a)-(31d). */
perp_status outcomes_of_law(arena *a, const step_exact *d, int impacts,
                            outcomes_search *s, outcomes *out)
{
    lcp_exact_problem p;
    PERP_TRY(impact_pose(a, d, &p));
    perp_status st = outcomes_of_posed(a, d, &p, impacts, s, out);
    lcp_exact_problem_clear(&p);
    return st;
}

/* The system of a step by modes, and where its variables are. */
typedef struct {
    const step_exact *d;
    choices_system s;
} modes;

static mpq_ptr at(modes *m, int row, int col)
{
    return m->s.B[row * m->s.cols + col];
}

/* The balance M v' - nu c_nu - n c_n - d f = M v and the joints' rows. */
static void put_equations(modes *m)
{
    const step_exact *d = m->d;
    const int nv = d->nv, cn = nv + d->m, f = cn + d->p;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < nv; i++) {
        for (int j = 0; j < nv; j++) {
            mpq_srcptr mass = d->M[i * nv + j];
            mpq_set(at(m, i, j), mass);
            mpq_mul(t, mass, d->v[j]);
            mpq_sub(m->s.g[i], m->s.g[i], t);
        }
        for (int k = 0; k < d->m; k++) {
            mpq_neg(at(m, i, nv + k), d->nu[k * nv + i]);
            mpq_set(at(m, nv + k, i), d->nu[k * nv + i]);
        }
        for (int k = 0; k < d->p; k++)
            mpq_neg(at(m, i, cn + k), d->n[k * nv + i]);
        for (int k = 0; k < d->r; k++)
            mpq_neg(at(m, i, f + k), d->d[k * nv + i]);
    }
    for (int i = 0; i < nv + d->m; i++)
        m->s.sign[m->s.cols + i] = CHOICES_ZERO;
    mpq_clear(t);
}

/* Rows `row` and `row + 1`: a gradient times v', and its negative. */
static void put_both(modes *m, int row, const mpq_t *g)
{
    for (int j = 0; j < m->d->nv; j++) {
        mpq_set(at(m, row, j), g[j]);
        mpq_neg(at(m, row + 1, j), g[j]);
    }
}

/** ## A step by modes

The rows that decide a contact are $J_n v'$, $-J_n v'$ and $\lambda_{n,max} - \lambda_n$, then $d v'$,
$-d v'$, $\mu\lambda_n - f$ and $\mu\lambda_n + f$: three rows for the normal and four for the slip.
$\beta$ and $\gamma$ are not there, for they follow: $\beta = (-J_n v')^+$ and $\gamma = |d v'|$. Nor
are the halves of $f$, of which only the difference moves anything. So what a face of solutions leaves
open is impulses and nothing else.

The normal half of a contact: it is apart, it has got all it may get and still
approaches, or it is at rest. With a bound of zero the first two are the two signs of
$J_n v'$, and every velocity has one.

| | $\lambda_n$ | $J_n v'$ |
|---|---|---|
| apart | $0$ | $\ge 0$ |
| full | $\lambda_{n,max}$ | $\le 0$ |
| at rest | between | $0$ |
*/
static void put_normal(modes *m, int j, mpq_srcptr most, int row)
{
    const int nv = m->d->nv, C = m->s.cols, cn = nv + m->d->m + j;
    const choices_alternative way[3] = {
        {2, {{cn, CHOICES_ZERO}, {C + row, CHOICES_NONNEGATIVE}}},
        {2, {{C + row + 2, CHOICES_ZERO}, {C + row + 1, CHOICES_NONNEGATIVE}}},
        {2, {{C + row, CHOICES_ZERO}, {C + row + 1, CHOICES_ZERO}}}};
    put_both(m, row, (const mpq_t *)m->d->n + j * nv);
    mpq_set_si(at(m, row + 2, cn), -1, 1);
    mpq_set(m->s.g[row + 2], most);
    m->s.sign[cn] = CHOICES_NONNEGATIVE;
    m->s.sign[C + row + 2] = CHOICES_NONNEGATIVE;
    for (int k = 0; k < 3; k++)
        m->s.of[3 * j + k] = way[k];
}

/** The frictional half: the contact sticks, or slips with friction at its bound, forward
with $f = -\mu\lambda_n$ or backward with $f = \mu\lambda_n$. With $\lambda_n = 0$ a contact
that does not move fits all three, and a face may be found three times; the list of
velocities has it once. */
static void put_friction(modes *m, int j, int row)
{
    const int nv = m->d->nv, C = m->s.cols, cn = nv + m->d->m + j;
    const int k = m->d->slip_at[j], f = nv + m->d->m + m->d->p + k;
    const choices_alternative way[3] = {
        {2, {{C + row, CHOICES_ZERO}, {C + row + 1, CHOICES_ZERO}}},
        {2, {{C + row + 3, CHOICES_ZERO}, {C + row, CHOICES_NONNEGATIVE}}},
        {2, {{C + row + 2, CHOICES_ZERO}, {C + row + 1, CHOICES_NONNEGATIVE}}}};
    put_both(m, row, (const mpq_t *)m->d->d + k * nv);
    for (int hi = 0; hi < 2; hi++) {
        mpq_set(at(m, row + 2 + hi, cn), m->d->mu[j]);
        mpq_set_si(at(m, row + 2 + hi, f), hi ? 1 : -1, 1);
        m->s.sign[C + row + 2 + hi] = CHOICES_NONNEGATIVE;
    }
    for (int w = 0; w < 3; w++)
        m->s.of[3 * (m->d->p + k) + w] = way[w];
}

/** A choice for each contact's normal half and one for its frictional half, $3^{p + r}$ leaves at most:
81 for the block. Together they would be $3 \cdot 3$ alternatives a contact, more than a choice has room
for, and the tree would cut off none of them earlier. */
static perp_status step_modes(arena *a, const step_exact *d, const mpq_t *most,
                              choices_system *out)
{
    const int free = d->nv + d->m;
    modes m = {d,
               {.cols = free + d->p + d->r,
                .rows = free + 3 * d->p + 4 * d->r,
                .choices = d->p + d->r,
                .alternatives = 3}};
    perp_status st = choices_new(a, &m.s);
    if (st.code == PERP_OK)
        put_equations(&m);
    for (int j = 0; st.code == PERP_OK && j < d->p; j++) {
        put_normal(&m, j, most[j], free + 3 * j);
        if (d->slip_at[j + 1] > d->slip_at[j])
            put_friction(&m, j, free + 3 * d->p + 4 * d->slip_at[j]);
    }
    *out = m.s;
    return st;
}

/** By modes when contacts have one slip at most: impulses $\lambda_n$ and $f_t =
\lambda_{D+} - \lambda_{D-}$ replace the pairs, and what multipliers leave open is not
listed. With several slips, by pairs.

Implements HP23 (75a), (75c). */
perp_status outcomes_of_step(arena *a, const step_exact *d, const mpq_t *most,
                             outcomes_search *s, outcomes *out)
{
    question q = {.d = d, .modes = planar(d) <= 1, .bounded = 1};
    lcp_exact_problem p;
    perp_status st = q.modes ? step_modes(a, d, most, &q.s)
                             : impact_pose_step(a, d, most, &p);
    if (st.code == PERP_OK && !q.modes) {
        st = choices_pairs(a, &p, &q.s);
        lcp_exact_problem_clear(&p);
    }
    if (st.code == PERP_OK)
        st = search(a, &q, s, out);
    choices_clear(&q.s);
    return st;
}
