/**
# Vectors of fractions, each once

A search that comes back to where it was has to see it. Fractions in lowest
terms are equal when their digits are; a vector of them is found by a hash of
its digits.

Only the first `key` numbers of a vector tell it from others: what is behind
them is carried along, and of two equal ones the first stays.

Of the cradle's states the key is $v$ and $S$, five numbers of three balls; with
seven, of which a state has 31 numbers, it is the first thirteen. The sums of a
path are behind it: two paths that meet differ in them, and one of the two is
told.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>

typedef struct {
    arena *a;
    int numbers, key;
    int count, most;
    mpq_t **x; /* count vectors, numbers each */
    int *bucket, *next;
} visited;

/* At most `most` vectors, `numbers` each. LIMIT without memory. */
perp_status visited_new(arena *a, int numbers, int key, int most, visited *out);
void visited_clear(visited *v);

/* What becomes of x, from rational_array, which is v's from now on: its place,
   or that of the equal one and *fresh = 0, or -1: v is full. */
int visited_keep(visited *v, mpq_t *x, int *fresh);
