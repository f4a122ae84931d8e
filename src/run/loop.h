/**
# The loop of every run

One loop makes the tables of all schemes. It owns the table and its columns, the
sums over its rows (total variations of v and va, first and last energy), the
measures of the scene, the streamed rows, the watch, and the limits; the scheme
(`run/scheme.h`) owns its state and fills rows. The loop promises

* that `out` and `sum` are whole, or empty: after an error nothing in them is to
  be freed;
* that no row leaves it which holds an infinite number or a NaN;
* that an error of the n-th step says "step n (t = ... s): ..." with the time at
  which the step begins, and a run that its watch stops says where;
* that row n is given to each of `e->readers` that wants it once, when it is
  complete, in the order of the rows.

What row n + 1 needs of the table is row n, here and in the schemes; further back
looks a scheme's `look` alone, by less than `LOOP_BEHIND` rows. So a run whose table
nobody reads behind it (`streamed`) keeps a window of `LOOP_WINDOW` rows, and its memory
does not grow with the steps. What is summed over all rows is summed while they pass.
*/
#pragma once

#include "run/scheme.h"
#include "run/tally.h"
#include "run/trace/columns.h"
#include "run/trace/digest.h"
#include "run/trace/measures.h"

enum { LOOP_WINDOW = 64, LOOP_BEHIND = 16 };

typedef struct loop {
    const experiment *asked; /* as the caller gave it */
    experiment e; /* the run's own: with the scheme's weights; begin may give
                     it another start */
    trace *out;
    summary *sum;
    columns at; /* the usual columns; at.count of them */
    const char *
        *own_names; /* `owns` columns of the scheme stand behind them, */
    int owns;       /* from at.count on: begin's */
    void *own;      /* the scheme's state: begin's */
    long left; /* steps still to go; the scheme counts, a row may be none */
    int hit;     /* the row that is made last is a collision */
    int streams; /* no row but the last ones is kept */
    arena a;   /* of the whole run */
    /* The loop's. */
    variation tv_v, tv_va;
    measures extra;
    run_digest digest;
    sha256 states; /* of those that were left */
    double begun; /* by limit_now, s */
    double sample; /* of the controller: the next one's number */
    mpq_t alpha, gamma;
} loop;

/* Runs e with e->scheme. On success `out` and `sum` are the caller's
   (trace_free, summary_clear). INPUT: parameters out of range, what the scheme
   does not know, a value that is not finite (with scene line and step); LIMIT:
   too many steps, or the watch says so; and what the scheme's step says. */
perp_status loop_run(const experiment *e, trace *out, summary *sum);

/* The same in three parts, for who wants to look between two steps: begin, a
   step while l->left > 0, end. Between them `out` grows, and its last row lacks
   what `energies` fills. e, out, sum and l stay where they are. After an error
   of begin there is nothing to end. loop_end is told how the steps ended, and
   gives that back; a run that is left early ends with a failure of its own. */
perp_status loop_begin(loop *l, const experiment *e, trace *out, summary *sum);
perp_status loop_step(loop *l);
perp_status loop_end(loop *l, perp_status s);

/* For run/resume.c: room for a row behind those that are there; the jumps of
   the velocities into it; and a row that has all its columns goes to the sums
   and the readers, `last`: none follows. */
perp_status loop_room(loop *l, int row);
void loop_jumps(loop *l, int row);
perp_status loop_pass(loop *l, int row, int last);

/* For schemes: n numbers into a row, from column col on; the exact ones with
   the doubles next to them. */
void loop_put(loop *l, int row, int col, const double *x, int n);
void loop_put_exact(loop *l, int row, int col, const mpq_t *x, int n);

/* The first two columns of a row on the grid t = row h. */
void loop_put_time(loop *l, int row, double h);

/* The cells of a row from column col on. */
static inline const double *loop_cells(const loop *l, int row, int col)
{
    return l->out->cell + trace_at(l->out, row) + (size_t)col;
}

static inline const mpq_t *loop_cells_exact(const loop *l, int row, int col)
{
    return (const mpq_t *)l->out->exact + trace_at(l->out, row) + (size_t)col;
}

/* Nobody reads what a scheme's `look` would find. */
static inline int loop_unasked(const loop *l)
{
    return l->e.streamed && l->e.unread;
}

static inline int loop_rational(const loop *l)
{
    return l->e.mode == EXPERIMENT_RATIONAL;
}
