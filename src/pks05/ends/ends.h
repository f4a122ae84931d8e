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

The third is what people want and what Theorem 8 excludes, since $M_\nu + N_\nu = 0$ (erratum
3.17). `ends.c` makes of a scene the function $R(v)$; `shoot.c` looks for its root and
knows no mechanics; `theorem8.c` says what the theorem promises, and `pks05.c` asks
all assumptions of the paper.
*/
#pragma once

#include "pks05/run/compliant.h"
#include "pks05/ends/shoot.h"

/* Looks for the v(0) of e->ends, beginning at v (nv numbers), in doubles, and
   leaves it there. INPUT: as for the run, or a wish that cannot be followed.
   LIMIT: not found; the message says what was tried and how near it came. At
   most 60 nv + 140 runs of all steps for each stage of a continuation,
   unwatched: in a run of 1000 steps with a few contacts that is the whole cost.
   e->mode is not asked: the search is in doubles, whatever the run behind it is
   in. */
perp_status ends_search(const experiment *e, double *v, shoot_report *out);

/* PKS05's scheme: from the start that e->ends ask for, when there are any, and
   then with the report of the search in sum->found. INPUT beside what
   run/loop.h says: contacts that do not yield, joints, theta outside [0, 1],
   (12) violated. */
extern const struct scheme scheme_theta;
