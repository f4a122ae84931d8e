/**
# A fraction from its remainder

Whether a number is known to $K$ binary places or modulo $p^K$, the way back to
a fraction is Euclid's, stopped half-way.
*/
#pragma once

#include <gmp.h>
#include <stddef.h>

/* The first t > 0 of Euclid's algorithm on (m, u), 0 <= u < m, for which
   (t u mod m), taken with the smallest size, has at most `bits` bits. */
void reconstruct_denominator(mpz_srcptr m, mpz_srcptr u, size_t bits,
                             mpz_ptr t);
