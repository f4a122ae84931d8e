/**
# The exact tableau: integers over one denominator
*/
#pragma once

#include "lcp/problem/lcp_claim.h"
#include "number/integers.h"
#include "number/limit.h"
#include "lcp/tableau/tableau.h"

/* Row r of the dictionary is T_r / level_r, level_r > 0; den is the level of
   the rows last changed. */
typedef struct {
    tableau head;
    mpz_t *T; /* rows x (cols + 1) by rows, right-hand side last */
    mpz_t *level;
    mpz_t den;
    mpz_t left, right;     /* work space */
    mpz_t next;            /* the coming denominator */
    mpq_t cover_scale;     /* d' = row_scale d cover_scale */
    integer_system scale;  /* the factors; its A and b stay as they were */
    size_t bits, rhs_bits; /* Hadamard: of T and den, of the right-hand side */
    exact_limit limit;
    int late; /* the time was over before a pivot */
} tableau_exact;

/* The problem, covered with d (n rationals, positive; null: ones), as a
   dictionary. LIMIT when Hadamard's bound is above limit->bits; a pivot is
   BROKEN when the time is over (limit may be null). The arena holds the arrays;
   the numbers are given back with tableau_exact_clear, to be called after
   success only. */
perp_status tableau_exact_new(arena *a, const lcp_exact_problem *p, mpq_t *d,
                              const exact_limit *limit, tableau_exact *out);
void tableau_exact_clear(tableau_exact *t);

/* The basic solution, z0 being zero, as a claim: Z, den, basis. */
void tableau_exact_claim(const tableau_exact *t, lcp_claim *out);

/* The value of a variable in the present dictionary (its entry in the
   right-hand side, zero when nonbasic), in the problem's own units. */
void tableau_exact_value(const tableau_exact *t, int variable, mpq_ptr out);

/* How fast a variable grows when the one in column col grows, up to one
   positive factor common to all variables. */
void tableau_exact_rate(const tableau_exact *t, int col, int variable,
                        mpq_ptr out);

/* After LCP_INFEASIBLE in `row`: the combination of the equations that reads
   0 = 1, free numbers. */
void tableau_exact_multipliers(const tableau_exact *t, int row, mpq_t *y);
