/**
# Bars of measurement

A motion that was measured is known up to bars: every coordinate within $X$, every
velocity within $Y$. Is there a motion within the bars that keeps the laws? Of each
law alone, in each interval alone, with the data where they stand, it is asked how
many times as wide the bars *have to be*, at least, and how many times is *enough*.

| law | the bars have to be | with |
|---|---|---|
| kinematics | $\lvert r_i\rvert / (2X + h\lvert\Gamma_i\rvert_1Y)$ | $r = q' - q - h\Gamma((1-w)v + wv')$ |
| joints | $\lvert\Theta_i\rvert / (X\lvert\nu_i\rvert_1)$ | to first order where $\nu$ reads $q$; $q' = v$ |
| gaps | $(-\Phi_j)^+ / (X\lvert n_j\rvert_1)$ | to first order where $n$ reads $q$; $q' = v$ |
| momentum | $u^TJ / (2Y\lvert Mu\rvert_1)$ at least | any $u$ that joints and closed contacts do not resist |
| | $\lvert u\rvert_\infty / (2Y)$ is enough | the $u$ of the nearest impulse |

For momentum: $v$ and $v'$ move by $Y$ at most, so $v' - v$ by some $\varepsilon$ with
$\lvert\varepsilon_i\rvert \le 2Y$, and $J$ to $J + M\varepsilon$. If that lies in the
cone, then $0 \ge u^T(J + M\varepsilon) \ge u^TJ - 2Y\lvert Mu\rvert_1$; of impulses up to
a limit, $u^TJ$ less what `judge/explain.h` takes off. And $\varepsilon
= -u$ leads to the nearest impulse itself. The other laws are as wide as they have to be.

Where bars have to be wider than they are, no motion within them keeps the law. How much
$M$, $k$, $\nu$, $n$, $D$ and $\Gamma$ change within the bars is not looked at: where one of
them reads $q$ or $v$ nothing is said of momentum, of kinematics where $\Gamma$ does, and
where $\nu$ or $n$ do, joints and gaps are meant to first order (`first_order`). Where $\nu$
and $n$ are the same everywhere, $\Theta$ and $\Phi$ are linear in $q$, and what
is said of them holds as it stands. A contact is closed when it can be within the
bars. Where $q' = \Gamma v$ joints and gaps need nothing here. Where bars need not be
wider, nothing follows: one motion has to keep all laws in all intervals, and
`judge/start.h` looks for it.
*/
#pragma once

#include "judge/breach.h"

enum { BARS_LAWS = 4 };
extern const law_id bars_of[BARS_LAWS]; /* kinematics, joints, gaps, momentum */

/* Both at least 0, one of them positive: m or rad; m/s or rad/s. */
typedef struct {
    double q, v;
} bars_width;

typedef struct {
    double least;  /* times as wide they have to be: in fractions, rounded down;
                      infinite: no width is enough for this law */
    double enough; /* times as wide is enough for this law in each interval */
    double limit;  /* N s that impulses sum up to at most; 0: any */
    int row;       /* of `least`; -1: it is 0 */
    int first_order; /* of a joint or gap whose gradient reads the state */
    int unknown; /* `least` is: what the law is asked with reads the state */
} bars_need;

/* All rows in doubles, the worst one in fractions; need[BARS_LAWS]. `weight` of
   the kinematics, < 0: any from 0 to 1, in each interval the one that suits it.
   INPUT and LIMIT as of breach.h. */
perp_status bars_find(stretch_exact *x, double weight, const bars_width *width,
                      bars_need *need);
