/**
# What impulses do, for a box of data

Each number $x$ of $M$, $\nu$, $n$, $d$, $\mu$ and $v$ may be any number within
$\varepsilon \max(1, |x|)$ of it. The two entries of $M$ beside its diagonal are
two numbers here; that a mass is symmetric is not used, so what holds for the
box holds for the symmetric ones in it.

What a mode asks of the impulses is asked of these rows, and only of these:
behind this module no mass is seen any more by the programs. It is nv + p + r
rows, one a quantity that a mode or an answer speaks of:

| rows | what | column of impulse j | column of 1 |
|---|---|---|---|
| nv | a coordinate of $v^+$ | of $M^{-1} J_j^\top$, with the joints | of $v$, put right |
| p | $n_i v^+$ | $n_i M^{-1} J_j^\top$, 1/kg | $n_i v$, m/s |
| r | $d_k v^+$ | $d_k M^{-1} J_j^\top$, 1/kg | $d_k v$, m/s |
*/
#pragma once

#include "proof/enclose/boxed.h"
#include "hp23/impact/impact.h"

/** Of each coordinate of $v^+$, then each $n_j v^+$, then each $d_k v^+$, as a
function of the impulses (p along the normals, r along the slips) and 1: intervals mid
$\pm$ rad, by rows. For all data in the box and all impulses, with joints that hold,
the function lies in them. For the block and $\varepsilon = 0$ the row of $n_A v^+$ is
$(\frac85, \frac25, -\frac65, -\frac65, -1)$: the row of $G$, and the approach. With
$\varepsilon > 0$ each number gets a radius of some $\varepsilon$, of the sizes of
what it is made of. */

typedef struct {
    int rows, cols;   /* nv + p + r; p + r + 1 */
    mpq_t *mid, *rad; /* rows x cols */
} response;

/* The rows at d, with eps > 0. INPUT: a mass matrix in the box, or its
   joints, may be singular. Arrays in the arena, numbers until
   response_clear, also after an error. */
perp_status response_find(arena *a, const step_exact *d, mpq_srcptr eps,
                          response *out);
void response_clear(response *r);

/* The rows M, -nu' and nu, 0 into the top left of a system of at least that
   size: what they do to the velocities and the impulses of joints. */
void response_matrix(const step_exact *d, mpq_srcptr eps, boxed *k);
