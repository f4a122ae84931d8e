/**
# What a collision does to the velocity

Two phases in no time. The *compression* is the problem of a step, GAP08 (4.7),
with h = 0 and alpha = gamma = 1: no force has time to act, and impulses of
joints and contacts bring the velocity v- to v^c with nu'v^c = 0, n'v^c >= 0 and
friction within the cone. The *decompression* gives a share of the normal
impulses back, Poisson's e times c_n, and brings v^c to v+ by the same problem;
without restitution v+ is v^c.
*/
#pragma once

#include "model/step/step.h"

/* The member of the family that is the compression, for alpha_gamma_pose and
   the rest. one = 1 and zero = 0 are the caller's and outlive the result. */
extern const alpha_gamma compression;
alpha_gamma_exact compression_exact(mpq_srcptr one, mpq_srcptr zero);

/* Of a compression: REFUTED unless the kinetic energies balance exactly. z
   solves the posed problem of `d`, whose d->v is v-. */
perp_status compression_check(const step_exact *d, const mpq_t *z);

/* Turns the posed compression of `d`, whose d->v is v^c, into the decompression
   that pushes with push[j] >= 0 N s along each normal: b as alpha_gamma_pose
   gave it. In its solution the normal impulses are those beyond the push. */
void decompression_push(const step_data *d, const double *push, double *b);
void decompression_push_exact(const step_exact *d, const mpq_t *push, mpq_t *b);

/* REFUTED unless z, a solution of the decompression of `d` (d->v is v^c),
   balances the kinetic energies exactly. */
perp_status decompression_check(const step_exact *d, const mpq_t *push,
                                const mpq_t *z);

/* gain = (|to|^2_M - |from|^2_M) / 2, J: what both phases did together. */
void collision_gain(const step_exact *d, const mpq_t *from, const mpq_t *to,
                    mpq_t gain);
