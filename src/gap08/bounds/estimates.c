/**
# Along a run: Theorem 5.1 and section 7.1

Two sums over rows. The first bounds velocities: each step multiplies the larger of $|v|_M$ and
$|q| + 1$ by $1 + h\kappa_l$ at most, so together by $e^{ct}$. The second bounds normal impulses:
each of them pushes along a direction that opens all contacts, and what was pushed is somewhere,
in the velocity at the end of the window or in the work of the forces against it.

The paper's proof of the second is indirect in one place: the direction $u_0(t)$ exists at each
$t$ of the *limit* motion, a neighbourhood of $t$ and a finite covering do the rest. A run has no
limit at hand. It goes along and keeps a direction while it is good; that gives windows, their
number, and a bound, and if the number grows when $h$ is halved, the cones are not uniformly
pointed, and (H4) is what fails.
*/
#include "gap08/bounds/estimator.h"

#include "cone/pointed.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static double size(mpq_srcptr q)
{
    return fabs(mpq_get_d(q));
}

double estimator_norm(int n, const mpq_t *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += size(x[i]);
    return sum;
}

static double length(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double z = y == NULL ? x[i] : x[i] - y[i];
        sum += z * z;
    }
    return sqrt(sum);
}

void estimator_refute(estimator *m, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    int at = m->sum.refuted++ > 0 ? -1
                                  : snprintf(m->sum.first, sizeof m->sum.first,
                                             "row %ld: ", m->sum.rows);
    if (at >= 0)
        vsnprintf(m->sum.first + at, sizeof m->sum.first - (size_t)at, text,
                  args);
    va_end(args);
}

/** Sums and their bounds are added up in doubles, nonnegative terms only. An
estimate may hold with equality (a body at rest), so $2^{-40}$ is forgiven. A
side that overflows decides nothing: the statement is neither true nor false. */
void estimator_ask(estimator *m, double left, double right, const char *what)
{
    if (!isfinite(left) || !isfinite(right))
        m->over = what;
    else if (!(left <= right * (1 + 0x1p-40)))
        estimator_refute(m, "%s: %.17g is not at most %.17g", what, left,
                         right);
}

/** ## Theorem 5.1

Along the run. With $\sigma = |q| + 1$ and $B_l \ge \max(\rho_l, \sigma_l)$ the
step's inequality gives $B_{l+1} = (1 + h\kappa_l) B_l$, $h \kappa_l$ the larger of
$|\kappa|_{M^{-1}}$ and $|q^{l+1} - q^l|$ over $\max(\rho_l, \sigma_l)$, and $\rho_l^2
\le \max(\rho_0, \sigma_0)^2 e^{c t_l}$ follows with $c = 2 \max \kappa_l$: squares on
both sides, which is erratum 0-5. Under (H5) $\kappa_l$ has a bound that is no
matter of the run. The velocity $v^-$ of a collision may be above the envelope
(erratum 0-46), which is raised to it.

For $q'' = q$ from rest the printed bound asks for $|v^l|^2 \le (|q^0| + 1)e^{ct_l}$, and the left
side is quadratic in $|q^0|$. With $h = 10^{-3}$, $\alpha = \gamma = \frac12$ and $t \le 1$ the
least $c$ is 2.5 for $q^0 = 10$ and 732 for $10^6$: no number of the system. With the
square it is 0.13 and 0.32.

`cases/GAP08/fig9_1.lua` by hand: 1 kg at $x = 3$, at rest, pushed with $8\cos t$ N and by
its weight. In the first step $|\kappa|/h = \sqrt{8^2 + 9.81^2} = 12.66$ N nearly,
$\max(\rho_0, \sigma_0) = 4$, and $c = 2 \cdot 12.66/4 = 6.33$ 1/s, the 6.32916 of its
run. The floor answers all of the weight, which the one-step form does not know: in one
second the block's velocity is at most 0.00287 of the envelope. So the bound is good for what the
paper wants of it, that velocities do not run away while $h \to 0$, and for nothing finer.

The two halves of $h\kappa_l$ are not alike. The velocity grows by what forces do; $\sigma = |q| + 1$
grows by what the velocity does, and is there because forces may grow with $q$. A
force that does not could do without it, and the theorem would then be that the velocity
is at most the first one and the integral of the force. */
perp_status estimator_growth(estimator *m, const estimate_row *row)
{
    const solved_step *t = &row->step;
    double step = length(row->nq, row->q_from, row->q_to);
    double sigma = 1 + length(row->nq, row->q_from, NULL);
    PERP_TRY(impulses_growth(&m->scratch, t, &m->now, &m->g));
    if (!m->g.holds && 2 * mpq_get_d(t->s->alpha) >= 1)
        estimator_refute(m, "Theorem 5.1: |v+|_M > |v|_M + |applied|");
    double rho = sqrt(mpq_get_d(m->g.before));
    larger(&m->most, m->sum.rows == 0 || row->collision ? rho : 0);
    larger(&m->most, m->sum.rows == 0 || row->collision ? sigma : 0);
    if (!row->collision) {
        double base = rho > sigma ? rho : sigma, rise = step / base;
        larger(&rise, sqrt(mpq_get_d(m->g.applied)) / base);
        m->most *= 1 + rise;
        larger(&m->sum.c, 2 * rise / m->h);
    }
    double after = sqrt(mpq_get_d(m->g.after));
    estimator_ask(m, after, m->most, "Theorem 5.1");
    larger(&m->sum.growth, after / m->most);
    return PERP_SUCCESS;
}

/** ## 7.1: the normal impulses

A row has a direction $d'$ in velocity space that moves no joint, $\nu^Td' = 0$, and opens each
active contact even where friction pulls against it: its margin is positive. Then for the row's
impulses

$$d'^Tz^{l+1} \ge \text{margin}\cdot\sum_jc_{n,j}^{l+1}, \qquad
d'^TM(v^{l+1} - v^l) = d'^T(\kappa + hFx + z^{l+1}),$$

and the second, added up, telescopes. That is the whole idea of section 7.1; $\omega$ and
$\omega^\perp$ there are the parts of $\nu_\perp^TMv$, which are needed apart only because the
paper's $\nu_\perp$ changes from row to row. Here $d'$ changes, and what it turns by is a term of
the sum.

*How long a window lasts.* Let a contact without friction have the normal of a round hill,
and $d'$ be that normal where the window begins: the margin is the cosine of the angle
$\theta$ that the normal has turned by, half of its first at 60 degrees. A bead that goes
over half the circle needs three windows, whatever $h$ is. With $\mu = \frac12$ it is
$\cos\theta - \frac12|\sin\theta|$, and half at $36.9$ degrees ($\cos = \frac45$, $\sin =
\frac35$). The number of windows is a length of the path over an angle: it is how the
paper's finite covering looks from below.

*What is left of a bound.* (7.10) for the pendulum of `estimates.h` at $h = \frac1{100}$
has 2.999 N s on the left and 7.026 on the right: the impulses of the wall are a part of
what gravity and the string do against $d'$, all of which is counted with its absolute
value.

*An example.* A block rests on the floor for $N$ steps, $d' = (0, 1)$, $n = (0, 1)$: margin 1, no
velocity, $d'^T\kappa = -hmg$ in each step. (7.10) says $Nhmg \le 0 + 0 + 0 + Nhmg$: with
equality. With $d' = (\frac12, 1)$ and $\mu = \frac35$ the margin is $1 - \frac35\cdot\frac12 =
\frac7{10}$, and for the sliding block of `alpha_gamma.c`, $z = (-\frac35, 1)$, $d'^Tz =
\frac7{10}$: the margin is attained. */
static void dot(const estimator *m, const mpq_t *x, const mpq_t *y, mpq_ptr out)
{
    cone_dot(m->nv, x, y, out);
}

/** $d'^TMv$, a momentum along the direction, N s, with the row's $M$ and in fractions
until the last. Its change over a row is what all impulses do along $d'$: joints nothing,
contacts at least the margin times their $c_n$, forces what they do. */
static double momentum(estimator *m, const step_exact *d, const mpq_t *along,
                       const mpq_t *v)
{
    mpq_set_ui(m->t[0], 0, 1);
    for (int i = 0; i < m->nv; i++) {
        dot(m, (const mpq_t *)d->M + i * m->nv, v, m->t[1]);
        mpq_mul(m->t[1], m->t[1], along[i]);
        mpq_add(m->t[0], m->t[0], m->t[1]);
    }
    return mpq_get_d(m->t[0]);
}

/** The sum over a window telescopes, $\sum d_l' M (v^{l+1} - v^l)$ leaves its two
ends and what $d_l$ turns by, and

$$\zeta \sum_l |c_n^{l+1}| \le |d' M v|_{\text{first}} + |d' M v|_{\text{last}} +
\sum_l |(d_l - d_{l-1})' M v^l| + \sum_l |d_l' (\kappa + h F x)^l|.$$

The paper's own way to it has more letters. It writes $v = \nu_\perp w + \nu u$ (7.5),
multiplies by $\nu_\perp^TM$ (7.6), calls the two parts $\omega$ and $\omega^\perp$ (7.7),
takes differences of neighbouring rows, in which $\nu_\perp$ has changed by $O(h)$ (7.8),
multiplies by the $u_0(t)$ of the window (7.9), and adds up. With $d' = \nu_\perp u_0$ all
of it is $d'^TMv$, whose two parts are added again in the end; what $\nu_\perp$ changes by
is the third term. That it is $O(h)$ a row, as (7.8) says, is seen in the sum staying put
when $h$ is halved.

The first two are $4 B_\omega$ of (7.10) when $d'Mv$ is split once more into
$\omega$ and $\omega^\perp$ (printed $2 B_\omega$: erratum 0-14); the last two are
$C_1 \eta$. (7.9) prints $\nu_\perp z$ for $\nu_\perp^T z$ (0-16). A collision adds the
jump from $v^l$ to $v^-$.

Implements GAP08 (7.9), (7.10). */
void estimator_close(estimator *m)
{
    window *w = &m->w;
    if (!w->open)
        return;
    double margin = mpq_get_d(w->margin);
    double bound = (w->ends + fabs(w->last) + w->work) / margin;
    estimator_ask(m, w->cn, bound, "(7.10)");
    m->sum.cn += w->cn;
    m->sum.cn_bound += bound;
    if (m->sum.windows++ == 0 || margin < m->sum.margin)
        m->sum.margin = margin;
    w->open = 0;
}

/** A new window begins where the old direction has lost half of its margin: with the direction
that opens the row's contacts best (`cone/pointed.h`). It is rounded to doubles and its margin
computed anew, exactly, so nothing depends on how it was found and its numbers stay short.
A row whose cone is not pointed has no direction; it is counted in `blunt` and in no sum.
The half is the paper's own: (7.3) has $\frac12\zeta(t)$ where (7.2) has $\zeta(t)$. Any
other share would do, with fewer windows and a smaller margin, or more of them and a
larger one. */
/* A direction that opens the row's contacts, rounded, its margin known. */
static perp_status open_window(estimator *m, const step_exact *d)
{
    window *w = &m->w;
    cone c = cone_of_step_exact(d);
    cone_rays rays;
    pointed x;
    PERP_TRY(pointed_step(&m->scratch, &c, &rays, &x));
    for (int i = 0; i < m->nv && x.answer == CONE_YES; i++)
        mpq_set_d(w->direction[i], mpq_get_d(x.d[i]));
    w->open = x.answer == CONE_YES;
    pointed_clear(&x);
    rays_clear(&rays);
    if (w->open)
        PERP_TRY(impulses_margin(&m->scratch, d, (const mpq_t *)w->direction,
                                 w->across, w->margin));
    w->open = w->open && mpq_sgn(w->margin) > 0;
    m->sum.blunt += !w->open;
    mpq_div_2exp(w->half, w->margin, 1);
    w->cn = w->work = 0;
    w->last = momentum(m, d, (const mpq_t *)w->across, (const mpq_t *)d->v);
    w->ends = fabs(w->last);
    w->has_left = 0;
    return PERP_SUCCESS;
}

/** The row's part of the four sums. What $d'$ has turned by since the row before is the
difference of two momenta with one velocity, `begins` with this row's $d'$ and `last` with
the old one; behind a collision it has the jump from $v^l$ to $v^-$ in it as well. The
impulse of the forces along $d'$ counts with its absolute value, row by row. */
static void add_to_window(estimator *m, const solved_step *t)
{
    window *w = &m->w;
    const mpq_t *along = (const mpq_t *)w->across;
    double begins = momentum(m, t->d, along, (const mpq_t *)t->d->v);
    w->work += fabs(begins - w->last);
    w->last = momentum(m, t->d, along, (const mpq_t *)t->y->v);
    dot(m, along, (const mpq_t *)m->now.applied, m->t[0]);
    dot(m, along, (const mpq_t *)m->now.coriolis, m->t[1]);
    mpq_add(m->t[0], m->t[0], m->t[1]);
    w->work += size(m->t[0]);
    w->cn += estimator_norm(t->d->p, (const mpq_t *)t->y->cn);
}

/** (7.3) itself, in fractions, with all impulses of the row: the joints' part is zero because
$\nu^Td' = 0$, and is left in, so that a wrong $d'$ is seen. */
static void ask_margin(estimator *m, const solved_step *t, mpq_srcptr margin)
{
    const mpq_t *along = (const mpq_t *)m->w.across;
    mpq_ptr sum = m->t[2];
    mpq_set_ui(sum, 0, 1);
    for (int j = 0; j < t->d->p; j++)
        mpq_add(sum, sum, t->y->cn[j]);
    mpq_mul(sum, sum, margin);
    dot(m, along, (const mpq_t *)m->now.contact, m->t[0]);
    dot(m, along, (const mpq_t *)m->now.joint, m->t[1]);
    mpq_add(m->t[0], m->t[0], m->t[1]);
    if (mpq_cmp(m->t[0], sum) < 0)
        estimator_refute(m, "(7.3): d'z = %g < %g", mpq_get_d(m->t[0]),
                         mpq_get_d(sum));
}

/** The window is closed with the rows before this one when its margin fails, and this row begins
the next. Rows without a contact belong to the window that is open: they add their forces, and no
impulse. */
perp_status estimator_normal(estimator *m, const solved_step *t, int collision)
{
    window *w = &m->w;
    const step_exact *d = t->d;
    if (w->open)
        PERP_TRY(impulses_margin(&m->scratch, d, (const mpq_t *)w->direction,
                                 w->across, m->t[3]));
    if (w->open && d->p > 0 && mpq_cmp(m->t[3], w->half) < 0)
        estimator_close(m);
    if (!w->open && d->p > 0) {
        PERP_TRY(open_window(m, d));
        mpq_set(m->t[3], w->margin);
    }
    if (!w->open)
        return PERP_SUCCESS;
    if (d->p > 0 && mpq_cmp(m->t[3], w->margin) < 0)
        mpq_set(w->margin, m->t[3]);
    ask_margin(m, t, m->t[3]);
    add_to_window(m, t);
    return estimator_momenta(m, t, collision);
}
