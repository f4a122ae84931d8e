/**
# Which contacts are open in every solution of a step

A bound on all forces that a step can have, from numbers that cost little,
and a bound on what these can do to a gap. Nothing is solved and no inverse
is formed.

**How large a force can be.** Let $\lambda$ be any solution, $w = A\lambda +
b$. Friction takes energy and normal forces do no work, $\lambda^\top w \le
0$, and no friction is larger than $\mu\lambda_n$, so

$$\lambda^\top A\lambda \le -\lambda^\top b \le \sum_i \lambda_{in} c_i, \qquad
c_i = \max(0,\ \mu_i|b_{i,to}| - b_{in}),$$

and with $\lambda^\top A\lambda \ge \sigma|\lambda|^2$ no solution is longer
than $\varrho = |c|/\sigma$. This is the first line of the proof of Lemma 5,
with the gap left in: a contact with a large gap has $c_i = 0$. Of the law
only $0 \in \mathcal F$ and $|x| \le \mu\lambda_n$ is used, so a polygon in
the disc will do.

**Who stays open.** $w_{kn} \ge b_{kn} - |A_{kn}|\,\varrho$, where $A_{kn}$
is the row. A contact for which that is positive has $\lambda_{kn} = 0$, and
so $\lambda_k = 0$, in *every* solution.

**By hand.** A kilogram rests on the floor of $\mathbf K = 1000$, $\mathbf C
= 10$, $h = 10^{-3}$, $\theta = 0$, and eight more such floors are $d$ below
its reach. $h\mathbf K + \mathbf C = 11$, so $\sigma \ge \frac1{11}$; with
$\delta = 0.01$ on the first $b_1 = -\frac{10}{11} - 0.01$, $|c| = 0.9191$
and $\varrho = 10.11$ N; its force is 10 N. The row of another has
$\frac1{11} + \frac1{1000}$ and eight times $\frac1{1000}$, bounded here by
$\frac1{11} + \frac3{1000}$, since $|\mathbf\Gamma| = 3$: the eight are left
out when $1000\,d - 0.01 > 0.0939 \cdot 10.11$, from $d = 0.9595$ mm on.

**What far is.** A body falls with $v$ on that floor at the moment it
touches: $b_1 = -v - 0.01$, and the eight others are left out when $1000\,d
- v - 0.01 > 0.0939 \cdot 11\,(v + 0.01)$. For $v = 3$ m/s that is $d > 6.1$
mm, twice the way that the body goes in the step. So reach is a length of
the order of $hv$, and in a scene of some metres with $h = 10^{-3}$ s nearly
every contact that does not touch is beyond it. With friction the slip
counts as well: sliding with 2 m/s and $\mu = \frac12$ adds 1 m/s to $c_1$.

**Why not solve and look.** One could solve the step of the contacts that
touch, look whether the others stay open in the answer, and take in those
that do not. An answer that passes is a solution of the whole, by the same
lines as below; but it is *one* solution, and there may be another in which
a contact that was left out is closed and holds the body there, as the wedge
of `cone/qvi.h` does. What a step says of its solutions, that there is one,
that there are three, would then be said of a smaller problem. A bound on
all solutions, made before any is known, has no such gap, and it costs no
second solution when the guess was wrong.

**What it misses.** It is enough and not necessary. $\varrho$ is one length
for all forces, so a press of 1000 N at one contact puts every other within
its reach, though most of them would not notice; $\sigma$ is that of the
stiffest contact of the scene, so one of $10^6$ N/m among soft ones makes
$\varrho$ a hundred times too long; $|\mathbf\Gamma|$ adds up the rows of
all contacts, and in a scene of many bodies those of bodies that never meet.
Who is not left out for such a reason costs time, and nothing else.

**What is bounded, and how.** All numbers are of the step's own doubles,
$A^*$ and $b^*$, and rounded to the safe side; neither $A$ nor an inverse is
formed. With $B = h\mathbf K + \mathbf C$:

| | bound | because |
|---|---|---|
| $\sigma$ | $1/\lVert B\rVert_\infty$ | $S = B^{-1}$, and $\mathbf\Gamma\tilde M^{-1}\mathbf\Gamma^\top$ takes nothing away |
| $\lvert\tilde M^{-1}\rvert$ | $1/\tau$ | $z^\top\tilde Mz \ge \tau\lvert z\rvert^2$ by a factorisation |
| $\lvert S_{kn}\rvert$ | $1/\beta$ | the least eigenvalue of the block of $k$, by Gershgorin, or by a factorisation |
| $\lvert A_{kn}\rvert$ | $1/\beta + g\lvert\mathbf\Gamma_{kn}\rvert\lvert\mathbf\Gamma\rvert/\tau$ | $g = (1-\theta)h$ |
| $\eta$ | $1/\min\beta + g\lvert\mathbf\Gamma\rvert^2/\tau$ | the same |

A force that drives too much, $\tau \le 0$, leaves nobody out, nor does a
$\mathbf K$ or $\mathbf C$ that is not symmetric to the last bit. So it
costs some passes over $\mathbf K$ and $\mathbf C$, $R\,n_v^2$ and a dozen
$n_v^3/6$, where the problem of all contacts costs $R^3$ a dozen times. */
#pragma once

#include "pks05/step/theta_blocks.h"

/** `open[i]`: proven that $\lambda_i = 0$ in every solution of the step, with
the disc or any polygon in it that holds the origin. `sigma`, `eta`: constants of $A^*$ as in `qvi_answer`; 0 and
INFINITY when nothing is known, and then nobody is open. */
typedef struct {
    theta_blocks block;
    unsigned char *open; /* p */
    double sigma, eta;   /* m/(N s) */
} theta_open;

/* Arrays in the arena. Finite data. LIMIT (memory). */
perp_status theta_open_find(const theta_data *d, arena *a, theta_open *out);
