/**
# Linear systems in machine words

Most exact systems are made of doubles or of short fractions. Row by row and
column by column made whole, their numbers have 53 to 110 bits: they fit in a
word of 128 bits, and no large integer is needed until the very end.

Arithmetic of these words is modulo $2^{128}$, on purpose. A residual that is
known to be small is right even when the terms it is made of are not: what
overflows, overflows twice.
*/
#pragma once

#include "base/status.h"
#include "number/integers.h"

#include <stdint.h>

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

enum {
    WORDS_WIDTH = 110, /* bits of an entry, and of b where all have no tail */
    WORDS_TOP = 48,    /* bits of b above its tail, at most */
    WORDS_TAIL = 4     /* words of a tail, at most */
};

/* m equations A X + b = 0 in whole numbers, A sparse by rows. With
   r_i > 0 whole over a power of two and c_j, g powers of two,
   A_ij = r_i a_ij / c_j and b_i = r_i g b_i, so that X_j = g c_j x_j. What of
   the right-hand side is longer than a word stands in its tail: the number is
   (b_i 2^64 + low_i0) 2^64 + low_i1 and so on. */
typedef struct {
    int m, count;
    int *start, *col; /* m + 1, count */
    int128 *value;    /* count */
    int64_t *narrow;  /* the same when all fit, else null */
    int128 *b;        /* m */
    int tail;         /* words of each tail */
    uint64_t *low;    /* m x tail, the first word the highest */
    long *shift;      /* m: log2(g c_j) */
} word_system;

/* The rows and columns `pick` in words; *fits = 0 when a number is too long.
   All memory is the arena's. */
perp_status words_new(arena *a, const rational_system *p, int m,
                      const int *pick, word_system *out, int *fits);

/* out_i = r_i - sum_j A_ij d_j, modulo 2^128. */
void words_residual(const word_system *s, const int128 *r, const int64_t *d,
                    int128 *out);

/* Is A X + b den = 0 modulo 2^64? X, den given by their lowest words. */
int words_congruent(const word_system *s, const uint64_t *X, uint64_t den);

/* out = v. */
void words_integer(mpz_ptr out, int128 v);

/* out = the right-hand side of row i, with its tail. */
void words_rhs(const word_system *s, int i, mpz_ptr out);

/* The bits [from, from + count) of its tail, counted from the highest; zeros
   behind its end. count < 64. */
uint64_t words_tail(const word_system *s, int i, long from, int count);

/* Is the right-hand side of row i zero? */
int words_homogeneous(const word_system *s, int i);

/* sum += v X; work: any number. */
void words_add(mpz_ptr sum, int128 v, mpz_srcptr X, mpz_ptr work);

static inline size_t words_bits(int128 v)
{
    uint128 u = v < 0 ? -(uint128)v : (uint128)v;
    uint64_t high = (uint64_t)(u >> 64), low = (uint64_t)u;
    if (high != 0)
        return 128 - (size_t)__builtin_clzll(high);
    return low == 0 ? 0 : 64 - (size_t)__builtin_clzll(low);
}
