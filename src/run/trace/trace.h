/**
# The trace: what a run leaves behind

A table with one row for the initial state and one for each step or collision. Columns:
`step`, `t`, then `q.NAME`, `v.NAME`, `va.NAME` (the alpha-weighted velocity
that was computed *in* this step; in row 0 the initial velocity, in a collision
the velocity after it), `kinetic`,
`cn.CONTACT` and `ft.CONTACT` (impulses of this step in N s). The memory is
taken before the first step, and more of it between two steps; a step only
writes into it.
*/
#pragma once

#include "base/status.h"

#include <stdio.h> /* before gmp.h, which then knows FILE */

#include <gmp.h>

typedef struct {
    int rows, columns; /* rows filled so far */
    int capacity;      /* rows there is room for */
    char **name;       /* columns */
    double *cell;      /* capacity x columns, by rows */
    mpq_t *exact;      /* the same in p/q, or null; column 0 and 1 included */
} trace;

/* Room for `capacity` rows of `columns` named columns (names copied). */
perp_status trace_new(int capacity, int columns, const char *const *name,
                      int exact, trace *out);
void trace_free(trace *t);

/* Room for `capacity` rows, no less than there is. On LIMIT (memory) the table
   is as it was. */
perp_status trace_grow(trace *t, int capacity);

/* LIMIT with step, time and column when a cell of the row has overflowed; exact
   numbers do not. */
perp_status trace_finite(const trace *t, int row);

/* The column of that name, or -1. */
int trace_column(const trace *t, const char *name);

/* Writes the table as CSV: %.17g, or p/q when exact. Whether it has arrived
   is for file_end to say. */
void trace_csv(const trace *t, FILE *f);
