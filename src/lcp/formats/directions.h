/**
# Round cones by directions

A round cone with a finite number of directions of friction is the problem that perp
solves: the unknowns are $c_n$ of all contacts, the $\beta$ of all directions,
contact by contact, and the $\lambda$.
*/
#pragma once

#include "lcp/problem/contact_text.h"

enum { DIRECTIONS_MOST = 64 };

/* The problem with k directions a contact: 2 for contacts of two components,
   4, 8, 12, ... for those of three. They are unit vectors with fractions as
   components, each with its opposite, at most 2^-19 away from equal angles. The
   numbers are cleared with lcp_exact_problem_clear. USAGE: k; INPUT: a number
   too large for a double, or too many unknowns. */
perp_status directions_pose(arena *a, const contact_problem *c, int k,
                            lcp_text_problem *out);
