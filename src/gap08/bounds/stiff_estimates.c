#include "gap08/bounds/stiff_estimates.h"

#include "ap02/powers.h"
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

$x^T\hat Mx$ and its like are fractions of the step's own numbers, as long as those of the
identity that the exact mode asks anyway. What is added up are doubles of them: friction's
and the dampers' part have one sign each, and a sum of doubles of one sign is right to its
last bits. */
static void add(const stiff_powers *p, stiff_estimates *x)
{
    const double inside = mpq_get_d(p->inside), change = mpq_get_d(p->change);
    const char *wrong = stiff_powers_false(p);
    x->friction -= mpq_get_d(p->contacts);
    x->damped += mpq_get_d(p->damped);
    x->linear = fmax(x->linear, fabs(inside - change));
    if (wrong != NULL && x->refuted++ == 0)
        snprintf(x->first, sizeof x->first, "row %ld: %s is false", x->rows,
                 wrong);
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
    else {
        PERP_TRY(stiff_powers_of(&r->stepping_exact, &r->exact,
                                 &r->result_exact, p));
        add(p, x);
    }
    x->rows++;
    if (!isfinite(x->friction + x->damped + x->linear))
        return PERP_FAIL(PERP_LIMIT,
                         "row %ld: an energy overflows; take units in which "
                         "velocities are smaller",
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
