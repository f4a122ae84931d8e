/**
# What the first steps of all samples have in common

All samples of an impact begin with one velocity, and only their bounds differ. So the
paths of their first steps (75) begin alike, until a bound is the first to be reached;
up to there the right-hand sides are one vector, but for the $p$ rows of the bounds. It is
computed once, and a first step begins where its path parts from the others'.

Nobody needs this module to read the paper. The bits of a sample are those that it would have if it went
all the way by itself, and `test_prefix` compares them.
*/
#pragma once

#include "hp23/samples/march.h"

enum { PREFIX_LEVELS = 16 };

/** What is common to the first steps of an impact, for one tree of places; it is of
no more use when that has forgotten them. Level 0 is behind the first exchange, and
a level more is an exchange more. A sample with the bounds $b$ comes to level l if
and only if $b_j \ge T_{l,j}$ for all j (sufficient for it, at least; who does not
skip an exchange makes it). There its right-hand side is `u`, but in row j < p it is
$b_j + f_{0,j} + \dots + f_{l,j}$, summed in this order.

| array | shape | what |
|---|---|---|
| `at` | levels | the places |
| `u` | levels of m->length | right-hand sides |
| `add` | levels of p | f |
| `from` | levels of p | T, in N s; those of level 0 are 0 |
| `over` | p | where `ends`: whose bounds are all as large has the impact behind him |
| `next` | a problem and $v$ | where `ends`: what he has then, bounds of zero included */
typedef struct prefix {
    int levels; /* 0: the first exchange is not the same for all */
    int ends;   /* 1: the last level is an end, and that of the impact */
    long times; /* the tree's when they were found; 0: never */
    road *at[PREFIX_LEVELS];
    double *u, *add, *from, *over, *next;
} prefix;

/* Does the first step end the impact of a sample with these bounds, of which
   there is one in `apart`? */
static inline int prefix_over(const prefix *x, int p, const double *b,
                              int apart)
{
    int all = x->ends;
    for (int j = 0; j < p; j++)
        all &= b[j * apart] >= x->over[j];
    return all;
}

perp_status prefix_new(arena *a, const march *m, prefix *out);

/** Finds the places; again whenever they were forgotten. b is a problem (75a) of m
with any bounds and $v_0$ behind it, h what no bound exceeds but for rounding (N s),
`probe` a sample of m that nobody is. An impact whose first exchange depends on a
bound, or that does not collide, has no levels. Errors: the kernel's, LIMIT without
memory. */
perp_status prefix_find(const march *m, const march_kernel *kernel,
                        const double *b, double h, int probe, prefix *io);
