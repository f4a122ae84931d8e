#include "gap08/bounds/estimator.h"

#include <math.h>

/**
# What else a row is asked

Equations of sections 5, 7 and 8 that are numbers of a run: those that the sums of this room
go around, by a shorter way or by a whole where the paper has parts. They bound nothing that
is not bounded without them. They are asked because a reader of the paper looks for them,
and because two ways to one number find what is wrong in either.

| paper | asked | as |
|---|---|---|
| (5.1) to (5.4), (8.7), (8.8) | of each row | identities and an inequality, in fractions |
| (5.11) | of each row that is no collision | an inequality, in doubles |
| (7.6) to (7.8) | of each row of a window | identities; the $O(h)$ over $h$: `momentum` |
| (8.9) | of each pair | its $O(h^2)$ over $h^2$: `weighted` |
| (8.16), (8.17) | of each step with joints | its $O(h^2)$ over $h^2$: `bend` |

## Section 5

What they are worth, by what they find. Of the sabotaged rows of `test_pairs` and
`test_estimates` all are found without them; but they name another suspect. A hand-made row
in which a contact pushes along the way the body goes keeps (7.4), (7.10), (7.11), (7.15) to
(7.17): momentum balances, friction is within its cone, every bound holds. Only (5.2) refutes
it, because the laws of contact, which the bounds of section 7 do not use but for the cone,
are in it and nowhere else in this room.

The order of the questions is that of the suspects: (8.7) fails when a velocity or an
impulse is wrong, (5.3) and (5.4) when $x$ is no mean of the velocities, (5.1) when either
is, and (5.2) when the laws of contact are not kept, though everything balances. */
static void ask_step(estimator *m, const solved_step *t)
{
    equation *e = &m->equation;
    equation_of(t, &m->now, e);
    if (!equation_holds(e))
        estimator_refute(m, "(8.7): Mbar (v+ - v) is not kbar + hFx + z");
    if (!powers_parted(e))
        estimator_refute(m, "(5.3), (5.4): x is no mean of v and v+");
    if (!powers_balance(e))
        estimator_refute(m, "(5.1): the powers do not balance");
    if (!powers_fall(e))
        estimator_refute(m, "(5.2): joints give %g J, contacts %g J",
                         mpq_get_d(e->joints), mpq_get_d(e->contacts));
}

/** ## The step of the position

$$|q^{l+1}| \le |q^l| + h\,|M^{-1/2}|\,\bigl((1-\gamma)\rho_l + \gamma\rho_{l+1}\bigr),$$

with the $h$ that (5.11) is printed without (erratum 0-7). $|v| \le |M^{-1/2}|\,|v|_M$, and
for $|M^{-1/2}|$, the root of the largest eigenvalue of $M^{-1}$, stands the root of its
largest column sum, which is no smaller; for a diagonal $M$ the two are one, and a body
whose lightest mass moves straight away from the origin attains the bound. With $M =
\operatorname{diag}(1, 4)$, $q = (3, 0)$ and $v = (2, 0)$, $v^{l+1} = (5, 0)$ both sides are
$3 + h(2(1-\gamma) + 5\gamma)$; for the heavier mass, $v = (0, 2)$, $\rho = 4$ and the bound
is generous by a factor. Lengths are not rational, so this one is asked in doubles, of
systems in which $\dot q = v$ and $M$ has not changed.

Implements GAP08 (5.11). */
static void ask_position(estimator *m, const estimate_row *row)
{
    const step_exact *d = row->step.d;
    const double gamma = mpq_get_d(row->step.s->gamma);
    double from = 0, to = 0;
    if (row->collision || d->G != NULL || row->nq != m->nv || !m->sum.same_mass)
        return;
    for (int i = 0; i < row->nq; i++) {
        from += row->q_from[i] * row->q_from[i];
        to += row->q_to[i] * row->q_to[i];
    }
    const double rho = sqrt(mpq_get_d(m->g.before));
    const double after = sqrt(mpq_get_d(m->g.after));
    estimator_ask(m, sqrt(to),
                  sqrt(from) + m->h * sqrt(m->inverse) *
                                   ((1 - gamma) * rho + gamma * after),
                  "(5.11)");
}

void estimator_step(estimator *m, const estimate_row *row)
{
    ask_step(m, &row->step);
    ask_position(m, row);
}

/** ## A window's momenta

The row's own momenta along $d'$, parted, and what the $O(h)$ of (7.8) is in this row:
forces, and the turn of $d'$ since the row before, when that is a row of the same window and
no collision lies between, whose jump is no $O(h)$.

Why a number at all, when (7.10) has the sum. A sum that stays put while $h$ is halved says
that the terms are $O(h)$ on the average; the largest of them over $h$ says it of each, and
when it grows the row that it comes from is where a normal turns too fast, at a corner of
the boundary or where two contacts change places, or where the force has no bound. For a
pendulum whose string is 1 m and whose bob passes with $v$ the turn of $d'$ is $|v|h$ in a
step, so what is printed is of the size of $g + v^2$. */
perp_status estimator_momenta(estimator *m, const solved_step *t, int collision)
{
    window *w = &m->w;
    const mpq_t *across = (const mpq_t *)w->across;
    momenta *was = &w->began, *is = &w->ended;
    const int follows = w->has_left && m->was.regular && !collision;
    mpq_set(m->t[0], is->whole);
    PERP_TRY(
        momenta_of(&m->scratch, t->d, across, (const mpq_t *)t->d->v, was));
    mpq_sub(m->t[0], was->whole, m->t[0]); /* the turn */
    PERP_TRY(momenta_of(&m->scratch, t->d, across, (const mpq_t *)t->y->v, is));
    if (!momenta_split(was) || !momenta_split(is))
        estimator_refute(m, "(7.7): the parts of d'Mv are not the whole");
    if (!momenta_driven(was, is, across, &m->now, m->t[1]))
        estimator_refute(m, "(7.8): d'Mv changes by what nothing did");
    w->has_left = 1;
    if (!follows)
        return PERP_SUCCESS;
    larger(&m->sum.momentum,
           (fabs(mpq_get_d(m->t[0])) + fabs(mpq_get_d(m->t[1]))) / m->h);
    return PERP_SUCCESS;
}

/** ## Two rows, with the Jacobians inside

(8.9) is $\alpha$ times (8.7) and $1 - \alpha$ times (8.8), and in its $O(h^2)$ is what the
paper does not carry along: the Jacobian of the earlier step in the place of this one's,
$h\tilde k_{1q}$ times differences of velocities, and the joints that have turned. Written
out with $w = v^{l+1} - v^l$, $w_-$ the one before, and $M(x^{l+1} - x^l) = M(\alpha w +
(1-\alpha)w_-)$, the rest is

$$\alpha h\bigl(\alpha Kw + (1-\alpha)K_-w_-\bigr) - \alpha h\tilde k_{1v}(x^{l+1} - x^l),$$

which is of second order as long as the velocity changes by $O(h)$ in a step, and of first
where it jumps: a jump of the weighted velocity is a collision, and no pair. For a spring
and a damper without contact the rest over $h^2$ is $\alpha\gamma\tilde k_{1q}$ times a
jump: zero with constant velocity, and for $k_{1q} = 0$, $k_{1v}$ constant always. So a pair
of a body with a damper asks for equality.

Implements GAP08 (8.9). */
void estimator_weighted(estimator *m, const solved_step *t)
{
    const int n = m->nv;
    const mpq_t *kbar = (const mpq_t *)m->equation.kbar;
    mpq_t rest, term;
    double off = 0;
    mpq_inits(rest, term, NULL);
    for (int i = 0; i < n; i++) {
        mpq_add(rest, m->mean.joint[i], m->mean.contact[i]);
        mpq_add(rest, rest, m->lag[i]);
        mpq_add(rest, rest, m->mean.coriolis[i]);
        mpq_sub(term, kbar[i], m->was.kbar[i]); /* the mean of the two */
        mpq_mul(term, term, t->s->alpha);
        mpq_add(term, term, m->was.kbar[i]);
        mpq_add(rest, rest, term);
        for (int j = 0; j < n; j++) {
            mpq_mul(term, t->s->h, t->s->alpha);
            mpq_mul(term, term, t->d->kv[i * n + j]);
            mpq_sub(term, term, t->d->M[i * n + j]);
            mpq_sub(m->t[0], t->y->x[j], m->was.x[j]);
            mpq_sub(m->t[0], m->t[0], t->d->v[j]); /* less tau */
            mpq_add(m->t[0], m->t[0], m->was.v[j]);
            mpq_mul(term, term, m->t[0]);
            mpq_add(rest, rest, term);
        }
        off += fabs(mpq_get_d(rest));
    }
    mpq_clears(rest, term, NULL);
    larger(&m->sum.weighted, off / (m->h * m->h));
}

/** ## A step between two rows

The step that ended where this row begins: its $x$, the joints and $\Theta$ at both ends.
Asked where the position moves by $hx$: $\gamma = \alpha$, $\dot q = v$. */
void estimator_bend(estimator *m, const estimate_row *row)
{
    const solved_step *t = &row->step;
    const int n = m->nv, j = m->m;
    double *nu = m->work, *was = nu + n * n;
    if (j == 0 || t->d->G != NULL || !mpq_equal(t->s->alpha, t->s->gamma))
        return;
    for (int i = 0; i < j * n; i++) {
        nu[i] = mpq_get_d(t->d->nu[i]);
        was[i] = mpq_get_d(m->was.nu[i]);
    }
    const joints_bend p = {.nv = n,
                           .m = j,
                           .h = m->h,
                           .nu_before = was,
                           .nu = nu,
                           .theta_before = m->was.theta,
                           .theta = row->theta,
                           .x = m->was.x_double};
    larger(&m->sum.bend, joints_bend_defect(&p) / (m->h * m->h));
}
