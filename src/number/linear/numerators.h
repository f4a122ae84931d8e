/**
# Numerators over one denominator
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>
#include <stdint.h>

/* x_j = X_j / den, den > 0. Numbers are the holder's. */
typedef struct {
    int m;
    mpz_t *X, den;
} numerators;

/* All zero over one, the array in the arena; null X when refused. */
perp_status numerators_new(arena *a, int m, numerators *out);
void numerators_clear(numerators *x);

/* What is known of them early: |X_j - x_j den| < 2^wrong_j, and about
   NUMERATORS_EXACT of an X_j that is right. */
enum { NUMERATORS_EXACT = -1000000 };
typedef struct {
    numerators x;
    long *wrong; /* x.m */
} numerators_near;

/* x_j divided by 2^shift_j, by one common denominator still. */
void numerators_shift(numerators *x, const long *shift);

/* The same of what is known early; x.den: a power of two. */
void numerators_near_shift(numerators_near *x, const long *shift);

/* Everything known of unknown j by a long computation: to K places, or modulo
   p^K. `part` gives the fraction's first `count` digits as a whole number. */
typedef struct numerators_source {
    /* The number of which all digits are taken, modulo *modulus. */
    void (*all)(const struct numerators_source *s, int j, mpz_ptr out);
    /* X_j = den x_j from as many digits as den needs; 0 when den x_j is not
       whole. */
    int (*whole)(const struct numerators_source *s, int j, mpz_srcptr den,
                 mpz_ptr out);
    mpz_srcptr modulus;
    size_t rest_bits, den_bits; /* for reconstruct; den has no more than */
    mpz_ptr work;
} numerators_source;

/* Finds the common denominator and all numerators; 0 when there are none of
   the expected size. */
int numerators_find(const numerators_source *s, numerators *out);
