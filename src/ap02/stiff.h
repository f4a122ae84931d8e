/**
# AP02: stiff springs and dampers at any step size

The three steps of AP02 are members of what `alpha_gamma.h` poses, with alpha =
gamma = 1:

| name | equations | springs and dampers |
|---|---|---|
| `semi-implicit` | (7) | forces at the beginning of the step |
| `linear-implicit` | (12)-(16) with (32), (33), or (10), (11) | implicit rows |
| `stiff-limit` | (34) | rigid links |

**Explicit, section 1.1.** It is the comparison: the same complementarity
problem, every force at the beginning of the step. A damper $\delta$ alone
changes $u = a^\top v$ by $-\delta h\,a^\top M^{-1}a\,u$ in a step, so the
factor of $u$ is $1 - \delta h\,a^\top M^{-1}a$, and beyond $\delta h\,a^\top
M^{-1}a = 2$ it grows in every step while its sign changes. For section 3.2's
two unit masses, $a = (-1, 1)$ and $h = 0.05$, the factor is $1 - \delta/10$:
$-1$ for Figure 3's 20, which the paper calls small (erratum 1-27), $-9$ for
Figure 4's 100.

**Linearly implicit, section 2.** The factor is $1/(1 + \delta h\,a^\top M^{-1}a)$,
here $\frac1{11}$ for 100: between 0 and 1 for any $h$ and any damping, at the cost
of one more row per spring (spring.c). What it promises is section 2.3.3's energy
inequality, in stiff.c.

**Limit, section 2.3.1.** The factor is 0. It is what Theorem 2.6 compares with,
and, with `perp cone --scheme stiff-limit`, whose cone (38) its proof wants to be
pointed. As a model of a rigid joint it has two faults: it forbids motion along
the spring and so keeps whatever elongation it begins with, and a collision does
not see it (erratum 1-26).

The step itself is posed and solved by the functions of the family, for any form;
this module has what belongs to AP02 alone: the cone of the limit and the energy.
*/
#pragma once

#include "model/step/step.h"

/* The data of the total friction cone (38) of the stiff limit: d with the rows
   of the springs and dampers that act behind those of the joints, so that
   out->m is d->m and as many more, and out->nu out->m x nv. Borrows everything
   else from d; new rows in the arena. Only nu and m may be read of the joints
   of `out`: their residuals theta are still d's. Error: memory. */
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

/* Fills all of them from the primary data and the solution z = Z / den, in the
   order x, c_nu, c_s | c_n, beta, lambda of alpha_gamma_pose: nv + m + s + p +
   2 r + p numbers, den > 0. alpha = gamma = 1 is the caller's promise: x is
   v^{l+1} then. Error: memory. */
perp_status stiff_energies(const alpha_gamma_exact *s, const step_exact *d,
                           const mpz_t *Z, mpz_srcptr den, stiff_energy *out);

/* REFUTED unless kinetic + elastic + jump + stretch + damped + rubbed = before
   + linear, exactly, with no negative loss. For STEP_LINEAR and STEP_LIMIT. */
perp_status stiff_check(const alpha_gamma_exact *s, const step_exact *d,
                        const mpz_t *Z, mpz_srcptr den);
