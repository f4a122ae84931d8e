/**
# What Theorem 8 says of prescribed ends
*/
#pragma once

#include "run/experiment.h"

typedef struct {
    int applies;   /* M_nu + N_nu is not singular */
    double norm;   /* >= |(M_nu + N_nu)^{-1} N| */
    double growth; /* >= e^(T psi_x); infinity beyond 700 */
    int met;       /* (28) */
    double r0;     /* when met: larger than the right side of (31) */
    double R;      /* when met: R_{N+1} of (30), from r0 */
} theorem8;

/* For an experiment with ends, and a psi_x that holds for its runs. LIMIT:
   memory, a number too large for a double. */
perp_status theorem8_ask(const experiment *e, double psi_x, theorem8 *out);
