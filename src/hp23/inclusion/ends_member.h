/**
# Is this velocity an end of the inclusion?

A velocity $V$ behind an impact was measured. Does (39) allow it? The answer is a
bracket of its distance in $|x|_M = \sqrt{x^\top M x}$ from the set of ends: not nearer
than `low`, because all ends are in [the parts](ends.h), and not further than `high`,
because there is an end at that distance, with the legs and impulses that lead there.

Of the block with 1 m/s: $(0, 0, 0)$ is an end, both are 0. Straight up with $\frac1{10}$,
$(0, \frac1{10}, 0)$, is none: the parts have $y \le \frac{21}{200}$ only where the
block turns, and the distance is $0.098$.
*/
#pragma once

#include "hp23/inclusion/ends_path.h"

typedef struct {
    mpq_t low, high;  /* squares of distances; high < 0: no end was proven */
    mpq_t *point;     /* nv: the nearest of all parts, at `low` */
    mpq_t *separator; /* nv: M (V - point); separator . x is nowhere in the
                         part larger than at the point */
    int part;         /* where it is */
    ends_path path;   /* to the end at `high` */
    size_t numbers;
} ends_member;

/* V (nv). The path is a solution of (39), checked by path_check, and ends where
   nothing approaches. r is changed. Ends with ends_member_clear in every case.
   LIMIT. */
perp_status ends_member_find(arena *a, rates *r, const ends *e, const mpq_t *V,
                             ends_member *out);
void ends_member_clear(ends_member *m);
