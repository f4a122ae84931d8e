/**
# Every rate that a leg may have

A straight leg from v is a solution of (39) for a while exactly if its rate lies in
one of finitely many polytopes, which depend on the signs of the speeds at v.

HP23 has no counterpart: the paper proves that solutions exist (Theorem 1) and follows
none but by the steps (75). To follow them without a step size one has to know with
which rates a solution can go on.
*/
#pragma once

#include "lcp/enumerate/enumerate.h"
#include "hp23/inclusion/rates.h"

/** The answer for one pattern of signs:

| field | shape | what |
|---|---|---|
| `sign` | p + r | $-1$, 0, 1: of the normal speeds, then of the slips |
| `only` | | $-1$, or the contact that presses alone |
| `count` | | polytopes; 0: no leg begins here, the cone is not pointed |
| `first` | count + 1 | where the points of a polytope begin |
| `dimension` | count | of its weights: one more than this many points make any mean |
| `point` | first[count] x nv | rates $dv/ds$, 1/kg, 1/(kg m) |

A pattern has no numbers in it, so these rates are those of all velocities of
the pattern: for the block as it falls, of all $(0, -a, 0)$ and of many more. */

/* The polytopes for one pattern of signs. Point k has the rate dv/ds, nv
   numbers from point + k nv on; polytope i has the points from first[i] to
   before first[i + 1], and the dimension of the set of weights that makes
   them. Polytopes may overlap, and a point may be listed twice. */
typedef struct way_set {
    struct way_set *next;
    int8_t *sign; /* p + r */
    int only;     /* the contact that may press alone, or -1: any */
    int count, *first, *dimension;
    mpq_t *point;
    size_t numbers;
} way_set;

/* The sets that have been asked for, kept for the next time: a list by pattern
   of signs, searched from its front. There are 3^(p + r) patterns at most, and
   solutions of one impact meet some dozens of them. */
typedef struct {
    arena a;
    rates *r; /* borrowed, and changed by ways_at */
    way_set *list;
    long sets;
} ways;

/* Has every contact one slip at most? */
int ways_planar(const step_exact *d);

/* For such contacts. Ends with ways_clear. */
void ways_new(rates *r, ways *out);
void ways_clear(ways *w);

/* The polytopes where the speeds have the signs of u (p + r), one of the first
   p being negative: their union is complete. *out stays until ways_clear.
   LIMIT. */
perp_status ways_at(ways *w, const mpq_t *u, int only, const exact_limit *limit,
                    const way_set **out);
