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

The first, because $2q^n - (1-e)q^{n-1} = (1+e)q^n + (1-e)h V^{n-1}$. What the
printed form would cost: with $|q| = 1$ m each rounding of $y$ is one of
$10^{-16}$ m, hence one of $10^{-16}/h$ m/s in $V^n$, and the next step starts
from it; at $h = 10^{-4}$ s the last four digits of 1 m/s are gone. Here a
rounding of $V^n$ is one of its own last place. With $w$ for the unknown all
numbers of a problem are velocities, whatever $h$ is.

The Argmin over $\{f + h\,n w \ge 0\}$ is $w = w_y + M^{-1} n^T\lambda$ with $0
\le \lambda \perp f/h + n w \ge 0$, a complementarity problem with the matrix $n
M^{-1} n^T$. Multiplied by $(1+e)$ and $M$, it says $M(V^n - V^{n-1}) = h g +
n^T (1+e)\lambda$: the reaction is $(1+e)\lambda$, an impulse.

The convention for $G^n$, which P10 leaves open, is $G^n = M(q^n)^{-1} g(t_n,
q^n, V^{n-1})$. The first step, $q^1 = \operatorname{Proj}(q_0 + h u_0 + h
z(h))$ with $z(h) = h G^0 / 2$, is the same step with $e = 0$, $V^{-1} = u_0$
and half the force; so no function of its own is needed. Moreau's step, which is
there to compare with, has $V^n = -e V^{n-1} + (1+e) w$ and the same equation of
motion: of `paoli` only `back` is another.

## The slides' order

The slides come to this scheme in three steps, and each is a case of it. With
$M = I$, $K$ convex and $e = 0$ (scheme0) the prediction is $2q^n - q^{n-1} +
h^2 G^n$ and $Z^n = q^{n+1}$; in the letters here $w_y = V^{n-1} + hG^n$ and
$V^n = w$. With $e \in [0, 1]$ (schemee) the point in $K$ is no longer $q^{n+1}$
but the mean $(q^{n+1} + eq^{n-1})/(1+e)$: the restitution is asked of positions
two steps apart, and nodes may lie outside of $K$ (erratum 4.7). Last (scheme),
$M(q^n)$ is the metric, and where $K$ is not convex the Argmin may have several
points (erratum 4.15; paoli_nearest.c chooses). No impact is looked for, and no
law is applied to one: why the limit has Newton's law all the same is what the
lemmas are for (paoli_check.c).

## A step by hand

The ball of the slides, $q_0 = 1$, $u_0 = -1$, no force, $K = \{q \ge 0\}$, with
$h = \frac25$ and $e = \frac12$. The prediction is $w_y = \frac13 V^{n-1}$ from
$n = 1$ on, and $\lambda = \max(0, -(q^n/h + w_y))$:

| $n$ | $q^n$ | $V^{n-1}$ | $w_y$ | $\lambda$ | $Z^n$ | $V^n$ | impulse |
|---|---|---|---|---|---|---|---|
| 0 | 1 | $-1$ | $-1$ | 0 | 3/5 | $-1$ | 0 |
| 1 | 3/5 | $-1$ | $-1/3$ | 0 | 7/15 | $-1$ | 0 |
| 2 | 1/5 | $-1$ | $-1/3$ | 0 | 1/15 | $-1$ | 0 |
| 3 | $-1/5$ | $-1$ | $-1/3$ | 5/6 | 0 | 1/4 | 5/4 |
| 4 | $-1/10$ | 1/4 | 1/12 | 1/6 | 0 | 1/2 | 1/4 |
| 5 | 1/10 | 1/2 | 1/6 | 0 | 1/6 | 1/2 | 0 |

The impact takes two steps; the impulses add up to $\frac32 = (1+e) \cdot 1$,
and $V^n = \frac12 = e$ from there on. $q^3$ and $q^4$ are outside of $K$, $Z^3$
and $Z^4$ are not. $q^5 = \frac1{10}$ where the exact motion has $e(t_5 - 1) =
\frac12$: it is late by $2h = \frac45$ s, which at the speed $\frac12$ is
$\frac25$ m. In free flight $(1+e)w_y + eV^{n-1} = V^{n-1} + hG^n$: the thirds
of $w$ never reach $V$.

A step costs one solution with $M$ for the prediction, one for each constraint
that it takes in hand, and the upper half of $p^2$ products of length $v$.
*/
#include "p10/paoli.h"
#include "number/dense.h"

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

/** $M = L D L^T$ row by row,

$$L_{ij} = \Bigl(M_{ij} - \sum_{k<j} L_{ik} D_k L_{jk}\Bigr) / D_j, \qquad
D_i = M_{ii} - \sum_{j<i} L_{ij}^2 D_j .$$

Nothing fills in to the left of a row's first nonzero entry: there all $M_{ij}$
are 0, so by the first formula $L_{ij} = 0$, one column after the other. So a
diagonal $M$ of any size costs a division per row, and a banded one its band;
the bar of $N$ elements (case `bar`) is solved with $N$ divisions. What stands
to the left is left over from other matrices and is never read.

(H4) asks for a positive definite $M$, and only here is it seen whether it is:
by the pivots. In exact numbers $D_i > 0$ would be the test. In doubles $D_i$ is
what is left of $M_{ii}$ after a subtraction; below $2^{-46} M_{ii}$ it has at
most seven bits that are not rounding, and a singular matrix ends as easily
above 0 as below. So that counts as singular. The bound is relative to the
diagonal, because masses and moments of inertia stand in one matrix: kg beside
kg m².

The double pendulum of the cases has $M = \begin{bmatrix} 2 & c \\ c & 1
\end{bmatrix}$ with $c = \cos(q_1 - q_2)$: $L_{21} = \frac c2$, $D = (2, 1 -
\frac{c^2}2)$, and no pivot below $\frac12$. In polar coordinates $M =
\operatorname{diag}(1, r^2)$: at $r = 0$ the run ends here, with the pivot and
its value.

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

/** $L$, then $D$, then $L^T$: forward by rows, and backward by the same rows,
each taking its part out of the entries to the left, so that $L$ is read by rows
twice and never by columns. */
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

/** $w_y = ((1 - \text{back}) V^{n-1} + hG^n)/(1+e)$. P10's scheme has `back` $=
e$. With Moreau's $-e$ it is $V^{n-1} + hG^n/(1+e)$, and the recovered velocity
without constraints is $-eV^{n-1} + (1+e)w_y = V^{n-1} + hG^n$ again. */
void paoli_predict(const paoli *s, const paoli_data *d, const paoli_metric *m,
                   double *w)
{
    memcpy(w, d->g, (size_t)d->nv * sizeof *w);
    paoli_solve(m, w); /* G^n */
    *m->work += 4 * d->nv;
    for (int i = 0; i < d->nv; i++)
        w[i] = ((1 - s->back) * d->v[i] + s->h * w[i]) / (1 + s->e);
}

/** The projection of $w_y$ on $\{w : f_a/h + n_a w \ge 0\}$. Its Lagrangian is
$\frac12|w - w_y|_M^2 - \sum\lambda_a (f_a/h + n_a w)$, its stationary point
$w = w_y + M^{-1}n^T\lambda$, and the constraints in terms of $\lambda$ are

$$0 \le \lambda \perp A\lambda + b \ge 0, \qquad A = nM^{-1}n^T, \quad
b = f/h + n w_y .$$

$b$ is in m/s for a gap in m: the mean speed along the gap that the prediction
leaves open, negative where it enters. $\lambda$ is in N s, $A$ in 1/kg. $A$ is
positive semidefinite, and definite when the gradients are independent (H3);
then $\lambda$ is unique, else $w$ alone is. The rows of $A$ are symmetric in
exact arithmetic; the upper triangle is computed and mirrored, so that Lemke and
the test of the residual see a matrix that is.

Implements P10 (scheme), (schemee), (scheme0). */
void paoli_pose(const paoli *s, const paoli_data *d, const paoli_metric *m,
                const double *w, double *B, double *A, double *b)
{
    const size_t v = (size_t)d->nv;
    memcpy(B, d->n, (size_t)d->p * v * sizeof *B);
    *m->work += d->nv * d->p * (d->p + 3) / 2.0;
    for (int i = 0; i < d->p; i++) {
        paoli_solve(m, B + (size_t)i * v);
        b[i] = d->f[i] / s->h + dense_dot(d->nv, d->n + (size_t)i * v, w);
    }
    for (int i = 0; i < d->p; i++)
        for (int j = i; j < d->p; j++)
            A[i * d->p + j] = A[j * d->p + i] =
                dense_dot(d->nv, d->n + (size_t)i * v, B + (size_t)j * v);
}

/** $w = w_y + M^{-1} n^T \lambda$, then $V^n = e V^{n-1} + (1+e) w$, with
`back` for the first $e$; last $\lambda$ becomes the impulse. The equation of
motion that a reader of the columns `cn.*` wants is $M(V^n - V^{n-1}) = hg +
\sum_a r_a\nabla f_a$, and in it $r = (1+e)\lambda$. In the example above
$\lambda$ adds up to 1, the impulses to $\frac32$. */
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

/** In doubles a right angle is one up to rounding: $|A_{ab}| \le
2^{-40}\sqrt{A_{aa}A_{bb}}$ is a cosine, in the metric of $M^{-1}$, that no unit
can change. Without the allowance two walls at a right angle that a scene has
turned by some angle would violate the condition for every $e > 0$. */
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
