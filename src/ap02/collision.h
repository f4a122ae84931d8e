/**
# What a collision does to the velocity

Two phases in no time. The *compression* is the problem of a step, GAP08 (4.7),
with h = 0 and alpha = gamma = 1: no force has time to act, and impulses of
joints and contacts bring the velocity v- to v^c with nu'v^c = 0, n'v^c >= 0 and
friction within the cone. The *decompression* gives a share of the normal
impulses back, Poisson's e times c_n, and brings v^c to v+ by the same problem;
without restitution v+ is v^c.

AP02 has this in the sketch behind section 3: inelastic collisions as (17), (18)
with h = 0, partly elastic ones by compression and decompression, of which it
gives no formulas. Where a collision is, who takes part and what the clock shows
behind it belongs to the run (GAP08's); here are the two problems and what must
be true of their solutions.

By hand: a point of 1 kg strikes a floor, $n = (0, 1)$, $d = (1, 0)$, $\mu =
\frac14$, with $v^- = (1, -2)$ and $e = \frac12$. Compression: $c_n = 2$,
friction is at its bound $\frac12$, $v^c = (\frac12, 0)$. Decompression: the
push is 1, friction at its bound $\frac14$, $v^+ = (\frac14, 1)$. Of 2.5 J there
remain $\frac18$ and then $\frac{17}{32}$. */
#pragma once

#include "model/step/step.h"

/* The member of the family that is the compression, for alpha_gamma_pose and
   the rest. one = 1 and zero = 0 are the caller's and outlive the result. */
extern const alpha_gamma compression;
alpha_gamma_exact compression_exact(mpq_srcptr one, mpq_srcptr zero);

/* Of a compression: REFUTED unless the kinetic energies balance exactly. Z /
   den solves the posed problem of `d`, whose d->v is v-; nv + m + s + 2 p + 2 r
   numbers in the order of alpha_gamma_pose, den > 0, in lowest terms or not.
   The contacts of d are all that are closed, not only those that approach. */
perp_status compression_check(const step_exact *d, const mpz_t *Z,
                              mpz_srcptr den);

/* Turns the posed compression of `d`, whose d->v is v^c, into the decompression
   that pushes with push[j] >= 0 N s (p of them) along each normal: b as
   alpha_gamma_pose gave it. In its solution the normal impulses are those
   beyond the push; what the contact gives in this phase is the sum. */
void decompression_push(const step_data *d, const double *push, double *b);
void decompression_push_exact(const step_exact *d, const mpq_t *push, mpq_t *b);

/* REFUTED unless z, a solution of the decompression of `d` (d->v is v^c),
   balances the kinetic energies exactly. */
perp_status decompression_check(const step_exact *d, const mpq_t *push,
                                const mpq_t *z);

/* gain = (|to|^2_M - |from|^2_M) / 2, J: what both phases did together. */
void collision_gain(const step_exact *d, const mpq_t *from, const mpq_t *to,
                    mpq_t gain);
