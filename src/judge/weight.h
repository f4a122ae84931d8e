/**
# The weight of a motion

Which mean of the two velocities has moved the position? By $q' - q = h\Gamma((1-w)v + wv')$
every coordinate of every interval has a word on $w$: with the drift $a = q' - q -
h\Gamma v$ and the turn $b = h\Gamma(v' - v)$ it is $a/b$. One weight is looked for.

$\sum|a - wb|$ is taken and not $\sum(a - wb)^2$, for a reason: in a table of contacts most
intervals are moved by one rule and a few by another, those in which somebody pushed the bodies apart or
put a joint back. Squares would let these few, which are large, choose $w$; a sum of sizes is
least at a weighted median of the $a/b$, with the weights $|b|$, and stays where it
is however far the few are out. A turn of 0 has no word: what it adds does not depend on $w$.
*/
#pragma once

#include <stddef.h>

typedef struct {
    double drift, turn;
} weight_term;

/* The weight w in [0, 1] with the least sum |drift - w turn| over n terms, the
   lower one of two; 1/2 when no turn differs from 0. Sorts the terms. */
double weight_fit(size_t n, weight_term *term);
