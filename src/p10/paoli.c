/**
# The position-level step in doubles

P10 moves positions: with the prediction

$$y = \frac{2q^n - (1-e) q^{n-1} + h^2 G^n}{1+e}, \qquad
Z^n \in \operatorname{Argmin}_{Z \in K} \|y - Z\|_{M(q^n)}, \qquad
q^{n+1} = -e q^{n-1} + (1+e) Z^n .$$

Differences of nearby positions lose digits, so the state here is $q^n$ and
$V^{n-1} = (q^n - q^{n-1})/h$. Put $Z = q^n + h w$. Then

$$w_y = \frac{y - q^n}{h} = \frac{(1-e) V^{n-1} + h G^n}{1+e}, \qquad
V^n = \frac{q^{n+1} - q^n}{h} = e V^{n-1} + (1+e) w .$$

The Argmin over $\{f + h\,n w \ge 0\}$ is $w = w_y + M^{-1} n^T\lambda$ with
$0 \le \lambda \perp f/h + n w \ge 0$, a complementarity problem with the
matrix $n M^{-1} n^T$. Multiplied by $(1+e)$ and $M$, it says $M(V^n - V^{n-1}) =
h g + n^T (1+e)\lambda$: the reaction is $(1+e)\lambda$, an impulse.

The convention for $G^n$, which P10 leaves open, is $G^n = M(q^n)^{-1} g(t_n, q^n,
V^{n-1})$. The first step, $q^1 = \operatorname{Proj}(q_0 + h u_0 + h z(h))$ with
$z(h) = h G^0 / 2$, is the same step with $e = 0$, $V^{-1} = u_0$ and half the
force; so no function of its own is needed. Moreau's step, which is there to compare
with, has $V^n = -e V^{n-1} + (1+e) w$ and the same equation of motion: of `paoli` only
`back` is another.
*/
#include "p10/paoli.h"

#include <math.h>
#include <string.h>

perp_status paoli_metric_new(arena *a, int n, paoli_metric *out)
{
    size_t size = (size_t)n;
    *out = (paoli_metric){.n = n,
                          .first = arena_take(a, size, sizeof *out->first),
                          .L = arena_take(a, size * size, sizeof(double)),
                          .d = arena_take(a, size, sizeof(double)),
                          .work = arena_take(a, 1, sizeof(double))};
    if (out->first == NULL || out->L == NULL || out->d == NULL ||
        out->work == NULL)
        return PERP_NO_MEMORY(size * size * sizeof(double));
    return PERP_SUCCESS;
}

/** $M = L D L^T$ row by row. Nothing fills in to the left of a row's first
nonzero entry, so a diagonal $M$ of any size costs a division per row, and a
banded one its band.

Implements P10 (H4). */
perp_status paoli_factor(const double *M, paoli_metric *m)
{
    for (int i = 0; i < m->n; i++) {
        const double *row = M + (size_t)i * (size_t)m->n;
        double *l = m->L + (size_t)i * (size_t)m->n, d = row[i];
        int first = 0;
        while (first < i && row[first] == 0)
            first++;
        m->first[i] = first;
        for (int j = m->first[i]; j < i; j++) {
            const double *lj = m->L + (size_t)j * (size_t)m->n;
            int k = m->first[i] > m->first[j] ? m->first[i] : m->first[j];
            double x = row[j];
            *m->work += 2 * (j - k) + 1;
            for (; k < j; k++)
                x -= l[k] * m->d[k] * lj[k];
            l[j] = x / m->d[j];
        }
        *m->work += 2 * (i - m->first[i]) + 1;
        for (int j = m->first[i]; j < i; j++)
            d -= l[j] * l[j] * m->d[j];
        m->d[i] = d; /* D_ii = M_ii - sum L_ij^2 D_jj */
        if (!(d > 0x1p-46 * row[i]) || !isfinite(d)) /* d <= M_ii */
            return PERP_FAIL(PERP_INPUT,
                             "the mass matrix is not positive definite: pivot "
                             "%d is %g",
                             i + 1, d);
    }
    return PERP_SUCCESS;
}

void paoli_solve(const paoli_metric *m, double *x)
{
    for (int i = 0; i < m->n; i++) {
        const double *l = m->L + (size_t)i * (size_t)m->n;
        *m->work += i - m->first[i] + 1;
        for (int k = m->first[i]; k < i; k++)
            x[i] -= l[k] * x[k];
    }
    for (int i = 0; i < m->n; i++)
        x[i] /= m->d[i];
    for (int i = m->n - 1; i >= 0; i--) {
        const double *l = m->L + (size_t)i * (size_t)m->n;
        *m->work += i - m->first[i];
        for (int k = m->first[i]; k < i; k++)
            x[k] -= l[k] * x[i];
    }
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

void paoli_predict(const paoli *s, const paoli_data *d, const paoli_metric *m,
                   double *w)
{
    memcpy(w, d->g, (size_t)d->nv * sizeof *w);
    paoli_solve(m, w); /* G^n */
    *m->work += 4 * d->nv;
    for (int i = 0; i < d->nv; i++)
        w[i] = ((1 - s->back) * d->v[i] + s->h * w[i]) / (1 + s->e);
}

/** The rows of $n M^{-1} n^T$ are symmetric in exact arithmetic; the upper
triangle is computed and mirrored.

Implements P10 (scheme), (schemee), (scheme0). */
void paoli_pose(const paoli *s, const paoli_data *d, const paoli_metric *m,
                const double *w, double *B, double *A, double *b)
{
    const size_t v = (size_t)d->nv;
    memcpy(B, d->n, (size_t)d->p * v * sizeof *B);
    *m->work += d->nv * d->p * (d->p + 3) / 2.0;
    for (int i = 0; i < d->p; i++) {
        paoli_solve(m, B + (size_t)i * v);
        b[i] = d->f[i] / s->h + dot(d->nv, d->n + (size_t)i * v, w);
    }
    for (int i = 0; i < d->p; i++)
        for (int j = i; j < d->p; j++)
            A[i * d->p + j] = A[j * d->p + i] =
                dot(d->nv, d->n + (size_t)i * v, B + (size_t)j * v);
}

/** $w = w_y + M^{-1} n^T \lambda$, then $V^n = e V^{n-1} + (1+e) w$, with `back` for the
first $e$. */
void paoli_recover(const paoli *s, const paoli_data *d, const double *B,
                   double *lambda, double *w, double *V)
{
    for (int a = 0; a < d->p; a++) {
        for (int i = 0; i < d->nv && lambda[a] != 0; i++)
            w[i] += lambda[a] * B[(size_t)a * (size_t)d->nv + (size_t)i];
        lambda[a] *= 1 + s->e;
    }
    for (int i = 0; i < d->nv; i++)
        V[i] = s->back * d->v[i] + (1 + s->e) * w[i];
}

/** In doubles a right angle is one up to rounding. */
int paoli_angle(double e, int p, const double *A, int *a, int *b)
{
    for (*a = 0; *a < p; ++*a)
        for (*b = *a + 1; *b < p; ++*b) {
            double x = A[*a * p + *b];
            double scale = sqrt(A[*a * p + *a]) * sqrt(A[*b * p + *b]);
            if (fabs(x) > 0x1p-40 * scale && (e != 0 || x > 0))
                return 0;
        }
    return 1;
}
