/**
# The contact modes of an impact

What [the modes of a step](../../lcp/enumerate/step_modes.h) want
to know of an impact stands in $W_q$: inverse masses, friction,
which slip is whose. This reads it out.

A step of the block at $u = (-1, -1, 0, 0)$ with the bounds
$(1, \frac1{10})$ is asked as $x = (-1, -1, 0, 0, 1, \frac1{10})$. The
mode "A at rest and sticks, B full and sticks" has the unknowns
$\lambda_{n,A}$, $f_A$ and $f_B$. One of the two $f$ is open, since both
do the same to the block; the other follows from $u'_t = 0$, and
$\lambda_{n,A}$ from $u'_{n,A} = 0$. What must not be negative is
$\lambda_{n,A}$, $1 - \lambda_{n,A}$, $-u'_{n,B}$ and, with $t$ taken out
of the four rows of friction, $\mu\lambda_{n,A} + \frac1{10} \mu \pm (f_A
+ f_B)$: sums, since only the sum of the two is known. Nothing says which
of the corners holds the block, and no speed depends on it.

With the bounds $(1, 0)$ the same mode has an answer: $\lambda_{n,A} =
\frac{17}{20}$ and $f_A + f_B = \frac3{10}$ N s. Behind it $u'_{n,A} = \frac15
(8 \cdot \frac{17}{20} - 6 \cdot \frac3{10}) - 1 = 0$, $u'_{n,B} = \frac15(2
\cdot \frac{17}{20} + 6 \cdot \frac3{10}) - 1 = -\frac3{10}$, and $u'_t =
\frac15(-6 \cdot \frac{17}{20} + 17 \cdot \frac3{10}) = 0$: none of the signs
is wrong, B has had all of its bound, nothing, and still approaches.

An impact that does not fit is no error. It is sampled in fractions, with
the same rows, and `perp reach` needs more time for it.
*/
#pragma once

#include "hp23/impact/halm_posa.h"
#include "lcp/enumerate/step_modes.h"

/** Can the impact be asked by modes: at most five contacts, each with
one slip at most? */
int contact_modes_fit(const halm_posa *g);

/** The modes for steps with bounds up to h from speeds up to those of
g->u0; d is what g was made of, in fractions. LIMIT without memory. */
perp_status contact_modes_new(arena *a, const step_exact *d,
                              const halm_posa *g, double h, modes *out);
