/**
# Patterns of signs, and where a solution may go while one lasts

The speeds of the contacts have signs, and $D_q(v)$ of (39) depends on these alone. A
cell is the set of all velocities with one pattern of signs: a cone without its
boundary, of which some speeds are zero.

How many there are: of the four cases of the paper, all of them with two contacts and
four speeds, 81 patterns are possible, half of which have something that approaches. Kept
are those with velocities and with a rate that stays: 11 of the block, 19 of the box, 31
of the gait and of RAMone.

The block, with the speeds $n_A$, $n_B$ and the slip of both corners: as it falls it is
in the cell $(-, -, 0, 0)$, a plane without slip. When A comes to rest it is in
$(0, -, 0, 0)$, a half line.
*/
#pragma once

#include "hp23/inclusion/chart.h"
#include "number/limit.h"

enum { CELLS_SPEEDS = 8 };

/* One in which something approaches, and a solution can stay for a while. */
typedef struct {
    int8_t *sign;    /* p + r */
    cone_rows press; /* generators: all (0, y') that keep zero speeds zero */
    cone_rows bound; /* planes of its closure */
} cell;

/* All of them; `any` has the corners of all contacts with friction both ways,
   `over` the planes of the set where nothing approaches. */
typedef struct {
    int speeds, n; /* p + r; 1 + f.k */
    chart f;       /* what the rows mean */
    int count;
    cell *list;
    cone_rows any, over;
} cells;

/* Of the impact of r->d, in the plane. r is changed. Ends with cells_clear in
   every case. INPUT: a contact with several slips; more than CELLS_SPEEDS
   speeds. LIMIT. */
perp_status cells_new(arena *a, rates *r, const exact_limit *limit, cells *out);
void cells_clear(cells *c);

/* The closure of a pattern as planes; `to` is empty, its n set. */
perp_status cells_bound(const cells *c, const int8_t *sign, cone_rows *to);
