/**
# Condensing: the free unknowns eliminated in doubles

AP02's section 3.1 does this before the algorithm begins: velocities and joint
impulses, $f$ of them, are solved for, and an LCP in the $n$ pairs is left,
(24). It costs about $f^2(f/2 + n) + n^2 f$ multiplications once, and an exchange is
then one in $n(n + 2)$ instead of $(f + n)(f + n + 2)$ numbers.

It is right for doubles alone. Exactly it would be a loss, because the entries of
$H^T M^{-1} H$ have twice the digits of $M$ and $H$; and where the data are
degenerate up to their rounding it is here that doubles lose them. The exact rungs
take the mixed form.
*/
#pragma once

#include "lcp/kernel/tableau_f64.h"
#include "lcp/problem/lcp.h"

/* What is needed to find x again: x_c = -(row row_of[c]) . (z, 1), where row
   has its n + 1 numbers behind `free` others. x in the problem's units, and z,
   too: scaling comes later. Where most of A is zero the entries of all three
   are noted; else A.first is null. */
typedef struct {
    int free, n;
    sparse_rows A;    /* all of it */
    sparse_rows push; /* row k: what x_k does to the pairs' rows */
    sparse_rows G;    /* the n + 1 numbers of each of `reduced` */
    double *reduced;  /* free rows of free + n + 1 */
    int *row_of;      /* free: -1 where x_c = 0 */
    double *even;     /* n: the caller's, filled by condensed_load; or null */
} condensed;

/* Nothing is free: what is read then; the rest holds anything. */
static inline void condensed_nothing(int n, condensed *out)
{
    out->free = 0;
    out->n = n;
    out->A.first = NULL;
    out->even = NULL;
}

/* Eliminates x; *usable = 0 when the equations left over do not hold up to
   `tolerance`, relative to their row; then nothing else may be asked of `out`.
   out->even is null. Nothing is noted without free unknowns.
   It is no verdict: exact arithmetic has to look. All memory is the arena's; p
   is borrowed by none of it. Error: memory. */
perp_status condense_problem(const lcp_problem *p, double tolerance, arena *a,
                             condensed *out, int *usable);

/* The noted entries of A, or null: for lcp_residual_of. */
static inline const sparse_rows *condensed_entries(const condensed *c)
{
    return c->A.first != NULL ? &c->A : NULL;
}

/* Do the entries in which a pair meets itself, where positive, differ by more
   than a factor of 2^bits? */
int condensed_apart(const condensed *c, const lcp_problem *p, int bits);

/* Fills a tableau (free = 0), new or restarted, with the LCP that is left,
   covered with d (null: ones), A multiplied by a power of two s, which is
   returned: the problem's z is s times the tableau's. With c->even, which is
   filled with powers of two e, row and column i are multiplied by e_i as well,
   and z_i is s e_i times the tableau's. `work`: n doubles; it may be null when
   nothing is free. */
double condensed_load(const condensed *c, const lcp_problem *p, const double *d,
                      tableau_f64 *t, double *work);

/* The same for t->kernel->spread, of a lazy kernel and in the problem's own
   units: the matrix and the right-hand side to where they are taken. Returns
   what A is to be multiplied with. c->free > 0. */
double condensed_take(const condensed *c, const lcp_problem *p, tableau_f64 *t,
                      double *work);

/* A tableau that has been filled, A times `unit`, to units of the pairs' own:
   what condensed_load does last. */
void condensed_make_even(const condensed *c, const lcp_problem *p, double unit,
                         tableau_f64 *t);

/* The problem that t's kernel has taken, F64_SMALL and nothing free, as it
   would have taken the even one, A times `unit`: n + 1 columns of t->stride to
   `to`. c->even has room for t->stride numbers. */
void condensed_even(const condensed *c, const lcp_problem *p, double unit,
                    const tableau_f64 *t, double *to);

/* The covering vector of whoever tries a second time: n numbers. */
void condense_cover(int n, double *d);

/* A power of two s that makes s times `largest` about one, in [1/2, 1); 1 when
   it is 0 or not finite. */
double condense_unit(double largest);

/* x from z, into z[0..free); z by the problem's numbering: free + n numbers, of
   which the last n are read. An unknown without an equation is 0. */
void condensed_recover(const condensed *c, double *z);

/* The numbers of a basis, n bytes, 1 where z_i is basic: x and the basic z_i
   from the equations and the rows with z_i basic, all other z_i zero; of
   negative z_i nothing is changed. An unknown without a pivot above `tolerance`
   of its column is zero. z: free + n. Leaves the arena as it was. Error:
   memory. */
perp_status condense_basis(const lcp_problem *p, const uint8_t *basis,
                           double tolerance, arena *a, double *z);
