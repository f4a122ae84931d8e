/**
# Bounds that a pointed cone allows

$c_{FC}$ of (3.3), (3.4) and the direction $u_0$ with the constants $C_2$, $C_3$
of (3.9), as proven rationals.
What they are for. $c_{FC}$ says that impulses are bounded by their sum: a
convergence proof has the sum, the change of momentum, and needs the parts.
$u_0$ says the same with one direction: along it every impulse of contacts
pushes, at least $C_2$ times the part of it that joints do not take, and at
least $C_3$ times the normal impulses.

## Pointed is bounded

If the cone is not pointed some impulse that is not zero has the sum zero, so
has each multiple of it, and no $c$ will do. If it is pointed, Gordan's $d$
exists: $\nu^\top d = 0$, $g \cdot d \ge 1$ on every edge. Then $d \cdot z =
\sum c_i\,g_i \cdot d \ge \sum c_i = \sum_j c_n^{(j)}$, so the normal impulses
are at most $|d|\,|z|$ together. Friction is at most $\mu c_n$, and $\nu c_\nu =
z - n c_n - \bar D\beta$ with independent joints bounds $c_\nu$. That proves
(3.3) and gives a poor constant, with the least singular value of $\nu$ in it.
Here each multiplier gets a $d$ of its own.

## Each bound is attained

Let $d$, $y$, $c$ solve the closest-point problem with margin 1 on the edges of
contact j and 0 on the others: $d = \nu y + G c$, $\nu^\top d = 0$, $c \perp
G^\top d - \text{margin}$. Then

$$|d|^2 = d \cdot (\nu y + G c) = c \cdot G^\top d = c \cdot \text{margin} = c_n^{(j)}.$$

Read $y$ and $c$ as an impulse: its sum is $z = d$, and so its $c_n^{(j)}$ is
$|d|^2 = |d|\,|z|$. The bound $c_n^{(j)} \le |d|\,|z|$ holds for all impulses and
is an equality for this one: no better number exists, and the proof of the bound
comes with the impulse that needs it. With $\nu^\top d = \pm e_k$ and margins 0
the same lines give $|d|^2 = \pm y_k$.

That is why the factor between $c$ and `least` has a bound. With $B$ the largest
of the m + p lengths, $c^2 \le (m + \sum a_j) B^2$, as each multiplier is at
most $B |z|$; and the impulse that attains $B$ has a ratio of at least $B$. Of
the round cone nothing is attained exactly: vectors are found for the inner
polyhedron, whose impulses are some of the round cone's, and are then lengthened
until they have their margins there.

## Along a path

The theory needs one constant for all configurations, uniform pointedness (Lemma
3.7). Between walls with the normals $(1, \epsilon)$ and $(-1, \epsilon)$,
without friction, $(0, 1)$ is $\frac1{2\epsilon}$ of both together: $c_n$ is
bounded for each $\epsilon > 0$, by a number that is not bounded. What is found
here is of one configuration.

## The groove, by hand

$\mu = \frac12$, edges $(\pm\frac32, \frac12)$, $(\pm\frac12, \frac32)$.

*All at once*: $d_0 = (0, 2)$ has the margins 1, 3, 1, 3, $B_0 = 2$. So
$c_n^{l} + c_n^{r} \le d_0 \cdot z \le 2 |z|$.

*One contact*: the shortest $d$ with $g \cdot d \ge 1$ on the left edges and
$\ge 0$ on the right ones is $(\frac13, 1)$, where the lower edges decide:
$\frac32 \cdot \frac13 + \frac12 = 1$ and $-\frac12 + \frac12 = 0$. $B^2 =
\frac{10}9$ for either wall, so $c_n^l \le 1.054 |z|$.

*Together*, $a = 1 + \mu^2 = \frac54$: $\sum a B^2 = \frac{25}9 = 2.778$ and
$\max(a B)\,B_0 = \frac54 \cdot \frac{\sqrt{10}}3 \cdot 2 = 2.635$. The second
is smaller: $c = \sqrt{2.635} = 1.6233$.

*Attained*: $(\frac13, 1)$ is itself an impulse, $\frac{10}9$ of the left lower
edge and $\frac89$ of the right one, since it is the nearest point of its
problem. Its parts are $c_n = (\frac{10}9, \frac89)$, $f = (\frac59, \frac49)$,
with the squares $\frac{205}{81}$; so the ratio $\sqrt{205/90} = 1.5092$ exists,
and no constant is below it. What is proven is 7.6 percent above.

*The direction*: $u = (0, 1)$. Edges have $u \cdot g/|g| = \frac12/\sqrt{5/2} =
0.3162 = C_2$ at the lower ones; $\kappa^2 = \min(\frac{20}9, \frac23\sqrt{10})
= 2.108$ bounds $|c_n|^2$, and $C_3 = C_2/\kappa = 0.2178$.

*With a joint* $\nu = (1, 0)$, the point on a vertical rail: vectors for
contacts must not move it, so all of them are $(0, 2)$ and $\max(a B)\,B_0 = 5$
is the contacts' part of $c^2$. The joint's is the shortest $d$ with $\nu \cdot
d = 1$ and no edge closed, $(1, 3)$: $\frac12 \cdot 3 - \frac32 = 0$ on the
right lower edge. $|d|^2 = 10$, and the impulse that attains it is $c_\nu = 10$
and 6 of that edge: their sum is $(1, 3)$. The other side is its mirror image,
so $c^2 = 5 + 10$. The rail may have to hold three times what is seen of an
impulse: the wall pushes against it, and nothing of that moves.

`perp cone` prints these. With $\mu \to 1$ the lower edges fall to $(\pm 2, 0)$
and all of it goes to infinity or zero: $d_0 = (0, 1/(1 - \mu))$.

**Units.** $|(c_\nu, c_n, \beta)|$ adds N s and, of joints that turn, N m s;
$|z|$ too. The numbers are those of the scene's units, as the paper's are. $c_n$
is measured in what its gradient says: a gap written twice as large has half the
$c_n$.
*/
#pragma once

#include "cone/full.h"

/** What is kept of a bound:

| field | shape | what |
|---|---|---|
| `vector` | (1 + p + 2m) x nv | the proof: row 0 for all, 1 + j for contact j, 1 + p + 2k and the next for joint k |
| `square` | 4 | $c^2$, `least`$^2$, $C_2^2$, $C_3^2$: fractions, what is proven |
| `c`, `least` | | their roots, up and down |
| `most` | m + p + r | an impulse whose ratio is `least`, not scaled |
| `u` | nv | row 0 over its length, in doubles, for people |
| `C2`, `C3` | | roots, down |

Row 0 is the verdict's $d$; for the others p + 2m problems are solved, each with
the pairs of all rays: two for the groove. */

/* What is proven of a pointed cone. Squares are exact rationals; the doubles
   beside them are rounded to the safe side. `vector` holds the proof, vectors
   of nv numbers: first one with margin 1 at all contacts, then one per contact
   with margin 1 there and 0 elsewhere, then two per joint, margins 0, with
   nu'd = e_i and -e_i. All but the last do not move a joint. */
typedef struct {
    int round;     /* 1: about the full cone; 0: about the polyhedral one, or
                      no contact has two slips and they are the same */
    int nv, count; /* 1 + p + 2 m vectors */
    mpq_t *vector;
    mpq_t *square; /* c^2, least^2, C2^2, C3^2, in this order */
    double c;      /* |(c_nu, c_n, beta)| <= c |z| for all z of the cone */
    double least;  /* some z has a ratio of at least this: `most` */
    cone_impulse most;
    double *u;     /* nv: nu_perp u_0, a unit vector up to rounding; 0 when no
                      contact is active */
    double C2, C3; /* u.z >= C2 |z_r| >= C3 |c_n|; 0 when no contact is */
} bound;

enum { BOUND_C, BOUND_LEAST, BOUND_C2, BOUND_C3, BOUND_SQUARES };

/* Requires a cone that is pointed, and a vector d that shows it: of `pointed`
   or, with `round`, of full_pointed; the rays are those of the polyhedron, or
   of the last inner one. Numbers are given back by bound_clear. LIMIT. */
perp_status bound_find(arena *a, const cone_rays *r, int round, const mpq_t *d,
                       bound *out);
void bound_clear(bound *b);

/* In exact terms: each vector has its margins, by witness_margins, and c^2 less
   the joints' part is not below the smaller of the two sums over contacts.
   least, C2 and
   C3 follow from the same vectors and are not formed again.

   Checks the vectors and the square of c from the cone's data: no root is
   taken and no ray is read. `rays` say which polyhedron, and are not looked at
   for a full cone's bound. */
perp_status bound_check(const cone_rays *r, const bound *b);
