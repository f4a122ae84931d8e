/**
# Correctly rounded sine and cosine
*/
#pragma once

/* The doubles nearest to sin x and cos x (ties to even cannot occur), the
   same bits on every machine. x finite; a NaN or infinite x gives 0, 0 and
   returns -1, otherwise 0. */
int sincos_cr(double x, double *sin_x, double *cos_x);

/* How often the rounding test could not decide and MPFR was asked. */
unsigned long sincos_undecided(void);
