/**
# How far a nearest point can be, in fractions

The inequality of paoli_ball.c once more, of fractions instead of doubles: what
a run with `--rational` says of each $Z^n$ over a curved $K$. The derivation,
and what a second program needs to repeat it, is at the head of paoli_bound.c.
*/
#pragma once

#include "model/system/system.h"
#include "p10/paoli.h"

typedef struct paoli_bound paoli_bound;

/* What is asked of. y, Z (nv), mu and f (contacts: f_a(Z)), n (contacts x nv:
   the gradients at Z). mu_a >= 0, in kg m over what f has; those of contacts
   that do not push are 0. The metric is the factored M. */
typedef struct {
    const mpq_t *M, *y, *Z, *mu, *f, *n;
    const paoli_exact_metric *metric;
} paoli_bound_of;

/* For the gaps of s, which has no bindings; bits: what gradients in a ball are
   rounded to, outward. Ends with paoli_bound_free, which accepts null. */
perp_status paoli_bound_new(arena *a, const perp_system *s, int bits,
                            paoli_bound **out);
void paoli_bound_free(paoli_bound *b);

/* *decided 1: every Z' with f(Z') >= 0 that is no farther from y than Z in the
   metric has |Z'_i - Z_i| <= *within for each i, and *within is a power of two
   or 0. 0: nothing is said. Requires f_a(Z) >= 0 where mu_a > 0. NO_MEMORY. */
perp_status paoli_bound_find(paoli_bound *b, const paoli_bound_of *x,
                             mpq_ptr within, int *decided);

/* out = a number of 64 bits that is not below the root of x >= 0, and above it
   by less than 2^-60 of it. */
void paoli_root_above(mpq_srcptr x, mpq_ptr out);
