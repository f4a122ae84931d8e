/**
# A start whose motion stays within the bars

The laws make a motion of a start (`judge/follow.h`), so of all motions near a table only
the start is free: $n_q + n_v$ numbers $\delta$, in units of the bars. In doubles each
row of the motion is followed with its change by each number; as long as contacts
do what they did, these changes are linear, and the least $r$ with

$$\lvert q - q_{table} + Q\delta\rvert \le rX, \qquad \lvert v - v_{table} + V\delta\rvert \le rY,
\qquad \Phi + N\delta > 0$$

in all rows is a linear program. Its start is followed again, and so on. A start with $r <
1$ is rounded to a short fraction, followed over the rationals and checked by
`judge/kept.h`; that alone is believed.

The search begins at the table's first row, with what is closed by its bars put on
its surface and to rest across it, and then with that row as it is. It may miss a motion
that is there: contacts that close together at a start between these two, a law with
several answers, of which only one is followed.
*/
#pragma once

#include "judge/kept.h"

enum { START_WORK = 1 << 25 }; /* follower.work at most, some seconds */

typedef struct {
    int proven;
    double share; /* of the bars that the motion uses; of the best one that
                      doubles found where none is proven; < 0: none */
    int checked;  /* a motion within the bars was followed in fractions, and */
    kept_answer of; /* judged so */
    char why[200];  /* not proven */
} start_answer;

/* f is left with the rows of the motion when it is proven. LIMIT (memory);
   INPUT: a formula that was taken for one is no fraction somewhere. */
perp_status start_find(follower *f, const bars_width *bars, start_answer *out);
