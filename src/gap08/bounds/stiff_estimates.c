#include "gap08/bounds/stiff_estimates.h"

#include "ap02/powers.h"
#include "gap08/bounds/stiff_bound.h"
#include "gap08/run/steps.h"

#include <math.h>
#include <stdio.h>

static perp_status suits(const experiment *e)
{
    if ((e->e == NULL || mpq_sgn(e->e) == 0) && e->law.act == NULL)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "the estimates are those of inelastic collisions; they "
                     "need e = 0, and no impact.law");
}

/** ## A row

Two kinds of statement are asked of a row. The powers (40) to (44) are identities and inequalities
of one step and hold in each. The bounds (39), (49) and (50) have hypotheses, and a row that
does not fulfil them is counted (`blunt`: somebody pushes and the cone is not pointed) and not
asked: a bound that was asked of no row is unknown, and no bound that held.

$x^T\hat Mx$ and its like are fractions of the step's own numbers, as long as those of the
identity that the exact mode asks anyway. What is added up are doubles of them: friction's
and the dampers' part have one sign each, and a sum of doubles of one sign is right to its
last bits. */
static void refute(const char *wrong, stiff_estimates *x)
{
    if (wrong != NULL && x->refuted++ == 0)
        snprintf(x->first, sizeof x->first, "row %ld: %s is false", x->rows,
                 wrong);
}

static void add(const stiff_powers *p, stiff_estimates *x)
{
    const double inside = mpq_get_d(p->inside), change = mpq_get_d(p->change);
    x->friction -= mpq_get_d(p->contacts);
    x->damped += mpq_get_d(p->damped);
    x->linear = fmax(x->linear, fabs(inside - change));
    refute(stiff_powers_false(p), x);
}

/** A quotient of two sides is formed of their squares and rounded once, behind the comparison:
what is printed may be 1 by rounding, and is never what decides. Nothing over nothing, a row
in which nobody pushes, is no quotient. */
static void use(double *most, mpq_srcptr square, mpq_srcptr left,
                mpq_srcptr right)
{
    mpq_t q;
    mpq_init(q);
    mpq_mul(q, left, right);
    if (mpq_sgn(q) > 0) {
        mpq_div(q, square, q);
        *most = fmax(*most, sqrt(mpq_get_d(q)));
    }
    mpq_clear(q);
}

static void add_bound(const stiff_bound *b, int pushes, stiff_estimates *x)
{
    x->blunt += pushes && !b->pointed;
    x->bounded += b->pointed;
    x->rest += b->rest;
    if (b->pointed) {
        x->c_FC = fmax(x->c_FC, sqrt(mpq_get_d(b->constant)));
        use(&x->parts, b->parts, b->constant, b->sum);
    }
    if (b->rest) {
        x->K_FC = fmax(x->K_FC, sqrt(mpq_get_d(b->reach)));
        use(&x->impulses, b->parts, b->constant, b->reach);
        use(&x->links, b->link, b->constant, b->reach);
    }
    refute(stiff_bound_false(b), x);
}

static perp_status ask_row(run_state *r, stiff_powers *p, stiff_estimates *x)
{
    const step_exact *d = &r->exact;
    stiff_bound b;
    int pushes = d->m + d->p > 0;
    PERP_TRY(stiff_powers_of(&r->stepping_exact, d, &r->result_exact, p));
    add(p, x);
    for (int i = 0; i < d->s; i++)
        pushes |= mpq_sgn(d->stiffness[i]) + mpq_sgn(d->damping[i]) > 0;
    stiff_bound_init(&b);
    perp_status s = stiff_bound_of(&r->stepping_exact, d, &r->result_exact, &b);
    if (s.code == PERP_OK)
        add_bound(&b, pushes, x);
    stiff_bound_clear(&b);
    return s;
}

static perp_status one_row(run_state *r, stiff_powers *p, stiff_estimates *x)
{
    const double t = run_time(r);
    perp_status s = run_step(r, x->rows);
    if (s.code != PERP_OK)
        return PERP_FAIL(s.code, "step %ld (t = %.6g s): %s", x->rows + 1, t,
                         s.message);
    if (r->collided)
        x->collisions++;
    else
        PERP_TRY(ask_row(r, p, x));
    x->rows++;
    if (!isfinite(x->friction + x->damped + x->linear + x->c_FC + x->K_FC))
        return PERP_FAIL(PERP_LIMIT,
                         "row %ld: an energy or a bound overflows; take units "
                         "in which velocities are smaller",
                         x->rows - 1);
    return PERP_SUCCESS;
}

static perp_status all_rows(run_state *r, stiff_estimates *x)
{
    stiff_powers p;
    perp_status s = PERP_SUCCESS;
    stiff_powers_init(&p);
    r->spelt = 1;
    r->clock.left = (long)ceil(r->clock.T / r->stepping.h - 1e-9);
    while (s.code == PERP_OK && r->clock.left > 0)
        s = one_row(r, &p, x);
    stiff_powers_clear(&p);
    return s;
}

/** The loop that runs an experiment gives it its scheme's weights, $\alpha = \gamma = 1$; here
nobody else does. */
static perp_status run(const experiment *e, stiff_estimates *out)
{
    experiment own = *e;
    arena a = {0};
    summary sum = {0};
    run_state r = {0};
    if (e->mode != EXPERIMENT_RATIONAL)
        own.mode = EXPERIMENT_EXACT_CHECK;
    perp_status s = run_state_new(&a, &own, &sum, &r);
    if (s.code == PERP_OK)
        s = all_rows(&r, out);
    out->proven = sum.steps_proven;
    run_state_free(&r);
    arena_free(&a);
    summary_clear(&sum);
    return s;
}

perp_status stiff_estimates_run(const experiment *e, stiff_estimates *out)
{
    experiment own = *e;
    mpq_t alpha, gamma;
    *out = (stiff_estimates){0};
    PERP_TRY(suits(e));
    mpq_inits(alpha, gamma, NULL);
    scheme_weights(e, alpha, gamma);
    *own.alpha = *alpha; /* lent */
    *own.gamma = *gamma;
    perp_status s = run(&own, out);
    mpq_clears(alpha, gamma, NULL);
    return s;
}
