/**
# A place that comes twice

No place on the path comes twice, and the proof is the lexicographic rule's. Where
numbers round a tie may be broken the wrong way, and then the path may lead back to a
basis that it has left. The dictionary of a basis is one, so that nothing but rounding
distinguishes the second visit from the first, and what follows is the same circle again:
of a stack of ten boxes that is turned and slides every third problem had a run that was
given 2360 exchanges and went round in some hundred of them.

Such a run is ended, as one that says nothing. What is compared is a sum of words over the basic
variables, one word a variable, that exchanges keep up: equal places have equal sums. The
place to compare with is moved on when the path is twice as long (Brent), so that a
circle of length $p$ is seen at the latest behind $p$ exchanges more than the larger of $p$ and
twice the exchanges that led into it. Two places that are none and have one sum of 64 bits would end a run
in numbers that round, whose answer nobody needs; whose numbers do not round is not
asked. Nobody is before $n$ exchanges, which is more than most paths have. */
#pragma once

#include <stdint.h>

typedef struct {
    uint64_t since; /* the sum here, less that of the place compared with */
    int next;       /* the exchange at which that place moves on; 0: nowhere */
} circle;

/* Numbers that follow each other, in no order (splitmix64). */
static inline uint64_t word_of(int variable)
{
    uint64_t x = ((uint64_t)variable + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Is this the place again, behind the exchange of these two? */
static inline int comes_again(circle *c, int exchanges, int enters, int leaves)
{
    if (c->next > 0)
        c->since += word_of(enters) - word_of(leaves);
    if (c->next > 0 && c->since == 0)
        return 1;
    if (exchanges < c->next)
        return 0;
    *c = (circle){.since = 0, .next = 2 * exchanges};
    return 0;
}
