/**
# The exact tableau: integers over one denominator

A dictionary of fractions, of which every exchange multiplies two and adds them,
would shorten each sum by a greatest common divisor, and these cost more than all
else. Cramer's rule says what the common denominator is before anything is
shortened: the determinant of the basis. So the tableau has whole numbers $T_{rc}$
and one denominator $\delta$, and an exchange is two products, a difference and a
division without remainder (tableau_exact.c derives it). The sliding block of the
wing's README, whose last row is doubled to be whole, begins with $\delta = 1$ and
has $\delta = 1, 1, 3, 2$ behind its four exchanges. Its last dictionary, over 2:

| | rhs | $w_4$ | $z_2$ | $w_1$ | $z_0$ | $w_3$ |
|---|---|---|---|---|---|---|
| $z_3$ | 1 | -1 | -2 | 1 | 1 | 0 |
| $w_2$ | 2 | 2 | 8 | -2 | -2 | 2 |
| $z_4$ | 1 | 1 | 4 | -1 | -3 | 2 |
| $z_1$ | 2 | 0 | 0 | 2 | -2 | 0 |

Its signs are those of the fractions, and so are its ratios, since all entries of a
row have one denominator. (The column of $w_4$ is half of that in tableau.h: twice
$w_4$ is the variable here. What the factors are the struct keeps in `scale`.)

What is believed of it: nothing. Its answers go through lcp_claim_check or
lcp_exact_check, which know A, b and the claim, and share no code with it.
*/
#pragma once

#include "lcp/problem/lcp_claim.h"
#include "number/integers.h"
#include "number/limit.h"
#include "lcp/tableau/tableau.h"

/* Row r of the dictionary is T_r / level_r, level_r > 0; den is the level of
   the rows last changed. Variables are measured by the integer system's units:
   w_i in 1 / row_scale_i of the problem's, z_j in 2^column_shift_j, all
   right-hand sides times rhs_scale. */
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
   dictionary. All memory that a path may need is taken here: (f + n)(f + n + 2)
   numbers of the length that Hadamard's bound promises. LIMIT when Hadamard's
   bound is above limit->bits; a pivot is BROKEN when the time is over (limit
   may be null). The arena holds the arrays; the numbers are given back with
   tableau_exact_clear, to be called after success only. */
perp_status tableau_exact_new(arena *a, const lcp_exact_problem *p, mpq_t *d,
                              const exact_limit *limit, tableau_exact *out);
void tableau_exact_clear(tableau_exact *t);

/* The basic solution, z0 being zero, as a claim: Z (free + n), den > 0, basis
   (n). Right-hand sides must not be negative, or the claim will be refuted. */
void tableau_exact_claim(const tableau_exact *t, lcp_claim *out);

/* The value of a variable in the present dictionary (its entry in the
   right-hand side, zero when nonbasic), in the problem's own units. */
void tableau_exact_value(const tableau_exact *t, int variable, mpq_ptr out);

/* How fast a variable grows when the one in column col grows, up to one
   positive factor common to all variables. */
void tableau_exact_rate(const tableau_exact *t, int col, int variable,
                        mpq_ptr out);

/* After LCP_INFEASIBLE in `row`: the combination of the equations that reads
   0 = 1, free numbers: y'A = 0 over all columns and y'b = 1. */
void tableau_exact_multipliers(const tableau_exact *t, int row, mpq_t *y);
