/**
# Is this velocity an end of the inclusion?

A velocity $V$ behind an impact was measured. Does (39) allow it? The answer is a
bracket of its distance in $|x|_M = \sqrt{x^\top M x}$ from the set of ends: not nearer
than `low`, because all ends are in [the parts](ends.h), and not further than `high`,
because there is an end at that distance, with the legs and impulses that lead there.

Of the block with 1 m/s: $(0, 0, 0)$ is an end, both are 0. Straight up with $\frac1{10}$,
$(0, \frac1{10}, 0)$, is none: the ends go up only where the block turns, and
the distance is $\sqrt{0.0085} = 0.0922$.

| $V$ of the block | `low` | `high` | at EPS of 1 % of $\lvert v\rvert_M$ |
|---|---|---|---|
| $(0, 0, 0)$ | 0 | 0 | yes, by one leg |
| $(\frac1{10}, \frac1{20}, -\frac1{10})$ | 0 | 0 | yes, by two |
| $(0, \frac1{10}, 0)$ | 0.0922 | 0.0922 | no |
| the same, not followed at all | 0 | none | undecided |
| $(0, 0, \frac1{20})$, not followed | 0.0198 | none | no |

In the last two rows the only part is the bound around the momentum, the cone at $v$ cut
where nothing approaches. To be thrown straight up is within it; to turn without
rising is not.
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
