/**
# Lemke's method, without a number in it

`lemke_run` sees a tableau and nothing of its arithmetic.
*/
#pragma once

#include "lcp/problem/lcp.h"
#include "lcp/tableau/tableau.h"

/* How a run ended. */
typedef struct {
    int pivots; /* exchanges of complementary variables, z0's included */
    int column; /* LCP_RAY: the entering column that nothing blocks */
    int row;    /* LCP_INFEASIBLE: the equation row that can not hold */
} lemke_end;

/* Called after each exchange with the row and column of it; for tests. */
typedef struct {
    void (*see)(void *context, int row, int col);
    void *context;
} lemke_witness;

/* Pivots the free columns in (AP02 Theorem 2.1), then runs Lemke for at most
   `limit` complementary pivots. The witness may be null. */
lcp_outcome lemke_run(tableau *t, int limit, const lemke_witness *witness,
                      lemke_end *end);
