#include "gap08/step/alpha_gamma.h"
#include "ap02/spring.h"

#include <string.h>

/**
## From (4.1) to a linear equation

Section 4 begins with the implicit equation of motion

$$M(v^{l+1} - v^l) - z^{l+1} = h\,k(t_{l+1}, q^{l+1}, v^{l+1}), \qquad k = F(v)v + k_1,
\qquad (4.1)$$

Three things in it are not linear in what is sought. Write $w = v^{l+1} - v^l$.

*Directions.* The impulse $z = \nu c_\nu + n c_n + D\beta$ takes $\nu$, $n$, $D$ at $q^l$. So what a
step knows of a surface is its tangent plane; its curvature comes back as a gap of order $h^2$ a
step (Lemma 8.3, `bounds/pairs.c`).

*Coriolis.* $F(v^{l+1})v^{l+1}$ becomes $F(v^l)v^l + \alpha F(v^l)w$, (4.2). What that leaves out
is $(1-\alpha)F(v^l)w + F(w)v^l + F(w)w$, of order $h$ for every $\alpha$: beside the mean of the
forces at both ends, too, $\frac12F(w)v^l$ is missing. So where $F \ne 0$ no member of the family
has order two, $\alpha = \gamma = \frac12$ included (erratum 0-49). What the frozen $F(v^l)$ keeps
is $x^TF(v^l)x = 0$, and with it the energy.

*Applied forces.* $k_1$ is the mean of both ends with the weights $1-\alpha$ and $\alpha$, and the
later end is expanded about $(t_{l+1}, q^l, v^l)$. By (4.4a) the position has moved by $h(v^l +
\gamma w)$, so the expansion is

$$\alpha\left(k_1(t_{l+1}, q^l, v^l) + h\tilde k_{1q}v^l
+ (\tilde k_{1v} + \gamma h\tilde k_{1q})w\right), \qquad (4.3)$$

with $\gamma$ in the Jacobian's share of $w$ and not in that of $v^l$. A system with $\dot q =
\Gamma v$ has $\Gamma$ in $\tilde k_{1q} = \nabla_qk_1\,\Gamma$ already.

What stands before $w$ goes to the left and makes $\tilde M$, the rest makes $\tilde k$:
$\tilde M w = \tilde k + z$, which is (4.4b).

## The matrix and the right-hand side

GAP08 (4.5):

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

What the problem needs is $\tilde M v + \alpha\tilde k$: $x - v^l = \alpha w$, so the equation of
motion (4.4b) times $\alpha$ is $\tilde M x - (\text{impulses times } \alpha) = \tilde M v +
\alpha\tilde k$. `Mt` is kept apart from the problem, because whether it is positive definite is
asked of it alone (`run/steps.c`).

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

/**
## The mixed problem

(4.7), (4.8), in $x = v^{l+1,\alpha}$. As printed, rows
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

*What the printed rows do.* A mass of 1 kg leaves the floor with $0.3$ m/s, $g = 9.81$, $h = 0.1$,
$\alpha = \frac12$, and the contact is active. (4.4d) asks for $x = \frac12(v^{l+1} + 0.3) \ge 0$.
Without a push $x = 0.3 - \frac12 0.981 < 0$, so $x = 0$, $\alpha c_n = 0.1905$, and (4.10) gives
$v^{l+1} = -0.3$, $c_n = 0.381$ N s. The rows as printed ask for $v^{l+1} \ge 0$ instead: $v^{l+1} =
0$, $c_n = 0.681$ N s, another scheme. And with $v^l$ on the right-hand side the theorem's $b \ge 0$
would fail whenever $n^Tv^l < 0$.

*A step by hand.* A block of 1 kg rests on the floor, $v^l = (0, 0)$, is pulled with $k_1 = (8,
-10)$ N, $\mu = \frac35$, $h = \frac1{10}$, $\alpha = \frac12$; $n = (0, 1)$, one slip $d = (1, 0)$.
Two free unknowns and $2p + 2r = 4$ pairs; the matrix and the solution, in the order $x_1, x_2 \mid
\alpha c_n \mid \alpha\beta_+, \alpha\beta_- \mid \lambda$:

$$\begin{bmatrix} 1&0&0&-1&1&0\\ 0&1&-1&0&0&0\\ 0&1&0&0&0&0\\ 1&0&0&0&0&1\\ -1&0&0&0&0&1\\
0&0&\frac35&-1&-1&0 \end{bmatrix}
\begin{bmatrix} \frac1{10}\\ 0\\ \frac12\\ 0\\ \frac3{10}\\ \frac1{10} \end{bmatrix}
- \begin{bmatrix} \frac25\\ -\frac12\\ 0\\ 0\\ 0\\ 0 \end{bmatrix}
= \begin{bmatrix} 0\\ 0\\ 0\\ \frac15\\ 0\\ 0 \end{bmatrix} .$$

It slides: $\beta_-$ brakes, $\lambda$ is the speed, $\sigma_+ = 2\lambda$. The impulses are twice
what stands there, $c_n = 1$, $f = \beta_+ - \beta_- = -\frac35$ N s, and $v^{l+1} = (\frac15, 0)$.

*And one that sticks.* The same block with $v^l = (\frac15, 0)$ and $k_1 = (1, -10)$ N: the
right-hand side of the first row is $\frac15 + \frac1{20} = \frac14$, less than $\mu\alpha c_n =
\frac3{10}$. So $x_1 = 0$, $\alpha\beta_- = \frac14$, $\lambda = 0$, and $\alpha\zeta =
\frac1{20}$ is what friction has left. It *sticks* in the weighted velocity: $v^{l+1} = 2\cdot0 -
\frac15 = -\frac15$. In the next step $\alpha\beta_+ = \frac3{20}$ and $v = \frac15$ again.
Friction is $-\frac12$, $\frac3{10}$, $-\frac12$, ... N s, in the mean $-hk_1$, and $v$ alternates
about a rest that only $v^\alpha$ shows. It is what Figure 9.1 draws.

*Two slips* are a polygon in the place of the disc, $|f_1| + |f_2| \le \mu c_n$, and it shows.
Pull the block in space with $(8, 8, -10)$ N from rest, slips along both axes: $f = -\frac3{10}(1,
1)$, of length $0.42$ where the disc would give $\mu c_n = 0.6$. Pull it with $(8, 4, -10)$: $f =
-(\frac12, \frac1{10})$ and $v^{l+1} = \frac3{10}(1, 1)$. One $\lambda$ stands for all directions
of a contact, so several can act only where their slips are equal, and friction steers the motion
there. With more slips the polygon is nearer to the disc; `pks05/cone` has the disc itself.

What (4.4d) to (4.4f) let a contact do:

| it | $\rho = n^Tx$ | $c_n$ | $\lambda$ | friction |
|---|---|---|---|---|
| opens | $> 0$ | 0 | any from the speed on | 0 |
| rests without load | 0 | 0 | any from the speed on | 0 |
| slides | 0 | $> 0$ | largest $\lvert d_k^Tx\rvert$ | $e^T\beta = \mu c_n$, against the fastest slips |
| sticks | 0 | $> 0$ | 0 | any with $e^T\beta \le \mu c_n$ |

*Contacts that move* put numbers into $b$ and nothing into the matrix: $\bar\Phi$ in the row of
$\rho$, $\mp\bar u_k$ in those of $\sigma$ (`model/step/moving.c`). The rows of $b$ that Theorem
2.1 wants to be $\ge 0$ may then be negative. What its proof needs of a copositive matrix is less:
$b^Tz \ge 0$ for each $z \ge 0$ with $Az \ge 0$ and $z^TAz = 0$. With $\tilde M$ positive definite
such a $z$ has $x = 0$, so it is an impulse within the cones that comes to nothing, $\nu c_\nu + nc_n
+ D\beta = 0$, and any $\lambda$, whose entry of $b$ is zero. So there is a solution where no such
impulse has $c_n\cdot\bar\Phi - f\cdot\bar u < 0$, with $f = \beta_+ - \beta_-$, and always where
the cone is pointed. Two walls that close on a body press it with equal impulses that come to nothing,
and $\bar\Phi_1 + \bar\Phi_2 < 0$: the run says that the step has no solution.

The matrix is stored whole, `nv + m + s + 2p + 2r` rows of as many numbers; springs stand between
joints and contacts. To pose it costs its size and the products of `equation_of_motion`, nv² of
them; how it is solved is no matter of this file.

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
    const double *drift = alpha_gamma_drift(s, d);
    for (int j = 0; drift != NULL && j < d->p; j++)
        b[free + j] = drift[j];
    for (int k = 0; drift != NULL && k < d->r; k++) {
        b[beta + 2 * k] = drift[d->p + k];
        b[beta + 2 * k + 1] = -drift[d->p + k];
    }
}

/**
## What follows from a solution

$v^{l+1} = (x - (1-\alpha) v^l)/\alpha$, and the impulses of (4.4) are
those of the problem divided by $\alpha$. The friction impulse along slip $k$
is $\beta_{k+} - \beta_{k-}$. The two alone say nothing: where a contact sticks and friction is not
exhausted, both may grow by the same amount. $\lambda$ is not handed on; where $c_n = 0$ any
larger number would do as well.

The division by $\alpha$ magnifies what is wrong in $x$, and $-(1-\alpha)/\alpha$ carries what is
wrong in $v^l$ along a constraint into the next step: for $\alpha = \frac12$ with its full size
and the other sign (Example 9.1), for $\alpha < \frac12$ enlarged. That is where the $\alpha \ge
\frac12$ of section 5 can be seen.

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

/** One array, taken once for a run: the largest step has every contact that `assemble_room` allows
to be active, each with the most slips that any contact has. */
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
