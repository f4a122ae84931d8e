/**
# A box of linear systems, in fractions

Intervals here are a middle and a radius.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>

/* All systems B z = b with |B - mid| <= rad, entry by entry, |b - b_mid| <=
   b_rad. Begins with zeros. */
typedef struct {
    int n;
    mpq_t *B, *E, *b, *g; /* n x n by rows, its radii; n, its radii */
    size_t count;
} boxed;

/* Arrays in the arena, numbers until boxed_clear, also after an error. */
perp_status boxed_new(arena *a, int n, boxed *out);
void boxed_clear(boxed *s);

/* *decided 1: every B of the box is regular, and every solution is within y of
   z (n doubles each). LIMIT without memory. */
perp_status boxed_solve(arena *a, const boxed *s, double *z, double *y,
                        int *decided);

/* The radius of x in a box of data: eps max(1, |x|). */
void boxed_radius(mpq_srcptr eps, mpq_srcptr x, mpq_ptr out);

/* Short numbers: the interval is widened by less than a fiftieth of its radius,
   and both have a last bit that is about a 2^-8 of it. */
void boxed_shorten(mpq_ptr mid, mpq_ptr rad);

/* to += |x| y, to += x y. */
void boxed_add_size(mpq_ptr to, mpq_srcptr x, mpq_srcptr y);
void boxed_add(mpq_ptr to, mpq_srcptr x, mpq_srcptr y);

/* The double nearest to q that is not below it (not above it: up = 0). */
double boxed_outward(mpq_srcptr q, int up);
