/**
# A walk along the table of a run

What section 4, Definition 2 and Theorem 9 say of a discrete trajectory is asked of
the rows of a table, (14), and not of the run that made it: so the same questions can
be put to a table that is wrong on purpose, and the tests do. A walk stands at a row
$j$ and has $x^j$, $x^{j+1}$ and $\lambda^{j+1}$. Positions and velocities are in the first columns
behind step and time; $\delta$ and $\lambda$ are found by the name of the first contact:

| column | number in row $j$ | belongs to |
|---|---|---|
| `q.*`, `v.*` | $q^j$, $v^j$ | the state $x^j$ |
| `delta.*` | $\delta^j$ | the state $x^j$ |
| `lam.*` | $\lambda^j$ | the step from $j - 1$ to $j$ |

so that the step from row $j$ has its force in row $j + 1$.

Who walks, and what for:

| module | asks at row $j$ | of the paper |
|---|---|---|
| `compliant_bounds` | constants of (A) to (D), then each inequality | section 4 |
| `compliant_law` | the problem of the step, with the table's force in it | (7), (9), (11) |
| `compliant_weak` | middle and ends of the straight line | Definition 2, (34), (35) |

A table has the doubles of the run, all 53 bits, so what is posed again from row $j$ is
what the run has posed, up to the tangent of a force that is not affine: the run has let
it move to where the step ends. For a run with `--exact-check` the table has the exact
steps cut off toward zero, and the questions are about those. A row of a run in fractions
has no doubles to ask. */
#pragma once

#include "pks05/run/compliant.h"

/** A state that is set to one row after the other, and what the row says. `x` and `y`
have `compliant_size` numbers, in the order $q$, $v$, $\delta$. The state's `q_at`,
`v_at`, `f` and `J` are those of the tangent at the row itself, unless a caller moves
them. It is a whole `compliant_state`, with its own memory and its own counts that nobody
reads: to go along a table is to set it again and again, at the cost of evaluating the
tapes, and never to step. */
typedef struct {
    compliant_state s; /* at the row of the walk, everything evaluated */
    summary sum;
    arena a;
    const trace *t;
    double *x, *y;        /* the states of this row and the next */
    double *lambda;       /* s.rows: the force of the step between them, N */
    double *M;            /* nv x nv: room */
    int q, v, delta, lam; /* columns */
} compliant_walk;

/* t: the table of a run of e in doubles. compliant_walk_free accepts a
   half-made one. */
perp_status compliant_walk_new(const experiment *e, const trace *t,
                               compliant_walk *w);
void compliant_walk_free(compliant_walk *w);

/* The state of a row, what its step freezes, and the tangent of the force
   there; y and lambda when there is a next row. Nothing is solved. Errors:
   those of the tapes. */
perp_status compliant_walk_to(compliant_walk *w, int row);

/* Only x, y and lambda; at the last row only x. */
void compliant_walk_read(compliant_walk *w, int row);

/* The state x and what is frozen there, and s.force = f(t, q, v), N, at the
   time t. x need not be a row: Definition 2 wants the middle between two. */
perp_status compliant_walk_at(compliant_walk *w, const double *x, double t);
