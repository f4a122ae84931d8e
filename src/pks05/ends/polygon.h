/**
# A convex polygon, bounded or not

With two unknowns a motion's pieces lie in a plane, and each is an intersection of half planes,
$g_0 + s g_1 + t g_2 \ge 0$. Cutting asks for its corners, and a piece that goes on for ever has
directions beside them. Both are one thing when a point $(s, t)$ is written $(1, s, t)$ and a
direction $(0, s, t)$: the piece is the part $w = 1$ of a cone in space, its corners and its
directions are the cone's edges, in the order in which they go round it, and a half plane is
a half space through the origin. There is no special case of a half line, a strip or a wedge.

**By hand.** The quadrant $s, t \ge 0$ has $(1, 0, 0)$, $(0, 1, 0)$, $(0, 0, 1)$. What is left of
it for $1 - s + t \ge 0$: the three have $1$, $-1$, $1$ there, so the second goes. On the way to
it stands $1\cdot(0, 1, 0) + 1\cdot(1, 0, 0) = (1, 1, 0)$, the corner $(1, 0)$; on the way from it
to the third $(0, 1, 0) + (0, 0, 1) = (0, 1, 1)$, the direction of the line $t = s - 1$. The new
round is $(1, 0, 0)$, $(1, 1, 0)$, $(0, 1, 1)$, $(0, 0, 1)$.

**Why not half planes alone.** A list of inequalities would be shorter to write down, and each cut
would add one. But every question that is asked of a piece is one about its corners: is anything
left, is it a point, is this start in it, is that piece a part of it. Of a list each is a linear
programme, and most of the inequalities in it would soon follow from others. The corners answer by
signs; and a piece has few of them, since what cuts a corner off makes two of one, and what cuts
a piece in two shares the others out: the 1734 pieces of a point thrown at a floor for twenty steps have 3.9
in the mean, and none more than seven.

**Why not rounded.** Two pieces that share a side have computed its ends from the two sides of one
change of modes, in two ways. In fractions the corners are equal. With rounded ones a start on the side
would be in both pieces or in none, and a side that is not quite one would stay as a sliver with a
direction of its own.

**Why the plane begins as four quadrants.** A cone is the sum of its edges only if no line lies
in it, and the whole plane's cone, $w \ge 0$, has the plane $w = 0$ of them. A quadrant
has none, nor has any part of it.

**Closed, and of any dimension.** A round of two is a segment or a half line, a round of one a
point. They come about when a list of modes holds on a limit only, and are kept like the others:
with a start there, they are all that has it. */
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>

/** `n` corners and directions, three numbers each: $w = 1$, $s$, $t$, or $w = 0$ and a direction
whose first number that is not zero is $\pm1$. From three on they go round against the clock.
None stands twice, and none lies between its neighbours. `at`, `next` have room for `room` of
them, `value` is scratch; seven numbers each, in one array of the arena's. */
typedef struct {
    int n, room;
    mpq_t *at, *next, *value, *all;
} polygon;

/* Room for n more than p has, its corners kept. LIMIT: memory. The numbers
   end with polygon_clear, the array with the arena. */
perp_status polygon_room(polygon *p, int n, arena *a);
void polygon_clear(polygon *p);

/* One of the four quadrants, 0 to 3; the corners of another. Room for 3, for
   from->n. */
void polygon_quadrant(polygon *p, int which);
void polygon_copy(polygon *p, const polygon *from);

/** Keeps the part with $g_0 + s g_1 + t g_2 \ge 0$, three numbers; 0: nothing is left, and `p` means
nothing any more. Needs room for one more. */
int polygon_cut(polygon *p, const mpq_t *g);

/* Does the corner or direction x, three numbers, belong to p? */
int polygon_holds(const polygon *p, const mpq_t *x);

/* 1: q is a part of p, or both were parts of one line that meet, and p is both
   now. */
int polygon_takes(polygon *p, const polygon *q);

/* out: the point of p nearest to (s, t), two numbers each. */
void polygon_nearest(const polygon *p, const mpq_t *to, mpq_t *out);

static inline mpq_t *polygon_corner(const polygon *p, int i)
{
    return p->at + 3 * i;
}
