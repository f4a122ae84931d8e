/**
# The problem of a step, spelt out

The problem that is solved next, over the rationals, in any arithmetic of the run: posed exactly
from the numbers that the step has, as `--exact-check` poses it. `perp run SCENE --lcp N FILE`
writes the N-th of a run with a name for each unknown, `perp solve` reads it; and the
search for a second velocity works on it.

| mode of the run | the data are | `--lcp` writes |
|---|---|---|
| doubles | the step's doubles, as fractions | what the step means, not what it rounded |
| `--exact-check` | the same | the problem that is proven |
| `--rational` | fractions of the scene | the same |

A projection's subproblem is the exception: it is written with the doubles that were
solved, since nothing is proven of it. */
#pragma once

#include "gap08/run/steps.h"

typedef struct {
    arena a;
    step_exact own; /* of a run in doubles; else not used */
    lcp_exact_problem p;
} spelt;

/* Poses the problem of r->scheme on the assembled data; ends with spelt_free,
   also after an error. LIMIT: memory. The same problem is posed in the same way
   whoever asks and however often: nothing of the run is changed by it, and with
   --lcp and the second velocity it may be posed three times. */
perp_status spelt_new(const run_state *r, spelt *out);
void spelt_free(spelt *s);

/* A problem of the run has been assembled and is solved next: it is
   counted, and written when it is asked for. Errors: those of writing the file,
   LIMIT. A run that is asked for its fifth problem goes on behind it. */
perp_status spelt_posed(run_state *r);

/* The same for a subproblem of a projection of positions. */
perp_status spelt_projection(void *r, const lcp_problem *p);
