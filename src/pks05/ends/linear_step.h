/**
# A step that is piecewise linear

What a step of (16) makes of a piece of a line, by lists of modes, all solutions of it. It
wants a system on which the step is linear in each list: the plane, constant $M$,
$\mathbf\Gamma$, $\mathbf K$, $\mathbf C$, gaps that are affine in $q$, a force that is
affine in $q$ and $v$ with constant coefficients and any law of $t$ beside them. That is
read off the tapes' operations, for all states, and what they do not show is refused.

**From (16) to a list of linear equations.** The rows are those of the step in fractions
([theta_exact_pose](../step/theta_exact.c#theta_exact_pose)). In the plane the law of friction
(9) is the interval $|\lambda_t| \le \mu\lambda_n$, and each contact is in one of four modes;
what is left of (16) when the modes are named is a square system in $x = v' - v$, $d =
(\delta' - \delta)/h$ and $\lambda$. Its matrix knows nothing of the state: $\tilde M$,
$\mathbf\Gamma$, $h\mathbf K + \mathbf C$ and $\mu$ are constant. Its right side is affine in
the state. So the solution is affine in the state, and so are the quantities whose signs
decide whether the modes were named rightly. On a line of states, each of the $4^p$ lists
holds on an interval or nowhere, and on a plane of them on a convex polygon.

The paper needs none of this. Lemma 4 proves one solution for small $\mu$ by a contraction and
leaves open what happens otherwise; here all lists are tried, and what they find is all there
is, for any $\mu$: one solution, several, or none.

**One step by hand.** A block of 1 kg lies on a floor with $\mathbf K = 10$ N/m and $\mathbf C =
1$ N s/m in both directions, $\mu = \frac12$, $g = 10$ m/s², at $y = 0$, undeformed, and is
pushed off with $s$; $h = \frac1{10}$ s, $\theta = 0$. With $h\mathbf K + \mathbf C = 2$ a unit
of force moves its own row by $a = \frac12 + \frac1{10} = \frac35$. Open has $w_n = -hg = -1 <
0$ and is nowhere. In the other three $\lambda_n = 1/a = \frac53$, and $s_t = \frac35\lambda_t +
s$:

| mode | $\lambda_t$ | holds for | $x$ at the end |
|---|---|---|---|
| stick | $-\frac53s$ | $-\frac12 \le s \le \frac12$ | $\frac1{12}s$ |
| forward | $-\frac56$ | $s \ge \frac12$ | $\frac1{10}s - \frac1{120}$ |
| backward | $\frac56$ | $s \le -\frac12$ | $\frac1{10}s + \frac1{120}$ |

The three fit together at $\pm\frac12$, where $x = \pm\frac1{24}$. To come to $x =
\frac1{20}$ the stick's line would want $s = \frac35$, which is not in its interval; the forward
one gives $\frac7{12}$, which is. The block that sticks does move, by what its surface
yields: sticking is $s_t = 0$ at the point of contact and not at the block.

**The same in a plane.** Let the block be thrown down, too: $(s, t)$, both free. Now $w_n = -1 + t$ for
the open list, which holds for $t \ge 1$. Closed, $\lambda_n = \frac53(1 - t)$, and the disc has the
size $\frac56(1 - t)$:

| mode | $\lambda_t$ | holds for | $x$ at the end |
|---|---|---|---|
| open | $0$ | $t \ge 1$ | $\frac1{10}s$ |
| stick | $-\frac53s$ | $\lvert s\rvert \le \frac12(1 - t)$, $t \le 1$ | $\frac1{12}s$ |
| forward | $-\frac56(1 - t)$ | $s \ge \frac12(1 - t)$, $t \le 1$ | $\frac1{10}s - \frac1{120}(1 - t)$ |
| backward | $\frac56(1 - t)$ | $s \le -\frac12(1 - t)$, $t \le 1$ | $\frac1{10}s + \frac1{120}(1 - t)$ |

A half plane and three wedges with the corner $(0, 1)$, where the block takes off without a force and
all four agree. Each of the wedges goes on for ever, and the next step cuts each by lines of
its own.

**What is asked of the system, and why.** A step in a list stays affine only as long as its
matrix does not move. With a mass that depends on $q$ the end is a quotient of polynomials
in $s$, with a curved gap $w_n$ is no longer linear, and the limits become roots that no
fraction is. In space the disc has no finite list of modes. The force may depend on $t$ in any
way that the tapes can compute in fractions: $t$ is the same for all pieces.

**A list without an inverse.** One contact whose row couples both directions, $w_n =
a_{nn}\lambda_n + a_{nt}\lambda_t + b_n$ with $a_{nn} = 1$, $a_{nt} = 2$, slips forward,
$\lambda_t = -\mu\lambda_n$: $(1 - 2\mu)\lambda_n = -b_n$. For $\mu = \frac12$ the left side
is gone. Where $b_n = 1 + s$ say, there is no force for $s \ne -1$, and the list is none; at
$s = -1$ every $\lambda_n \ge 0$ will do, each with an end of its own. That is no piece, since
one $s$ has a whole half line of motions, and the point $-1$ goes to `open`. Where $b_n$ is
zero for all $s$ the interval does. For $\mu$ a little above or below, $\lambda_n = -(1 +
s)/(1 - 2\mu)$ holds on one side of $-1$: for $\mu < \frac12$ below it, for $\mu > \frac12$
above it, where the contact could be open as well. So it is the limit between one solution and
several.

**Cost.** $4^p$ inverses of $N \times N$, made once, then for each piece and each list two products
with such an inverse: 16 lists of $N = 11$ for a body with $n_v = 3$ and two contacts with
friction. With four contacts it is 256 lists of $N = 19$; hence `LINEAR_MOST`. */
#pragma once

#include "pks05/ends/pieces.h"
#include "pks05/run/compliant.h"

enum { LINEAR_MOST = 4 }; /* contacts: 4^4 lists */

/** One list. $T$ is the product of the elimination's steps, $T B = $ the reduced form of $B$:
with the rank $N$ it is $B^{-1}$, otherwise its rows from `rank` on are a basis of what makes
zero of $B$ from the left. `left_out`: without friction stick and slipping backward say what
forward says. */
typedef struct {
    int rank;     /* of N; the rows behind it make zero */
    int left_out; /* it says what another says */
    mpq_t *T;     /* N x N */
} mode_list;

/** `nv`, `nq`, rows $R$ of the state; $N = n_v + 2R$ unknowns of a step in the order $x$, $d$,
$\lambda$, in m/s, m/s and N (rad/s for angles). $R = 2p$: each of the `p` contacts has its
normal and its tangential row, beside each other, also where the scene gives no friction.
`lists` is $4^p$, and the number of a list has two bits for each contact. `posed`: $H$ and the
inverses are there, which is so from the first state on; until then the tapes have not been
evaluated. $b_0$, $b_1$, $b_2$ are the right side on the piece at hand, $u_0$, $u_1$, $u_2$ the solution of
the list at hand; the last of each with two unknowns only. */
typedef struct {
    compliant_state r;
    summary sum;
    experiment e; /* in fractions */
    int nq, nv, R, N, p, lists, posed;
    int unknowns; /* 1 or 2 */
    mode_list *list;
    mpq_t *numbers; /* `count`: all that follow, and T of the lists */
    size_t count;
    mpq_t *H, *b[3], *u[3]; /* N x N; N each */
    mpq_t *A, *whole;       /* of theta_exact_pose, `side` */
    size_t side;
    mpq_t *t; /* two, scratch */
    mpq_t *g; /* three, of a limit */
    arena a;
} linear_step;

/** For the steps of `e`, which must outlive it; its mode is not asked, the steps are in
fractions. `unknowns` is 1 or 2. INPUT: as for a run in fractions, and a system on which a step is not seen to be
piecewise linear: a gap $|y|$ is refused, too, since the lists of modes do not know on which
side of its kink a state is. Ends with `linear_step_free`, also after an
error. */
perp_status linear_step_new(const experiment *e, int unknowns,
                            linear_step *out);
void linear_step_free(linear_step *w);

/* q, v, delta with all rows: nq + nv + R numbers. */
static inline int linear_step_size(const linear_step *w)
{
    return w->nq + w->nv + w->R;
}

/** Step `n` (0: the first) from all states of a piece: adds to `to` what it goes on in, and to
`open` where it is not known; `from` belongs to neither. Every $s$ of `from` that is in no
piece of `to` and in no interval of `open` has no solution of this step, and its motion ends
there. An interval of `open` is where a singular list has solutions of its equations; its
inequalities are not asked, so it may be larger than what is truly unknown, and never smaller.
INPUT, LIMIT as for a step. */
perp_status linear_step_split(linear_step *w, long n, const piece *from,
                              pieces *to, pieces *open);
