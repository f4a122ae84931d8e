/**
# The problems of one text
*/
#pragma once

#include "cli/solve_problem.h"

/* Solves, judges or writes each problem of the text, of either kind. The worst
   verdict; what can not be read ends it. */
perp_status solve_text(lcp_text *text, solve_wishes *w);

/* *worst = the worse of the two, with its text, which the next failure would
   overwrite. */
void solve_keep_worst(perp_status st, perp_status *worst);
