/**
# Two doubles side by side

For loops in which a choice is as good as random: a choice between two numbers
here is never a jump. Every compiler that knows vector types has these, with the
instructions that all machines of its kind have.
*/
#pragma once

#include <stdint.h>
#include <string.h>

typedef double pair __attribute__((vector_size(16)));
typedef int64_t pair_bits __attribute__((vector_size(16)));

static inline pair pair_load(const double *a)
{
    pair x;
    memcpy(&x, a, sizeof x);
    return x;
}

static inline void pair_store(double *a, pair x)
{
    memcpy(a, &x, sizeof x);
}

static inline pair pair_size(pair x)
{
    return (pair)((pair_bits)x & INT64_MAX);
}

/* x where all bits of `which` are set, 0 where none is. */
static inline pair pair_where(pair_bits which, pair x)
{
    return (pair)((pair_bits)x & which);
}

/* The larger ones; y's where x's is NaN. */
static inline pair pair_larger(pair x, pair y)
{
#if defined(__x86_64__)
    return __builtin_ia32_maxpd(x, y);
#else
    pair_bits more = x > y;
    return (pair)((more & (pair_bits)x) | (~more & (pair_bits)y));
#endif
}
