/* gmp.h without macros that decide something: clang takes no condition with another
   decision inside. mcdc.py puts this folder before the system's. */
#ifndef PERP_PLAIN_GMP_H
#define PERP_PLAIN_GMP_H
#include_next <gmp.h>

#undef mpz_sgn
#undef mpq_sgn
#undef mpq_cmp_ui
#undef mpq_cmp_si
#undef mpz_cmp_ui
#undef mpz_cmp_si
#undef mpz_odd_p
#undef mpz_even_p

static inline int mpz_sgn(mpz_srcptr z)
{
    return z->_mp_size < 0 ? -1 : z->_mp_size > 0;
}

static inline int mpq_sgn(mpq_srcptr q)
{
    return mpz_sgn(mpq_numref(q));
}

#define mpq_cmp_ui(q, n, d) _mpq_cmp_ui(q, n, d)
#define mpq_cmp_si(q, n, d) _mpq_cmp_si(q, n, d)
#define mpz_cmp_ui(z, n) _mpz_cmp_ui(z, n)
#define mpz_cmp_si(z, n) _mpz_cmp_si(z, n)
#define mpz_odd_p(z) mpz_tstbit(z, 0)
#define mpz_even_p(z) (!mpz_tstbit(z, 0))
#endif
