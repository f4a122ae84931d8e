/**
# Sobol's sequence

Points of the unit cube that fill it more evenly than random ones. Coordinate $d$
belongs to a primitive polynomial over the field of two elements; its direction
numbers $V_1, V_2, \dots$ follow from the polynomial's recurrence, and point $i$ is
the sum, without carry, of those that the binary digits of $i$ choose.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <stdint.h>

enum { SOBOL_BITS = 52, SOBOL_DIMENSIONS = 1111 };

typedef struct {
    int dimensions;
    uint64_t (*V)[SOBOL_BITS]; /* of each: SOBOL_BITS bits, the first highest */
    uint64_t skip, leap;       /* sample i is point skip + i leap */
} sobol;

/* The next primitive polynomial behind p, by degree and then by value: bit k is
   the coefficient of x^k. The first is x + 1. Degrees to 13. */
uint32_t sobol_after(uint32_t p);

/* The sequence of HP23's code for N steps: 3^min(N, 20) points are left out at
   the beginning, and as many as the fourth root of that, rounded up, behind
   each.
   1 <= dimensions <= SOBOL_DIMENSIONS. LIMIT without memory. */
perp_status sobol_new(arena *a, int dimensions, long N, sobol *out);

/* `count` coordinates of sample i, from coordinate `first` on: multiples of
   2^-52 in [0, 1). */
void sobol_sample(const sobol *s, uint64_t i, int first, int count,
                  double *out);
