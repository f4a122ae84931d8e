/**
# A tape for eight candidates at once

Thousands of pairs share one tape, and in a step most of the time may be theirs.
Value by value an instruction costs its two indices, two loads and a store, and
waits for the instruction before it. Side by side it costs the indices once for
eight numbers, and nobody waits. Every number is made by the operations of
`tape_f64`, in their order: the bits are the same.
*/
#pragma once

#include "model/tape/tape.h"

enum { TAPE_LANES = 8 };

/* Doubles of work space: value k of lane l is work[k TAPE_LANES + l]. */
static inline uint32_t tape_lanes_slots(const tape *t)
{
    return TAPE_LANES * tape_values(t);
}

/* Evaluates all lanes; the inputs stand in the work space, in all lanes. out:
   outputs x TAPE_LANES, like the values. Returns 0 when a value that is used or
   not is no finite number in some lane: then out is not written, and who wants
   to know whether it matters asks tape_f64 for each. Allocates nothing. */
int tape_lanes(const tape *t, double *work, double *out);
