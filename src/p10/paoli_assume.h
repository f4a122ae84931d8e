/**
# What P10 assumes of a system and of its runs

The list that `perp hypotheses` asks of the scheme `paoli`; what each verdict rests on is in
`run/hypotheses.h`.

| tag | says | can be proven | else |
|---|---|---|---|
| (H1) | $g$ continuous | no branch in the tape | open, or it had values |
| (H2) | gradients Lipschitz, not 0 near $f_a = 0$ | second derivatives bounded; $K$ a polyhedron | the least one met |
| (H3) | active gradients independent | $K$ a polyhedron: every set of walls | rank in each row |
| (H4) | $M$ is $C^1$, positive definite | $M$ constant | least eigenvalue |
| angle | $(\nabla f_a, M^{-1}\nabla f_b) \le 0$, $= 0$ for $e > 0$ | $K$ a polyhedron, $M$ constant: every pair | pairs met |
| K | convex | a polyhedron | two rows that are not |
| (C4), (C5) | the estimates behind the proofs | | each step of the run |
| tauC | no explosion before $T$ | $M$ constant, $g$ at most linear | the ball of the run |

## Three grounds for a verdict

**The form.** A hypothesis is one about all states, and a formula is one
text for all of them. A gap $2q_1 + q_2 - 3$ has the gradient $(2, 1)$
everywhere; nothing that a run meets can change that, and no run is
needed to say it. The price is that form is sufficient and not
necessary. $f = q^2 - 1$ has the second derivative 2, and its gradient
is Lipschitz; $f = q^3 - 1$ has $6q$, which no constant bounds for all
$q$, and the line says *open*, though on every bounded set of $q$ the
gradient is Lipschitz, too.

**The states visited.** Where the form does not decide, the run is a
list of states at which the hypothesis can be asked as a sum with
numbers. One state that breaks it refutes it. A thousand that keep it
prove it for a thousand states. *Met* with the ground `visited` means
that and no more; in particular a small change of $e$, $h$ or the start
may lead to a corner that this run has passed at a distance.

**The data.** Gaps that are linear with coefficients like $\sin 1$ have
a constant gradient by their form, but no fractions to be asked of. What
is asked then is the polyhedron of the rounded coefficients. The answer
is exact, and of another polyhedron: two walls that are orthogonal by
their sines are so up to rounding only, and a product below $2^{-40}$ of
the lengths counts as 0 there. The ground is `data`, and the text says
whose numbers they are.

The order matters. Form before run: a proof for all states is worth more
than a thousand states. But a violation that the run has met stands
beside a form that leaves the question open, since one state is enough.
Asked of the run alone, a corner that it passes at a distance would stay
undecided although a proof is at hand.

## The same corner, four times

Two walls $n_1 = (0, 1)$ and $n_2$, both through $q = 0$, of the case
`corner`:

| $n_2$ | $M$ | $(n_1, M^{-1}n_2)$ | angle, $e = 0$ | $e > 0$ | (H3) |
|---|---|---|---|---|---|
| $(\frac45, \frac35)$ | $I$ | $\frac35$ | no | no | met |
| $(\frac45, -\frac35)$ | $I$ | $-\frac35$ | met | no | met |
| $(1, 0)$ | $I$ | 0 | met | met | met |
| $(2, 1)$ | ((2,1),(1,2)) | 0 | met | met | met |

In the last row $M^{-1} = \frac13((2,-1),(-1,2))$, so $M^{-1}n_2 =
\frac13(3, 0) = (1, 0)$, and $(0, 1) \cdot (1, 0) = 0$: orthogonal is
what is orthogonal in the metric of $M$. To the eye the walls enclose
another angle. All four are decided by form. (H3) and the angle are
different questions: two rows of the plane that are not parallel are
independent, at any angle.

## What the lines are for

(H1) and (H4) make the step well posed: a force to predict with, a
metric to project in. (H2) makes a gap nearly its tangent within a
step. (H3) makes the reactions of an impact unique and not only their
sum. The angle condition makes the limit continuous in the data. (C4)
and (C5) are no hypotheses but what the proofs draw from them; they
fail where $K$ is not convex or $M$ moves, and for a polyhedron with a
constant $M$ a failure would be an error of the program. tauC says for
how long a bound can be had at all. With gravity 10 m/s², $M = 1$, $u_0
= 0$ and $T = 2$ s, impacts only take speed away, so $|\dot q| \le 20$
m/s, $|q - q_0| \le 20$ m, and every $C > 20$ has $\tau(C) = T$. A force
$\dot q^2$ is of degree 2: free of walls $\dot q = u_0/(1 - u_0t)$
leaves every ball before $1/u_0$, and the line stays open.
*/
#pragma once

#include "run/hypotheses.h"

extern const hypotheses paoli_hypotheses;
