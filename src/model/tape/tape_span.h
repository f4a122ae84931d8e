/**
# A tape over a box

Where the inputs are known to lie in intervals, each value of a tape lies in one, too. Here
what is enclosed is not the real number that a formula means but *the double that
`tape_f64` makes of it*, and that is easier: every operation of a tape is the real one,
rounded to nearest, and rounding is monotone. So the ends of an interval are made by the same
operation from the ends of its operands, rounded to nearest, and no bit is added.
*/
#pragma once

#include "model/tape/tape_lanes.h"

/* Evaluates TAPE_LANES boxes. lo, hi: work spaces of tape_lanes_slots doubles
   each, the ends of the inputs in all lanes, lo <= hi. Afterwards, for each
   lane l with known[l] != 0 and each list of inputs between the ends: tape_f64
   meets finite numbers only, and its value k is from lo[k TAPE_LANES + l] to
   hi[k TAPE_LANES + l]. Of other lanes nothing is said. Allocates nothing. */
void tape_span(const tape *t, double *lo, double *hi,
               unsigned char known[TAPE_LANES]);
