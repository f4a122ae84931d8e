/**
# Sine and cosine as double-doubles, with a proven bound
*/
#pragma once

#include "number/double_double.h"

typedef struct {
    double_double sin, cos;
    double slack; /* absolute, from the reduction of the argument */
} sincos_pair;

/* The relative part of the bound. */
#define SINCOS_BOUND 0x1p-95

/* For 2^-27 <= |x| <= 2^21: |out.sin - sin x| <= SINCOS_BOUND |out.sin.hi| +
   out.slack, and the same for cos; returns 0. Otherwise, and when x is so
   near to a multiple of pi/128 that the bound would not hold, returns -1 and
   promises nothing. The proof is in the source. */
int sincos_dd(double x, sincos_pair *out);
