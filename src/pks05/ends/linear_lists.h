/**
# The lists of modes of a step, inverted

Each of the $4^p$ lists of modes of $p$ contacts makes of a step one square system with a matrix
that no state changes; its inverse is made once and serves all pieces of all steps, and as many
right sides as there are unknowns and one more. The inverse is kept and not the factors: each
number of an answer is then one row of it by the right side, and the places of modes that say
$\lambda = 0$ drop out of that. For what the
lists say and where they hold, see `linear_step.h` and, by the table, `linear_lists.c`. */
#pragma once

#include "pks05/ends/linear_step.h"

enum { MODE_OPEN, MODE_STICK, MODE_FORWARD, MODE_BACKWARD };

/* Two bits for each contact. */
static inline int mode_of(int list, int contact)
{
    return list >> 2 * contact & 3;
}

/* T and rank of all lists, from H and the mu of the step. LIMIT: memory. */
perp_status linear_lists_invert(linear_step *w);

/* out = row i of T times the right side, -b where the row is one of H: for a
   regular list unknown i, for a singular one behind its rank what has to be
   zero. */
void linear_lists_times(const linear_step *w, int list, int i, const mpq_t *b,
                        mpq_t out);
