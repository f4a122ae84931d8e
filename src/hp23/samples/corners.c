/**
# Few states, many samples

Half of the samples of the [default draw](../impact/held.h) have contacts that press
up to $h$ or not at all. On the block that is A, B or both in a step, and of 200 000
samples 261 000 steps are 60 different ones. Discs have 31 corners and eleven steps,
which could be $31^{11}$ paths; 720 000 steps of as many samples are 33 000
different ones all the same, for three reasons. An impact ends after a few steps. A
sample that keeps its bounds takes one branch of each 31. And three steps in five
**change nothing**: no contact that approaches has a bound.

**Why the last matters.** Such a sample waits for another corner, up to the last of
its $N + 1$ steps, and one discs' sample in six does so to the end. That it stands
still is what (82) says of a step without bounds. It stands still to the last bit,
since [the end of a path](march_end.h) leaves the speeds as they are where no
impulse is. Would they come out of sums that return to what they were up to
rounding, then such a step would find a new state, the same to fifteen digits, and
the different steps would be 213 000.

**The block** of [halm_posa.h](../impact/halm_posa.h), with the bound 1 N s. From
the start both corners pressing lead to rest, state 1, where the impact is over. A
alone leads to state 2, in which B approaches with $\frac3{10}$ m/s. From there B
alone ends the impact, A before B in turn, state 3; and A alone leads from state 2
to state 2, since A is at rest. So of a sample that draws A, A, B the second step is
a look at a table, and of the next one that does so all three:

| from | A | B | A and B |
|---|---|---|---|
| 0, both approach | 2 | ? | 1 |
| 2, B approaches | 2 | 3 | ? |

A sample that keeps A for four steps goes from 0 to 2 and stays there for three.
Question marks are what nobody has drawn yet.

**Same bits.** What a step makes of state and bounds does not depend on who asks,
nor on what was asked before; [the sampler](sampler.h) rests on that anyway. Whether
a step is posed or known is therefore nobody's business but the clock's, and how
many states are kept is not either: behind the last that there is room for, samples
go on by themselves. A step that fails the residual test is not learned, since it is
counted each time.

**How many are kept?** The states of discs take 512 bytes each with where they lead,
so that 16 384 are eight megabytes. Those that are found first are those that are
asked for most.
*/
#include "hp23/samples/corners.h"

#include <string.h>

enum { MOST_STATES = 1 << 14, BUCKETS = 2 * MOST_STATES, MOST_BYTES = 1 << 23 };

/** Bits and not numbers are compared: $-0$ and $0$ are different states, which costs a
step and is never wrong. Odd constants, a fold after each number, and the upper half
at the end. */
static size_t bucket(const corners *c, const double *state)
{
    uint64_t sum = 0, bits;
    for (int i = 0; i < c->numbers; i++) {
        memcpy(&bits, state + i, sizeof bits);
        sum = (sum ^ bits) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 29;
    }
    return (size_t)(sum * 0x94d049bb133111ebu >> 32) % BUCKETS;
}

/** Buckets are twice as many as states, so that one is free and the search ends. */
static int find(const corners *c, const double *state, size_t *at)
{
    const size_t bytes = (size_t)c->numbers * sizeof *state;
    *at = bucket(c, state);
    for (; c->hash[*at] != 0; *at = (*at + 1) % BUCKETS)
        if (memcmp(corners_state(c, c->hash[*at] - 1), state, bytes) == 0)
            return c->hash[*at] - 1;
    return -1;
}

/** Room for states is not touched before there is one: a short reach has a few. */
static int add(corners *c, size_t at, const double *state, int over)
{
    if (c->count == c->most)
        return -1;
    const size_t k = (size_t)c->count++, n = (size_t)c->numbers;
    memcpy(c->state + k * n, state, n * sizeof *state);
    memset(c->next + (k << c->p), 0, sizeof *c->next << c->p);
    c->over[k] = (uint8_t)over;
    c->hash[at] = c->count;
    return c->count - 1;
}

perp_status corners_new(arena *a, int p, int numbers, const double *first,
                        corners *out)
{
    const size_t n = (size_t)numbers,
                 each = n * sizeof(double) + (sizeof(int) << p);
    const size_t fit = MOST_BYTES / each,
                 most = fit < MOST_STATES ? fit : MOST_STATES;
    size_t at;
    *out = (corners){.p = p, .numbers = numbers, .most = (int)most};
    out->state = arena_take_any(a, most * n, sizeof *out->state);
    out->next = arena_take_any(a, most << p, sizeof *out->next);
    out->over = arena_take_any(a, most, sizeof *out->over);
    out->hash = arena_take(a, BUCKETS, sizeof *out->hash);
    if (out->state == NULL || out->next == NULL || out->over == NULL ||
        out->hash == NULL)
        return PERP_NO_MEMORY(MOST_BYTES);
    find(out, first, &at);
    add(out, at, first, 0);
    return PERP_SUCCESS;
}

/** A leg is walked in one go, since its bounds are drawn once and each of its steps
asks for the same corner. Who stands still until its leg is over comes by the same
state each time. */
void corners_walk(const corners *c, held hold, long most, uint32_t corner,
                  int *at, int *step)
{
    const long leg = held_leg(hold, *step);
    int to = corners_next(c, *at, corner);
    while (to >= 0 && !c->over[*at] && *step < most &&
           held_leg(hold, *step) == leg) {
        *at = to;
        ++*step;
        to = corners_next(c, to, corner);
    }
}

int corners_learn(corners *c, int at, uint32_t corner, const double *state,
                  int over)
{
    size_t free_bucket;
    int to = find(c, state, &free_bucket);
    if (to < 0)
        to = add(c, free_bucket, state, over);
    c->next[((size_t)at << c->p) + corner] = to + 1;
    return to;
}
