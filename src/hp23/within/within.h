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
Which corner sticks and which slips is open, since the impulses are; that the block
comes to rest is not.
*/
#pragma once

#include "hp23/within/mode_box.h"

/* One mode that is not refuted, and where v+ is in it: m/s, rad/s. */
/* One mode that is not refuted, and where v+ is in it: m/s, rad/s. */
typedef struct within_mode {
    struct within_mode *next;
    uint8_t *way;       /* p: a within_way each */
    double *low, *high; /* nv coordinates of v+, p normal speeds, r slips;
                           infinite: unbounded */
    int place;          /* from 0 on */
} within_mode;

/* Modes in the order of the tree. A place is a set of modes whose boxes of v+
   meet one another, directly or by way of others. */
typedef struct {
    int nv, p, r, count, places;
    within_mode *first, *last;
    long nodes;
} within;

/* Where a search ends; 0 means these. A tree that is cut has proven nothing, so
   behind LIMIT the list of modes is of no use. */
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
