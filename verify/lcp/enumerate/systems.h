/**
# Random systems of signs, and what a proof must be
*/
#pragma once

#include "check.h"
#include "lcp/enumerate/simplex.h"
#include "number/rational.h"

/* cols unknowns, rows affine functions, small fractions, random signs. */
static inline void system_random(check_random *r, arena *a, int cols, int rows,
                                 choices_system *s)
{
    *s = (choices_system){
        .cols = cols, .rows = rows, .choices = 0, .alternatives = 2};
    CHECK(choices_new(a, s).code == PERP_OK, "system");
    for (int k = 0; k < rows * cols + rows; k++) {
        int v = check_integer(r, 0, 2) == 0 ? 0 : check_integer(r, -4, 4);
        mpq_set_si(s->B[k], v, (unsigned long)check_integer(r, 1, 3));
        mpq_canonicalize(s->B[k]);
    }
    for (int v = 0; v < cols + rows; v++) {
        int die = check_integer(r, 0, 9);
        s->sign[v] = v < cols  ? (die < 2 ? CHOICES_FREE : CHOICES_NONNEGATIVE)
                     : die < 2 ? CHOICES_ZERO
                     : die < 4 ? CHOICES_FREE
                               : CHOICES_NONNEGATIVE;
    }
}

/* The variable's value in the identity: all of them as functions of u. */
static inline void system_value(const choices_system *s, int v, mpq_t *u,
                                int with_g, mpq_ptr out)
{
    mpq_t t;
    mpq_init(t);
    if (v < s->cols)
        mpq_set(out, u[v]);
    else if (with_g)
        mpq_set(out, s->g[v - s->cols]);
    else
        mpq_set_ui(out, 0, 1);
    for (int j = 0; v >= s->cols && j < s->cols; j++) {
        mpq_mul(t, s->B[(v - s->cols) * s->cols + j], u[j]);
        mpq_add(out, out, t);
    }
    mpq_clear(t);
}

/* The sign of the constant when y is a proof under these signs, else 99; the
   variables with positive coefficients go to `positive` (may be null). */
static inline int system_proof(const choices_system *s, const uint8_t *sign,
                               mpz_t *y, uint8_t *positive)
{
    int n = s->cols, fine = 1, constant;
    mpq_t sum, t, c;
    mpq_inits(sum, t, c, NULL);
    for (int v = 0; v < n + s->rows; v++) {
        mpq_set_ui(c, 0, 1);
        if (v >= n)
            mpq_set_z(c, y[v - n]);
        for (int i = 0; v < n && i < s->rows; i++) {
            mpq_set_z(t, y[i]);
            mpq_mul(t, t, s->B[i * n + v]);
            mpq_sub(c, c, t);
        }
        int k = mpq_sgn(c);
        fine &= k == 0 || sign[v] == CHOICES_ZERO ||
                (k > 0 && sign[v] == CHOICES_NONNEGATIVE);
        if (positive != NULL)
            positive[v] = k > 0;
    }
    for (int i = 0; i < s->rows; i++) {
        mpq_set_z(t, y[i]);
        mpq_mul(t, t, s->g[i]);
        mpq_add(sum, sum, t);
    }
    constant = mpq_sgn(sum);
    mpq_clears(sum, t, c, NULL);
    return fine ? constant : 99;
}
