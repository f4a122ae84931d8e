/**
# Springs and dampers as rows of the step's problem

A spring enters a step as one free unknown, its impulse $c$ along $a$, and one
equation in the velocity $x$ of the step,

$$\text{move}\;a^\top x + \text{give}\;c + \text{shift} = 0.$$
*/
#pragma once

#include "model/step/step.h"

typedef struct {
    double move, give, shift;
} spring_row;

typedef struct {
    mpq_t move, give, shift;
} spring_row_exact;

/* The row of spring i, the larger of move and give being one; and the same
   without any rounding or scaling. */
spring_row spring_row_of(const alpha_gamma *s, const step_data *d, int i);
void spring_row_of_exact(const alpha_gamma_exact *s, const step_exact *d, int i,
                         spring_row_exact *out);
void spring_row_init(spring_row_exact *r);
void spring_row_clear(spring_row_exact *r);

/* Is the spring a rigid link in this step? */
static inline int spring_rigid(step_form form, int time_passes, int acts)
{
    return form == STEP_LIMIT && time_passes && acts;
}

/* The work that springs and dampers do on the velocity x in this step, J: the
   sum of c a'x with c in N s of (4.4), from the primary data alone. REFUTED
   when a rigid link moves. Over the rationals x = X / den. */
perp_status spring_work(const alpha_gamma_exact *s, const step_exact *d,
                        const mpz_t *X, mpz_srcptr den, mpq_t work);
