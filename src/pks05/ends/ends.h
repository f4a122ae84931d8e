/**
# The start of a run with prescribed ends

The boundary condition (13), a row for each velocity, and the start that meets
it.

Section 5 of the paper. The position and the deformation at $t = 0$ are given, the
velocity is not; $b = M_\nu v(0) + Nx(T)$ are $n_v$ equations for it, with $x = (q, v,
\delta)$ of $n_q + n_v + 3n_\delta$ numbers ($N_\delta$ has $3n_\delta$ columns, erratum
3.14). In a rigid model this is hardly a question: an impact makes the end jump with the
start. Here $x(T)$ is a continuous function of $v(0)$ (Lemma 4 gives it in each step),
and can be shot at:

| | $M_\nu$ | $N$ | in a scene |
|---|---|---|---|
| a start | $I$ | 0 | `v`, and no `ends` |
| a velocity at the end | 0 | $(0, I, 0)$ | `final = { ["v.x"] = 1 }` |
| a position at the end | 0 | $(I, 0, 0)$ | `final = { ["q.x"] = 1 }` |
| both mixed | | | `start`, `final` in one row |

In a scene's names the columns of $N$ are `q.NAME`, `v.NAME`, `delta.CONTACT.n`, `.t`,
`.o`; a contact without friction has only its `.n`. A row is a sum of quantities of
different units with the scene's factors in front, and its residual has the unit that
these make: $\kappa x + v$ with $\kappa$ in 1/s is a velocity. The search adds the squares
of the rows, so a scene that writes one row in mm and another in km weights them.

The third is what people want and what Theorem 8 excludes, since $M_\nu + N_\nu = 0$ (erratum
3.17). `ends.c` makes of a scene the function $R(v)$; `shoot.c` looks for its root and
knows no mechanics; `theorem8.c` says what the theorem promises, and `pks05.c` asks
all assumptions of the paper.

**An end in closed form.** A block of 1 kg slides on its floor with $\mu g = 3$ m/s² from
$x = 0$; the normal spring is in balance, so that friction is constant as long as it
slides. With $\theta = 0$ and $N$ steps, $T = Nh$,

$$v^N = v_0 - 3T, \qquad x^N = h\sum_{j=1}^N v^j = v_0T - \tfrac32T(T + h).$$

`cases/PKS05/fixed_point.lua` asks for $\kappa x^N + v^N = \frac12\kappa$, $T = \frac15$
s, $h = 10^{-3}$ s: for $\kappa = 2$ this is $1.4\,v_0 = 1.7206$, $v_0 = 1.229$, for
$\kappa = 10$ it is $3v_0 = 6.203$, $v_0 = 2.06767$, and these are what the search finds.
The start belongs to $h$: without the $h$ in $x^N$ the first would be $1.2285\dots$, a
difference of $\kappa\frac32Th/1.4$.

The same in a problem that no formula of the theorem covers:
`cases/PKS05/slide_to_target.lua` wants the block at rest 1 m away. A slide of $v_0/3h$
steps goes $v_0^2/6 - v_0h/2$ m, so the implicit scheme must start faster by $\frac32h$.
Found are 2.456225, 2.453225, 2.451725, 2.450975 m/s for $h = \frac1{250}, \frac1{500},
\frac1{1000}, \frac1{2000}$ s, each $1.5h$ above the $2.450225$ that $\theta = \frac12$
finds with $h = 10^{-3}$ s.

**Three questions.** A start: the search of this file, from a guess, for any number of
unknowns. All starts: `starts.h`, for one or two unknowns where the end is piecewise linear, with a
proof. And between them, for one unknown of any system, what starts a [grid](grid.h) sees, which
is more than one and not proven to be all. A thrown mass on a hardening spring with drag has none,
one, two or three starts for one and the same end within 0.5 to 9 m/s, by the end
(`test_grid_begin`): the search finds the one that its guess leads to, and fractions are not for
forces with a cube in them. */
#pragma once

#include "pks05/ends/shoot.h"
#include "pks05/run/compliant.h"

/** Looks for the $v(0)$ of `e->ends`, beginning at `v` (`nv` numbers, m/s or rad/s), in
doubles, and leaves it there. INPUT: as for the run, or a wish that cannot be followed.
LIMIT: not found; the message says what was tried and how near it came. At most $60 n_v +
140$ runs of all steps for each stage of a continuation, unwatched: in a run of 1000 steps
with a few contacts that is the whole cost. `e->mode` is not asked: the search is in
doubles, whatever the run behind it is in. */
perp_status ends_search(const experiment *e, double *v, shoot_report *out);

/* What asks R of e's ends: R(v) is p->run(p->of, v, R), nv numbers each; a is
   for scratch, and p lives as long as the call. */
typedef perp_status ends_use(const shoot_problem *p, arena *a, void *of);

/* Lets `use` ask it, with `of`. Errors of the run, and what `use` returns. */
perp_status ends_ask(const experiment *e, ends_use *use, void *of);

/* PKS05's scheme: from the start that e->ends ask for, when there are any, and
   then with the report of the search in sum->found. INPUT beside what
   run/loop.h says: contacts that do not yield, joints, theta outside [0, 1],
   (12) violated. */
extern const struct scheme scheme_theta;
