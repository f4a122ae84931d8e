/**
# Condensing: the free unknowns eliminated in doubles
*/
#pragma once

#include "lcp/problem/lcp.h"
#include "lcp/kernel/tableau_f64.h"

/* What is needed to find x again: x_c = -(row row_of[c]) . (z, 1), where row
   has its n + 1 numbers behind `free` others. */
typedef struct {
    int free, n;
    double *reduced; /* free rows of free + n + 1 */
    int *row_of;     /* free: -1 where x_c = 0 */
} condensed;

/* Eliminates x; *usable = 0 when the equations left over do not hold up to
   `tolerance`. All memory is the arena's. */
perp_status condense(const lcp_problem *p, double tolerance, arena *a,
                     condensed *out, int *usable);

/* Fills a tableau (free = 0), new or restarted, with the LCP that is left,
   covered with d (null: ones), A multiplied by a power of two s, which is
   returned: the problem's z is s times the tableau's. `work`: n doubles; it may
   be null when nothing is free. */
double condensed_load(const condensed *c, const lcp_problem *p, const double *d,
                      tableau_f64 *t, double *work);

/* A power of two s that makes s times `largest` about one. */
double condense_unit(double largest);

/* x from z, into z[0..free); z by the problem's numbering. */
void condensed_recover(const condensed *c, double *z);
