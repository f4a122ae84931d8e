/**
# A step whose slips are known

When each contact slips in a known direction, its friction is $\mu c_n$ against
it, and one pair a contact is left: few enough for all solutions to be listed.

The solutions of the smaller problem are candidates for the whole one and no more; `slide_solves`
says which of them are solutions of (4.7), (4.8).
*/
#pragma once

#include "gap08/step/alpha_gamma.h"

/* p has the pairs of c_n alone, in the order of the contacts: free + p rows of
   which the first free are those of the whole problem with beta put in. It owns
   its numbers; `of` must outlive it. */
typedef struct {
    const lcp_exact_problem *of; /* the whole problem; borrowed */
    lcp_exact_problem p;         /* x and joints free as there, p pairs */
    int *beta; /* p: the beta that acts, from 0 to 2 r - 1, or -1: none */
    const int *slip_at; /* p + 1; borrowed */
    lcp_exact_answer whole;
} slide;

/* The problem whose contacts slip as at x (nv); *known = 0 when one that has
   friction sticks, up to rounding. Ends with slide_clear in every case. LIMIT.
*/
perp_status slide_new(arena *a, const lcp_exact_problem *p, const step_data *d,
                      const double *x, slide *out, int *known);
void slide_clear(slide *s);

/* 1: u (free + p numbers), a solution of the slides' problem, solves the whole
   one, checked in fractions; it is in s->whole then. */
int slide_solves(slide *s, const mpq_t *u);
