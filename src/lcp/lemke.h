/**
# Lemke's method, without a number in it

`lemke_run` sees a tableau and nothing of its arithmetic.
*/
#pragma once

#include "lcp/lcp.h"
#include "lcp/tableau.h"

/* Pivots the free columns in (AP02 Theorem 2.1), then runs Lemke. `pivots`
   counts complementary pivots; `ray_column` is the entering column when the
   outcome is LCP_RAY. At most `limit` pivots. */
lcp_outcome lemke_run(tableau *t, int limit, int *pivots, int *ray_column);
