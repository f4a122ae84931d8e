/**
# The full cone, with its round friction discs

Yes, no or undecided, from polyhedra. An inner polyhedron that is not pointed
refutes; a direction that opens the round cone proves. Between the two the inner
polyhedron is given another edge where the direction fails.
A point in space between a floor, $n = (0, 0, 1)$ with the slips $e_1$, $e_2$,
and a smooth roof over it, $n = (-1, -1, -2)$. The roof can be balanced by the
floor if friction of the floor points along $(1, 1)$: with $c_n = 2$ on the
floor and 1 on the roof it has to be $f = (1, 1)$, of the length $\sqrt2$ and
the sum 2. So the full cone is pointed for $\mu < \frac12\sqrt2$, the step's
cone, with its four directions, for $\mu < 1$:

| $\mu$ | the step's cone | the full cone |
|---|---|---|
| $\frac45$ | pointed, $c \le 11.82$ | not: $c_n = (\frac23, \frac13)$, $f = (\frac13, \frac13)$ |
| $\frac7{10}$ | pointed, $c \le 7.53$ | pointed, $c \le 227.3$ |
| 0.7071067811865475 | pointed | pointed, $c \le 3.7 \cdot 10^{16}$ |
| 0.7071067811865476 | pointed | not |

The last two are neighbouring doubles, below and above $\frac12\sqrt2$. A step
whose cone is pointed with four directions may stand for a body that can be
wedged in; that is the first row, and the reason why both cones are asked.

By slips of a contact: none, or no friction, is one edge and exact; one slip is
a segment, two edges and exact; two slips are a disc, if the scene's directions
are at right angles and of unit length an ordinary one, else an ellipse in
space, which is all the same to $\|\beta\|_2$; more than two are a polygon that
the scene has chosen, and are refused.

## Between inner and outer

*No* comes from inside. The diagonal of the example is not among the four
directions, but a cut adds it: while the polygon has no corner there, some $d$
opens all its edges, and the edge of the disc which this $d$ opens least is just
where the corner is missing. A round asks the new polyhedron again: one problem
in fractions, of a few edges more.

*Yes* comes from the disc itself, by a vector and two squares. No outer polygon
is needed for it, though one would do.

With the roof $n = (-3, -4, -10)$ the friction that balances it points along
$(\frac35, \frac45)$, a rational direction, and the cone's edge is at $\mu =
\frac12$, a double. There it is refuted, with $c_n = (\frac{10}{11},
\frac1{11})$ and $f = (\frac3{11}, \frac4{11})$ exactly; one double below, it is
proven to be pointed.

*Undecided* is what remains when $\mu$ is exactly at the edge and the impulse
that cancels has irrational directions: no corner is it, and no $d$ opens
everything. Then the last $d$ opens the cone with every $\mu$ smaller by the
factor $1 - \text{gap}$. How small gap is depends on how well corners meet that
direction: they are placed to $2^{-32}$ of the angle, and a corner that is off
by $\delta$ along the circle misses by $\frac12 \delta^2$ across it.

**Margins.** $m(d) = n \cdot d - \mu |\bar D^\top d|$ is the least $g \cdot d$
over the edges of the disc. It is homogeneous and concave, a norm being convex:
$m(d + e) \ge m(d) + m(e)$. All repairs rest on that. A vector that lacks
$\epsilon$ gets $\epsilon$ times one whose margins are at least 1, and has what
it lacked. The refinement goes on until every margin is $\frac12$ and not merely
positive, so that such repairs are small.

Each round may add a corner a contact, and drops those without weight, so
problems stay small. For a point outside of the cone the same happens with its
closest point.
*/
#pragma once

#include "cone/pointed.h"

/* More directions at the start make the first problem larger and the rounds
   fewer; four are the axes of the slips, the step's own edges. */
typedef struct {
    int directions; /* edges of a round contact at the start: even, >= 4 */
    int rounds;     /* the most polyhedra that are asked */
} full_options;

/* 4 directions, 40 rounds. */
extern const full_options full_defaults;

/* Is the full cone pointed? CONE_YES: d opens every contact of the round cone
   (nu'd = 0, n.d > mu |D-bar'd|), and gap = 0. CONE_NO: `zero` is an impulse of
   the round cone, not zero, whose sum is. CONE_UNDECIDED: the cone is pointed
   when every mu is multiplied by 1 - gap, proven by d; for mu itself nothing is
   proven. INPUT when a contact has more than two slips: then the scene has
   given a polyhedral cone, and there is no disc. `rays` are the edges of the
   last inner polyhedron, to be cleared by the caller; null: not wanted. */
perp_status full_pointed(arena *a, const cone *c, const full_options *o,
                         pointed *out, cone_rays *rays);

/** Inside or outside of the full cone. The closest point of an inner polyhedron
to $z$ may be $z$: inside, with weights. If it is not, the difference $d$ has a
margin of zero on an edge of the polyhedron, and the disc beside this edge
reaches a little beyond: a margin of $-\epsilon$. Some of a vector that opens
all contacts is added, as much as $\epsilon$ needs, and if the sum still works
against $z$, it separates. Otherwise there is a cut where $d$ failed, and
another round. A $z$ on the surface of the round cone may stay undecided, with
`gap` the distance to the last polyhedron, N s. In a cone that is not pointed no
vector opens all contacts, and only the first of the two ways can answer, or a
$d$ that has its margins by itself. */

/* Is z in the full cone? CONE_YES: `sum` is an impulse of the round cone.
   CONE_NO: d separates z from it. CONE_UNDECIDED: z is at most `gap` from the
   cone. */
perp_status full_member(arena *a, const cone *c, const full_options *o,
                        const mpq_t *z, member *out);

/* Has some contact a disc? Otherwise the full cone is the step's. */
int full_has_disc(const cone *c);

/* The margin of d at contact j in the round cone, rounded down: at most
   n.d - mu |D-bar'd|, within 2^-60 of the larger term. */
void full_margin(const cone *c, int j, const mpq_t *d, mpq_ptr out);

/* Gives the rays one more edge at every contact where d has a margin below
   `least`. Returns how many were new. */
int full_cut(cone_rays *r, const mpq_t *d, mpq_srcptr least);

/* How fast is the slowest edge, at least? Of the floor above with mu = 7/10 the
   bound on |g| is 1 + 0.7 sqrt(2) = 1.99, and all its edges have 1.22: so the
   round cone's C2 may be smaller than it need be, by less than a half here.
   At most min (1 / |P g|)^2 over the edges g of the round cone, P the
   projection across the joints: |P g| <= |P n| + mu (|P d_1|^2 +
   |P d_2|^2)^(1/2). Requires a pointed cone. */
perp_status full_slowest(arena *a, const cone *c, mpq_ptr out);
