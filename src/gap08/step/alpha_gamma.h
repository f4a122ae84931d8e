/**
# The (alpha, gamma) family, GAP08 section 4

One step of (4.4): a mixed complementarity problem for the weighted velocity $x
= v^{l+1,\alpha} = \alpha v^{l+1} + (1-\alpha) v^l$, and what follows from it.
*/
#pragma once

#include "model/step/step.h"
#include "lcp/problem/lcp.h"

/* The sizes of the step's problem: free = nv + m, where m counts the joints and
   the springs; n = 2 p + 2 r. */
static inline int alpha_gamma_free(int nv, int m)
{
    return nv + m;
}

static inline int alpha_gamma_pairs(int p, int r)
{
    return 2 * p + 2 * r;
}

/* Poses (4.7), (4.8) with erratum 0-1 and in x (erratum 0-2), in the order
   x, alpha c_nu, alpha c_s | alpha c_n, alpha beta, lambda. A: (free + n)^2,
   b: free + n, both zeroed here. Mt (nv^2) receives (4.5). */
void alpha_gamma_pose(const alpha_gamma *s, const step_data *d, double *Mt,
                      double *A, double *b);
void alpha_gamma_pose_exact(const alpha_gamma_exact *s, const step_exact *d,
                            mpq_t *A, mpq_t *b);

/* v^{l+1} and the impulses from the solution z of the problem. */
void alpha_gamma_recover(const alpha_gamma *s, const step_data *d,
                         const double *z, step_result *out);

/* Room for the largest step of a system. */
perp_status step_result_new(arena *a, const perp_system *s, step_result *out);
perp_status step_result_exact_new(arena *a, const perp_system *s,
                                  step_result_exact *out);
void step_result_exact_clear(step_result_exact *r);

/* From the solution z = Z / den; and the result in fractions. */
void alpha_gamma_recover_numerators(const alpha_gamma_exact *s,
                                    const step_exact *d, const mpz_t *Z,
                                    mpz_srcptr den, step_numerators *out);
void alpha_gamma_spell(const step_exact *d, const step_numerators *from,
                       step_result_exact *to);

/* Room for one step; ends with step_numerators_clear. */
perp_status step_numerators_new(arena *a, const step_exact *d,
                                step_numerators *out);
void step_numerators_clear(step_numerators *r);

/* REFUTED unless the exact solution z = Z / den of the posed problem satisfies
   the kinetic energy identity of the step and beta'D'x = -mu lambda c_n for
   each contact, exactly, recomputed from the primary data. */
perp_status alpha_gamma_check(const alpha_gamma_exact *s, const step_exact *d,
                              const mpz_t *Z, mpz_srcptr den,
                              const step_numerators *r);
