#include "gap08/bounds/impulses.h"

#include "cone/range.h"
#include "number/linear/jordan.h"
#include "number/rational.h"

perp_status impulses_new(arena *a, int nv, impulses *out)
{
    size_t n = (size_t)nv;
    mpq_t *x = rational_array(a, 4 * n);
    if (x == NULL)
        return PERP_NO_MEMORY(4 * n * sizeof *x);
    *out = (impulses){nv, x, x + n, x + 2 * n, x + 3 * n, x, 4 * n};
    return PERP_SUCCESS;
}

void impulses_clear(impulses *x)
{
    rational_clear(x->all, x->count);
    *x = (impulses){.nv = 0};
}

static void add(mpq_ptr sum, mpq_srcptr x, mpq_srcptr y, mpq_ptr t)
{
    if (mpq_sgn(x) == 0 || mpq_sgn(y) == 0)
        return;
    mpq_mul(t, x, y);
    mpq_add(sum, sum, t);
}

/* to += c A x, n x n */
static void add_image(int n, mpq_srcptr c, const mpq_t *A, const mpq_t *x,
                      mpq_t *to)
{
    mpq_t t, sum;
    mpq_inits(t, sum, NULL);
    for (int i = 0; i < n; i++) {
        mpq_set_ui(sum, 0, 1);
        for (int j = 0; j < n; j++)
            add(sum, A[i * n + j], x[j], t);
        mpq_mul(sum, sum, c);
        mpq_add(to[i], to[i], sum);
    }
    mpq_clears(t, sum, NULL);
}

/** The impulse of the applied forces over the step, as GAP08 (4.17) and (4.18)
have it when the Jacobians' share of $\bar M$ is taken to the right,

$$\kappa = h\left((1-\alpha) k_1(t_l) + \alpha k_1(t_{l+1})\right)
+ \alpha h^2 \tilde k_{1q} v + \alpha h (\tilde k_{1v} + \gamma h \tilde k_{1q}) w,
\qquad w = v^{l+1} - v^l,$$

so that $M w = \kappa + h F x + z$. The display before (7.12) has $h/2$ and
$h^2/4$ for $\alpha h$ and $\alpha\gamma h^2$, and (7.4) prints $\tilde k$, in
which the Coriolis force would be counted twice (erratum 0-15). */
static void applied_of(const solved_step *t, mpq_t *out)
{
    const step_exact *d = t->d;
    const int n = d->nv;
    mpq_t w, to, u, v;
    mpq_inits(w, to, u, v, NULL);
    for (int i = 0; i < n; i++) {
        mpq_sub(out[i], d->k1[i], d->k0[i]);
        mpq_mul(out[i], out[i], t->s->alpha);
        mpq_add(out[i], out[i], d->k0[i]);
        for (int j = 0, ij = i * n; j < n; j++, ij++) {
            if (mpq_sgn(d->kq[ij]) == 0 && mpq_sgn(d->kv[ij]) == 0)
                continue;
            mpq_sub(w, t->y->v[j], d->v[j]);
            mpq_mul(to, t->s->gamma, w);
            mpq_add(to, to, d->v[j]);
            mpq_mul(to, to, t->s->h); /* h (v + gamma w) */
            mpq_set_ui(u, 0, 1);
            add(u, d->kq[ij], to, v);
            add(u, d->kv[ij], w, v);
            add(out[i], t->s->alpha, u, v);
        }
        mpq_mul(out[i], out[i], t->s->h);
    }
    mpq_clears(w, to, u, v, NULL);
}

/* to += sum of rows, each times its number */
static void add_rows(int nv, int rows, const mpq_t *row, const mpq_t *c,
                     mpq_t *to)
{
    mpq_t t;
    mpq_init(t);
    for (int k = 0; k < rows; k++)
        for (int i = 0; i < nv; i++)
            add(to[i], row[k * nv + i], c[k], t);
    mpq_clear(t);
}

void impulses_of(const solved_step *t, impulses *out)
{
    const step_exact *d = t->d;
    for (size_t i = 0; i < out->count; i++)
        mpq_set_ui(out->all[i], 0, 1);
    applied_of(t, out->applied);
    add_image(d->nv, t->s->h, (const mpq_t *)d->F, (const mpq_t *)t->y->x,
              out->coriolis);
    add_rows(d->nv, d->m, (const mpq_t *)d->nu, (const mpq_t *)t->y->cnu,
             out->joint);
    add_rows(d->nv, d->p, (const mpq_t *)d->n, (const mpq_t *)t->y->cn,
             out->contact);
    add_rows(d->nv, d->r, (const mpq_t *)d->d, (const mpq_t *)t->y->f,
             out->contact);
}

/** $M w = \kappa + h F x + \nu c_\nu + n c_n + D \beta$: (7.4) as corrected. It is what every sum
of section 7 rests on, and it is asked of the recovered velocity and impulses, not of the solution
of (4.7): a wrong factor $\alpha$ in the recovery, which the energy of the step cannot see in an
impulse, is found here.

Implements GAP08 (7.4). */
int impulses_balance(const solved_step *t, const impulses *x)
{
    const int n = x->nv;
    int holds = 1;
    mpq_t left, right, w;
    mpq_inits(left, right, w, NULL);
    for (int i = 0; i < n && holds; i++) {
        mpq_set_ui(left, 0, 1);
        for (int j = 0; j < n; j++) {
            mpq_sub(w, t->y->v[j], t->d->v[j]);
            add(left, t->d->M[i * n + j], w, right);
        }
        mpq_add(right, x->applied[i], x->coriolis[i]);
        mpq_add(right, right, x->joint[i]);
        mpq_add(right, right, x->contact[i]);
        holds = mpq_equal(left, right);
    }
    mpq_clears(left, right, w, NULL);
    return holds;
}

void growth_init(growth *g)
{
    mpq_inits(g->after, g->before, g->applied, NULL);
    g->holds = 0;
}

void growth_clear(growth *g)
{
    mpq_clears(g->after, g->before, g->applied, NULL);
}

/* out = x'My */
static void form(int n, const mpq_t *x, const mpq_t *M, const mpq_t *y,
                 mpq_ptr out)
{
    mpq_t sum, t;
    mpq_inits(sum, t, NULL);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < n; i++) {
        mpq_set_ui(sum, 0, 1);
        for (int j = 0; j < n; j++)
            add(sum, M[i * n + j], y[j], t);
        add(out, x[i], sum, t);
    }
    mpq_clears(sum, t, NULL);
}

/** Theorem 5.1 by single steps. With $P = |\kappa|_{M^{-1}}$ and the energy
identity,

$$\tfrac12 |v^{l+1}|^2 - \tfrac12 |v^l|^2 + (\alpha - \tfrac12)|w|^2
\le x \cdot \kappa \le P\left(\tfrac12(|v^{l+1}| + |v^l|) +
(\alpha - \tfrac12)|w|\right),$$

all in the norm of $M$, because $x = \frac12(v^{l+1} + v^l) + (\alpha - \frac12) w$.
Were $|v^{l+1}| > |v^l| + P$, then $|w| > P$, the terms with $\alpha - \frac12 \ge
0$ would only help the left side, and $\frac12(|v^{l+1}| - |v^l| - P)(|v^{l+1}| +
|v^l|) \le 0$ would contradict. So

$$|v^{l+1}|_M \le |v^l|_M + |\kappa|_{M^{-1}} \qquad (\tfrac12 \le \alpha \le 1)$$

without a constant, and the theorem follows by adding up. Three square roots
are compared without taking one: $s = a - b - p$ is $\le 0$, or $s^2 \le 4 b p$,
for the squares $a$, $b$, $p$. (Lengths 3, 2, 1: $s = 9 - 4 - 1$, $16 \le 16$, equality.) */
static int within(const growth *g)
{
    mpq_t s, t;
    mpq_inits(s, t, NULL);
    mpq_sub(s, g->after, g->before);
    mpq_sub(s, s, g->applied);
    int holds = mpq_sgn(s) <= 0;
    mpq_mul(s, s, s);
    mpq_mul(t, g->before, g->applied);
    mpq_mul_2exp(t, t, 2);
    holds |= mpq_cmp(s, t) <= 0;
    mpq_clears(s, t, NULL);
    return holds;
}

perp_status impulses_by_mass(arena *a, const step_exact *d, int columns,
                             mpq_t *B)
{
    const size_t nn = (size_t)(d->nv * d->nv);
    arena_mark mark = arena_here(a);
    mpq_t *M = rational_array(a, nn);
    if (M == NULL)
        return PERP_NO_MEMORY(nn * sizeof *M);
    for (size_t i = 0; i < nn; i++)
        mpq_set(M[i], d->M[i]);
    const int regular =
        jordan_reduce(d->nv, d->nv, columns, M, B, NULL) == d->nv;
    rational_clear(M, nn);
    arena_release(a, mark);
    return regular ? PERP_SUCCESS
                   : PERP_FAIL(PERP_INPUT, "the mass matrix is singular");
}

/** Implements GAP08 (Thm5.1). */
perp_status impulses_growth(arena *a, const solved_step *t, const impulses *x,
                            growth *out)
{
    const step_exact *d = t->d;
    const mpq_t *M = (const mpq_t *)d->M;
    const size_t n = (size_t)d->nv;
    arena_mark mark = arena_here(a);
    mpq_t sum, *y = rational_array(a, n);
    if (y == NULL)
        return PERP_NO_MEMORY(n * sizeof *y);
    for (size_t i = 0; i < n; i++)
        mpq_set(y[i], x->applied[i]);
    perp_status s = impulses_by_mass(a, d, 1, y);
    mpq_init(sum);
    form(d->nv, (const mpq_t *)t->y->v, M, (const mpq_t *)t->y->v, out->after);
    form(d->nv, (const mpq_t *)d->v, M, (const mpq_t *)d->v, out->before);
    mpq_set_ui(out->applied, 0, 1);
    for (size_t i = 0; i < n; i++)
        add(out->applied, x->applied[i], y[i], sum);
    out->holds = within(out);
    mpq_clear(sum);
    rational_clear(y, n);
    arena_release(a, mark);
    return s;
}

/** $v = \nu u + \nu_\perp w$. A rational $\nu_\perp$ with orthonormal columns need
not exist; the vector $\nu_\perp w = v - \nu u$ is rational, and $u = (\nu^T
\nu)^{-1}\nu^T v$ is all that the estimates use.

Implements GAP08 (7.5), (8.1), (8.15). */
perp_status impulses_split(arena *a, const step_exact *d, const mpq_t *v,
                           mpq_t *u, mpq_t *rest)
{
    cone c = cone_of_step_exact(d);
    return range_split(a, &c, v, u, rest);
}

/** For every impulse $z$ of the step's cone $d' \cdot z = \sum_j (n_j \cdot d'
c_{n,j} + \sum_s d_s \cdot d' f_s)$, because $\nu^T d' = 0$, and $|f_s|$ add up to
$\mu_j c_{n,j}$ at most. What is left of $c_{n,j}$ is the margin: (7.3) with a
number for $\frac12\zeta(t)$, which does not have to be halved.

Implements GAP08 (7.2), (7.3). */
perp_status impulses_margin(arena *a, const step_exact *d,
                            const mpq_t *direction, mpq_t *across, mpq_t margin)
{
    const size_t m = (size_t)d->m;
    arena_mark mark = arena_here(a);
    mpq_t dot, most, *u = rational_array(a, m + 1);
    if (u == NULL)
        return PERP_NO_MEMORY(m * sizeof *u);
    mpq_inits(dot, most, NULL);
    perp_status s = impulses_split(a, d, direction, u, across);
    mpq_set_ui(margin, 0, 1);
    for (int j = 0; j < d->p && s.code == PERP_OK; j++) {
        mpq_set_ui(most, 0, 1);
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
            cone_dot(d->nv, (const mpq_t *)d->d + k * d->nv,
                     (const mpq_t *)across, dot);
            mpq_abs(dot, dot);
            if (mpq_cmp(dot, most) > 0)
                mpq_set(most, dot);
        }
        mpq_mul(most, most, d->mu[j]);
        cone_dot(d->nv, (const mpq_t *)d->n + j * d->nv, (const mpq_t *)across,
                 dot);
        mpq_sub(dot, dot, most);
        if (j == 0 || mpq_cmp(dot, margin) < 0)
            mpq_set(margin, dot);
    }
    mpq_clears(dot, most, NULL);
    rational_clear(u, m + 1);
    arena_release(a, mark);
    return s;
}

/* Q = nu B with B = A^-1 C, A = nu' M^-1 nu, C = (M^-1 nu)', in W's room:
   N = M^-1 nu (nv x m), A (m x m), B (m x nv). */
static int answer(const step_exact *d, mpq_t *N, mpq_t *A, mpq_t *B, mpq_t *Q)
{
    const int n = d->nv, m = d->m;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < m; i++)
        for (int k = 0; k < n; k++) {
            mpq_set(B[i * n + k], N[k * m + i]);
            for (int j = 0; j < m; j++)
                add(A[i * m + j], d->nu[i * n + k], N[k * m + j], t);
        }
    const int regular = jordan_reduce(m, m, n, A, B, NULL) == m;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            mpq_set_ui(Q[i * n + j], 0, 1);
            for (int k = 0; k < m && regular; k++)
                add(Q[i * n + j], d->nu[k * n + i], B[k * n + j], t);
        }
    mpq_clear(t);
    return regular;
}

/** What joints answer. The display before (7.16) says $A c_\nu^\alpha = -\nu^T
M^{-1}(\text{the rest}) + O(h)$ with $A = \nu^T M^{-1}\nu$ (and $\nu^T$ in front of
all terms, erratum 0-19), so $\nu c_\nu^\alpha = -Q\,(\text{the rest}) + O(h)$, and
the constant $C_3$ of the paper is a norm of $Q$. */
perp_status impulses_answer(arena *a, const step_exact *d, mpq_t *Q,
                            int *regular)
{
    const size_t n = (size_t)d->nv, m = (size_t)d->m, all = 2 * n * m + m * m;
    arena_mark mark = arena_here(a);
    mpq_t *N = rational_array(a, all + 1);
    if (N == NULL)
        return PERP_NO_MEMORY(all * sizeof *N);
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < n; k++)
            mpq_set(N[k * m + i], d->nu[i * n + k]);
    perp_status s = impulses_by_mass(a, d, d->m, N);
    if (s.code == PERP_OK)
        *regular = answer(d, N, N + n * m, N + n * m + m * m, Q);
    rational_clear(N, all + 1);
    arena_release(a, mark);
    return s;
}

void norm_matrix(int n, const mpq_t *Q, mpq_t out)
{
    mpq_t sum, t;
    mpq_inits(sum, t, NULL);
    for (int j = 0; j < n; j++) {
        mpq_set_ui(sum, 0, 1);
        for (int i = 0; i < n; i++) {
            mpq_abs(t, Q[i * n + j]);
            mpq_add(sum, sum, t);
        }
        if (j == 0 || mpq_cmp(sum, out) > 0)
            mpq_set(out, sum);
    }
    mpq_clears(sum, t, NULL);
}
