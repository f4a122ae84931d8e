/**
# A solution near a point, proven

`qvi_distance` says how far a point is from *the* solution, and is silent where
no condition promises that there is one only: with friction of some size, or a
compliance that couples, that is nearly every step. Much less is asked here: is
there *a* solution within a distance $r$ of this point? Elsewhere there may be
others, or none.

**Why that is easier.** A condition for one solution has to hold for all
pieces of all contacts together, since two solutions may lie on two of them. Near
one solution there is one piece: this contact is open, that one sticks, the third
slips in about this direction. On it the conditions are equations, smooth ones, $N$ for
$N$ unknowns, and whether equations have a root in a box is a question of
numbers: Newton's method, with every rounding and every curvature bounded, has to
map the box into itself (Krawczyk).

**An example.** $A = \begin{pmatrix} 1 & 2 \\ 2 & 5 \end{pmatrix}$, $b = (1, 4)$,
$\mu = 1$ has three solutions (`qvi.h`), so no distance to the only one can be
proven of any point. Take $\lambda = (\frac{301}{100}, -2)$: closed, sticking, $w = (\frac1{100},
\frac1{50})$. The equations of that piece are $w = 0$, their derivative is $A$ and

$$\lambda - A^{-1}w = (\tfrac{301}{100}, -2) - (\tfrac1{100}, 0) = (3, -2).$$

Nothing is curved there and nothing rounded, so the root is within $\frac1{100}$ of the point,
and it is a solution because $|\lambda_t| < \mu\lambda_n$ in the whole box around it: $2 < 3$. From
$(1, -1)$ and $(0, 0)$ the other two are found in their own pieces. At
$\mu = \frac23$ the sticking one is on the seam, $2 = \frac23 \cdot 3$, and nothing
is said of it.

**What it does not say.** Not that the solution is the only one, nor the one that
the motion would take, nor that the run went on from it: the state behind a step is
that of $\lambda$. It does say that what the solver returned is no phantom of rounded
numbers: the problem that is meant has a solution there, and the distance is
proven. In the box of the proof it is the only one, since the same numbers make Newton's
map a contraction there; but the box is one of rates, its image is a skewed piece of the
ball of radius $r$, and in the rest of the ball there may be others. So even locally only
existence is claimed.

**Beside `qvi_distance`.** Of the two numbers the other one is asked for first. It holds
for every point, far from its solution as well, and with it comes that the step's
outcome is no choice of the solver's. This one is sharper: what it computes is Newton's
step, and the median of its distances over the true errors is one, that of the other is
three. It is asked for only where the other is infinite.

**On a seam**, where a contact is about to close ($\lambda_n = w_n = 0$), to slip or to stick
($|\lambda_{to}| = \mu\lambda_n$, $w_{to} = 0$), the derivative jumps, and no box around the solution keeps
to its pieces. There the equations of all pieces together are asked (`qvi_seam.h`): they are not
smooth, and Newton's map needs a slope of them only. It maps a box into itself as long as the slopes
jump by less than they are, a matter of coupling. Of 203 random solutions on a seam, with
friction up to 2, 182 are proven so (`test_qvi_exists`).

**Who is left.** Seams with strong coupling, as the wedge's at $\mu = \frac23$, where two solutions
meet and for less friction both are gone: a proof by a box would hold for less friction, too,
so there is none.
*/
#pragma once

#include "pks05/cone/qvi.h"

/* At least the Euclidean distance of lam (N finite numbers) from some solution
   of the problem that is meant, rounded outward; INFINITY when none is proven:
   on a seam of strong coupling, where a derivative is singular or not known,
   when data are not between 2^-200 and 2^200 in size, when lam is too far from
   a solution, or when p->meant has no factors. Costs an inverse
   of N rows, a product of two such matrices, N^2 double-doubles a few times and
   what `meant` costs, up to eight times over. Leaves the arena as it was. LIMIT
   (memory). */
perp_status qvi_exists(arena *a, const qvi_problem *p, const double *lam,
                       double *r);
