/**
# Linear systems modulo a prime

The prime is $p = 2^{61} - 1$: because $2^{61} \equiv 1$, a product is reduced
by a shift and a sum.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"
#include "number/linear/words.h"

#define MODULAR_PRIME (((uint64_t)1 << 61) - 1)

/* 0 <= v < 2^122 + 2^61, reduced. */
static inline uint64_t modular_reduce(uint128 v)
{
    uint64_t s = (uint64_t)(v & MODULAR_PRIME) + (uint64_t)(v >> 61);
    s = (s & MODULAR_PRIME) + (s >> 61);
    return s >= MODULAR_PRIME ? s - MODULAR_PRIME : s;
}

/* a - b c, each below p: a + (p - b) c. */
static inline uint64_t modular_less(uint64_t a, uint64_t b, uint64_t c)
{
    return modular_reduce((uint128)(MODULAR_PRIME - b) * c + a);
}

/* Any word. */
static inline uint64_t modular_word(int128 v)
{
    uint128 u = v < 0 ? -(uint128)v : (uint128)v;
    uint64_t s = modular_reduce((u >> 61) + (u & MODULAR_PRIME));
    return v < 0 && s != 0 ? MODULAR_PRIME - s : s;
}

uint64_t modular_inverse(uint64_t a);

/* A square matrix modulo p, eliminated as far as it goes. */
typedef struct {
    int m, rank;
    int *row_of;     /* column -> its pivot row; -1: the column depends on
                        those before it */
    uint64_t *pivot; /* inverses */
    int *low_start, *low_row, *up_start, *up_row;
    uint64_t *low, *up;
} modular;

/* Eliminates A, m x m by rows, which is destroyed. The arena's memory. */
perp_status modular_new(arena *a, int m, uint64_t *A, modular *out);

/* A x = r modulo p; r is destroyed. Unknowns of dependent columns are zero,
   rows without a pivot are not asked. */
void modular_solve(const modular *f, uint64_t *r, uint64_t *x);
