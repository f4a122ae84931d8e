#include "gap08/bounds/estimator.h"

#include <math.h>
#include <string.h>

/**
# Two rows beside each other

Sections 7.2 and 7.3, and Lemma 8.3. One row bounds its own normal impulses; a variation is a sum
of *differences*, and what joints do can only be bounded for the weighted multipliers of two rows.
Example 9.1 shows why. Unit mass, joint $q = 0$, $\alpha = \frac12$, $v^0 = \varepsilon$: $v$
alternates between $\varepsilon$ and $-\varepsilon$, $c_\nu^{l+1} = v^{l+1} - v^l$ between
$-2\varepsilon$ and $2\varepsilon$. There is no contact, so (7.16) bounds $\sum|f_J|$ by what
forces do, by nothing; for the unweighted ones it would be false, their sum is $2\varepsilon T/h$.
And $\frac12(c_\nu^{l+1} + c_\nu^l) = 0$.

## Two rows without a collision

Equation (7.4) times $\alpha$ and that of the row before times $1 - \alpha$, added:

$$M (x^{l+1} - x^l) = f + R + M\tau, \qquad f = \nu^l c_\nu^{l+1,\alpha}, \qquad
R = g^\alpha + e^\alpha + (1-\alpha)(\nu^{l-1} - \nu^l) c_\nu^l,$$

$g = n c_n + D\beta$, $e = \kappa + h F x$; $\tau$ is what was lost when $v^l$ was stored: with
$v^l_{out}$ from one step and $v^l_{in} = v^l_{out} + \tau$ into the next, $\alpha w^{l+1} +
(1-\alpha)w^l = x^{l+1} - x^l - \tau$. In rational runs $\tau = 0$. The last term of $R$ is the joints that have turned between
the rows: the earlier impulse acted along $\nu^{l-1}$. It is of order $h^2$ in a row, a
turn of order $h$ times an impulse of order $h$, and of order $h$ in a sum; the paper has
it in its $O(h)$, and an identity cannot. This is
(7.15) with its $O(h)$ spelt out, and it is an identity for constant $M$. The weighted multipliers
are those of the display before (7.13); (7.14) is the triangle inequality (its left index: erratum
0-18).

Implements GAP08 (7.12), (7.14), (7.15). */
static void mean_of(estimator *m, const solved_step *t)
{
    const impulses *now = &m->now, *was = &m->was.acted;
    mpq_ptr rest = m->t[0];
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, t->s->alpha);
    for (size_t i = 0; i < now->count; i++) {
        mpq_mul(m->mean.all[i], now->all[i], t->s->alpha);
        mpq_mul(m->t[1], was->all[i], rest);
        mpq_add(m->mean.all[i], m->mean.all[i], m->t[1]);
    }
    for (int i = 0; i < m->nv; i++) { /* (1 - alpha)(nu- - nu) c_nu- */
        mpq_set(m->lag[i], was->joint[i]);
        for (int k = 0; k < m->m; k++) {
            mpq_mul(m->t[1], t->d->nu[k * m->nv + i], m->was.cnu[k]);
            mpq_sub(m->lag[i], m->lag[i], m->t[1]);
        }
        mpq_mul(m->lag[i], m->lag[i], rest);
        mpq_sub(m->mean.joint[i], m->mean.joint[i], m->lag[i]);
    }
}

/* y = M (x' - x): with `stored`, of tau + x^l instead, tau = v_in - v_out. */
static void by_mass(estimator *m, const solved_step *t, int tau, mpq_t *y)
{
    for (int i = 0; i < m->nv; i++) {
        mpq_set_ui(y[i], 0, 1);
        for (int j = 0; j < m->nv; j++) {
            mpq_srcptr M = t->d->M[i * m->nv + j];
            if (mpq_sgn(M) == 0)
                continue;
            mpq_sub(m->t[0], t->d->v[j], m->was.v[j]);
            if (tau)
                mpq_add(m->t[0], m->t[0], m->was.x[j]);
            else
                mpq_sub(m->t[0], t->y->x[j], m->t[0]);
            if (!tau)
                mpq_sub(m->t[0], m->t[0], m->was.x[j]);
            mpq_mul(m->t[0], m->t[0], M);
            mpq_add(y[i], y[i], m->t[0]);
        }
    }
}

/* M (x^{l+1} - x^l - tau) = f + g + e + lag, exactly. */
static int weighted_balance(estimator *m, const solved_step *t, mpq_t *y)
{
    by_mass(m, t, 0, y);
    for (int i = 0; i < m->nv; i++) {
        mpq_sub(y[i], y[i], m->mean.joint[i]);
        mpq_sub(y[i], y[i], m->mean.contact[i]);
        mpq_sub(y[i], y[i], m->mean.applied[i]);
        mpq_sub(y[i], y[i], m->mean.coriolis[i]);
        mpq_sub(y[i], y[i], m->lag[i]);
        if (mpq_sgn(y[i]) != 0)
            return 0;
    }
    return 1;
}

/** ## Friction follows, (7.11)

$z_j = c_{n,j}n_j + \sum_sf_sd_s$ with $\sum_s|f_s| \le \mu_jc_{n,j}$, so $|z_j| \le (|n_j| +
\mu_j\max_s|d_s|) c_{n,j}$: the constant $C_2$ with a number for it. The paper lets it depend on
how many directions a contact has; it does not, because the sum of $\beta$ is bounded and not each
of them. */
/* The largest impulse that a unit of c_n brings: |n| + mu |d|, (7.11). */
static double per_normal(const estimator *m, const step_exact *d)
{
    double most = 0;
    for (int j = 0; j < d->p; j++) {
        double friction = 0, mu = mpq_get_d(d->mu[j]);
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
            larger(&friction,
                   estimator_norm(m->nv, (const mpq_t *)d->d + k * m->nv));
        larger(&most,
               mu * friction +
                   estimator_norm(m->nv, (const mpq_t *)d->n + j * m->nv));
    }
    return most;
}

/** ## What joints answer

From $\nu^T x^{l+1} = 0$ follows $f = -Q (R + M(\tau + x^l))$ with the $Q$ of
[the answer of joints](impulses.c#impulses_answer): the joint impulses of two
rows, weighted, are bounded by the normal ones and $O(h)$, for $Q M x^l = \nu
A^{-1}(\nu^l - \nu^{l-1})^T x^l$ is of order $h$. The unweighted ones are not: a
velocity error along a joint makes them swing by a fixed amount in each step
when $\alpha = \frac12$.

To see it, multiply the identity of the two rows by $\nu^TM^{-1}$: on the left stands $-\nu^Tx^l$,
on the right $Ac_\nu^\alpha + \nu^TM^{-1}R + \nu^T\tau$, $A = \nu^TM^{-1}\nu$. The answer is asked
with equality. The paper goes on by norms, and so do the sums; $QM(\tau + x^l)$ is left as it is,
`turned`, because a norm of $Q$ times one of $x^l$ would not be small.

For one joint with the unit vector $\nu$ and $M = I$: $f = -\nu\nu^T(R + x^l)$, and
$\nu^Tx^l = (\nu^l - \nu^{l-1})^Tx^l$ is the speed squared over the radius, times $h$: the
centripetal impulse. At rest on a circle $f$ is the weight's part along the string, and
nothing turns. 
Implements GAP08 (7.11), (7.13), (7.16). */
static perp_status joint_answer(estimator *m, const solved_step *t, mpq_t *y)
{
    const int n = m->nv;
    int regular = 0;
    double turned = 0, Q;
    PERP_TRY(impulses_answer(&m->scratch, t->d, m->Q, &regular));
    if (!regular)
        return PERP_SUCCESS;
    by_mass(m, t, 1, y);
    norm_matrix(n, (const mpq_t *)m->Q, m->t[0]);
    Q = mpq_get_d(m->t[0]);
    for (int i = 0; i < n; i++) {
        mpq_set(m->t[0], m->mean.joint[i]);
        mpq_set_ui(m->t[2], 0, 1);
        for (int j = 0; j < n; j++) {
            mpq_add(m->t[1], m->mean.contact[j], m->mean.applied[j]);
            mpq_add(m->t[1], m->t[1], m->mean.coriolis[j]);
            mpq_add(m->t[1], m->t[1], m->lag[j]);
            mpq_add(m->t[1], m->t[1], y[j]);
            mpq_mul(m->t[1], m->t[1], m->Q[i * n + j]);
            mpq_add(m->t[0], m->t[0], m->t[1]);
            mpq_mul(m->t[1], y[j], m->Q[i * n + j]);
            mpq_add(m->t[2], m->t[2], m->t[1]);
        }
        turned += fabs(mpq_get_d(m->t[2]));
        if (mpq_sgn(m->t[0]) != 0)
            estimator_refute(m, "the joints do not answer the impulses");
    }
    double f = estimator_norm(n, (const mpq_t *)m->mean.joint);
    double e = estimator_norm(n, (const mpq_t *)m->mean.applied) +
               estimator_norm(n, (const mpq_t *)m->mean.coriolis) +
               estimator_norm(n, (const mpq_t *)m->lag);
    double g = estimator_norm(n, (const mpq_t *)m->mean.contact);
    estimator_ask(m, f, Q * (g + e) + turned, "(7.16)");
    m->sum.joint += f;
    m->sum.joint_bound += Q * (g + e) + turned;
    return PERP_SUCCESS;
}

/** ## Section 8, for the pair

(8.10), (8.19) and (8.4) are those of `inclusion.c`. The first is an identity over the rationals;
a run with `--exact-check` evaluates the $F$ at the weighted velocity of rounded data, so there it
is measured relative to the Coriolis force. */
static void ask_coriolis(estimator *m, const estimate_row *row, mpq_t *y)
{
    const solved_step *t = &row->step;
    coriolis_pair c = {.nv = m->nv,
                       .alpha = t->s->alpha,
                       .F = (const mpq_t *)t->d->F,
                       .F_before = (const mpq_t *)m->was.F,
                       .G = row->F_mean,
                       .x_next = (const mpq_t *)t->y->x,
                       .x = (const mpq_t *)m->was.x};
    coriolis_defect(&c, y);
    double off = estimator_norm(m->nv, (const mpq_t *)y);
    double all = estimator_norm(m->nv, (const mpq_t *)m->now.coriolis) / m->h;
    larger(&m->sum.coriolis, all > 0 ? off / all : 0);
    if (row->exact && off != 0)
        estimator_refute(m, "(8.10) is off by %g", off);
}

static void doubles(int n, const mpq_t *from, double *to)
{
    for (int i = 0; i < n; i++)
        to[i] = mpq_get_d(from[i]);
}

/** The pair's numbers as doubles for the two defects of `inclusion.c`, scaled: (8.19) by $h^2$,
(8.4) by $h(h + |x - x^-|)$. Where neither can grow when $h$ is halved the derivation holds for
the run. */
static void ask_frame(estimator *m, const solved_step *t, double jump)
{
    const int n = m->nv;
    double *M = m->work, *e = M + n * n, *z = e + n, *x = z + n, *w = x + n;
    doubles(n * n, (const mpq_t *)t->d->M, M);
    doubles(n, (const mpq_t *)t->y->x, x);
    for (int i = 0; i < n; i++) {
        mpq_add(m->t[0], m->mean.applied[i], m->mean.coriolis[i]);
        e[i] = mpq_get_d(m->t[0]);
        mpq_add(m->t[0], m->mean.joint[i], m->mean.contact[i]);
        mpq_add(m->t[0], m->t[0], m->lag[i]);
        z[i] = mpq_get_d(m->t[0]);
    }
    reduced_pair p = {.from = &m->was.at,
                      .to = &m->to,
                      .M = M,
                      .before = m->was.x_double,
                      .after = x,
                      .force = e,
                      .impulse = z};
    larger(&m->sum.turn, frame_defect(&p, w) / (m->h * m->h));
    larger(&m->sum.turn_mass, frame_mass_defect(&p, w) / (m->h * m->h));
    larger(&m->sum.reduced, reduced_defect(&p, w) / (m->h * (m->h + jump)));
}

static void next_frame(estimator *m, const solved_step *t)
{
    const int n = m->nv;
    double *nu = m->work, *w = nu + n * n;
    doubles(m->m * n, (const mpq_t *)t->d->nu, nu);
    if (m->sum.rows == 0)
        frame_begin(nu, w, &m->to);
    else
        frame_carry(&m->was.at, nu, &m->to);
}

/* t[0] = x.y */
static void dot_of(estimator *m, const mpq_t *x, const mpq_t *y)
{
    mpq_set_ui(m->t[0], 0, 1);
    for (int i = 0; i < m->nv; i++) {
        mpq_mul(m->t[1], x[i], y[i]);
        mpq_add(m->t[0], m->t[0], m->t[1]);
    }
}

/** (H3) is used in (7.15): $M$ must be the same in both rows, or $M(x^{l+1} - x^l)$ is not what
the impulses make. It is asked of all rows so far, because one change leaves a bound of a part
only. */
static int same_mass(const estimator *m, const step_exact *d)
{
    for (int i = 0; i < m->nv * m->nv; i++)
        if (!mpq_equal(d->M[i], m->was.M[i]))
            return 0;
    return 1;
}

/** Variations are added up over all rows, collisions too: `tv` is that of Theorem 7.1, `tv_plain`
of $v^h$, for which nothing is proven. */
/* Sums of |x - x-|, |v - v-|, and what bounds the first. */
static double add_jumps(estimator *m, const solved_step *t)
{
    double jump = 0, plain = 0;
    for (int i = 0; i < m->nv; i++) {
        mpq_sub(m->t[0], t->y->x[i], m->was.x[i]);
        jump += fabs(mpq_get_d(m->t[0]));
        mpq_sub(m->t[0], t->y->v[i], m->was.v[i]);
        plain += fabs(mpq_get_d(m->t[0]));
    }
    m->sum.tv += jump;
    m->sum.tv_plain += plain;
    m->sum.joint_plain += estimator_norm(m->nv, (const mpq_t *)m->now.joint);
    return jump;
}

/** ## The bound of a jump

(7.17) and the display behind it, by norms: $|x^{l+1} - x^l| \le |M^{-1}|
(|f| + |g| + |e|) + |\tau|$ with the column-sum norm of $M^{-1}$; for $f$ stands its
bound, so that only normal impulses and forces are left on the right. Added up over the
rows it is Theorem 7.1: $\sum c_n$ has (7.10), joints have (7.16), friction (7.11), forces
are $O(h)$ each. With a collision among the rows the sum is of a part, and `tv_bound` says
nothing; the theorem adds the jumps of finitely many collisions (H7). 
Implements GAP08 (7.17). */
static perp_status bound_jump(estimator *m, const solved_step *t, double jump)
{
    const int n = m->nv;
    double sofar = m->sum.joint_bound;
    PERP_TRY(joint_answer(m, t, m->lag + n));
    double g = estimator_norm(n, (const mpq_t *)m->mean.contact);
    double cn =
        per_normal(m, t->d) * estimator_norm(t->d->p, (const mpq_t *)t->y->cn);
    double e = estimator_norm(n, (const mpq_t *)m->mean.applied) +
               estimator_norm(n, (const mpq_t *)m->mean.coriolis) +
               estimator_norm(n, (const mpq_t *)m->lag);
    double lost = 0;
    for (int i = 0; i < n; i++) {
        mpq_sub(m->t[0], t->d->v[i], m->was.v[i]);
        lost += fabs(mpq_get_d(m->t[0]));
    }
    estimator_ask(m, estimator_norm(n, (const mpq_t *)m->now.contact), cn,
                  "(7.11)");
    double bound = m->inverse * (m->sum.joint_bound - sofar + g + e) + lost;
    m->sum.tv_bound += bound;
    estimator_ask(m, jump, bound, "(7.17)");
    return PERP_SUCCESS;
}

perp_status estimator_pair(estimator *m, const estimate_row *row)
{
    const solved_step *t = &row->step;
    next_frame(m, t);
    if (m->sum.rows == 0)
        return PERP_SUCCESS;
    double jump = add_jumps(m, t);
    m->sum.same_mass &= same_mass(m, t->d);
    if (row->collision || !m->was.regular || !m->sum.same_mass)
        return PERP_SUCCESS;
    m->sum.pairs++;
    mean_of(m, t);
    if (!weighted_balance(m, t, m->lag + m->nv))
        estimator_refute(m, "(7.15): impulses and velocities do not balance");
    PERP_TRY(bound_jump(m, t, jump));
    if (row->F_mean != NULL)
        ask_coriolis(m, row, m->lag + m->nv);
    ask_frame(m, t, jump);
    estimator_weighted(m, t);
    estimator_bend(m, row);
    return PERP_SUCCESS;
}

/** ## Gaps

A step moves by $h x$ when $\gamma = \alpha$ (erratum 0-36), a kept contact has
$n^T x \ge 0$, and Taylor's formula leaves the curvature:

$$\Phi(q^{l+1}) \ge \Phi(q^l) + h\,n^T x - \tfrac12 B_H |q^{l+1} - q^l|^2.$$

For the joints the same with both signs and $\nu^T x = 0$. What is measured is the
$B_H$ that each step needs; a test knows the true one. The sums over steps are
(8.25) and (8.26).

A bead in a bowl of radius $R$ has the Hessian $-1/R$ along the wall: one step with $h|x| =
\frac1{10}$ in a bowl of 1 m lowers its gap by $\frac1{200}$ m, and needs $B_H = 1$ exactly. A
flat floor needs none. That the gap falls in each step and nothing brings it back is why (8.25)
counts steps.

Implements GAP08 (8.25), (8.26), (Lemma8.3). */
void estimator_gaps(estimator *m, const estimate_row *row)
{
    const solved_step *t = &row->step;
    double moved = 0;
    for (int i = 0; i < row->nq; i++) {
        double d = row->q_to[i] - row->q_from[i];
        moved += d * d;
    }
    m->moved = moved;
    for (int i = 0; i < m->m; i++) {
        larger(&m->sum.joint_gap, fabs(row->theta[i]));
        if (m->was.regular && m->was.moved > 0)
            larger(&m->sum.joint_curvature,
                   2 * fabs(row->theta[i] - m->was.theta[i]) / m->was.moved);
    }
    if (row->collision || !mpq_equal(t->s->alpha, t->s->gamma) || moved == 0)
        return;
    for (int j = 0; j < t->d->p; j++) {
        dot_of(m, (const mpq_t *)t->d->n + j * m->nv, (const mpq_t *)t->y->x);
        if (mpq_sgn(m->t[0]) < 0)
            estimator_refute(m, "n'x = %g", mpq_get_d(m->t[0]));
        double rest =
            row->gap_to[j] - row->gap_from[j] - m->h * mpq_get_d(m->t[0]);
        larger(&m->sum.curvature, -2 * rest / moved);
        if (row->gap_to[j] < m->sum.least_gap)
            m->sum.least_gap = row->gap_to[j];
    }
    for (int i = 0; i < m->m; i++) {
        dot_of(m, (const mpq_t *)t->d->nu + i * m->nv, (const mpq_t *)t->y->x);
        if (mpq_sgn(m->t[0]) != 0)
            estimator_refute(m, "(7.13): nu'x = %g", mpq_get_d(m->t[0]));
    }
}
