#include "gap08/step/alpha_gamma.h"
#include "ap02/spring.h"

#include <string.h>

/** The matrix and the right-hand side of one step, GAP08 (4.5):

$$\tilde M = M - \alpha h (F + k_{1v}) - \alpha\gamma h^2 k_{1q}, \qquad
\tilde k = h\bigl((1-\alpha) k_1(t_l) + \alpha k_1(t_{l+1})\bigr) + h F v
+ \alpha h^2 k_{1q} v.$$

The paper prints $(1-\alpha) h F v$. By (4.2) the Coriolis force of the step is
$Fv + \alpha F(v^{l+1} - v)$; the second part stands on the left in $\tilde M$,
so the first must stand here whole (erratum 0-1; with the printed factor
$\alpha = 1$ has no gyroscopic force at all).

AP02's linearly implicit step is $\alpha = \gamma = 1$ with the force at $t_l$
alone; its explicit step (7) has the Coriolis force with the other forces, on
the right.

What the problem needs is $\tilde M v + \alpha\tilde k$: the equation of motion
(4.4b) times $\alpha$, with $x = v^{l+1,\alpha}$ in the place of $v^{l+1}$, is
$\tilde M x - (\text{impulses times } \alpha) = \tilde M v + \alpha\tilde k$.

Implements GAP08 (4.1), (4.2), (4.5); AP02 (10), (11). */
static void equation_of_motion(const alpha_gamma *s, const step_data *d,
                               double *Mt, double *rhs)
{
    const double a = s->alpha, g = s->gamma, h = s->h;
    const double later = s->form == STEP_FAMILY ? a : 0;
    const double ahead = s->form == STEP_EXPLICIT ? 0 : a;
    const int nv = d->nv;
    for (int i = 0; i < nv; i++) {
        double kt = h * ((1 - later) * d->k0[i] + later * d->k1[i]), Mv = 0;
        for (int j = 0, ij = i * nv; j < nv; j++, ij++) {
            Mt[ij] = d->M[ij] - ahead * h * (d->F[ij] + d->kv[ij]) -
                     ahead * g * h * h * d->kq[ij];
            kt += h * (d->F[ij] + ahead * h * d->kq[ij]) * d->v[j];
            Mv += Mt[ij] * d->v[j];
        }
        rhs[i] = Mv + a * kt;
    }
}

/** The row of a spring: $-a$ in the equation of motion as every impulse has it,
and its own equation. */
static void put_spring(const alpha_gamma *s, const step_data *d, int i,
                       double *A, double *b)
{
    const int nv = d->nv, size = nv + d->m + d->s + 2 * (d->p + d->r);
    const int at = nv + d->m + i;
    spring_row row = spring_row_of(s, d, i);
    for (int j = 0; j < nv; j++) {
        A[at * size + j] = row.move * d->a[i * nv + j];
        A[j * size + at] = -d->a[i * nv + j];
    }
    A[at * size + at] = row.give;
    b[at] = row.shift;
}

/** One constraint row $g$ with impulse column $-g$: $g^T x$ in row `at`, and
$-g\,c$ in the equation of motion. `sign` is $-1$ for the opposite direction
of a slip. */
static void put_row(double *A, int size, int nv, int at, double sign,
                    const double *g)
{
    for (int j = 0; j < nv; j++) {
        A[at * size + j] = sign * g[j];
        A[j * size + at] = -sign * g[j];
    }
}

/** The mixed problem (4.7), (4.8), in $x = v^{l+1,\alpha}$. As printed, rows
two to four lack the terms $(1-\alpha) v^l$ of (4.4c)-(4.4e) (erratum 0-2). In
$x$ all of them are homogeneous, the matrix is literally that of (4.7), the
impulses are scaled by $\alpha$ ($\lambda$ is not), and AP02's Theorem 2.1
applies with $b = 0$. The balanced matrix of a contact is $D = [d_1, -d_1, d_2,
-d_2, \dots]$, so one slip gives two columns; $e$ is a vector of ones.

$$\begin{bmatrix}
\tilde M & -\tilde\nu & -\tilde n & -\tilde D & 0 \\ \tilde\nu^T & 0 & 0 & 0 &
0 \\ \tilde n^T & 0 & 0 & 0 & 0 \\ \tilde D^T & 0 & 0 & 0 & \tilde E \\ 0 & 0 &
\tilde\mu & -\tilde E^T & 0 \end{bmatrix} \begin{bmatrix} x \\ \alpha c_\nu \\
\alpha c_n \\ \alpha\beta \\ \lambda \end{bmatrix}
- \begin{bmatrix} \tilde M v + \alpha\tilde k \\ 0 \\ 0 \\ 0 \\ 0 \end{bmatrix}
= \begin{bmatrix} 0 \\ 0 \\ \rho \\ \sigma \\ \alpha\zeta \end{bmatrix}$$

With $\alpha = \gamma = 1$ it is AP02's (17), (18); rows four and five are the
friction of (5), maximal dissipation over a polygon, as its optimality conditions.

Implements GAP08 (4.4b)-(4.4f), (4.6), (4.7), (4.8); AP02 (5), (7), (12), (13),
(14), (15), (16), (17), (18). */
void alpha_gamma_pose(const alpha_gamma *s, const step_data *d, double *Mt,
                      double *A, double *b)
{
    const int nv = d->nv, free = nv + d->m + d->s, beta = free + d->p;
    const int lambda = beta + 2 * d->r, size = lambda + d->p;
    memset(A, 0, (size_t)(size * size) * sizeof *A);
    memset(b, 0, (size_t)size * sizeof *b);
    equation_of_motion(s, d, Mt, b);
    for (int i = 0; i < nv; i++) {
        memcpy(A + i * size, Mt + i * nv, (size_t)nv * sizeof *A);
        b[i] = -b[i];
    }
    for (int i = 0; i < d->m; i++)
        put_row(A, size, nv, nv + i, 1, d->nu + i * nv);
    for (int i = 0; i < d->s; i++)
        put_spring(s, d, i, A, b);
    for (int j = 0; j < d->p; j++) {
        put_row(A, size, nv, free + j, 1, d->n + j * nv);
        A[(lambda + j) * size + free + j] = d->mu[j];
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
            for (int back = 0; back < 2; back++) {
                int at = beta + 2 * k + back;
                put_row(A, size, nv, at, back == 0 ? 1 : -1, d->d + k * nv);
                A[at * size + lambda + j] = 1;    /*  E   */
                A[(lambda + j) * size + at] = -1; /* -E^T */
            }
    }
}

/** $v^{l+1} = (x - (1-\alpha) v^l)/\alpha$, and the impulses of (4.4) are
those of the problem divided by $\alpha$. The friction impulse along slip $k$
is $\beta_{k+} - \beta_{k-}$; the two are not unique while sticking, their
difference is.

Implements GAP08 (4.10). */
void alpha_gamma_recover(const alpha_gamma *s, const step_data *d,
                         const double *z, step_result *out)
{
    const double a = s->alpha;
    const int nv = d->nv, links = nv + d->m, free = links + d->s;
    const int beta = free + d->p;
    for (int i = 0; i < nv; i++) {
        out->x[i] = z[i];
        out->v[i] = (z[i] - (1 - a) * d->v[i]) / a;
    }
    for (int i = 0; i < d->m; i++)
        out->cnu[i] = z[nv + i] / a;
    for (int i = 0; i < d->s; i++)
        out->cs[i] = z[links + i] / a;
    for (int j = 0; j < d->p; j++)
        out->cn[j] = z[free + j] / a;
    for (int k = 0; k < d->r; k++)
        out->f[k] = (z[beta + 2 * k] - z[beta + 2 * k + 1]) / a;
}

perp_status step_result_new(arena *a, const perp_system *s, step_result *out)
{
    size_t nv = (size_t)s->nv, p = (size_t)assemble_room(s);
    size_t r = p * (size_t)s->max_slips, m = (size_t)s->joints;
    size_t n = 2 * nv + p + r + m + (size_t)s->springs;
    double *x = arena_take(a, n, sizeof *x);
    if (x == NULL)
        return PERP_NO_MEMORY(n);
    *out = (step_result){x,
                         x + nv,
                         x + 2 * nv,
                         x + 2 * nv + p,
                         x + 2 * nv + p + r,
                         x + 2 * nv + p + r + m};
    return PERP_SUCCESS;
}
