/**
# Is the velocity of this step the only one?

The asking of `several.h`, for the steps and the collisions of this room.

`second_velocity` in the summary is null only when each problem of the run was proven to have one;
it names a row when one was found to have two; else it is "undecided".

Two solutions of a step have velocities with $|\Delta x|_{\tilde M}^2 \le -\sum_j\mu_j\,\Delta
c_{n,j}\,\Delta\lambda_j$. So without friction there is one; with one contact whose $c_n$
the velocity determines there is one for small $\mu$; and a second velocity needs a load
that is split another way between contacts that slip with different speeds. The three
questions of `second_velocity.c` go along these lines. */
#pragma once

#include "gap08/run/steps.h"

/* The problem p, in doubles, has been solved, r->result holds the solution, and
   r->scheme and r->data are those it was posed from. Counts and notes in
   r->sum->several; changes nothing of the run. LIMIT: memory. */
perp_status second_velocity_ask(run_state *r, const lcp_problem *p);
