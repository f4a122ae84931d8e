/**
# Measures: columns that a scene writes

Expressions in q, v and t, evaluated for each row of a trace from what stands in
that row.
*/
#pragma once

#include "run/trace/columns.h"
#include "run/trace/trace.h"

typedef struct {
    const perp_system *s;
    const columns *at;
    trace *t;
    double *in, *work;
    mpq_t *in_exact, *out_exact; /* or null */
    size_t exact;                /* how many of them there are */
    arena a;
} measures;

/* Room; borrows s, at and t. measures_free accepts a zeroed one. */
perp_status measures_new(const perp_system *s, const columns *at, trace *t,
                         measures *out);
void measures_free(measures *m);

/* Fills one row whose t, q and v are there. INPUT with the scene's line when a
   value is not finite. Allocates nothing in doubles. */
perp_status measures_row(measures *m, int row);
