#include "pks05/step/theta.h"

#include <math.h>

/**
## A step looked at, in doubles

Nothing here was used to find the step, and nothing of $A$ and $b$ is read. Each
condition of (16) that a rounded force can miss is measured; the equations that
`theta_recover` computes from, (15) and (17), are seen in the energy identity, in
which every term of a step has a part.

A number is worth something only beside a size. A gap of $10^{-12}$ m is nothing between
bodies a metre apart and much for a film; so a fault is divided by the sum of the
sizes of what it is the difference of. Rounding then leaves a few $10^{-16}$, and a
wrong step shows by its digits: the block of `cases/PKS05/pushed_block.lua` ends 1600
steps with $9 \cdot 10^{-19}$ for contact, $3 \cdot 10^{-15}$ for friction, $2 \cdot 10^{-16}$
for the energies.

The three numbers answer different questions. A force that solves a wrong problem shows in
`contact` or `friction`, and in `identity`, too, whose terms take (6) and (9) for granted.
A tangent that was not taken where the step ends shows in `identity` alone: with the force
that it gives, contact and friction are as they should be, but the formula of the scene
has another one. None of them is a distance from the solution: a residual of $10^{-16}$
beside a condition of $10^{12}$ may be four digits of the force. For that there is
`cone/qvi_distance.h`. */

/* x' A y. */
static double product(int n, const double *A, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += x[i] * A[i * n + j] * y[j];
    return sum;
}

/** $\frac12 x^\top Ax$ over the places of the pattern, row by row: with $\mathbf K$ and $\delta$ the
energy of the compliance, J. It is not summed by blocks but in the order of the whole matrix, whose
other terms are zeros, so that the identity below and the column `elastic` of a run's table add up the
same terms in the same order. */
double theta_energy(const theta_data *d, const double *A, const double *x)
{
    const int R = theta_rows(d);
    double sum = 0;
    for (int i = 0; i < R; i++)
        for (int k = 0, n = theta_columns(d, i); x[i] != 0 && k < n; k++) {
            const int j = theta_column(d, i, k);
            sum += x[i] * A[i * R + j] * x[j];
        }
    return 0.5 * sum;
}

/** A sum that knows how large its terms were: `sum` over `size` is what is left when all should
cancel, a pure number between 0 and 1. */
typedef struct {
    double sum, size;
} tally;

static void add(tally *t, double x)
{
    t->sum += x;
    t->size += fabs(x);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/** The law of friction without a square root: $s\cdot\lambda \le 0$ and $(s\cdot\lambda)^2
= \mu^2\lambda_n^2 |s|^2$ say, for $\lambda$ in the disc, that nothing in it dissipates
more: by Cauchy and Schwarz $-s\cdot\lambda \le |s||\lambda| \le \mu\lambda_n|s|$, and both
are equalities only for the force of the circle that is opposite to the slip, or any
of the disc when $s = 0$.

Both sides are compared over the square of $\mu$ times the step's largest
force times a velocity that is at least as large as the step's own. Squares are
compared, so a relative error of $\epsilon$ in the force gives about $2\epsilon$ here. Without the
second velocity in the unit, a contact that sticks with $s = 10^{-18}$ m/s of any
direction, which is rounding, would be found to push the wrong way.

By hand: $\mu\lambda_n = 3$ N, $s = 0.02$ m/s, $\lambda_t = -3$ N: $(s\lambda_t)^2 =
0.0036 = 9 \cdot 0.0004$, fault 0. With $\lambda_t = -2$ N the contact slips under a
force that it could increase: $9 \cdot 0.0004 - 0.0016 = 0.002$, over the unit.

Three ways to be wrong, in one planar contact with that $\mu\lambda_n$ and $s$, when no
force is larger than $\lambda_n$ and no velocity larger than $s$ (unit $9 \cdot 0.0008$):

| $\lambda_t$, N | `outside` | `lazy` | `wrong` | fault |
|---|---|---|---|---|
| $-3$ | 0 | 0 | $-0.71$ | 0 |
| $-2$: less than it could | $-0.56$ | 0.28 | $-0.47$ | 0.28 |
| $-4$: outside of the disc | 0.78 | $-0.39$ | $-0.94$ | 0.78 |
| $3$: pushes along the slip | 0 | 0 | 0.71 | 0.71 |

No two of them would do. The last line is why the sign of the power is asked beside its
square, the third why the disc is asked at all. In space a force of the right length and
the wrong direction is lazy: it dissipates less than the opposite one. 
Implements PKS05 (7), (9). */
static double friction(const theta_data *d, int c, const double *lambda,
                       const double *s, const double size[2])
{
    const int i = c * (1 + d->slips);
    double bound = d->mu[c] * larger(lambda[i], 0), power = 0, slip = 0;
    double force = 0, most = d->mu[c] * size[0];
    for (int k = 1; k <= d->slips; k++) {
        power += lambda[i + k] * s[i + k];
        slip += s[i + k] * s[i + k];
        force += lambda[i + k] * lambda[i + k];
    }
    if (!(most > 0))
        return force > 0 ? 1 : 0;
    const double unit = most * most * (slip + size[1] * size[1]);
    double outside = (force - bound * bound) / (most * most);
    if (!(unit > 0)) /* nothing moves: any force in the disc */
        return outside;
    double lazy = (bound * bound * slip - power * power) / unit;
    double wrong = power / sqrt(unit);
    return larger(larger(outside, lazy), larger(wrong, 0));
}

/** Contact: $0 \le \lambda_n \perp \Phi + h\,\mathbf\Gamma_n v^\theta + \delta_n' \ge 0$, the gap over the lengths
that it is the sum of, the force over the largest force. Where both are at least
zero the smaller is to be zero; where one is negative, that is the smaller. Their
product would be small already when both are $10^{-8}$.

For the first step of the ball the gap is $0 + \delta' + hv'$ with $\delta' = 9.99 \cdot
10^{-4}$ m and $hv' = -9.99 \cdot 10^{-4}$ m; what doubles leave of it, some $10^{-19}$ m,
is divided by $2 \cdot 10^{-3}$ m. In the air $\lambda_n = 0$ is an exact zero and so is
the fault. Before the first contact of a scene no force is there to measure by; then
forces are taken as they are, in N. 
Implements PKS05 (6). */
static double contact(const theta_data *d, int c, const double *lambda,
                      const theta_end *end, double push)
{
    const int i = c * (1 + d->slips);
    tally gap = {0};
    add(&gap, d->gap[c]);
    add(&gap, end->delta[i]);
    for (int k = 0; k < d->nv; k++)
        add(&gap, d->h * d->rows[i * d->nv + k] * end->mean[k]);
    double x = lambda[i] / (push > 0 ? push : 1);
    double y = gap.sum / (gap.size > 0 ? gap.size : 1);
    return fabs(x < y ? x : y);
}

/** The energy identity. With $E = \frac12 v^\top M v + \frac12 \delta^\top\mathbf K\delta$ on the data
frozen at the step's beginning,

$$E' - E = h\,v^\theta\!\cdot f - \sum \lambda_n (\Phi + \delta_n) - h \sum \mu\lambda_n |s_{to}|
- \tfrac12 \Delta\delta^\top \mathbf K \Delta\delta - \tfrac1h \Delta\delta^\top \mathbf C \Delta\delta
+ (\theta - \tfrac12) \Delta v^\top M \Delta v.$$

It is $h\lambda\cdot s$ written twice. By complementarity, $\lambda_n(\Phi + \delta_n +
hs_n) = 0$, and by (9),

$$h\,\lambda\cdot s = -\sum\lambda_n(\Phi + \delta_n) - h\sum\mu\lambda_n|s_{to}|.$$

By the definition of $s$ it is $\lambda\cdot\Delta\delta + h\lambda\cdot\mathbf\Gamma
v^\theta$. The compliance puts $\mathbf K\delta' + \mathbf C\Delta\delta/h$ for the
first $\lambda$, and $\delta' = \frac12(\delta + \delta') + \frac12\Delta\delta$; (15)
puts $M\Delta v - hf$ for $h\mathbf\Gamma^\top\lambda$, and $v^\theta = \frac12(v +
v') + (\frac12 - \theta)\Delta v$. The means give the differences of the energies, the rest
the other terms. In full, the first half is

$$\lambda\cdot\Delta\delta = \tfrac12(\delta + \delta')^\top\mathbf K\,\Delta\delta
+ \tfrac12\Delta\delta^\top\mathbf K\,\Delta\delta + \tfrac1h\Delta\delta^\top\mathbf C\,\Delta\delta,$$

whose first term is $\frac12\delta'^\top\mathbf K\delta' - \frac12\delta^\top\mathbf
K\delta$ because $\mathbf K$ is symmetric, and the second half

$$h\,\lambda\cdot\mathbf\Gamma v^\theta = (M\Delta v - hf)\cdot v^\theta
= \tfrac12(v + v')^\top M\Delta v + (\tfrac12 - \theta)\,\Delta v^\top M\Delta v - h f\cdot v^\theta,$$

with the difference of the kinetic energies in front. Where a scene's $\mathbf K$ is not
symmetric there is no such energy; (D) excludes it.

The sliding step of `theta.h` in 72nds of a joule: it begins with 72 and ends with 25, 20
of them in motion and 5 in the surface. Of the 47 that are lost friction has 12, $h \cdot
\frac{10}3 \cdot \frac12$; the stiffness 5, the damping 10, and $\theta = 0$ takes 20.
That last share is of the scheme and not of the model, and of second order in a step: ten
steps of a tenth of that length lose about a tenth of it. 
For $\theta \le \frac12$ and $\Phi + \delta_n \ge 0$ every term but the first
dissipates. For $\theta = 1$ the last one gives energy: a body that nothing touches
gains $\frac12 h^2|f|^2/m$ a step beyond the work, with 10 N on 1 kg and $h = 10^{-3}$ s
it is $5 \cdot 10^{-5}$ J.

In J, for the ball of `theta.h`: work $9.9901 \cdot 10^{-3}$; lost in $\mathbf K$
$0.4990 \cdot 10^{-3}$, in $\mathbf C$ $9.9802 \cdot 10^{-3}$, by $\theta = 0$ $0.0005
\cdot 10^{-3}$; together $E' - E = -0.4896 \cdot 10^{-3}$. Nearly all of a first step
against a damper is its heat. */
static tally identity(const theta_data *d, const double *lambda,
                      const theta_end *end, const double *force,
                      theta_residual *out)
{
    const int R = theta_rows(d), n = d->nv;
    tally t = {0};
    double before = product(n, d->M, d->v, d->v) / 2 +
                    theta_energy(d, d->K, d->delta);
    double behind = product(n, d->M, end->v, end->v) / 2 +
                    theta_energy(d, d->K, end->delta);
    out->gained = behind - before;
    out->work = 0;
    for (int i = 0; i < n; i++)
        out->work += d->h * end->mean[i] * force[i];
    add(&t, behind);
    add(&t, -before);
    add(&t, -out->work);
    for (int c = 0; c < d->p; c++) {
        int i = c * (1 + d->slips);
        double slip = 0;
        for (int k = 1; k <= d->slips; k++)
            slip += end->s[i + k] * end->s[i + k];
        add(&t, lambda[i] * (d->gap[c] + d->delta[i]));
        add(&t, d->h * d->mu[c] * lambda[i] * sqrt(slip));
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            add(&t, (0.5 - d->theta) * (end->v[i] - d->v[i]) * d->M[i * n + j] *
                        (end->v[j] - d->v[j]));
    for (int i = 0; i < R; i++)
        for (int k = 0, m = theta_columns(d, i); k < m; k++) {
            const int j = theta_column(d, i, k);
            add(&t, (end->delta[i] - d->delta[i]) *
                        (d->K[i * R + j] / 2 + d->C[i * R + j] / d->h) *
                        (end->delta[j] - d->delta[j]));
        }
    return t;
}

/** The velocity that slips are compared with is the largest sum of sizes in (8), of
the deformation's rate and of every product in $\mathbf\Gamma v^\theta$: what a slip would be if
nothing cancelled. */
void theta_look(const theta_data *d, const double *lambda, const theta_end *end,
                const double *force, theta_residual *out)
{
    const int R = theta_rows(d);
    double size[2] = {0, 0}; /* of forces, N, and velocities, m/s */
    *out = (theta_residual){0};
    for (int i = 0; i < R; i++) {
        double x = fabs(end->delta[i] - d->delta[i]) / d->h;
        for (int k = 0; k < d->nv; k++)
            x += fabs(d->rows[i * d->nv + k] * end->mean[k]);
        size[0] = larger(size[0], fabs(lambda[i]));
        size[1] = larger(size[1], x);
    }
    for (int c = 0; c < d->p; c++) {
        out->contact =
            larger(out->contact, contact(d, c, lambda, end, size[0]));
        out->friction =
            larger(out->friction, friction(d, c, lambda, end->s, size));
    }
    tally t = identity(d, lambda, end, force, out);
    out->identity = t.size > 0 ? fabs(t.sum) / t.size : 0;
}
