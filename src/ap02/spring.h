/**
# Springs and dampers as rows of the step's problem

A spring enters a step as one free unknown, its impulse $c$ along $a$, and one
equation in the velocity $x$ of the step,

$$\text{move}\;a^\top x + \text{give}\;c + \text{shift} = 0.$$

AP02 has three sorts in (26): springs with $\gamma_i$, $\phi^{(i)}$, dampers with
$\delta_j$, $\psi^{(j)}$, and pairs of both between the same points with
$\bar\gamma_k$, $\bar\delta_k$, $\bar\phi^{(k)}$. Here is one sort, the third: a
spring is one with $\bar\delta = 0$, a damper one with $\bar\gamma = 0$, whose
elongation does not matter then. "Spring" means any of them.

The row says three things in one form: how a force answers to motion (`move` and
`give` both positive), that there is a force that motion does not change (`move`
zero), that there is no motion (`give` zero). Which numbers stand in it is the
only difference between AP02's linearly implicit step, its explicit step and its
stiff limit; spring.c derives them.
*/
#pragma once

#include "model/step/step.h"

/* The row's units, for an elongation in metres (for an angle read rad, N m s,
   kg m^2): a'x is in m/s and c in N s, so that with give = 1 move is in kg and
   shift in N s, and with move = 1 give is in 1/kg and shift in m/s. None is
   negative but shift. c is alpha times the impulse of (4.4), as the problem of
   a step has it. */
typedef struct {
    double move, give, shift;
} spring_row;

typedef struct {
    mpq_t move, give, shift; /* initialised by spring_row_init */
} spring_row_exact;

/* The row of spring i, 0 <= i < d->s, the larger of move and give being one;
   and the same without any rounding or scaling, give being one unless the
   spring is rigid. Of s all is read, of d the row a_i (nv, by velocities), v
   (nv, m/s), phi_i (m), stiffness_i (N/m) and damping_i (N s/m), which are
   finite and not negative: who reads a scene has asked. h = 0 is a collision,
   in which no spring acts. AP02 (32), (33), (34); (7). */
spring_row spring_row_of(const alpha_gamma *s, const step_data *d, int i);
void spring_row_of_exact(const alpha_gamma_exact *s, const step_exact *d, int i,
                         spring_row_exact *out);
void spring_row_init(spring_row_exact *r);
void spring_row_clear(spring_row_exact *r);

/* Is the spring a rigid link in this step? In the limit, when it has stiffness
   or damping (acts), and not in a collision: with h = 0 there is no force that
   could grow without bound. */
static inline int spring_rigid(step_form form, int time_passes, int acts)
{
    return form == STEP_LIMIT && time_passes && acts;
}

/* The work that springs and dampers do on the velocity x in this step, J: the
   sum of c a'x with c in N s of (4.4), from the primary data alone. REFUTED
   when a rigid link moves. Over the rationals x = X / den, X of nv entries and
   den > 0; work is initialised by the caller. */
perp_status spring_work(const alpha_gamma_exact *s, const step_exact *d,
                        const mpz_t *X, mpz_srcptr den, mpq_t work);
