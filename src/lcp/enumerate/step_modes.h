/**
# All solutions of a step, by contact modes in doubles

With `--select random` and `all` every $v'$ of a step (75) is wanted. The
[exact search](../../hp23/impact/outcomes.h) proves a list and takes milliseconds.
Here each way that the contacts may go together is a *mode* whose inverse is
formed once, and of a step only inequalities are asked. What they cannot
decide beyond a margin is said to be doubtful, and the caller asks the exact
search. The margins are no bounds of errors, so a list is no proof.
*/
#pragma once

#include "lcp/enumerate/mode_table.h"

enum {
    MODES_FOUND = 128, /* of a step, at most: else doubtful */
    MODES_STEPS = 64   /* asked about together, at most */
};

/* A v' of a step. */
typedef struct {
    double u[MODE_SPEEDS]; /* its contact speeds, m/s */
    double L[MODE_SPEEDS]; /* impulses that lead there, N s */
} step_modes_outcome;

/* The list of a step, ascending as mode_before has it. */
typedef struct {
    int count, doubtful; /* doubtful: nothing else here means anything */
    step_modes_outcome of[MODES_FOUND];
} step_modes_list;

/* One step's question, and the modes that it did not exclude. */
typedef struct {
    double x[MODE_NUMBERS];
    int count; /* -1: too many */
    int found[MODES_FOUND]; /* places */
} step_modes_step;

/* For each of `count` steps, by its x, the modes that may solve it. */
void step_modes_ask(const modes *m, int count, step_modes_step *of);

/* All v' of a step, from its modes. */
void step_modes_outcomes(const modes *m, const step_modes_step *of,
                         step_modes_list *out);

/* The speed i behind the impulses L, or the zero that it stands for. */
double step_modes_speed(const mode_impact *m, int i, const double *x,
                        const double *L);
