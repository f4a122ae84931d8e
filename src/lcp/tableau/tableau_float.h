/**
# Two tableaux between doubles and fractions

Where doubles see a tie, or an order that is noise, more places see what is
there. Both tableaux round, so what they say is a proposal; whoever asks them
proves it or does not use it.
*/
#pragma once

#include "lcp/problem/lcp.h"
#include "number/limit.h"
#include "lcp/tableau/tableau.h"

/* The problem, rounded to double-doubles (106 bits) or to wide floats (512
   bits), covered with ones in units in which its largest entry is about one. A
   pivot is BROKEN when the time is over (limit may be null), or when the number
   is out of range. All memory is the arena's; nothing needs to be cleared. */
perp_status tableau_dd_new(arena *a, const lcp_exact_problem *p,
                           const exact_limit *limit, tableau **out);
perp_status tableau_wide_new(arena *a, const lcp_exact_problem *p,
                             const exact_limit *limit, tableau **out);
