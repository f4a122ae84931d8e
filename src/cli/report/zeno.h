/**
# The Zeno block, told: its numbers, and its motion over s
*/
#pragma once

#include "hp23/run/situation.h"

typedef struct {
    int digits, json, quiet;
    int rows;           /* >= 2: states over s that are judged, and written */
    const char *csv;    /* --csv, or null */
    const mpq_t *start; /* q of the scene */
} zeno_wish;

/* Prints the numbers of the block that pivots about its corners, writes the
   table of its motion over s, evenly from 0 to behind the accumulation, and
   says how far its rates are from the inclusion (53) at most. INPUT: not such a
   body. LIMIT, IO. */
perp_status zeno_tell(situation *x, const zeno_wish *w);
