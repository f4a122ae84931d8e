/**
# A tape in three parts

The inputs of a kind are those of two sides. An instruction that sees one side
only has one value for each entry of that side, however many partners the entry
has: of the 326 that the gap of two edges takes, 108 and 106 are rotations and sums of
one edge alone, and ten boxes have 120 edges and 6480 pairs.

The parts are tapes for `tape_lanes` and make the numbers of the whole one, by its
operations in its order, so they have its bits.
*/
#pragma once

#include "model/tape/tape.h"

/* side[s]: its inputs are those of the whole tape that are of side s, in their
   order; its outputs are what the pair wants of it. pair: its inputs are the
   outputs of side 0, then of side 1; its outputs are the whole tape's.
   Constants are borrowed from the whole tape. */
typedef struct {
    tape side[2], pair;
} tape_parts;

/* whose[i], for each input of t: 0 or 1, the side that it is of. All in the
   arena; nothing to be cleared. Error: memory. */
perp_status tape_split(arena *a, const tape *t, const uint8_t *whose,
                       tape_parts *out);
