/**
# What stands still within the bars

A bound that is computed with the data at a table's numbers is one of all motions near by
only where these data are theirs, too. A straight-line program says what its outputs
read: where an output does not read $q$ and $v$, it is the same number at all states. That is a
property of the formula as it is written, not of the function: $q - (q - 1)$ reads $q$. So the answer
errs to one side: what is said to stand does; what is said to read the state may
stand all the same, and then a refutation is lost and none is false.
*/
#pragma once

#include "model/system/system.h"

/* 1: the same at all states. `joints` and `gaps`: nu of all joints, n of all
   contacts, so that Theta and Phi are linear where q' = v. */
typedef struct {
    int all;   /* M, k, nu, n and D, and Gamma; no springs, no Coriolis term */
    int rates; /* Gamma */
    int joints, gaps;
} standing;

/* LIMIT: memory. Leaves the arena as it was. */
perp_status standing_find(const perp_system *s, arena *a, standing *out);
