/**
# AP02's uniform bounds, of one step

Theorem 2.6 lets stiffness grow and needs impulses that stay bounded while it does. Its proof
makes the bound of two numbers which do not know the stiffness, the constant $c_{FC}$ of the
cone (38) and $K_{FC}$, which bounds the sum of all impulses. Both can be computed for a step, so
that the bound is a number of the run.

| paper | here | asked of |
|---|---|---|
| (39) | $\lvert(c_\nu, c_n, f, c)\rvert \le c_{FC}\,\lvert z\rvert$, $z$ their sum | pointed cones |
| before (49) | $\lvert Mx - Mv^l - hk_1\rvert \le K_{FC}$ | rows at rest |
| (49) | $\lvert(c_\nu, c_n, f, c)\rvert \le c_{FC}K_{FC}$ | rows at rest |
| (50) | $K_i\,\lvert a_i^Tx\rvert \le c_{FC}K_{FC}$ for each spring and damper | rows at rest |

$K_i = h^2\gamma_i + h\delta_i$ (erratum 1-9), $f$ is the friction along the slips: the smallest
$\beta$ that makes it, and $c_{FC}$ is a bound for any. $\lambda$ has none (erratum 1-12).

A row is at rest when what the theorem assumes is true of it: the cone is pointed, no spring
with stiffness is pressed or pulled, $k_1$ has no Jacobian and no Coriolis part, contacts do not
move by themselves. Of the others only (39) is asked, because for them the rest is false: a
spring of 100 N/m that is 0.1 m too long pushes a body which is at rest without any force,
so $K_{FC} = 0$, and its impulse is not.

**By hand.** Two bodies of 1 kg come apart with 1 m/s each, a damper with $h\delta = K$ between
them, $a = (-1, 1)$. The step halts them by $u = 2/(1 + 2K)$, the relative velocity, and $c =
-2K/(1 + 2K)$. $c_{FC} = 1/\lvert a\rvert = 1/\sqrt2$: (39) is an equality, as it is for any
single row. $K_{FC} = \lvert\hat w\rvert_M = \sqrt2$, so $c_{FC}K_{FC} = 1$, and both (49) and
(50) say $2K/(1 + 2K) \le 1$: not an equality for any $K$, and no smaller bound is right for all.
A block of mass $m$ that lies on a smooth floor has $c_n = mgh$, $c_{FC} = 1$, $K_{FC} = mgh$,
and equality.

**What a run adds to the proof.** A bound that holds in a run holds for this stiffness; that it
does for all of them is the proof, in which $c_{FC}$ and $K_{FC}$ stand and no stiffness does. A
run says how large the two are. Where a row uses little of its bound the cone is worse than the
motion. Where $c_{FC}$ is large some impulses nearly cancel: they may be large though nothing
moves much, and of a sum of such numbers doubles lose as many digits as $c_{FC}$ has. Where the
cone is not pointed at all, two dampers side by side for instance, no number is said: the step's
velocity is one, and how the two share their impulse is anybody's choice.

**Why a row of its own for $K_{FC}$.** (49) might hold although its proof fails, since $c_{FC}$ is
rarely attained by the impulses of a motion. That the sum of all impulses is at most $K_{FC}$ is
where the energy of the step comes in, and a velocity that has gained any would be found here first.
*/
#pragma once

#include "model/step/step.h"

/** Squares, so that no root is taken: of impulses in N s (N m s along an angle), $c_{FC}$ as
the scene's units make it. */
typedef struct {
    int pointed;    /* the cone (38): `constant` is known */
    int rest;       /* and (49), (50) are asked: `moved`, `reach`, `link` are */
    mpq_t parts;    /* |(c_nu, c_n, f, c)|^2 */
    mpq_t sum;      /* |z|^2, z made of the parts */
    mpq_t constant; /* c_FC^2 */
    mpq_t moved;    /* |M x - M v - h k1|^2 */
    mpq_t reach;    /* K_FC^2 */
    mpq_t link;     /* the largest (K a'x)^2 */
} stiff_bound;

void stiff_bound_init(stiff_bound *b);
void stiff_bound_clear(stiff_bound *b);

/* Of a solved step of STEP_LINEAR with alpha = gamma = 1, x = y->x. A step
   without joints, contacts and springs that act is not pointed: there is
   nothing to bound. LIMIT: memory. */
perp_status stiff_bound_of(const alpha_gamma_exact *s, const step_exact *d,
                           const step_result_exact *y, stiff_bound *b);

/* The first of "(39)", "K_FC", "(49)", "(50)" that is false, or null;
   exactly. */
const char *stiff_bound_false(const stiff_bound *b);
