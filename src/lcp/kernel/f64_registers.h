/* Without #pragma once: kernels include this once for every width, when VECTOR,
   ISA, NAME and, where there is an instruction, LARGER and SMALLER (y when one
   is NaN) are given. */

typedef double NAME(real) __attribute__((vector_size(8 * VECTOR), may_alias));
typedef int64_t NAME(bits) __attribute__((vector_size(8 * VECTOR), may_alias));
#define REAL NAME(real)
#define BITS NAME(bits)
#define INSIDE ISA static inline __attribute__((always_inline))

INSIDE REAL NAME(choose)(BITS which, REAL yes, REAL no)
{
    return (REAL)((which & (BITS)yes) | (~which & (BITS)no));
}

#ifndef LARGER
#define LARGER(x, y) NAME(choose)((x) > (y), (x), (y))
#define SMALLER(x, y) NAME(choose)((x) < (y), (x), (y))
#endif

INSIDE REAL NAME(size)(REAL x)
{
    return (REAL)((BITS)x & INT64_MAX);
}

/* The register with neighbours `half` apart exchanged. */
INSIDE REAL NAME(swapped)(REAL x, int half)
{
    REAL y = x;
#ifdef HALVES
    if (half == 2)
        return HALVES(x);
#endif
    for (int k = 0; k < VECTOR; k++)
        y[k] = x[k ^ half];
    return y;
}

/* The largest number of the register, in all places. */
INSIDE REAL NAME(largest)(REAL x)
{
#pragma GCC unroll 4
    for (int half = VECTOR / 2; half > 0; half /= 2)
        x = LARGER(x, NAME(swapped)(x, half));
    return x;
}

INSIDE REAL NAME(smallest)(REAL x)
{
#pragma GCC unroll 4
    for (int half = VECTOR / 2; half > 0; half /= 2)
        x = SMALLER(x, NAME(swapped)(x, half));
    return x;
}
