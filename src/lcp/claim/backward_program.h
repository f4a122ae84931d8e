/**
# What the backward error's linear program proposes

In doubles, and believed by nobody.
*/
#pragma once

#include "lcp/claim/backward_sums.h"

/* Near the least change: relative changes u of z (m) in units of `data`, none
   larger than 1, and weights of rows (m) that nearly refute any less. *found =
   0: no proposal. data > 0 is what A and b alone need.
   *programs counts the linear programs. LIMIT (memory). */
perp_status backward_propose(arena *a, const backward_sums *s, mpq_srcptr data,
                             double *u, double *weight, int *programs,
                             int *found);
