#include "hp23/impact/impact.h"

#include "number/linear/linear.h"
#include "number/rational.h"

impact_places impact_places_of(const step_exact *d, int bounded)
{
    impact_places at = {.free = d->nv + d->m};
    at.beta = at.free;
    at.cn = at.beta + (bounded ? d->p : 0);
    at.lambda_D = at.cn + d->p;
    at.gamma = at.lambda_D + 2 * d->r;
    at.size = at.gamma + d->p;
    return at;
}

/* A problem of that size, all zero, and its numbers to write on. */
static perp_status blank(arena *a, const impact_places *at,
                         lcp_exact_problem *out, mpq_t **A, mpq_t **b)
{
    size_t size = (size_t)at->size, count = size * (size + 1);
    *A = rational_array(a, count);
    if (*A == NULL)
        return PERP_NO_MEMORY(count * sizeof(mpq_t));
    *b = *A + size * size;
    *out = (lcp_exact_problem){at->free, at->size - at->free, (const mpq_t *)*A,
                               (const mpq_t *)*b};
    return PERP_SUCCESS;
}

/* A gradient g as row `at` and, with the sign of an impulse, as column. */
static void put_gradient(mpq_t *A, int size, int at, int nv, const mpq_t *g,
                         int back)
{
    for (int j = 0; j < nv; j++) {
        mpq_ptr row = A[at * size + j], column = A[j * size + at];
        mpq_set(row, g[j]);
        mpq_set(column, g[j]);
        mpq_neg(back ? row : column, g[j]);
    }
}

/** $M v' - \nu c_\nu - n \lambda_n - D \lambda_D - M v = 0$ and $\nu^\top v' = 0$: joints
hold. Equation (30) knows no joints; a free multiplier each is all they need.

Implements HP23 (30). */
static void put_balance(const step_exact *d, int size, mpq_t *A, mpq_t *b)
{
    const int nv = d->nv;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) {
            mpq_srcptr m = d->M[i * nv + j];
            mpq_set(A[i * size + j], m);
            mpq_mul(t, m, d->v[j]);
            mpq_sub(b[i], b[i], t);
        }
    for (int k = 0; k < d->m; k++)
        put_gradient(A, size, nv + k, nv, (const mpq_t *)d->nu + k * nv, 0);
    mpq_clear(t);
}

/** One contact: its normal row, two rows for each slip, since $\lambda_D \ge 0$
pushes along $d$ or against it, and the cone's.

$$0 \le \lambda_{D} \perp J_{D} v' + \mathbf 1 \gamma \ge 0, \qquad
0 \le \gamma \perp \mu \lambda_{n} - \mathbf 1^\top \lambda_{D} \ge 0.$$

$\gamma$ becomes the largest slip speed along the directions: only those that
oppose it most may push. A contact with $k/2$ slips has the directions $\pm d$ of
each, so $D$ has $k$ columns and $\operatorname{Unit}_D$ their convex hull.

Implements HP23 (19)-(20), (31d), (32)-(33). */
static void put_contact(const step_exact *d, int j, const impact_places *at,
                        mpq_t *A)
{
    const int nv = d->nv, size = at->size, gamma = at->gamma + j;
    put_gradient(A, size, at->cn + j, nv, (const mpq_t *)d->n + j * nv, 0);
    mpq_set(A[gamma * size + at->cn + j], d->mu[j]);
    for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
        for (int back = 0; back < 2; back++) {
            int row = at->lambda_D + 2 * k + back;
            put_gradient(A, size, row, nv, (const mpq_t *)d->d + k * nv, back);
            mpq_set_si(A[row * size + gamma], 1, 1);
            mpq_set_si(A[gamma * size + row], -1, 1);
        }
}

/** Law (31): impulses that prevent penetration, none on a contact that parts,
and friction at the velocity after the impact.

Implements HP23 (31a)-(31c), (34)-(35). */
perp_status impact_pose(arena *a, const step_exact *d, lcp_exact_problem *out)
{
    impact_places at = impact_places_of(d, 0);
    mpq_t *A = NULL, *b = NULL;
    PERP_TRY(blank(a, &at, out, &A, &b));
    put_balance(d, at.size, A, b);
    for (int j = 0; j < d->p; j++)
        put_contact(d, j, &at, A);
    return PERP_SUCCESS;
}

/** The step (75). To law (31) it adds a bound on each normal impulse and a
multiplier $\beta$ for it:

$$0 \le \beta \perp \lambda_{n,max} - \lambda_n \ge 0, \qquad
0 \le \lambda_n \perp J_n v' + \beta \ge 0.$$

Where the bound is reached, $\beta = -J_n v'$ is what is left of the approach; a
contact below its bound has terminated. The matrix printed as (75b) misses
transposes on the second Jacobians (erratum D12); here $v'$ stays a free unknown
and there is no product to transpose.

Implements HP23 (72a)-(72d), (73)-(74), (75a), (75c). */
perp_status impact_pose_step(arena *a, const step_exact *d, const mpq_t *most,
                             lcp_exact_problem *out)
{
    impact_places at = impact_places_of(d, 1);
    mpq_t *A = NULL, *b = NULL;
    PERP_TRY(blank(a, &at, out, &A, &b));
    put_balance(d, at.size, A, b);
    for (int j = 0; j < d->p; j++) {
        int beta = at.beta + j, cn = at.cn + j;
        put_contact(d, j, &at, A);
        mpq_set_si(A[cn * at.size + beta], 1, 1);
        mpq_set_si(A[beta * at.size + cn], -1, 1);
        mpq_set(b[beta], most[j]);
    }
    return PERP_SUCCESS;
}

void impact_impulses(const step_exact *d, int bounded, const mpq_t *z, mpq_t *L)
{
    impact_places at = impact_places_of(d, bounded);
    for (int j = 0; j < d->p; j++)
        mpq_set(L[j], z[at.cn + j]);
    for (int k = 0; k < d->r; k++)
        mpq_sub(L[d->p + k], z[at.lambda_D + 2 * k],
                z[at.lambda_D + 2 * k + 1]);
}

step_exact impact_single(const step_exact *d, int j, int slip_at[2])
{
    step_exact one = *d;
    int first = d->slip_at[j];
    one.p = 1;
    one.r = d->slip_at[j + 1] - first;
    one.n = d->n + j * d->nv;
    one.d = d->d + first * d->nv;
    one.mu = d->mu + j;
    slip_at[0] = 0;
    slip_at[1] = one.r;
    one.slip_at = slip_at;
    return one;
}

void impact_dot(int n, const mpq_t *x, const mpq_t *y, mpq_ptr out)
{
    mpq_t t, sum;
    mpq_inits(t, sum, NULL);
    for (int i = 0; i < n; i++) {
        mpq_mul(t, x[i], y[i]);
        mpq_add(sum, sum, t);
    }
    mpq_swap(out, sum);
    mpq_clears(t, sum, NULL);
}

void impact_normal(const step_exact *d, int j, const mpq_t *v, mpq_ptr out)
{
    impact_dot(d->nv, (const mpq_t *)d->n + j * d->nv, v, out);
}

void impact_slip(const step_exact *d, int k, const mpq_t *v, mpq_ptr out)
{
    impact_dot(d->nv, (const mpq_t *)d->d + k * d->nv, v, out);
}

/** The set $\mathcal C(q)$ of colliding velocities, and its complement. With a
tolerance $\tau$ a speed of approach up to $\tau$ is none.

Implements HP23 (28)-(29). */
int impact_colliding(const step_exact *d, const mpq_t *v, mpq_srcptr tolerance)
{
    mpq_t speed;
    int found = -1;
    mpq_init(speed);
    for (int j = 0; j < d->p && found < 0; j++) {
        impact_normal(d, j, v, speed);
        mpq_add(speed, speed, tolerance);
        if (mpq_sgn(speed) < 0)
            found = j;
    }
    mpq_clear(speed);
    return found;
}

/** $(v' - v)^\top M (v' + v)$, half of which is the change of (11).

Implements HP23 (11). */
void impact_gain(const step_exact *d, const mpq_t *from, const mpq_t *to,
                 mpq_ptr out)
{
    const int nv = d->nv;
    mpq_t sum, t, row;
    mpq_inits(sum, t, row, NULL);
    for (int i = 0; i < nv; i++) {
        mpq_set_ui(row, 0, 1);
        for (int j = 0; j < nv; j++) {
            mpq_add(t, to[j], from[j]);
            mpq_mul(t, t, d->M[i * nv + j]);
            mpq_add(row, row, t);
        }
        mpq_sub(t, to[i], from[i]);
        mpq_mul(t, t, row);
        mpq_add(sum, sum, t);
    }
    mpq_swap(out, sum);
    mpq_clears(sum, t, row, NULL);
}

/* K (w, y) = (g, 0), K = [M, -nu; nu', 0], as numbers for a solver. */
static void fill_response(const step_exact *d, const mpq_t *g, mpq_t *K)
{
    const int nv = d->nv, size = nv + d->m;
    mpq_t *b = K + size * size;
    for (int i = 0; i < nv; i++) {
        for (int j = 0; j < nv; j++)
            mpq_set(K[i * size + j], d->M[i * nv + j]);
        mpq_neg(b[i], g[i]);
    }
    for (int k = 0; k < d->m; k++)
        put_gradient(K, size, nv + k, nv, (const mpq_t *)d->nu + k * nv, 0);
}

static perp_status solve_response(arena *a, const step_exact *d, mpq_t *K,
                                  int *pick, mpq_t *w)
{
    const int size = d->nv + d->m;
    const exact_limit none = {0};
    rational_system p = {size, (const mpq_t *)K,
                         (const mpq_t *)K + size * size};
    linear_method used;
    numerators x;
    for (int i = 0; i < size; i++)
        pick[i] = i;
    PERP_TRY(linear_solve(a, &p, size, pick, LINEAR_ANY, &none, &x, &used));
    for (int i = 0; i < d->nv && used != LINEAR_ANY; i++) {
        mpz_set(mpq_numref(w[i]), x.X[i]);
        mpz_set(mpq_denref(w[i]), x.den);
        mpq_canonicalize(w[i]);
    }
    numerators_clear(&x);
    if (used == LINEAR_ANY)
        return PERP_FAIL(PERP_INPUT, "the mass matrix is singular: no impulse "
                                     "can be balanced");
    return PERP_SUCCESS;
}

perp_status impact_response(arena *a, const step_exact *d, const mpq_t *g,
                            mpq_t *w)
{
    const size_t size = (size_t)(d->nv + d->m), count = size * (size + 1);
    int *pick = arena_take(a, size, sizeof *pick);
    mpq_t *K = pick == NULL ? NULL : rational_array(a, count);
    if (K == NULL)
        return PERP_NO_MEMORY(count * sizeof *K);
    fill_response(d, g, K);
    perp_status s = solve_response(a, d, K, pick, w);
    rational_clear(K, count);
    return s;
}
