/**
# The set of ends of the inclusion, as polyhedra

Where can an impact end by (39)? Not a sample of the ends: all of them, as a list of
polyhedra, each with the legs that lead there.

HP23 samples. But a solution is straight as far as only its ends matter while one
pattern of signs lasts, [cells.h](cells.h), and the velocities that straight legs reach
from a polyhedron are a polyhedron. So the set is followed from cell to cell until
nothing new turns up. For the paper's block, gait, wall and RAMone that happens:

| case | polyhedra of legs | most legs | ends |
|---|---|---|---|
| `rocking_block` | 17 | 3 | 3 |
| `box_wall` | 19 | 3 | 4 |
| `compass_gait` | 98 | 4 | 10 |
| `ramone` | 156 | 8 | 15 |

The block's ends are the triangle between rest and the two impacts in turn, each up to
$\frac{21}{100}$ of the fall.
*/
#pragma once

#include "hp23/inclusion/cells.h"
#include "number/limit.h"

/* Velocities that a leg in one cell may reach: (from + cone press) in the
   closure of the cell. Piece 0 is v alone, cell -1. */
typedef struct {
    int cell, parent, legs;
    polyhedron from, to;
} ends_piece;

/* Of ends. loose: nothing but a bound, of all ends behind a piece that was not
   followed; else every point of it is an end or a limit of ends, or a limit of
   velocities on the way that lies where nothing approaches. */
typedef struct {
    int piece, loose;
    polyhedron set;
} ends_part;

typedef struct {
    int legs;          /* at most, 0: none at all */
    int pieces;        /* at most, 0: 2000 */
    exact_limit limit; /* its time: what is left then is loose */
} ends_wish;

typedef struct {
    const step_exact *d;
    cells all;
    ends_piece *piece;
    int pieces, room, done; /* done: those that were followed */
    ends_part *part;
    int parts, parts_room, loose;
} ends;

/* Every end of a solution of (39) from d->v is in one of the parts, if the
   solution keeps each pattern of signs for a while when it enters it. With no
   loose part the list is whole. r is changed. Ends with ends_clear in every
   case. INPUT: nothing collides; a contact with several slips. LIMIT: time,
   memory. */
perp_status ends_find(arena *a, rates *r, const ends_wish *w, ends *out);
void ends_clear(ends *e);
