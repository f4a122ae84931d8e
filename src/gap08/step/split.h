/**
# A second velocity, by another split of the load

Four corners of a box press a plane with impulses that three numbers determine:
what two of them gain the other two may lose. Where the corners slip different
ways, the split decides which friction acts, and with it the velocity. This module finds the
splits that matter; `second.h` moves the load along them.
*/
#pragma once

#include "gap08/step/alpha_gamma.h"

enum { SPLIT_MOST = 4 }; /* splits that are looked at in one problem */

/* Combinations of normals of closed contacts that are zero, alone or with rows
   of joints (up to 2^-30), while the same combination of the friction that acts
   is not: y, p numbers each, no unit. `res` is the solution of the step of d,
   in doubles. Returns how many, SPLIT_MOST at most, or -1 when there was no
   memory. y: SPLIT_MOST x p, the largest number of each one in size. Up to
   rounding on every side: what is found is a place to look, not a proof. */
int split_find(arena *a, const step_data *d, const step_result *res, double *y);

/* The slip of contact j, from 0 to r - 1, with the largest speed at x (nv) that
   is more than rounding, or -1, also when there is no friction; *sign, 1 or -1,
   is that of the friction along it and is set only with a slip. */
int split_slip(const step_data *d, const double *x, int j, int *sign);
