/**
# Newton's law in the rows of (4.7)

The step of Moreau and Jean: M. Jean, *The non-smooth contact dynamics method*, 1999; V. Acary and
B. Brogliato, *Numerical methods for nonsmooth dynamical systems*, 2008. Its equation of motion is
that of the family; its joints, contacts and friction ask of $v^{l+1}$, and its contacts have an
impact law, where the family asks of the weighted velocity and has none. The problem is (4.7) with
the same matrix and another right-hand side, so this file has three functions and no solver.

A step has a solution where $e = 0$, or the friction cone is pointed, or there is no friction. It need
not gain no energy: with $e > 0$ friction may give some. Both are derived in [the
chapter](../../../doc/25-moreau-jean.md).
*/
#pragma once

#include "gap08/step/alpha_gamma.h"

/* b, as alpha_gamma_pose left it, becomes that of a step with the restitution e
   in [0, 1] at all contacts. alpha_gamma_recover is the family's own. */
void moreau_jean_rows(const alpha_gamma *s, double e, const step_data *d,
                      double *b);
void moreau_jean_rows_exact(const alpha_gamma_exact *s, mpq_srcptr e,
                            const step_exact *d, mpq_t *b);

/* In x the rows ask of x - back v: back[0] of contacts, back[1] of joints and
   slips. */
void moreau_jean_back(const alpha_gamma *s, double e, double back[2]);

/* REFUTED unless the solution Z / den, which r was recovered from, keeps the
   joints in v^{l+1}, has Newton's law at each contact, the balance of friction
   and that of energy, exactly, from the primary data. LIMIT: memory. */
perp_status moreau_jean_check(const alpha_gamma_exact *s, mpq_srcptr e,
                              const step_exact *d, const mpz_t *Z,
                              mpz_srcptr den, const step_numerators *r);
