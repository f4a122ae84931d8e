/**
# A step in units of its own
*/
#pragma once

#include "pks05/cone/qvi.h"

typedef struct {
    qvi_problem p;   /* in its own units */
    long of_A, of_b; /* A = 2^of_A p.A, b = 2^of_b p.b */
    bool lossless;
    const qvi_meant *given; /* in the caller's units */
    qvi_meant meant;
    double *lam; /* N: room */
} qvi_unit;

/* The problem in units in which its largest entries are about one; arrays in
   the arena, p's are borrowed. *out must stay where it is. LIMIT (memory). */
perp_status qvi_unit_new(arena *a, const qvi_problem *p, qvi_unit *out);
