/**
# Where corners lead

A sample whose bounds are corners of their box draws one of $2^p - 1$ things in a step,
and all samples begin with one state. So what many of them ask has been answered before:
states are kept, and which corner leads from which to which.

Nobody needs this module to read the paper. A step is a function of state and bounds, so
the bits of a sample are those that it has when all its steps are posed, and
`test_corners` compares them.
*/
#pragma once

#include "hp23/impact/held.h"

/** States that are numbered as they were found; 0 is the one that all begin with. What
a state is, is the caller's: here it is compared by its bits and no more.

| array | shape | what |
|---|---|---|
| `state` | most of `numbers` | states |
| `next` | most of $2^p$ | by corner: a state's number plus 1, or 0 where nobody knows |
| `over` | most | 1: the impact is over there |
| `hash` | buckets | a state's number plus 1, or 0 */
typedef struct {
    int p, numbers, count, most; /* most: 0 when nothing is kept */
    double *state;
    int *next, *hash;
    uint8_t *over;
} corners;

/* Room for states of p contacts, p at most 10, and the first of them, where the
   impact is not over. LIMIT without memory. */
perp_status corners_new(arena *a, int p, int numbers, const double *first,
                        corners *out);

/* The state behind `at` by a corner, bit j for contact j; negative: who
   knows. */
static inline int corners_next(const corners *c, int at, uint32_t corner)
{
    return c->next[((size_t)at << c->p) + corner] - 1;
}

static inline const double *corners_state(const corners *c, int at)
{
    return c->state + (size_t)at * (size_t)c->numbers;
}

/* A sample at *at, *step steps done, whose bounds from that step on are a
   corner for as long as its leg lasts: goes on as far as that is known, the
   impact is not over, and no more than `most` steps are done. */
void corners_walk(const corners *c, held hold, long most, uint32_t corner,
                  int *at, int *step);

/* Learns that a corner leads from `at` to a state; the state's number, negative
   when it is new and there is no room for it. */
int corners_learn(corners *c, int at, uint32_t corner, const double *state,
                  int over);
