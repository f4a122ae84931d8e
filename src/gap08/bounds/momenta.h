/**
# Momenta along a direction

Section 7.1 follows one number through a window: the momentum $d'^TMv$ along a direction $d'
= \nu_\perp u_0$ that opens all contacts and moves no joint. The paper parts it, because $v$
has a part along the joints: with (7.5), $v = \nu_\perp w + \nu u$,

$$d'^TMv = \underbrace{d'^TM\nu_\perp w}_{u_0^T\omega} + \underbrace{d'^TM\nu u}_{u_0^T\omega^\perp}.$$

The second part is no small one. $\nu^Tv^{l+1}$ is what is left of a velocity that the
joints forbid, $O(h)$ for a consistent start and $\alpha > \frac12$, but for $\alpha =
\frac12$ it may alternate for ever with the size that it has at the start; and $d'^TM\nu$ is
zero only when $M$ is a multiple of one. So the proof bounds both, by $B_\omega$, and takes
differences.

*An example.* $M = \operatorname{diag}(1, 2)$, one joint $\nu = (1, 1)$, $d' = (1, -1)$, $v
= (3, 1)$: $u = 2$, $\nu_\perp w = (1, -1)$, $\omega = d'^TM(1, -1) = 3$, $\omega^\perp =
d'^TM(2, 2) = -2$, and $d'^TMv = 1$ is their sum.

*Where the parts part ways.* Without joints $\omega^\perp = 0$ and all of this is one
number. With $M = I$ it is zero too, whatever $u$ is. So the second part is seen in systems
of unlike masses that a joint connects, or in generalised coordinates, in which $M$ is never
a multiple of one: a four-bar linkage that is written by its angles. There $\omega^{l\perp}$
of a start that the joints forbid changes its sign from row to row for $\alpha = \frac12$,
and $\omega^l$ with it, while $d'^TMx$ is smooth; (7.8) holds in each row, for its left side
has the whole change. */
#pragma once

#include "gap08/bounds/impulses.h"

/* d'M nu_perp w, d'M nu u, and d'M v, N s. */
typedef struct {
    mpq_t omega, beside, whole;
} momenta;

void momenta_init(momenta *m);
void momenta_clear(momenta *m);

/* Of the velocity v with the mass and the joints of d; `across` has nv numbers.
   LIMIT: memory. */
perp_status momenta_of(arena *a, const step_exact *d, const mpq_t *across,
                       const mpq_t *v, momenta *out);

/* 1 when omega and beside are the whole: (7.6), (7.7). */
int momenta_split(const momenta *m);

/* 1 when the momenta of v+ less those of v are what all impulses of the step do
   along d': (7.8), with its O(h) spelt out. The impulses of applied and
   Coriolis forces go to `rest`. */
int momenta_driven(const momenta *before, const momenta *after,
                   const mpq_t *across, const impulses *x, mpq_ptr rest);
