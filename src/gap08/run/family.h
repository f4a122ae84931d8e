/**
# Rows of a table, for whoever steps by (4.7)

A scheme that poses the problem of GAP08 in another way, or says otherwise when it is
posed, has the same rows in its table: position, both velocities, impulses of the
active contacts, energies. These are the functions of `run/scheme.h` that GAP08's and
AP02's schemes share, all but the step through collisions: what is left to another
scheme is its own `step`, and in `state.rows` what its rows ask (`steps.h`). l->own is
a `family`.
*/
#pragma once

#include "gap08/run/steps.h"
#include "gap08/step/jam.h"
#include "run/loop.h"

typedef struct {
    run_state state;
    jam watch;
} family;

/* Parameters, start, memory. INPUT: out of range; what run_state_new says. */
perp_status family_begin(loop *l);
perp_status family_put(loop *l, int row);
perp_status family_energies(loop *l, int row, int stepped);
perp_status family_summarize(loop *l);
void family_steer(loop *l, const controller *c); /* advance.c */
void family_freeze(loop *l, int row, frozen *x);
void family_free(loop *l);
