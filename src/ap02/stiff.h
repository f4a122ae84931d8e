/**
# AP02: stiff springs and dampers at any step size

The three steps of AP02 are members of what `alpha_gamma.h` poses, with alpha =
gamma = 1:

| name | equations | springs and dampers |
|---|---|---|
| `semi-implicit` | (7) | forces at the beginning of the step |
| `linear-implicit` | (12)-(16) with (32), (33), or (10), (11) | implicit rows |
| `stiff-limit` | (34) | rigid links |

The explicit step (7) is the comparison: it solves the same complementarity
problem and blows up as soon as $\gamma h\,a^\top M^{-1}a > 2$ for some damper. The
implicit one costs one more row per spring and bears any $h$ and any stiffness.
The limit is what both schemes are compared with.
*/
#pragma once

#include "model/step/step.h"

/* The data of the total friction cone of the stiff limit: d with the rows of
   the springs and dampers that act behind those of the joints. Borrows from d;
   new rows in the arena. */
perp_status stiff_links_as_joints(arena *a, const step_data *d,
                                  step_data *out);

/* The terms of Theorem 2.4's identity, each twice an energy, J. */
typedef struct {
    mpq_t kinetic; /* |v+|^2_M */
    mpq_t elastic; /* sum gamma (phi + h a'v+)^2 */
    mpq_t jump;    /* |v+ - w|^2_M - |w|^2_M, w = v + h M^-1 k1 */
    mpq_t stretch; /* sum gamma (h a'v+)^2, >= 0 */
    mpq_t damped;  /* 2h sum delta (a'v+)^2, >= 0 */
    mpq_t rubbed;  /* 2 sum mu lambda c_n, >= 0 */
    mpq_t before;  /* sum gamma phi^2 */
    mpq_t linear;  /* 2 v+'(h F v+ + h^2 k1q v+ + h k1v (v+ - v)) */
} stiff_energy;

void stiff_energy_init(stiff_energy *e);
void stiff_energy_clear(stiff_energy *e);

/* Fills all of them from the primary data and the solution z = Z / den. */
perp_status stiff_energies(const alpha_gamma_exact *s, const step_exact *d,
                           const mpz_t *Z, mpz_srcptr den, stiff_energy *out);

/* REFUTED unless kinetic + elastic + jump + stretch + damped + rubbed = before
   + linear, exactly, with no negative loss. For STEP_LINEAR and STEP_LIMIT. */
perp_status stiff_check(const alpha_gamma_exact *s, const step_exact *d,
                        const mpz_t *Z, mpz_srcptr den);
