/**
# Enclosures of tapes

An arithmetic of tapes: each value is an interval whose ends are MPFR numbers,
rounded outward, so it holds the real number that the tape means at inputs that
are doubles. Nothing is lost by a cancellation but width.
*/
#pragma once

#include "model/tape/tape.h"

#include <stdio.h> /* before mpfr.h, which then knows FILE */

#include <mpfr.h>

/* Two ends; `lost`: there is no value for all that the operands hold (a divisor
   that may be zero, the root of what may be negative). */
typedef struct {
    mpfr_t lo, hi;
    int lost;
} interval;

/* Room for one evaluation at a time. `shaky` is set by an evaluation in which
   another arithmetic, a little wider, might not decide the same: a divisor or
   a radicand below 2^-32, a condition of `where` that is not zero and below
   2^-96, a value beyond 2^128. */
typedef struct {
    mpfr_prec_t bits;
    uint32_t room;
    interval *x; /* one per value of the tape */
    interval t[3];
    int shaky;
    int either; /* set by a `where` of which both branches were taken */
} encloser;

/* bits: 53 at least. Ends with encloser_clear, also when it failed. */
perp_status encloser_new(int bits, encloser *out);
void encloser_clear(encloser *w);

void interval_init(interval *x, mpfr_prec_t bits);
void interval_clear(interval *x);
void interval_zero(interval *x);
void interval_add(interval *z, const interval *a, const interval *b);

/* The tape at the doubles `in`, each widened by radius[i] >= 0 (null: 0). Every
   input must be finite. Results stand until the next call. LIMIT without
   memory. */
perp_status enclose_tape(encloser *w, const tape *t, const double *in,
                         const double *radius);
/* The same at fractions, each widened by a fraction radius[i] >= 0 (null: 0)
   and then outward to the encloser's bits. */
perp_status enclose_tape_exact(encloser *w, const tape *t, const mpq_t *in,
                               const mpq_t *radius);
const interval *enclose_output(const encloser *w, const tape *t, uint32_t k);

/* No number of the interval is farther from x than this; infinite when there is
   none. */
double interval_distance(const interval *a, double x);

/* The same in fractions: *out. 0 when there is no value, or an end is
   infinite or beyond 2^(2^20). */
int interval_farthest(const interval *a, mpq_srcptr x, mpq_ptr out);
