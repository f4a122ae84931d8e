/**
# The (alpha, gamma) family, GAP08 section 4

One step of (4.4): a mixed complementarity problem for the weighted velocity $x
= v^{l+1,\alpha} = \alpha v^{l+1} + (1-\alpha) v^l$, and what follows from it.

| member | $\alpha, \gamma$ | what it does |
|---|---|---|
| semi-implicit Euler | 1, 1 | rows hold for $v^{l+1}$; loses $\frac12\lvert w\rvert_M^2$ a step |
| trapezoid-like | $\frac12$, $\frac12$ | loses nothing; order two in smooth motion without $F$ |
| of section 7 | $\gamma = \alpha \in [\frac12, 1]$ | bounded variation is proven |
| a collision's compression | 1, 1, $h = 0$ | no force, no motion: `ap02/collision.h` |

Here $w = v^{l+1} - v^l$. The first is AP02's step but for the time of the force (0-37); order two
of the second wants exact Jacobians.

`alpha_gamma.c` derives the problem and poses it in doubles, `alpha_gamma_exact.c` over the
rationals, `alpha_gamma_check.c` asks a claimed solution for its balances.

Sizes: nv velocities, m joints, s springs, p active contacts, r slips of them all together. The
unknowns, and the rows in the same order:

| unknown | how many | unit | row |
|---|---|---|---|
| $x$ | nv | m/s, rad/s | equation of motion (4.4b), times $\alpha$ |
| $\alpha c_\nu$ | m | N s | $\nu^Tx = 0$, (4.4c) |
| $\alpha c_s$ | s | N s | a spring's, `ap02/spring.c` |
| $\alpha c_n$ | p | N s | $\rho = n^Tx \ge 0$, (4.4d) |
| $\alpha\beta$, slip by slip $+$ and $-$ | 2r | N s | $\sigma = \lambda \pm d^Tx \ge 0$, (4.4e) |
| $\lambda$ | p | m/s | $\alpha\zeta = \alpha(\mu c_n - e^T\beta) \ge 0$, (4.4f) |

The first three are free: their rows are equations. (4.6) names the blocks; the paper prints $c$
before $c_\nu$ (erratum 0-3).

What the paper assumes of these data, and who asks:

| assumed | asked by |
|---|---|
| $M$ symmetric, positive definite; $\tilde M$ positive definite | `run/steps.c`, at each step |
| $M$ constant | nobody: the step uses $M(q^l)$; `perp hypotheses` says (H3) |
| $u^TFu = 0$ | `perp hypotheses`; the check keeps the term $x^TFx$ |
| each $D$ balanced | nobody has to: a slip is one $d$, and its opposite is made here |
| $\nu$, $n$, $D$ independent, or pointed together | nobody has to: the step has a solution without |
| $\mu \ge 0$ | `model/system/system.c` |
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

/* What moving contacts add beside n'x and d'x, p + r numbers in m/s, or null:
   of a collision, which takes no time, at the instant. */
static inline const double *alpha_gamma_drift(const alpha_gamma *s,
                                              const step_data *d)
{
    return s->h == 0 ? d->rate : d->drift;
}

static inline const mpq_t *alpha_gamma_drift_exact(const alpha_gamma_exact *s,
                                                   const step_exact *d)
{
    return (const mpq_t *)(mpq_sgn(s->h) == 0 ? d->rate : d->drift);
}

/* Poses (4.7), (4.8) with erratum 0-1 and in x (erratum 0-2), in the order
   x, alpha c_nu, alpha c_s | alpha c_n, alpha beta, lambda, as w = A z + b. A:
   (free + n)^2 by rows, b: free + n, both zeroed here. Mt (nv^2): (4.5).
   Requires alpha > 0. Whether Mt is positive definite, so that there is a
   solution, is the caller's to ask; so is whether all numbers are finite. */
void alpha_gamma_pose(const alpha_gamma *s, const step_data *d, double *Mt,
                      double *A, double *b);
void alpha_gamma_pose_exact(const alpha_gamma_exact *s, const step_exact *d,
                            mpq_t *A, mpq_t *b);

/* v^{l+1} and the impulses, of (4.4) and no longer times alpha, from the
   solution z (free + n) of the problem. */
void alpha_gamma_recover(const alpha_gamma *s, const step_data *d,
                         const double *z, step_result *out);

/* Room for the largest step of a system. */
perp_status step_result_new(arena *a, const perp_system *s, step_result *out);
perp_status step_result_exact_new(arena *a, const perp_system *s,
                                  step_result_exact *out);
void step_result_exact_clear(step_result_exact *r);

/* From the solution z = Z / den, den > 0; and the result in fractions, each in
   lowest terms. `out` has a denominator of its own, a multiple of den. */
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
