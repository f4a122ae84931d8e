/**
# The compression: what a collision does to the velocity

The problem of a step, GAP08 (4.7), with h = 0 and alpha = gamma = 1: no force
has time to act, and impulses of joints and contacts bring the velocity v- to
v+ with nu'v+ = 0, n'v+ >= 0 and friction within the cone.
*/
#pragma once

#include "scheme/alpha_gamma.h"

/* The member of the family that is the compression, for alpha_gamma_pose and
   the rest. one = 1 and zero = 0 are the caller's and outlive the result. */
extern const alpha_gamma compression;
alpha_gamma_exact compression_exact(mpq_srcptr one, mpq_srcptr zero);

/* REFUTED unless the kinetic energies balance exactly: z solves the posed
   problem of `d` (d->v is v-), and x (nv) is v+. */
perp_status compression_check(const step_exact *d, const mpq_t *z);
