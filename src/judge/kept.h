/**
# A motion that keeps the laws

Rows of fractions with the impulses between them are looked at law by law, and nothing
is believed of who found them. With $x$, $y$, $\rho$, $s$ of `judge/law_list.h` the
motion keeps

| law | when |
|---|---|
| kinematics | $q' - q = h\Gamma((1-w)v + wv')$ |
| joints, gaps | $\Theta = 0$, $\Phi \ge 0$, in all rows |
| momentum | $J = \nu y + nc + \bar Df$, $c \ge 0$, $\lvert f_j\rvert_1 \le \mu_jc_j$, and $c_j = 0$ unless $j$ is closed |
| hold, approach | $\nu^Tx = 0$; $\rho_j \ge 0$ of contacts closed at the beginning |
| complementarity | $c_j\rho_j^+ = 0$ |
| coulomb | $\mu_jc_j\lvert s_j\rvert_\infty + f_j^Ts_j = 0$ |
| gained | $y^TJ \le 0$ |

without a tolerance: equal is equal. Data stand where the rule says *of this motion*,
and its own gaps say which contacts are closed. Where friction is a disc, $\lvert
f\rvert^2 \le \mu^2c^2$ and $(f^Ts)^2 = \mu^2c^2\lvert s\rvert^2$, $f^Ts \le 0$, are asked
instead. Where formulas are no fractions they are evaluated at the doubles next to the
rows, and these doubles are the data.

**Why without a tolerance.** A motion that breaks a law by $10^{-12}$ proves nothing of one
that keeps it: a block that enters the ground by so much may be one that no force could
have stopped. And laws with a tolerance are not closed under time: what is let pass in
one interval is the start of the next. Fractions can be exact because the laws are
equations and comparisons of what $+ - \times \div$ give, and the motion is *made*, row by
row, by a complementarity problem that is solved exactly; nothing has to be adjusted
afterwards. It is checked by code that shares with what made it only the data of
the step.

Then it is compared with the table: $\lvert q - q_{table}\rvert_i \le X$, $\lvert v -
v_{table}\rvert_i \le Y$, in all rows.
*/
#pragma once

#include "base/text.h"
#include "judge/bars.h"
#include "judge/follow.h"

typedef struct {
    int kept;     /* all laws in all intervals, and within the bars */
    law_id law;   /* else the first that is not, */
    int row;      /* there: the later row of an interval; */
    int outside;  /* 1: it is no law, the row is outside of the bars */
    double share; /* the largest part of a bar that is used, rounded up */
} kept_answer;

/* The rows as a table: t, q, v, cn, ft, and cj of joints, each number a
   fraction. */
void kept_write(const follower *f, growing_text *out);

/* All rows of f. INPUT: a formula fails; LIMIT. */
perp_status kept_check(follower *f, const bars_width *bars, kept_answer *out);
