/**
# Arrays of rationals

GMP has no arrays. These few functions give and take them, turn rows of
rationals into rows of integers, and add up products over one denominator.
*/
#pragma once

#include "base/arena.h"

#include <gmp.h>
#include <stddef.h>

/* `count` rationals, all 0, the array itself in the arena; null when the arena
   is refused memory. Ends with rational_clear, before the arena is released. */
mpq_t *rational_array(arena *a, size_t count);

/* The same for integers, each with room for `bits` from the start. */
mpz_t *integer_array(arena *a, size_t count, size_t bits);

/* Gives the numbers back, not the array; null is accepted. */
void rational_clear(mpq_t *q, size_t count);
void integer_clear(mpz_t *z, size_t count);

/* out[i] = v[i], exactly. Returns count, or the index of the first entry that
   is not finite (nothing is promised about out behind it). */
size_t rational_of_doubles(size_t count, const double *v, mpq_t *out);

/* The double nearest to zero's side of q: truncation. Overflow gives the
   largest double; never NaN. */
double rational_truncated(mpq_srcptr q);

/* `count` of these, in the arena; null when it is refused memory. */
double *rational_doubles(arena *a, size_t count, const mpq_t *q);

/* The largest whole k with 2^k <= |q|, q not zero. */
long rational_log2(mpq_srcptr q);

/* factor = the least common multiple of factor and q's denominator. */
void rational_cover(mpz_ptr factor, mpq_srcptr q);

/* out = factor * q, where factor is a multiple of q's denominator. */
void rational_scaled(mpz_ptr out, mpz_srcptr factor, mpq_srcptr q);

/* A sum of products, in lowest terms only when it is taken: see rational.c. */
typedef struct {
    mpz_t num, den, term, part;
} rational_sum;

/* 0; to be cleared. */
void rational_sum_init(rational_sum *s);
void rational_sum_clear(rational_sum *s);

/* s += x y. */
void rational_sum_add(rational_sum *s, mpq_srcptr x, mpq_srcptr y);

/* out = s, and s = 0. */
void rational_sum_take(rational_sum *s, mpq_ptr out);
