/**
# Random linear systems

All kinds that an exact solver may meet, small enough for schoolbook Gauss.
*/
#pragma once

#include "base/memory.h"
#include "check.h"
#include "lcp/problem/lcp.h"
#include "number/rational.h"

#include <math.h>

typedef enum {
    SYSTEM_DOUBLES,   /* 53 bits, dense */
    SYSTEM_SPARSE,    /* 53 bits, one entry in three, sizes 2^-20 to 2^20 */
    SYSTEM_INTEGERS,  /* small: often singular */
    SYSTEM_REDUNDANT, /* the last row and column are sums of others */
    SYSTEM_FALSE,     /* the same, and its right-hand side is not */
    SYSTEM_FRACTIONS, /* p/q, small */
    SYSTEM_LONG,      /* p/q of a hundred digits */
    SYSTEM_FAR,       /* doubles from 2^-900 to 2^900 */
    SYSTEM_NEARLY,    /* two rows agree up to 2^-45 */
    SYSTEM_PRIME,     /* multiples of 2^61 - 1 on the diagonal */
    SYSTEM_ZERO_RHS,
    SYSTEM_KINDS
} system_kind;

static inline double system_double(check_random *r, system_kind k)
{
    double v = check_uniform(r, -1, 1);
    if (k == SYSTEM_INTEGERS)
        return check_integer(r, -2, 2);
    if (k == SYSTEM_SPARSE)
        return check_integer(r, 0, 2) ? 0 : ldexp(v, check_integer(r, -20, 20));
    return k == SYSTEM_FAR ? ldexp(v, check_integer(r, -900, 900)) : v;
}

static inline void system_number(check_random *r, system_kind k, mpq_ptr q)
{
    int digits = k == SYSTEM_LONG ? 100 : 2;
    if (k != SYSTEM_FRACTIONS && k != SYSTEM_LONG) {
        mpq_set_d(q, system_double(r, k));
        return;
    }
    mpz_set_si(mpq_numref(q), check_integer(r, -9, 9));
    mpz_set_ui(mpq_denref(q), 1);
    for (int i = 0; i < digits; i++) {
        mpz_mul_ui(mpq_numref(q), mpq_numref(q), 10);
        mpz_add_ui(mpq_numref(q), mpq_numref(q), check_bits(r) % 10);
        mpz_mul_ui(mpq_denref(q), mpq_denref(q), 10);
        mpz_add_ui(mpq_denref(q), mpq_denref(q), check_bits(r) % 9 + 1);
    }
    mpq_canonicalize(q);
}

/* The last row and column as sums of the others, b too unless it is false. */
static inline void system_repeat(int n, mpq_t *A, mpq_t *b, int consistent)
{
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < n; j++) {
            mpq_ptr to = pass ? A[(n - 1) * n + j] : A[j * n + n - 1];
            mpq_set_ui(to, 0, 1);
            for (int i = 0; i < n - 1; i++)
                mpq_add(to, to, pass ? A[i * n + j] : A[j * n + i]);
        }
    mpq_set_ui(b[n - 1], !consistent, 7);
    for (int i = 0; i < n - 1; i++)
        mpq_add(b[n - 1], b[n - 1], b[i]);
}

static inline void system_fill(check_random *r, system_kind k, int n, mpq_t *A,
                               mpq_t *b)
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < n * n; i++)
        system_number(r, k, A[i]);
    for (int i = 0; i < n; i++) {
        system_number(r, k, b[i]);
        if (k == SYSTEM_ZERO_RHS)
            mpq_set_ui(b[i], 0, 1);
    }
    for (int j = 0; k == SYSTEM_NEARLY && n > 1 && j < n; j++) {
        mpq_set_d(t, ldexp(check_uniform(r, -1, 1), -45));
        mpq_add(A[(n - 1) * n + j], A[j], t);
    }
    for (int i = 0; k == SYSTEM_PRIME && i < n; i++)
        for (int j = 0; j < n; j++)
            mpq_set_si(A[i * n + j],
                       i == j  ? ((1L << 61) - 1) * check_integer(r, 1, 3)
                       : i < j ? check_integer(r, -3, 3)
                               : 0,
                       1);
    if (n > 1 && (k == SYSTEM_REDUNDANT || k == SYSTEM_FALSE))
        system_repeat(n, A, b, k == SYSTEM_REDUNDANT);
    mpq_clear(t);
}
