/**
# All starts with prescribed ends

In the plane, with an affine force and flat contacts, $M$, $\mathbf K$, $\mathbf C$,
$\mathbf\Gamma$ are constant and a step is piecewise linear in its state: for each list of
modes (open, stick, slip one way, slip the other) the equations are linear, and they hold
where the inequalities of the modes do. So is a run of $N$ steps, and so is its end as a
function of the start. With one unknown $s$, $v(0) = a + s\,d$, the whole real line is cut
into finitely many intervals on each of which $x(T)$ is affine in $s$, and all starts that
have the prescribed end are found by solving one linear equation on each.

**One unknown.** Of the $n_v$ rows of `ends` all but one speak of the start alone. They
give the line $a + s\,d$, and $s$ is the velocity that they leave free. In one dimension
there is no such row and $s = v(0)$.

**Two unknowns.** All but two speak of the start; they give the plane $a + s\,d + t\,e$. A
list of modes holds on a convex [polygon](polygon.h), and the plane is cut into finitely many of
them on each of which $x(T)$ is affine in $(s, t)$. Two linear equations on each say which
starts have both ends. They have one solution, which is in the polygon or not; where they are
singular, the solutions are a line, of which a segment or a half line is in the polygon, or the
whole plane, and the polygon is a continuum of starts, or there are none. Where the end asks for the
deformation of a floor that some starts never touch, it does so in vain: all of them are starts, in
polygons, or none is. Three unknowns would ask for polyhedra, and are refused: faces and not corners
would have to be kept, and the pieces are more again by a power of the steps.

**Two by hand.** A point of 1 kg flies from $(0, y_0)$ with $(s, t)$ and does not touch in $N$ steps:
with $\theta = 0$ it is at $(sT,\ y_0 + tT - \frac12gT(T + h))$. Both equations are solved one by one,
$s = x_T/T$ and $t = (y_T - y_0)/T + \frac12g(T + h)$, and this start is in the polygon of the free
flight if it clears the floor in every step. Any other polygon has two equations of its own, and
there $x(T)$ feels $t$, too: friction is $\mu$ times a normal force that depends on how the
point came down. So the two are not two problems in one unknown, not even with $M$, $\mathbf K$
and $\mathbf C$ diagonal, where the height is one by itself: each height that is right has its own
$x(T)$ as a function of $s$, and a continuum of right heights, $t$ in an interval, would have a whole
family of them.

**What is complete.** Every $s$ of the line, and at each $s$ every motion: where a step has
several solutions each is followed, so that two pieces may lie over one $s$. A start is
listed when one of its motions ends as prescribed. The numbers are the scene's own, in
fractions, and nothing is rounded.

**What it costs.** For the point of 1 kg that is thrown from 0.1 m, $\mathbf K = 1000$, $\mathbf C = 10$,
$\mu = \frac12$, to $(\frac12, \frac1{20})$ m in 0.4 s, twenty steps make 1734 pieces of the plane, forty 7722: twice
the steps, 4.5 times the pieces. With the velocity along the floor given, $\frac12$ m/s, and the height
asked for alone, the line has 89 and 199. The time went up from 1.2
to 10.2 s, since the fractions are twice as long as well. Both times there are two starts, in the
air and with a bounce, and the other pieces say each of itself that it has none: that is what makes
the two of them all.

**What stays undecided.** A list of modes whose equations are singular has no or
infinitely many forces. It is none where the equations contradict each other; elsewhere
the interval is `undecided`, and the list of starts is not complete. In the plane with one
contact it is the list of a slip with $\mu = a_{nn}/|a_{nt}|$, the number up to which
one such contact has one solution (erratum 3.32): it takes a row that
couples both directions and a $\mu$ that hits this fraction, and a $\mu$ beside it is not singular.

**Where this stands in the paper.** Section 5 asks for a $v(0)$ with (13), $b = M_\nu v(0) + N
x(T)$. Theorem 8 answers with a ball in which there is one, for soft contacts and short times.
It does not say how many, and the scenes that people write are outside of it ($M_\nu + N_\nu = 0$,
erratum 3.17, or (28) not met). The question for all starts has a finite answer as soon as the
step (16) is piecewise linear, and here it is given for the discrete motion: starts of the
scheme with this $h$, not of the continuous motion. The two starts of the ball are $-6.5567$
and $1.975$ m/s for $h = \frac1{50}$ s and $-3.0658$ and $1.9$ m/s for $h = \frac1{200}$ s.

The second of them can be had by hand: the ball that does not touch in $N$ steps is, with
$\theta = 0$, at $y_0 + sT - \frac12gT(T + h)$. From 0.1 m to 0.05 m in 0.4 s this is $0.4\,s =
-0.05 + 2\,(0.4 + h)$, so $s = 1.875 + 5h$: 1.975 and 1.9. The first is thrown down and bounces. It
touches in the first six steps of twenty, and with the smaller $h$ in steps 7 to 26 of eighty;
that it moves by 3.5 m/s between the two says that a bounce of six steps is far from its
limit. An exact answer about a coarse step is no better than the step.

**Why not by search.** $R$ is continuous when each step has one solution, and piecewise affine.
A secant between two values sees a change of sign and finds a root; a pair of roots between two
samples it does not see, nor that beyond the last sample there is none. The first and the last
piece are half lines, on which one equation says what happens for ever. And where $R$ is zero on a
whole interval a search finds one of its points and looks satisfied: a scene that leaves the
push along the floor free and asks for a height, which does not feel it, has all of the line for
its starts, or none. */
#pragma once

#include "pks05/ends/pieces.h"
#include "pks05/run/compliant.h"

/** `points`: one for each isolated start, rising, with two unknowns in the first and then in the
second; `continua`: intervals on which each $s$ is a start, rising in their low ends, no two meet;
or segments, half lines and polygons in no order, none in another, which may share limits;
`open`: undecided, likewise. Their
pieces have no states (size 0); limits are in the unit of the free velocity. `plane`: $a$ in
m/s and rad/s, then $d$, and with two unknowns $e$, `nv` each; $d$ is 1 at the first of `free`,
$e$ at the second and both 0 at the other's, so that $s$, $t$ are these velocities themselves and
a start is written in the scene's own terms. `over` counts motions, not intervals: two that
lie over the same $s$ are two. */
typedef struct {
    int nv;
    int unknowns; /* 1 or 2 */
    int free[2];  /* the velocities that are s, t; rising */
    long over;    /* pieces of the line or plane behind the last step */
    mpq_t *plane;
    pieces points, continua, open;
    arena a;
} starts;

/* Finds them, for e with rows of `ends`.
   INPUT: more than two unknowns, not planar, too many contacts,
   numbers that depend on the state where they must not. LIMIT: more than
   e->ends.most pieces (0: 20000), numbers of more than e->limits.bits bits,
   more than e->limits.seconds, memory. To be given
   back with starts_free, also after an error. */
perp_status starts_find(const experiment *e, starts *out);
void starts_free(starts *x);

/* v = w a + s d + t e for (s, t) at `at`, w 1 for a start and 0 for a
   direction: nv numbers, initialised by the caller. */
void starts_velocity(const starts *x, int w, const mpq_t *at, mpq_t *v);
