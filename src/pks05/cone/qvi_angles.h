/**
# All solutions in space: a tree of slip angles

A disc has no finite list of sides, but it has one unknown: the direction in which its
contact slips. A contact of a solution is

| | unknowns | equations | asked |
|---|---|---|---|
| open | | | $w_n \ge 0$ |
| sticking | $\lambda_n, \lambda_t, \lambda_o$ | $w = 0$ | $\lambda_n \ge 0$, $\lambda_t^2 + \lambda_o^2 \le \mu^2\lambda_n^2$ |
| slipping at $\varphi$ | $\lambda_n, \varphi$ | $w_n = 0$, $e^\perp\cdot w_{to} = 0$ | $\lambda_n \ge 0$, $e\cdot w_{to} \ge 0$ |

with $e = (\cos\varphi, \sin\varphi)$ and $\lambda_{to} = -\mu\lambda_n e$; with $\mu = 0$ it is open or
pressed, without an angle. So there are at most $3^p$ choices, and in each a box of angles,
which is cut in halves until every part is one of three:

* **excluded**: for all angles of the part the forces are enclosed, by the linear equations, and one
  of the other conditions cannot hold;
* **a solution**: Krawczyk's operator maps a box around the part into itself, so that there is
  one zero in the box, and it obeys the conditions with strict signs;
* **undecided**: narrower than a stated width, or a tie, with a zero that meets a condition
  with equality as far as can be seen.

Every solution of the problem lies in one of the listed boxes. What is listed as a
solution is one, and there is no other in its box; of an undecided part nothing is known. So
the list is complete when nothing is undecided. A continuum is always undecided, and so is a
contact that sticks with exactly all of its friction.

**Whose solutions.** The problem is given in fractions, and enclosed by ranges of doubles: what is
proven is proven of the fractions.

**By hand.** $A = \begin{pmatrix} 1 & 2 & 0 \\ 2 & 5 & 0 \\ 0 & 0 & 1 \end{pmatrix}$, $b = (1,
4, 0)$, $\mu = 1$ is the example of `qvi.h` with a second slip that nothing couples. Slipping at
$\varphi$ it has $w_n = (1 - 2\cos\varphi)\lambda_n + 1 = 0$, so $\lambda_n = 1/(2\cos\varphi - 1)$, which
is a force for $|\varphi| < 60°$ only, and

$$e^\perp\cdot w_{to} = -\sin\varphi\,\bigl((2 - 5\cos\varphi)\lambda_n + 4\bigr) -
\cos\varphi\sin\varphi\,\lambda_n = -\sin\varphi\,\lambda_n\,(4\cos\varphi - 2)
= -2\sin\varphi,$$

so $\varphi = 0$ is the only one: $\lambda = (1, -1, 0)$. The tree has 57 parts; it finds the open
solution, the one that sticks, and this, and excludes the rest: beyond 60° by $w_n$, which is then
positive for every $\lambda_n \ge 0$; nearer to 60° by the bound on all forces; and the
other parts by the sign of $\sin\varphi$.

**Why the list is complete.** Let $\lambda$ be a solution and $w = A\lambda + b$. A contact with $\lambda_n =
0$ has $\lambda_{to} = 0$ and $w_n \ge 0$: it is open. One with $\lambda_n > 0$ has $w_n = 0$; with
$w_{to} = 0$ it sticks; else the least of $w_{to}\cdot x$ over the disc is at one point, $-\mu\lambda_n
w_{to}/|w_{to}|$, and it slips at the angle of $w_{to}$. So $\lambda$ has a choice and angles, and lies in a
part of the first level. A part is given up only when it is proven to have none, cut into two that cover
it, or listed. By induction $\lambda$ is in a listed part; and if that is one with a solution, it is this one,
since there is no other zero in its box.

**Why each is one.** The box of a listed solution has a zero of the equations of its choice, and there
the other conditions are strictly true: $w_n > 0$ for contacts that are open, $\lambda_n > 0$ and the force
inside the cone for those that stick, $\lambda_n > 0$ and $e\cdot w_{to} > 0$ for those that slip. These
are the law. That it is strict is more than the law asks, and excludes the ties.

**Two that do not touch each other.** Two contacts of the example, with zeros between them in $A$, have the nine
pairs of its three solutions, in nine different choices. With a weak coupling the nine
move a little and stay; the determinant of the equations, which is $1 - 2\mu$ for a slip, is far from zero in each.
As it grows they meet in pairs and vanish, and in a tie the tree says so.

**A tie and a continuum.** For $\mu = \frac23$ the slip and the force that sticks are the
same, $(3, -2, 0)$: both choices have one zero there, and in both a condition holds with equality. For
$\mu = \frac12$, $b = (0, 1, 0)$ all $\lambda_n(1, -\frac12, 0)$ up to $\lambda_n = 2$ are solutions, and
the derivative of the equations is singular at each: the parts around $\varphi = 0$ are cut until they are
as narrow as the stated width, and stay. Both are said to be undecided; in fractions, in the plane or with a
polygon, `step/theta_all.h` decides them.

**What it does not say.** It is about one step's $b$, as `alone` is and not as `unique`: a
neighbour of the step may have three solutions where it has one. It is about the disc; a polygon of many corners has
solutions of its own. And a range of $10^{-13}$ is no fraction: who wants the next step to begin with
numbers that are exact takes a polygon, or the plane.

**Beside the search.** `qvi_search_all` starts Newton's method from many places and finds most
solutions in microseconds; it never knows that it has all. In the test with 100 problems and 100,000 starts for
each, 12 had several solutions, the tree had all that were found, and nothing stayed
undecided. The two share the problem and nothing else, so each is a test of the other.

**How many parts.** Of random steps with $\mu$ up to 6 and the least eigenvalue of $A$ above 0.03:

| contacts | parts, mean | worst | ms |
|---|---|---|---|
| 1 | 20 | 55 | 0.3 |
| 1 or 2 | 108 | 1531 | 7 |

Most of them exclude what is not there. With $q$ contacts that slip together the angles are a
$q$-dimensional box, and three contacts are as far as it goes; a step that wants more parts than
`most` ends with an error. */
#pragma once

#include "pks05/cone/qvi_part.h"

typedef struct {
    double width; /* of an undecided angle, rad; 0: 1e-4 */
    long most;    /* parts; 0: 200000 */
} qvi_angle_options;

enum { QVI_ANGLE_LIST = 64 };

typedef struct {
    int solutions, undecided; /* of each the first QVI_ANGLE_LIST are listed */
    qvi_part solution[QVI_ANGLE_LIST], open[QVI_ANGLE_LIST];
    long parts;
} qvi_angles;

/* The problem in ranges, with a bound on all forces. INPUT: not in space, more
   than QVI_ANGLE_CONTACTS contacts, x'Ax > 0 is not seen. */
perp_status qvi_ranged_of(const qvi_exact_problem *from, qvi_ranged *out);

/* All solutions of a problem in space. Errors: INPUT (as above), LIMIT (parts,
   or more solutions than are listed). */
perp_status qvi_angles_find(const qvi_exact_problem *p,
                            const qvi_angle_options *o, qvi_angles *out);
