/**
# What the joints pushed in a collision

A law of HP23 returns $v^+$, $c_n$ and $f$ of a collision of bodies that hang in joints.
Its own problem has the joints eliminated (their impulses are free, so that the
velocities of the contacts see only what the joints let through), and their impulses
come back from the balance of momentum over the collision,

$$M(v^+ - v^-) = n c_n + d f + \nu^\top c_\nu .$$

A rod of mass 1 and moment of inertia $\frac1{12}$, $M = \operatorname{diag}(1, 1,
\frac1{12})$ in $(x, y, \varphi)$, hangs by its left end, $\nu = (0, 1, -\frac12)$ for
the vertical one, and lies along $x$. Its right end hits a table with $v^- = (0, -1,
-2)$, $n = (0, 1, \frac12)$. Behind an inelastic collision it rests, so $p = (0, 1,
\frac16) - n c_n$, and both rows of $p = \nu^\top c_\nu$, $1 - c_n = c_\nu$ and $\frac16 -
\frac12 c_n = -\frac12 c_\nu$, give $c_n = \frac23$, $c_\nu = \frac13$: the pin takes a
third of the blow.

Where the gradients of joints depend on each other (a door with two hinges on one line)
many $c_\nu$ keep the balance. One of them is returned: a joint whose gradient is a
combination of those before it gets 0. The columns `cj.*` of a table are such numbers,
and their sum along the gradients is what is determined.
*/
#include "gap08/run/held.h"
#include "number/linear/linear.h"

/* sum of x_k rows_k[i] over n rows, taken from p. */
static void take_off(mpq_ptr p, int nv, int i, int n, const mpq_t *rows,
                     const mpq_t *x, mpq_ptr t)
{
    for (int k = 0; k < n; k++) {
        mpq_mul(t, rows[k * nv + i], x[k]);
        mpq_sub(p, p, t);
    }
}

/* p = M (v+ - v-) - n c_n - d f. */
static void missing(const step_exact *d, const step_result_exact *y, mpq_t *p,
                    mpq_t *t)
{
    const int nv = d->nv;
    for (int i = 0; i < nv; i++) {
        mpq_set_ui(p[i], 0, 1);
        for (int j = 0; j < nv; j++) {
            mpq_sub(t[0], y->v[j], d->v[j]);
            mpq_mul(t[0], t[0], d->M[i * nv + j]);
            mpq_add(p[i], p[i], t[0]);
        }
        take_off(p[i], nv, i, d->p, (const mpq_t *)d->n, (const mpq_t *)y->cn,
                 t[0]);
        take_off(p[i], nv, i, d->r, (const mpq_t *)d->d, (const mpq_t *)y->f,
                 t[0]);
    }
}

/* x' y, n numbers. */
static void product(mpq_ptr out, int n, const mpq_t *x, const mpq_t *y,
                    mpq_ptr t)
{
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < n; i++) {
        mpq_mul(t, x[i], y[i]);
        mpq_add(out, out, t);
    }
}

/* N c + b = 0 with N = nu nu', b = -nu p. */
static perp_status solve(arena *a, const step_exact *d, const mpq_t *N,
                         const mpq_t *b, mpq_t *cnu)
{
    const exact_limit none = {0};
    const rational_system s = {d->m, N, b};
    linear_method used;
    numerators x;
    int *pick = arena_take(a, (size_t)d->m, sizeof *pick);
    if (pick == NULL)
        return PERP_NO_MEMORY(d->m);
    for (int k = 0; k < d->m; k++)
        pick[k] = k;
    PERP_TRY(linear_solve(a, &s, d->m, pick, LINEAR_ANY, &none, &x, &used));
    for (int k = 0; k < d->m && used != LINEAR_ANY; k++) {
        mpz_set(mpq_numref(cnu[k]), x.X[k]);
        mpz_set(mpq_denref(cnu[k]), x.den);
        mpq_canonicalize(cnu[k]);
    }
    numerators_clear(&x);
    if (used == LINEAR_ANY)
        return PERP_FAIL(PERP_BUG, "normal equations contradict each other");
    return PERP_SUCCESS;
}

/* Nothing of p is left when the joints' part is taken off. */
static perp_status balance(const step_exact *d, const step_result_exact *y,
                           mpq_t *p, mpq_ptr t)
{
    for (int i = 0; i < d->nv; i++) {
        take_off(p[i], d->nv, i, d->m, (const mpq_t *)d->nu,
                 (const mpq_t *)y->cnu, t);
        if (mpq_sgn(p[i]) != 0)
            return PERP_FAIL(PERP_REFUTED,
                             "no impulses of the joints make the velocity "
                             "behind the collision");
    }
    return PERP_SUCCESS;
}

/** Velocities that are kept by the joints leave $p = M(v^+ - v^-) - nc_n - d\,f$ in the
span of the gradients, so $\nu^\top c_\nu = p$ has a solution, and it is one of the normal
equations $\nu\nu^\top c_\nu = \nu p$. These never contradict each other, and are small: one
row a joint. They are solved in fractions, like the law's own problem.

They have a solution for every $p$, so that they cannot say whether $p$ is in the span: of a
$v^+$ that breaks a joint they give the impulses that are nearest, and a table would show them
like any others. So the balance itself is asked at the end, $n_v$ fractions that are to be zero.
The rod above with $v^+ = (0, 0, 1)$ behind the blow: $p = (0, 1, \frac14) - n c_n$ and $\nu = (0,
1, -\frac12)$ ask for $1 - c_n = c_\nu$ and $\frac14 - \frac12 c_n = -\frac12 c_\nu$, $c_n = \frac34$; beside
the law's $c_n = \frac23$ the normal equations still have an answer, $c_\nu = \frac3{10}$, the
balance has none. */
perp_status held_find(arena *a, const step_exact *d, step_result_exact *y)
{
    const int nv = d->nv, m = d->m;
    const size_t count = (size_t)m * (size_t)(m + 1) + (size_t)nv + 1;
    if (m == 0)
        return PERP_SUCCESS;
    mpq_t *N = arena_take(a, count, sizeof *N);
    if (N == NULL)
        return PERP_NO_MEMORY(count);
    mpq_t *b = N + (size_t)m * (size_t)m, *p = b + m, *t = p + nv;
    for (size_t i = 0; i < count; i++)
        mpq_init(N[i]);
    missing(d, y, p, t);
    for (int k = 0; k < m; k++) {
        const mpq_t *row = (const mpq_t *)d->nu + (size_t)k * (size_t)nv;
        for (int j = 0; j < m; j++)
            product(N[k * m + j], nv, row,
                    (const mpq_t *)d->nu + (size_t)j * (size_t)nv, t[0]);
        product(b[k], nv, row, (const mpq_t *)p, t[0]);
        mpq_neg(b[k], b[k]);
    }
    perp_status s = solve(a, d, (const mpq_t *)N, (const mpq_t *)b, y->cnu);
    if (s.code == PERP_OK)
        s = balance(d, y, p, t[0]);
    for (size_t i = 0; i < count; i++)
        mpq_clear(N[i]);
    return s;
}
