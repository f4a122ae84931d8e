/**
# The modes of an impact

Made once, and then only read: what each mode says of any step, side by side
for [who asks](step_modes.h).
*/
#pragma once

#include "lcp/enumerate/mode.h"
#include "lcp/kernel/tableau_f64.h"

/* Of its size, the part of a number that rounding may have made. */
#define MODES_ROUNDING 1e-11

enum { MODES_LANES = 8, MODES_SETS = 1 << MODE_CONTACTS };

/** The modes of an impact, read by any number of threads. A mode is a number to
the base 8, a digit a contact. Its `rows` are inequalities $c \cdot x \ge 0$
in the data $x = (u, \lambda_{n,max})$ of a step, p + r speeds and p bounds;
eight modes lie beside each other, a group, and the one with the most rows decides
how many they have. `bar` is the size below which rounding may have made a
number. Which contacts have the bound zero is known before a step is asked about:
the groups of one set of idle contacts follow each other. */
typedef struct {
    mode_impact of;
    f64_width width;          /* of the registers */
    int groups;               /* of eight modes each */
    int from[MODES_SETS + 1]; /* the groups of a set of idle contacts */
    int *number;              /* of a mode, by its place; -1: there is none */
    int *row_at;              /* groups + 1 */
    double *row;     /* of each: numbers + 1, the last the bar, each eight times */
    double *A;       /* a place's: s x numbers: impulses */
    uint16_t *stops; /* speeds that are zero behind it, as bits */
    uint8_t *hard;   /* why it is not as others */
} modes;

/* The modes of an impact. LIMIT without memory. */
perp_status mode_table_new(arena *a, const mode_impact *of, modes *out);
