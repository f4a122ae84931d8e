/**
# What the double kernels share
*/
#pragma once

#include "lcp/kernel/tableau_f64.h"

/* The row to leave among those of t->among: `prefer` when it is one of them,
   else the one that the powers of epsilon pick, for ratios with column `a`.
   BROKEN when there is none. */
int f64_pick(tableau_f64 *t, const double *a, int prefer);

/* NONE when no row falls along column `a`, BROKEN when that is not known. */
int f64_unblocked(tableau_f64 *t, const double *a);

/* `end`, the end of the exchange in which z0 goes, unless the right-hand side
   holds a NaN or infinity: then BROKEN. With z0 the last word is spoken. */
int f64_last(tableau_f64 *t, int end);

/* The questions that are asked once, or by free unknowns. */
int f64_free_row(tableau *head, int col);
int f64_false_row(tableau *head);
