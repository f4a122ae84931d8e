/**
# What older laws say, beside a set

Law (31) for all contacts at once, every outcome; and (31) contact by contact, single
impact by single impact, in the order of the data and in the reverse one. */
#pragma once

#include "hp23/run/situation.h"

/* A sequence: `each` speeds at each of its knots, from v before the impact on.
   */
typedef struct {
    int knots, ended; /* ended 0: contacts approach behind the last one */
    double *u;
    const int *order; /* p contacts */
    const double *v;  /* nv, behind the last knot */
} reach_sequence;

/* `outcomes` of law (31), each with `each` speeds; -1: not all were found. Of
   one contact there are no sequences. */
typedef struct {
    int each, outcomes, sequences;
    double *u, *v;  /* outcomes x each; outcomes x nv */
    double *before; /* nv */
    reach_sequence sequence[2];
} reach_laws;

/* Are both sequences the same path? */
int reach_laws_same(const reach_laws *l);

/* The numbers are in the arena. A search that meets its limit leaves -1, or a
   sequence that has not ended, and is no error. LIMIT (memory), INPUT. */
perp_status reach_laws_find(arena *a, const situation *x, reach_laws *out);
