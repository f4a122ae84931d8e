/**
# The tableau in doubles
*/
#pragma once

#include "tableau/tableau.h"

/* How doubles decide; both are pure numbers. */
typedef struct {
    double pivot; /* entries at most this, times the largest of the column,
                     are zero to the ratio test */
    double tie;   /* a row whose value at the blocking point is at most this,
                     times the largest right-hand side, ties */
} tableau_f64_rules;

typedef struct {
    tableau head;
    int stride;     /* doubles from one column to the next */
    double *T;      /* cols columns of `stride`, then the right-hand side */
    double *kept;   /* work space, one column: the entering one */
    double *unit;   /* work space, one column: a column of B^-1 */
    int *candidate; /* work space: rows still in the ratio test */
    tableau_f64_rules rules;
} tableau_f64;

/* A tableau whose numbers the caller fills in through tableau_f64_column. All
   memory is the arena's. */
perp_status tableau_f64_new(arena *a, int free, int n, tableau_f64_rules rules,
                            tableau_f64 *out);

/* Column c of the dictionary, or for c = cols the right-hand side. */
static inline double *tableau_f64_column(tableau_f64 *t, int c)
{
    return t->T + (size_t)c * (size_t)t->stride;
}

/* Fills the numbers from A and b by rows; the covering column is d in the
   pairs (null: ones) and 0 in the equations. */
void tableau_f64_load(tableau_f64 *t, const double *A, const double *b,
                      const double *d);
