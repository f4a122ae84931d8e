/* The system that contact modes are, in doubles: modes.c and system.c. */
#ifndef PERP_CHECK_MODES_H
#define PERP_CHECK_MODES_H

#include "level2.h"

typedef struct {
    checker *c;
    systems s;
    double *z;         /* the known solution */
    long *cn, *f;      /* the unknowns of contacts and slips, -1: none */
    double x, v, move; /* sums of |x|, |v|, |x - v|, rounded up */
    double rho;
} frame;

static const double small = 0x1p-49; /* some roundings of one number */

double quotient(mpz_srcptr x, mpz_srcptr den);
double ratio_double(mpq_srcptr x);
void frame_fill(frame *k);
double frame_along(const frame *k, const array *list, long i, double *far);

#endif
