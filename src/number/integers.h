/**
# From rationals to integers

The exact rungs calculate with integers. A row is multiplied by the common
denominator of its entries, powers of two common to a row or a column are taken
out, and the right-hand side and the covering column, which every row shares,
have one factor each. All factors are positive: no sign, no ratio test and no
complementary pair changes.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>

/* m equations in m unknowns, integers: with r = row_scale, c = column_shift,
   g = rhs_scale,  A_ij = r_i a_ij 2^(-c_j)  and  b_i = r_i g b_i, so that the
   unknown belonging to A is g 2^(c_j) times the problem's. */
typedef struct {
    int m;
    mpz_t *A, *b;     /* by rows m x m, and m */
    mpq_t *row_scale; /* m */
    long *column_shift;
    mpq_t rhs_scale;
} integer_system;

/* A square system over the rationals, A x + b = 0: A by rows. Borrowed. */
typedef struct {
    int size;
    const mpq_t *A, *b;
} rational_system;

/* The rows and columns `pick` (m of them) of the system in integers. Numbers
   are given back with integer_system_clear. */
perp_status integer_system_new(arena *a, const rational_system *p, int m,
                               const int *pick, integer_system *out);
void integer_system_clear(integer_system *s);

/* From the solution X / den of the integer system to that of the problem:
   X_j / (den g 2^(c_j)), over one denominator again. */
void integer_system_unscale(const integer_system *s, mpz_t *X, mpz_ptr den);

/* Bits that hold every minor of A: Hadamard's bound, by rows or by columns,
   whichever is smaller. */
size_t integer_minor_bits(const integer_system *s);

/* Bits of sum_i |b_i|. */
size_t integer_rhs_bits(const integer_system *s);

/* `count` numbers of `bits` bits are more than exact arithmetic is given: LIMIT
   with the size asked for, before any of it is allocated. */
perp_status integer_room(size_t count, size_t bits);

/* The number of bits of |z|. */
static inline size_t integer_bits(mpz_srcptr z)
{
    return mpz_sgn(z) == 0 ? 0 : mpz_sizeinbase(z, 2);
}
