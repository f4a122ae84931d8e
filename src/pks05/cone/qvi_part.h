/**
# A part of the tree of slip angles

What each contact does, and for those that slip a range of angles: is there a solution? The
tree is in `qvi_angles.h`, with the conditions of the three things that a contact can do.

Three questions, the cheap one first:

| | asked | answers |
|---|---|---|
| 1 | for these angles, which forces obey the linear equations? | none: excluded |
| 2 | with these forces, can signs, cones and directions of slip be right? | no: excluded |
| 3 | how many zeros have the equations, angles included? | none: excluded; one: its conditions are asked; else wide |

**The first two** see all angles of the part at once, and their ranges are wide by the first order of
the part's width. They exclude nearly all that is excluded, in a few hundred operations.

**The third** is for the neighbourhood of a solution, which the first two can never exclude, and which
they would have cut for ever. Krawczyk's operator on a box around the part says that there is one zero. The
proof is Brouwer's theorem for existence; for uniqueness, that $I - RJ$ is less than one on the
box, or it would not map the box into its interior.

What makes the equations nonlinear is the angle alone: $\lambda_n$ times a cosine. $F$ is affine in the forces
for given angles, and a box of angles that is small enough has a derivative that hardly changes. How
small that is depends on the condition of $J$: of the steps in the test with a least eigenvalue of
0.03 parts of a tenth of a radian are mostly enough, and none needs a thousandth.

The middle is taken in ranges that are points, and its function is a range all the same, by rounding: with the
angle's cosine known to $10^{-15}$ the zero is known to that times $|R|$. This is what the last turns
arrive at, some $10^{-13}$ of the forces where $A$ has eigenvalues between 0.03 and 3, and it is why a condition
that holds by less than that is a tie.

The linear equations themselves are asked again, with the forces of the range (`closed`): where $M$ has
no regular middle that is all that is known of them. The directions come next (`aligned`): friction
points against the slip, so $e^\perp\cdot w_{to}$ holds zero or the part is excluded. Both are
equations, and a range can refute an equation and never confirm it; that is left to Krawczyk's operator.

**Krawczyk's theorem.** Let $F$ be differentiable, $Y$ a box with the middle $m$, $R$ any matrix, and $J(Y)$ a
matrix of ranges that holds every mean value of $F'$ between $m$ and a point of $Y$. For $y \in Y$ put
$N(y) = y - RF(y)$. Then $F(y) = F(m) + J_y(y - m)$ with a matrix $J_y \in J(Y)$, row by row, so

$$N(y) = m - RF(m) + (I - RJ_y)(y - m) \in K(Y).$$

* If $y$ is a zero of $F$, $N(y) = y$: every zero in $Y$ is in $K(Y)$. So there is none when the two are
  disjoint, and none is lost when $Y$ becomes $Y \cap K(Y)$.
* If $K(Y) \subset Y$, $N$ maps $Y$ into itself and has a fixed point by Brouwer's theorem; if $R$ is
  regular that is a zero.
* If $K(Y)$ lies in the interior of $Y$ the spectral radius of $|I - RJ(Y)|$ is below one, so $R$ and every
  matrix of $J(Y)$ are regular. Two zeros $y$, $y'$ would have $0 = F(y) - F(y') = J(y - y')$ with such a
  matrix: there is one.

The rows of $J$ are ranges of the derivatives over the whole of $Y$, which hold the mean values.

For one equation, $F(y) = y^2 - 2$ on $Y = [1.3, 1.5]$: $m = 1.4$, $F(m) = -0.04$, $J = [2.6, 3]$, $R = 1/2.8$; $K =
1.4143 \pm 0.0072$, in the interior of $Y$, and $\sqrt 2$ is the only zero there. On $[0.5, 2.5]$ with $m =
1.5$, $J = [1, 5]$, $R = \frac13$ it is $1.417 \pm 0.667$: inside as well. On $[-2, 2]$ the middle's derivative is zero, there is no $R$, and
the box is cut. With $Y = [1.5, 1.6]$, $m = 1.55$, $F(m) = 0.4025$, $R = 1/3.1$: $K = 1.42 \pm 0.002$, beside $Y$, and nothing is in it.

The middle is the middle of each range, and any other point of $Y$ would do; $R$ is the inverse of the
middle of $J$, and any other matrix would do, with less success. Nothing of what is proven
rests on how well either was chosen.

So one operator gives all three answers, and a box that is too wide gives none of them: it is the
only answer that costs more than one turn, since its halves are asked again.

**Why a zero is no solution yet.** The equations of sticking have a zero whether the cone holds it or not; of
slipping they have one also where the force points along the slip, and where the contact pulls. At the
zero, known to some $10^{-14}$, these signs are strict or nearly zero, and the second is a tie. Nothing
that rounding could turn is called a solution.

**By hand**, for the example of `qvi_angles.h` and angles in $[-0.1, 0.07]$: $1 - 2\cos\varphi \in
[-1, -0.98]$, so $\lambda_n \in [1, 1.02]$; $w_t = (2 - 5\cos\varphi)\lambda_n + 4 \in [0.9,
1.1]$ and $w_o = -\sin\varphi\,\lambda_n \in [-0.08, 0.11]$, so the contact slips forward; $e^\perp\cdot
w_{to}$ holds zero, and nothing is excluded. The derivative of $(w_n, e^\perp\cdot w_{to})$ by
$(\lambda_n, \varphi)$ is about $\begin{pmatrix} -1 & 0 \\ 0 & -2 \end{pmatrix}$ all over the
box, and Krawczyk's box is some hundredth wide: one zero. A few turns more make it
$10^{-14}$ wide around $\lambda = (1, -1, 0)$, with $\lambda_n > 0$ and $e\cdot w_{to} = 1 > 0$. */
#pragma once

#include "pks05/cone/qvi_polygon.h"
#include "pks05/cone/qvi_range.h"

enum { QVI_ANGLE_CONTACTS = 3, QVI_ANGLE_ROWS = 9 };

typedef enum { QVI_OPEN, QVI_STICKS, QVI_SLIPS } qvi_does;

/* A, b, mu, each in the range of its entry; see qvi_ranged_of. */
typedef struct {
    int p, N;
    qvi_range A[QVI_ANGLE_ROWS][QVI_ANGLE_ROWS], b[QVI_ANGLE_ROWS],
        mu[QVI_ANGLE_CONTACTS];
    int smooth[QVI_ANGLE_CONTACTS]; /* mu = 0: sticks is pressed, no angle */
    double force;                   /* no force of a solution is larger */
} qvi_ranged;

/* What contacts do, the forces, and the angles of those that slip, rad: of a
   solution ranges that hold it; else of all of the part. */
typedef struct {
    qvi_does does[QVI_ANGLE_CONTACTS];
    qvi_range lam[QVI_ANGLE_ROWS], angle[QVI_ANGLE_CONTACTS];
    /* Of a solution: it is the only zero of its equations in this box. */
    qvi_range alone_lam[QVI_ANGLE_ROWS], alone_angle[QVI_ANGLE_CONTACTS];
} qvi_part;

typedef enum {
    QVI_PART_EXCLUDED, /* no solution has these modes and angles */
    QVI_PART_SOLUTION, /* one has: k holds it; it may lie beside the part */
    QVI_PART_TIE,      /* one zero, and conditions that it meets with equality,
                          as far as is seen: k holds it */
    QVI_PART_WIDE      /* not known: the angles are too wide */
} qvi_part_is;

/** A solution may be found from the part beside it, since the box that is asked is wider; it then lies in `k`
all the same, and the part itself has no other. */
/* k: modes and angles; its forces are filled. Every solution with these modes
   and angles is in the k of SOLUTION or TIE. */
qvi_part_is qvi_part_look(const qvi_ranged *p, qvi_part *k);
