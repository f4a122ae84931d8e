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

#include "lcp/enumerate/mode.h"
#include "lcp/kernel/tableau_f64.h"

enum {
    MODES_FOUND = 128, /* of a step, at most: else doubtful */
    MODES_LANES = 8
};

/** The modes of an impact, read by any number of threads. A mode is a number to
the base 7, a digit a contact. Its `rows` are inequalities $c \cdot x \ge 0$
in the data $x = (u, \lambda_{n,max})$ of a step, p + r speeds and p bounds;
eight modes lie beside each other, the row with the most of them decides how
many rows they have. `bar` is the size below which rounding may have made a
number. */
typedef struct {
    mode_impact of;
    f64_width width;   /* of the registers */
    int count, groups; /* modes; groups of eight */
    int *row_at;       /* groups + 1 */
    double *row;       /* of each: numbers + 1 times eight, the last the bar */
    double *A;         /* count x s x numbers: impulses */
    uint16_t *stops;   /* count: speeds that are zero behind it, as bits */
    uint8_t *hard;     /* count: 1: its v' are a segment; 2: nobody knows */
} modes;

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
    int found[MODES_FOUND];
} step_modes_step;

/* The modes of an impact. LIMIT without memory. */
perp_status step_modes_new(arena *a, const mode_impact *of, modes *out);

/* For each of `count` steps, by its x, the modes that may solve it. */
void step_modes_ask(const modes *m, int count, step_modes_step *of);

/* All v' of a step, from its modes. */
void step_modes_outcomes(const modes *m, const step_modes_step *of,
                         step_modes_list *out);
