/**
# Somebody's motion: a table of numbers

A motion that is to be judged is a text of rows with commas between the cells. The
first row names the columns; those that the system needs are `t`, `q.NAME` and
`v.NAME`, and `cn.CONTACT`, `ft.CONTACT` when impulses are judged, too: the names that
`perp run --csv` writes. Other columns are not read. Row $l + 1$ has the state at its
time and the impulses of the interval that ends there.

Every cell is a double: the one nearest to the decimal, hex float or fraction that is
written.
*/
#pragma once

#include "base/arena.h"
#include "model/system/system.h"

typedef struct {
    const char *path;    /* of the table; "-" is standard input */
    const char *map;     /* of the file that names columns, or null: */
    const char *columns; /* such lines of the scene, or null, */
    const char *scene;   /* whose name is this */
    int impulses;        /* read cn and ft */
    double h;            /* s: of every interval; 0: differences of t */
} claimed_wish;

/* rows >= 2; times rise, or are the same in two rows with the same q, of an
   impact. Matrices by rows. Everything in the arena. */
typedef struct {
    const char *path;
    int rows, nq, nv, contacts, slips;
    double h;        /* as wished */
    double *t;       /* rows, s */
    double *q, *v;   /* rows x nq, rows x nv */
    double *cn, *ft; /* rows x contacts, rows x slips, N s; or null */
    int *line;       /* rows: where each stands in the file */
} claimed_motion;

/* Reads a table for a system. INPUT with the line, the value and a remedy: a
   column is missing, a cell is no finite number, a row has another number of
   cells than the first, times fall, fewer than two rows, a coordinate whose
   rate is that of its velocity in another unit; IO. */
perp_status claimed_read(const perp_system *s, const claimed_wish *w, arena *a,
                         claimed_motion *out);

/* INPUT: a coordinate moves 1000, 100 or 180/pi times faster or slower than its
   velocity says, in the whole table. Only where q' = v. */
perp_status claimed_units(const perp_system *s, const claimed_motion *m);

/* h of the interval that ends in row l, as the double next to it; 0: an
   impact. */
static inline double claimed_h(const claimed_motion *m, int l)
{
    const double h = m->t[l] - m->t[l - 1];
    return m->h > 0 && h > 0 ? m->h : h;
}
