/**
# All solutions of a step

In fractions a planar step (16), or one with polygons for the discs, is a mixed
complementarity problem (`theta_exact_pose`), so all its solutions are faces of a
polyhedron, finitely many, and `lcp/enumerate` lists them with a tree as proof: at
each node a choice, at each leaf one vector that shows that nothing is left there
(Farkas), or nothing but solutions of a face of the list.

| | choices | alternatives |
|---|---|---|
| in the plane | contacts | open, stick, slip forward, slip backward |
| polygons | pairs of $(\lambda_n, \beta, \gamma)$ | this one zero, or what is complementary to it |

**What counts as one solution.** The force: $v'$, $\delta'$ and all that a run goes on with
follow from it. A polygon's $\beta$ are not unique where two ways of mixing corners give
the same force, nor is $\gamma$ where a contact is open; faces that differ in these alone are
one solution.

**A continuum.** A face on which the force is not constant. Its corners are in the list, and
`continuum` says that there are others: for $A = \begin{pmatrix} 1 & 2 \\ 2 & 5
\end{pmatrix}$, $b = (0, 1)$, $\mu = \frac12$ the forces $\lambda_n(1, -\frac12)$, $0 \le \lambda_n
\le 2$, of which the list has both ends.

**Nothing is eliminated.** `qvi_modes_find` asks the same of $A$ and $b$ alone. There each
number has the determinants of $h\mathbf K + \mathbf C$ and of $\tilde M$ in its denominator, and the
minors that the search forms have powers of them; here the rows are the
scene's own numbers, and a vertex is the whole end of the step. Of steps with full matrices
of 53 bits and three velocities, mean milliseconds on a busy core:

| contacts | in the plane | by $A$ and $b$ | nodes | polygons of 8 corners |
|---|---|---|---|---|
| 1 | 5 | 0.2 | 5 | 180 |
| 2 | 12 | 53 | 12 | 3900 |
| 3 | 290 | | 32 | |
| 4 | 1600 | | 75 | |

The nodes double with each contact, the length of the numbers makes the rest; the
limits of the options end what takes too long.

**The tree by hand.** For the example of `cone/qvi.h`, $b = (1, 4)$, $\mu = 1$, the root
branches over the four modes of its one contact. Open is a leaf with one point, stick and
slip forward, too. Slip backward asks for $w_n = \lambda_n(1 + 2\mu) + 1 = 0$ with
$\lambda_n \ge 0$: the row $w_n$ itself, which is at least 1, is the vector that shows that
nothing is left. Five nodes, and a fourth solution could be nowhere. For $\mu < \frac23$ stick and slip forward are empty
leaves, too: stick by $\mu\lambda_n - |\lambda_t| = 3\mu - 2 < 0$. */
#pragma once

#include "lcp/enumerate/enumerate.h"
#include "pks05/step/theta.h"

typedef struct {
    choices_system system; /* the statement, and the list with its tree */
    enumeration all;
    int count;      /* different forces */
    int continuum;  /* 1: the list has the corners of more */
    int size;       /* numbers of a z: theta_exact_free + _pairs */
    mpq_t *z;       /* count x size, as theta_exact_pose orders them */
    size_t numbers; /* that are kept */
} theta_all;

/* All solutions of p, which is theta_exact_pose of d. Arrays in the arena,
   numbers until theta_all_free, also after an error. LIMIT: nodes, work, bits
   or time of the options, memory. */
perp_status theta_all_find(arena *a, const theta_exact *d,
                           const lcp_exact_problem *p,
                           const enumerate_options *o, theta_all *out);
void theta_all_free(theta_all *x);

/* The forces of the unknowns z: R numbers, initialised by the caller. */
void theta_all_forces(const theta_exact *d, const mpq_t *z, mpq_t *lambda);
