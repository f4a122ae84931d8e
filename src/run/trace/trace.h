/**
# The trace: what a run leaves behind

A table with one row for the initial state and one for each step or collision. Columns:
`step`, `t`, then `q.NAME`, `v.NAME`, `va.NAME` (the alpha-weighted velocity
that was computed *in* this step; in row 0 the initial velocity, in a collision
the velocity after it), `kinetic`,
`cn.CONTACT` and `ft.CONTACT`, `cs.SPRING`, `cj.JOINT` (impulses of this step in
N s). The memory is taken before the first step, and more of it between two steps; a step only
writes into it. A table that nobody reads behind the run keeps its last rows only, a
window, and its rows are read when they are complete.
*/
#pragma once

#include "base/status.h"

#include <stdio.h> /* before gmp.h, which then knows FILE */

#include <gmp.h>

typedef struct {
    int rows, columns; /* rows filled so far */
    int collision;     /* the row that readers are given is one */
    int first;         /* the first that is in memory; 0: all are */
    int capacity;      /* rows there is room for, from the first on */
    char **name;       /* columns */
    double *cell;      /* capacity x columns, by rows */
    mpq_t *exact;      /* the same in p/q, or null; column 0 and 1 included */
} trace;

/* Who is given rows of a table, each once, when it is complete: all, or with
   every = K the rows 0, K, 2 K, ... and the last. A failure ends the run. */
typedef struct row_reader {
    perp_status (*row)(void *self, const trace *t, int row);
    void *self;
    long every; /* 0 is 1 */
    const struct row_reader *next; /* or null */
} row_reader;

/* Room for `capacity` rows of `columns` named columns (names copied). */
perp_status trace_new(int capacity, int columns, const char *const *name,
                      int exact, trace *out);
void trace_free(trace *t);

/* Room for `capacity` rows, no less than there is. On LIMIT (memory) the table
   is as it was. */
perp_status trace_grow(trace *t, int capacity);

/* Where row `row` begins in cell and exact; one that is in memory. */
static inline size_t trace_at(const trace *t, int row)
{
    return (size_t)(row - t->first) * (size_t)t->columns;
}

/* Forgets all rows but the last `keep`, or those that there are: the others are
   room, and zero. Requires keep < capacity. */
void trace_slide(trace *t, int keep);

/* LIMIT with step, time and column when a cell of the row has overflowed; exact
   numbers do not. */
perp_status trace_finite(const trace *t, int row);

/* The column of that name, or -1. */
int trace_column(const trace *t, const char *name);

/* The names of the columns, and a row, as lines of CSV: %.17g, or p/q when
   exact. The stream remembers what could not be written. */
void trace_head(const trace *t, FILE *f);
void trace_line(const trace *t, int row, FILE *f);

/* Writes the whole table as CSV. Whether it has arrived is for
   file_end to say. */
void trace_csv(const trace *t, FILE *f);
