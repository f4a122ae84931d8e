/**
# All pieces of a step over a box

Where a box reaches across a seam, a contact about to close, to slip or to stick,
the equations of no one piece hold in it. Those of all pieces together do:

$$F_n = \lambda_n - [\zeta]_+, \qquad F_{to} = \lambda_{to} - \Pi(\mu[\zeta]_+, z), \qquad
\zeta = \lambda_n - \varrho_nw_n, \quad z = \lambda_{to} - \varrho w_{to},$$

$\Pi(g, z)$ the point of the disc of radius $g$ that is nearest to $z$. A root is a
solution, for any $\varrho_n, \varrho > 0$, and nothing else is asked of it: no column "must
hold". $F$ has kinks, but between any two points of a box it changes by $\bar J$ times their
difference with a $\bar J$ that can be enclosed, and more than that the proof of
`qvi_exists.c` does not ask.

**Slopes.** $[y]_+ - [x]_+ = s(y - x)$ with $0 \le s \le 1$. On the way from one point to
another $(g, z)$ goes along a straight line, which meets the cone $|z| = g$ in two points at most or
lies in it; between them $\Pi$ is smooth, its derivative by $z$ and by $g$ is

| piece | by $z$, $P$ | by $g$, $c$ |
|---|---|---|
| $\lvert z\rvert < g$ | $I$ | $0$ |
| $\lvert z\rvert > g$ | $q\,(I - uu^\top)$, $q = g/\lvert z\rvert$ | $u = z/\lvert z\rvert$ |

and an average of these along the way is the slope. On the cone either row says how $\Pi$
changes along it. Averages lie in every convex set that has both rows of the box in it:
$P = I - r(I - q(I - uu^\top))$ and $c = ru$ with $0 \le r \le 1$ where the box has no $z = 0$; and
where it has, $0 \le P \le I$ and $|c| \le 1$, so that the entries of $P$ are within $\frac12$ of
those of $\frac12I$.

**What that is worth.** $J$ is the middle of the slopes, and their radius, half of what the
derivative jumps by, has to be small against $J$. Where $\varrho D \approx B$ the two rows
of a seam hardly differ: for one contact with $A = \begin{pmatrix} 1 & \epsilon \\ \epsilon &
1 \end{pmatrix}$, $\varrho = \varrho_n = 1$ and $B = I$, the row n is $\eta_n$ open and $\eta_n + \epsilon\eta_t$
closed. The jump is the coupling, as in the conditions for one solution, but only that of the
contacts that are on seams, and $\mu$ counts only there.

For the wedge of `qvi_exists.h` on its seam, $\mu = \frac23$ and $\lambda = (3, -2)$, nothing is proven, nor
can it be: for smaller $\mu$ there is no solution near by, and a box that maps into its own
inside would have one for those, too. */
#pragma once

#include "pks05/cone/qvi_box.h"

/* Fills x->turn with the slopes in the box of x->l and x->w; false where rho is
   not positive. */
bool qvi_seam_slopes(qvi_box *x);

/* As those of qvi_box.h, with the slopes filled. */
number qvi_seam_derivative(const qvi_box *x, int row, int j);
number qvi_seam_equation(const qvi_box *x, int row);
