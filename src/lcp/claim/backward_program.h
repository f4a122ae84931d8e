/**
# What the backward error's linear program proposes

In doubles, and believed by nobody.
*/
#pragma once

#include "lcp/claim/backward_sums.h"

/* Near the least change: relative changes d of z (m), of size tau times
   `data`, and weights of rows (m) that nearly refute any less. *found = 0: no
   proposal. data > 0 is what A and b alone need, as a double may hold it.
   *programs counts the linear programs. LIMIT (memory). */
perp_status backward_propose(arena *a, const backward_sums *s, mpq_srcptr data,
                             double *d, double *weight, int *programs,
                             int *found);
