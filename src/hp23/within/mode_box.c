/**
# The equations of a mode, for a box of data

Of law (31) in one mode what is left are equations: the balance (30), the joints, and
one for each impulse that there is. For the block with A sticking and B apart these
are 5: three of the balance, $n_A v^+ = 0$, $d_A v^+ = 0$. Each coefficient is an
interval; if the matrix is regular for every choice in them, [the
enclosure](../../proof/enclose/boxed.h) gives $v^+ \pm y$ for all data of the box in
one go, and tells whether it could be decided.

**What it is worth.** These equations know that the same $M$ stands in all rows, and
their box is as wide as the data times the condition of the matrix: $3 \cdot 10^{-11}$
m/s on the gait for $\varepsilon = 10^{-12}$. They say nothing about modes with
redundant contacts, which the block's "both stick" is: two contacts, four impulses,
three velocities, and the matrix is singular for the middle of the box.

**The point on a floor** of [within.h](within.h), slipping forward, has three
unknowns:

$$\begin{pmatrix} 1 & 0 & \frac12 \\ 0 & 1 & -1 \\ 0 & 1 & 0 \end{pmatrix}
\begin{pmatrix} v_x \\ v_y \\ \lambda_n \end{pmatrix} =
\begin{pmatrix} 1 \\ -1 \\ 0 \end{pmatrix},$$

the balance in both coordinates and $n v^+ = 0$; the last column is $-(n - \mu
d)$. The solution is $(\frac12, 0, 1)$. With $\varepsilon = 10^{-2}$ the radii
are $0.01$ of each mass and each entry of $n$; $0.01 + 0.01 + \frac12 \cdot
0.01 + 0.0001 = 0.0251$ and $0.0151$ in the last column, where $\mu d$ is; and
$0.0302$ of both entries of $M v$ on the right, two products each. So zero
entries have radii too, and $v_y$ is not zero but $\pm 0.0075$: the floor may
be tilted a little. That the speed $n v^+$ is zero nevertheless, for each tilt,
is a row of the system, and `within.c` says it again behind this.

**The block** with $\varepsilon = 10^{-6}$ shows what it is worth, and what not.
With one corner sticking and one slipping $v^+$ is enclosed to $10^{-10}$: it is
zero for all data, but for products of two radii. With one slipping forward and
one backward, though $d_A = d_B$, to $2.1 \cdot 10^{-5}$. With both sticking the
matrix has a row twice, $d_A = d_B$, no enclosure exists, and the programs say
$1.3 \cdot 10^{-4}$.

**What it refutes.** A normal impulse that is negative for all data; and, where the
caller has bounds of a speed already, one that excludes them. The search has none yet
when it asks here, and compares with its programs behind it.
*/
#include "hp23/within/mode_box.h"

#include "hp23/within/response.h"
#include "number/rational.h"

/** The unknowns are $v^+$, the joints' impulses, $\lambda_n$ of each closed contact,
$f_t$ of each that sticks. A contact that slips has $f_t = \mp \mu \lambda_n$, its
column is $n \mp \mu d$ with the radius $e(n) + \mu\,e(d) + |d|\,e(\mu) +
e(\mu)\,e(d)$. Rows: the balance, the joints, $n v^+ = 0$ and $d v^+ = 0$ of these.
What impulses are left open when contacts are redundant makes it singular; then
it says nothing. */
/* One mode on its way. `k` is the system, of nv + m unknowns, one more for each
   closed contact and each slip that sticks; z and y, of its size, what comes
   out of it: middles and radii, m/s, rad/s, N s. low and high are the caller's
   bounds: nv coordinates, p normal speeds, r slips. */
typedef struct {
    const step_exact *d;
    mpq_srcptr eps;
    const uint8_t *way;
    boxed k;
    int *cn, *f; /* p, r: their unknowns, -1: none */
    double *z, *y;
    double *low, *high;
} mode;

/** Unknowns behind the velocities and the joints' impulses, in the order of the
contacts, normal and friction of each together. A contact that slips has one
unknown, its normal impulse. */
static int count_unknowns(mode *m)
{
    const step_exact *d = m->d;
    int n = d->nv + d->m;
    for (int j = 0; j < d->p; j++) {
        m->cn[j] = m->way[j] == WITHIN_APART ? -1 : n++;
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
            m->f[k] = m->way[j] == WITHIN_STICKS ? n++ : -1;
    }
    return n;
}

/* The gradient g as row `at`, and as the column of an impulse. */
static void gradient(mode *m, const mpq_t *g, int at)
{
    const int n = m->k.n;
    for (int i = 0; i < m->d->nv; i++) {
        mpq_set(m->k.B[at * n + i], g[i]);
        mpq_neg(m->k.B[i * n + at], g[i]);
        boxed_radius(m->eps, g[i], m->k.E[at * n + i]);
        mpq_set(m->k.E[i * n + at], m->k.E[at * n + i]);
    }
}

/* Friction at its bound, into the column of the normal impulse. */
static void slipping(mode *m, int j, const mpq_t *g)
{
    const int n = m->k.n, at = m->cn[j];
    mpq_srcptr mu = m->d->mu[j];
    mpq_t e, f, t;
    mpq_inits(e, f, t, NULL);
    boxed_radius(m->eps, mu, e);
    for (int i = 0; i < m->d->nv; i++) {
        boxed_radius(m->eps, g[i], f);
        mpq_mul(t, mu, g[i]);
        if (m->way[j] == WITHIN_BACKWARD)
            mpq_neg(t, t);
        mpq_add(m->k.B[i * n + at], m->k.B[i * n + at], t);
        boxed_add_size(m->k.E[i * n + at], mu, f);
        boxed_add_size(m->k.E[i * n + at], g[i], e);
        boxed_add(m->k.E[i * n + at], e, f);
    }
    mpq_clears(e, f, t, NULL);
}

/** The middle of a product of two intervals is the product of the middles, and what
is missing goes into the radius: $|M| f + |v| e + e f$. */

/* M v on the right. */
static void momentum(mode *m)
{
    const step_exact *d = m->d;
    mpq_t e, f;
    mpq_inits(e, f, NULL);
    for (int i = 0; i < d->nv; i++)
        for (int j = 0; j < d->nv; j++) {
            mpq_srcptr M = d->M[i * d->nv + j];
            boxed_radius(m->eps, M, e);
            boxed_radius(m->eps, d->v[j], f);
            boxed_add(m->k.b[i], M, d->v[j]);
            boxed_add_size(m->k.g[i], M, f);
            boxed_add_size(m->k.g[i], d->v[j], e);
            boxed_add(m->k.g[i], e, f);
        }
    mpq_clears(e, f, NULL);
}

/** An impulse's column is the negative of its row, as in (30) with $J^\top$, and both
have the same radii; that row and column are the same number in all data is not used.
*/
static void fill(mode *m)
{
    const step_exact *d = m->d;
    response_matrix(d, m->eps, &m->k);
    momentum(m);
    for (int j = 0; j < d->p; j++) {
        const int k = d->slip_at[j];
        const mpq_t *slip = (const mpq_t *)d->d + k * d->nv;
        if (m->cn[j] < 0)
            continue;
        gradient(m, (const mpq_t *)d->n + j * d->nv, m->cn[j]);
        if (m->way[j] == WITHIN_STICKS)
            gradient(m, slip, m->f[k]);
        else if (m->way[j] != WITHIN_CLOSED)
            slipping(m, j, slip);
    }
}

/* Draws the bounds of number `at` closer to [z - y, z + y]; are any left? */
static int draw_closer(mode *m, int at, mpq_srcptr z, mpq_srcptr y)
{
    mpq_t t;
    mpq_init(t);
    mpq_sub(t, z, y);
    const double low = boxed_outward(t, 0);
    mpq_add(t, z, y);
    const double high = boxed_outward(t, 1);
    mpq_clear(t);
    m->low[at] = low > m->low[at] ? low : m->low[at];
    m->high[at] = high < m->high[at] ? high : m->high[at];
    return m->low[at] <= m->high[at];
}

static int coordinate(mode *m, int i)
{
    mpq_t z, y;
    mpq_inits(z, y, NULL);
    mpq_set_d(z, m->z[i]);
    mpq_set_d(y, m->y[i]);
    const int left = draw_closer(m, i, z, y);
    mpq_clears(z, y, NULL);
    return left;
}

/** A speed $g v^+$ from the coordinates: the middle is the product of the
middles, and the radius $\sum |g_i| y_i + |z_i| e_i + y_i e_i$. It is a bound by
the coordinates' box and so wider than the speed's own range. A row of its own
in the system would be sharper by little and cost an unknown a speed; and of
closed and sticking contacts, where it matters most, the speed is known to be
zero. */
static int speed(mode *m, const mpq_t *g, int at)
{
    mpq_t mid, rad, z, y, e;
    mpq_inits(mid, rad, z, y, e, NULL);
    for (int i = 0; i < m->d->nv; i++) {
        mpq_set_d(z, m->z[i]);
        mpq_set_d(y, m->y[i]);
        boxed_radius(m->eps, g[i], e);
        boxed_add(mid, g[i], z);
        boxed_add_size(rad, g[i], y);
        boxed_add_size(rad, z, e);
        boxed_add(rad, y, e);
    }
    const int left = draw_closer(m, at, mid, rad);
    mpq_clears(mid, rad, z, y, e, NULL);
    return left;
}

/** Coordinates first, then what follows from them. Each bound is compared with
the one that the caller has, infinite if it has none, and the sharper is kept:
both are true, so is what they have in common, and if that is nothing no data
have this mode. It ends at the first bound that leaves nothing. */
static int speeds(mode *m)
{
    const step_exact *d = m->d;
    int left = 1;
    for (int i = 0; i < d->nv && left; i++)
        left = coordinate(m, i);
    for (int j = 0; j < d->p && left; j++)
        left = speed(m, (const mpq_t *)d->n + j * d->nv, d->nv + j);
    for (int k = 0; k < d->r && left; k++)
        left = speed(m, (const mpq_t *)d->d + k * d->nv, d->nv + d->p + k);
    return left;
}

/** Bounds are drawn closer and never set: what came from elsewhere, infinite at
first, is kept where it is sharper. Doubles that come out are rounded outward. */
perp_status mode_box(arena *a, const step_exact *d, mpq_srcptr eps,
                     const uint8_t *way, double *low, double *high,
                     int *refuted)
{
    const arena_mark mark = arena_here(a);
    mode m = {.d = d, .eps = eps, .way = way, .low = low, .high = high};
    int decided = 0;
    *refuted = 0;
    m.cn = arena_take(a, (size_t)(d->p + d->r) + 1, sizeof *m.cn);
    if (m.cn == NULL)
        return PERP_NO_MEMORY((size_t)d->p * sizeof *m.cn);
    m.f = m.cn + d->p;
    const int n = count_unknowns(&m);
    m.z = arena_take(a, 2 * (size_t)n, sizeof *m.z);
    if (m.z == NULL)
        return PERP_NO_MEMORY((size_t)n * sizeof *m.z);
    m.y = m.z + n;
    perp_status s = boxed_new(a, n, &m.k);
    if (s.code == PERP_OK) {
        fill(&m);
        s = boxed_solve(a, &m.k, m.z, m.y, &decided);
    }
    for (int j = 0; j < d->p && decided; j++)
        *refuted |= m.cn[j] >= 0 && m.z[m.cn[j]] + m.y[m.cn[j]] < 0;
    if (decided)
        *refuted |= !speeds(&m);
    boxed_clear(&m.k);
    arena_release(a, mark);
    return s;
}
