/**
# Every basis of a small problem, tried

Slow, exact, and shares nothing with perp but GMP: what a problem of a few unknowns
has for solutions, found by elimination for each of its bases.
*/
#pragma once

#include "target.h"

#include "lcp/problem/lcp.h"

enum { SMALL_FREE = 2, SMALL_PAIRS = 4, SMALL_ALL = 6, SMALL_BASES = 16 };

/* found: of so many bases the numbers (x, z) are in z and A z + b in w, and both
   solve. `positive`: there are no free unknowns, and every principal minor is
   positive, so that there is one solution (P-matrix). */
typedef struct {
    int found, positive;
    mpq_t z[SMALL_BASES][SMALL_ALL], w[SMALL_BASES][SMALL_ALL];
} small_solutions;

void small_solve(const lcp_exact_problem *p, small_solutions *out);
void small_clear(small_solutions *s);

/* Does (x, z) solve the problem? Exactly, from A and b. */
int small_solves(const lcp_exact_problem *p, const mpq_t *z);

/* Have the equations of the free unknowns and their columns a solution when z
   may be anything? */
int small_equations(const lcp_exact_problem *p);
