/**
# Correctly rounded sine and cosine
*/
#pragma once

/* The doubles nearest to sin x and cos x (ties to even cannot occur), the
   same bits on every machine; sin(-0) is -0. x finite; a NaN or infinite x
   gives 0, 0 and returns -1, otherwise 0. Thread-safe. Requires the rounding
   mode "to nearest" and MPFR's default range of exponents. Allocates only
   when MPFR is asked. */
int sincos_cr(double x, double *sin_x, double *cos_x);

/* How often MPFR was asked in this thread: because the rounding test could not
   decide (about once in 10^12 arguments), or because |x| > 2^21. */
extern _Thread_local unsigned long sincos_undecided;

/* Gives back what MPFR keeps in this thread. */
void sincos_free(void);
