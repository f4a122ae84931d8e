/**
# The modes that a box of data leaves

Law (31) is asked not of data but of all data near them: each number $x$ of $M$,
$\nu$, $n$, $d$, $\mu$ and $v$ may be any number within $\varepsilon \max(1,
|x|)$. In which modes can an outcome be, and where is it then?

HP23 has no such question. It arises because a complete list of outcomes, as
[outcomes.h](../impact/outcomes.h) proves it, is one of the doubles that a scene
rounds to, and with redundant contacts rounding makes outcomes and unmakes them. An
answer for a box of data is an answer for the bodies that somebody has measured.

**One side is proven.** Whatever data in the box, and whatever solution of law (31)
they have, it is in a listed mode and in that mode's box. A listed mode need not have
a solution. So the list is never too short, and it is too long by what the enclosures
lose.

**How.** With the mode of every contact given (apart, sticks, slips forward or
backward), law (31) is linear in $v^+$ and the impulses. Its coefficients are data,
and the data are intervals. To refute a mode is to show that no choice of numbers in
the intervals leaves a solution:

1. [response.c](response.c): each speed as a function of the impulses, with intervals for
   coefficients. This is the only place where the mass is inverted, once for all modes.
2. [within.c](within.c): intervals become two linear functions, because impulses have
   signs, and a mode becomes a linear program in fractions, wider than the mode.
3. There, too, the tree: contact by contact a mode is chosen, and what is refuted with some
   contacts is not asked with more. It has $4^p$ leaves, most of them cut off.
4. [mode_box.c](mode_box.c): a mode that is left has as many equations as unknowns; solved
   for the whole box at once they bound $v^+$ sharply, or refute the mode after all.
5. [places.c](places.c): modes whose boxes meet.

Step 4 is there because a program takes the errors of different speeds for
independent, although they come from one $M$, and its boxes are some thousand times
wider than need be. Step 2 is there because the equations of step 4 are singular where
contacts are redundant.

**The block** of the [wing's page](../README.md) with $\varepsilon = 10^{-6}$: 7 modes
in one place, all with $v^+$ within $6 \cdot 10^{-5}$ of rest, at the paper's speed.
Which corner sticks and which slips is open, since the impulses are; that the
block comes to rest is not.

## A point on a floor, by hand

A mass point of 1 kg slides onto a floor, $v = (1, -1)$ m/s, $\mu = \frac12$, $n
= (0, 1)$, $d = (1, 0)$. Exactly, law (31) has one outcome: $\lambda_n = 1$ N s
stops the approach, friction $f_t = -\frac12$ takes half the slip, $v^+ =
(\frac12, 0)$. Now $\varepsilon = \frac1{100}$, and all ten numbers may move,
the zeros, too. Of the four modes three fall by their programs:

| way | it needs | for all data in the box |
|---|---|---|
| apart | $\lambda_n = 0$, $n v^+ \ge 0$ | $n v^+ = n v \le -1 + 0.0302$ |
| sticks | $n v^+ = 0$, $d v^+ = 0$ | $\lambda_n$ about 1, $f_t \ge -0.51 \lambda_n$: $d v^+$ is nearly $\frac12$ |
| slips backward | $d v^+ \le 0$, $f_t \ge 0.49 \lambda_n$ | $d v^+$ is above 1 |
| slips forward | $d v^+ \ge 0$, $f_t \le -0.49 \lambda_n$ | possible |

The $0.0302$ is the radius of the product of $n$ and $v$, two intervals a
coordinate: $0.0201$ from the second and $0.0101$ from the first, where $n$ is
zero.

What is left is one mode, and its box is $[0.3793, 0.6046] \times [-0.0075,
0.0075]$. At the 1024 corners of the data $v^+$ goes from $0.4310$ to $0.5660$,
so the box is not twice as wide as it must be. With $\varepsilon = 10^{-6}$ it
is $\frac12 \pm 1.12 \cdot 10^{-5}$ and the corners have $\pm 6.8 \cdot
10^{-6}$: the ratio does not get worse.

A larger box leaves more modes. The block that falls with 1 m/s has 7 for
$\varepsilon \le 10^{-3}$, 9 for $10^{-2}$, where a corner may part while the
other sticks, and 15 of 16 for $10^{-1}$, all but the one in which both part.
Places tell how much is known: at $10^{-2}$ there is one, within about a metre a
second of rest in each coordinate, which is to say that nothing is.

## How large

The impulses are p + r unknowns. Of each of the nv + p + r rows of the response
there are two linear functions, $s^+$ and $-s^-$, and of each slip four more
that compare friction with $\mu^\pm \lambda_n$: for the block 4 unknowns and $2
\cdot 7 + 4 \cdot 2 = 22$ functions. A mode is a choice of signs among these 26,
so a child of a node of the tree is its dictionary with a few signs more, and a
few exchanges find out whether they can hold. The root has no choices made; it
holds what is asked of every contact, and of the block 21 nodes are all that
there can be, $1 + 4 + 16$. What remains at a leaf is a program for each bound,
two for each row of the response, and these are solved only where the equations
of the mode have not been sharp already.

What is never formed is the product of all ways with all bounds: discs with 5
contacts have 1024 modes and 7 of them are left.

## What would be wrong

*To try data at random.* A list of outcomes that some data have is a lower
bound; it would never refute a mode. Redundant contacts make outcomes that only
data of measure zero have, and no draw meets them: in fractions the discs on a
slope have two outcomes and all between, and whoever rounds has one of the two.

*To solve with intervals in place of numbers.* Lemke's method decides by signs,
and a sign of an interval about zero is none.

*To list modes with the midpoints only and widen their boxes.* That refutes
modes whose coefficients are beside the midpoint, and says nothing of data
beside it.
*/
#pragma once

#include "hp23/within/mode_box.h"

/* One mode that is not refuted, and where v+ is in it: m/s, rad/s. Both arrays
   have nv + p + r numbers in the order of the response's rows, low <= high
   each, and 0, 0 where the mode itself says that a speed is zero. Ends are
   doubles, rounded outward from fractions, so a box is never too small. */
typedef struct within_mode {
    struct within_mode *next;
    uint8_t *way;       /* p: a within_way each */
    double *low, *high; /* nv coordinates of v+, p normal speeds, r slips;
                           infinite: unbounded */
    int place;          /* from 0 on */
} within_mode;

/* Modes in the order of the tree: apart before sticks before forward before
   backward, the last contact's way changing first. A place is a set of modes
   whose boxes of v+ meet one another, directly or by way of others. */
typedef struct {
    int nv, p, r, count, places;
    within_mode *first, *last;
    long nodes;
} within;

/* Where a search ends; 0 means these. A number computed is an entry of a
   dictionary in an exchange: for p contacts with a slip each there are 2 p + 1
   columns and 2 nv + 8 p rows, and p + 1 dictionaries at a time. A tree that is
   cut has proven nothing, so behind LIMIT the list of modes is of no use. */
typedef struct {
    long nodes; /* 200000 */
    long work;  /* numbers computed, 5e8 */
    int modes;  /* 10000 */
} within_limits;

/* For all data in the box: each solution of law (31) is in one of these modes,
   and in each that its impulses and speeds fit (a speed of zero fits both
   signs), with v+ and the speeds in the box of the mode. d: one slip a contact
   at most; eps > 0. All in the arena. INPUT: several slips, or a singular mass
   in the box. LIMIT. */
perp_status within_find(arena *a, const step_exact *d, mpq_srcptr eps,
                        const within_limits *most, within *out);
