/**
# The set of ends of the inclusion, as polyhedra

Where can an impact end by (39)? Not a sample of the ends: all of them, as a list of
polyhedra, each with the legs that lead there.

HP23 samples. But a solution is straight as far as only its ends matter while one
pattern of signs lasts, [cells.h](cells.h), and the velocities that straight legs reach
from a polyhedron are a polyhedron. So the set is followed from cell to cell until
nothing new turns up. For the paper's block, gait, wall and RAMone that happens:

| case | polyhedra of legs | most legs | parts |
|---|---|---|---|
| `rocking_block` | 3 | 2 | 3 |
| `box_wall` | 5 | 3 | 4 |
| `compass_gait` | 19 | 3 | 10 |
| `ramone` | 41 | 7 | 15 |

Beside the ranges of 20000 samples with the default draw, which can only be smaller:

| case | speed | sampled, up to | all ends, up to |
|---|---|---|---|
| `rocking_block` | $v_n$ of A | 0.093018 | 0.093018 |
| `box_wall` | $v_t$ of A | 0.344734 | 0.372098 |
| `box_wall` | $v_n$ of B | 0.105642 | 0.105642 |
| `compass_gait`, `random` | $v_n$ of A | 0.037282 | 0.037450 |
| `compass_gait`, `random` | $v_t$ of B | 0.198020 | 0.198020 |

A sample says that a velocity is possible. The last column says that no other is,
in the sense of [the argument](ends.c).

The block's ends are rest and two segments from it, to the two impacts in turn, each with
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
   followed; else every point is an end but for limits of velocities on the way,
   where the way touches a place where nothing approaches, and for what legs
   from such limits lead to. */
typedef struct {
    int piece, loose;
    polyhedron set;
} ends_part;

typedef struct {
    int legs;   /* followed at most, 0: none at all */
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

/* v (nv) = corner c of the part; 0: it is a direction, and v is where it leads
   from zero. y: work space, as many numbers as v. */
int ends_corner(const ends *e, const ends_part *part, int c, mpq_t *y,
                mpq_t *v);
