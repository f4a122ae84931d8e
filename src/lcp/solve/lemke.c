#include "lcp/solve/lemke.h"

#include "lcp/tableau/circle.h"

/**
## The free unknowns go first

A free unknown never leaves the basis, so it is brought in once and for all:
its column is exchanged with an equation whose residual then stays nonbasic,
that is, zero. This is the elimination of $x$ and $y$ in the proof of AP02's
Theorem 2.1. A column that finds no equation depends on those before it; its
unknown stays nonbasic at zero, which is the proof's "set to 0". As many
equations remain unused, and the tableau is asked whether they hold.

The paper eliminates $x$ by (21), (22) and then $y$ by (24), and wants $F^T
M^{-1} F$ regular between the two. Here both are columns, taken from left to
right. When those of $M$ are done, $F^T M^{-1} F$ stands where (19) has a zero,
so that there is a pivot for each $y$ but for those that the paper sets to zero;
and two joints that forbid the same motion, $F = (f, f)$, cost the second one
its column and leave one row $0 = 0$. */
static int enter_free(tableau *t)
{
    for (int col = 0; col < t->free; col++) {
        int row = t->ask->free_row(t, col);
        if (row == TABLEAU_BROKEN)
            return TABLEAU_BROKEN;
        if (row == TABLEAU_NONE)
            continue;
        if (t->ask->pivot(t, row, col) == TABLEAU_BROKEN)
            return TABLEAU_BROKEN;
        tableau_exchange(t, row, col);
    }
    return TABLEAU_NONE;
}

/**
## The path

Add $d\,z_0$ with $d > 0$ to the right-hand side. For large $z_0$ the slacks
$w = b + d z_0$ are positive and $z = 0$: a solution of the covered problem.
Let $z_0$ fall until the first $w_r$ is zero and exchange the two. Now $w_r$
and $z_r$ are both nonbasic; letting the one grow that did not just leave keeps
$w \perp z$. Something blocks: a basic variable reaches zero, leaves, and its
partner is next. Each place on the path has one way in and one way out, so no
place comes twice, and there are finitely many, provided that the blocking row
is always unique. That is the lexicographic rule's work, in the tableau.

The path ends when $z_0$ leaves: the answer. Or nothing blocks the entering
column: a secondary ray, along which $z_0$ no longer falls. The loop knows neither
which arithmetic answers nor why a row is the one; small dictionaries of doubles have
[one of their own](../kernel/f64_path.h), which does the same.

An exchange happens in the numbers first and then in the lists: while a tableau computes it may
ask who is where, which rows belong to a sign and which columns to a residual, and
means the dictionary as it was.

**By hand.** The sliding block of the wing's README, $b = (-1, 1, -1, 0)$, $z =
(c_n, \beta_+, \beta_-, \lambda)$:

| | enters | leaves | because | $z_0$ behind it |
|---|---|---|---|---|
| 1 | $z_0$ | $w_3$ | $w_1$ and $w_3$ are lowest; the powers of $\varepsilon$ take the last | 1 |
| 2 | $z_3 = \beta_-$ | $w_1$ | it stands at zero already | 1 |
| 3 | $z_1 = c_n$ | $w_4$ | the ratios are $\frac23$, and 1 for $w_2$ and $z_0$ | $\frac13$ |
| 4 | $z_4 = \lambda$ | $z_0$ | the ratios are $\frac12$, and 2 for $z_3$ | 0 |

and the right-hand side reads $c_n = 1$, $\beta_- = \lambda = \frac12$, $w_2 =
1$. The second exchange has no length: only the powers of $\varepsilon$ say that
it leads on. Its path is as long as the problem has pairs, which is what contact
problems usually take; there are matrices for which it is exponentially long.
*/
static lcp_outcome follow(tableau *t, int limit, const lemke_witness *witness,
                          lemke_end *end)
{
    int col = t->where[tableau_z0(t)] - t->rows;
    int row = t->ask->first_row(t, col);
    circle round = {0};
    if (row == TABLEAU_NONE)
        return LCP_SOLVED; /* z = 0, w = b */
    for (end->pivots = 0; end->pivots < limit; end->pivots++) {
        if (row == TABLEAU_BROKEN)
            return LCP_LIMIT;
        if (row == TABLEAU_NONE) {
            end->column = col;
            return LCP_RAY;
        }
        if (t->ask->pivot(t, row, col) == TABLEAU_BROKEN)
            return LCP_LIMIT;
        if (witness != NULL)
            witness->see(witness->context, row, col);
        tableau_exchange(t, row, col);
        int left = t->nonbasic[col];
        if (left == tableau_z0(t)) {
            end->pivots++;
            return LCP_SOLVED;
        }
        if (t->rounds && end->pivots > t->n &&
            comes_again(&round, end->pivots, t->basic[row], left))
            return LCP_LIMIT;
        col = t->where[tableau_partner(t, left)] - t->rows;
        row = t->ask->leaving_row(t, col);
    }
    return LCP_LIMIT;
}

/**
## Why it does not end on a ray

What the paper quotes from Cottle, Pang and Stone, for the matrix $A = G + N$
and $b = g$ that are left. Let the ray be $z^* + t\,u$, $w^* + t\,y$, $z_0^* +
t\,u_0$ with $t \ge 0$. All pairs are complementary along it, so $u^\top y$,
$u^\top w^*$ and $y^\top z^*$ are 0, where $y = A u + d\,u_0$ and $w^* = A z^* + b
+ d z_0^*$. It is not the ray on which $z_0$ came in, so $u \ne 0$; and $z_0^* > 0$,
or the path would have ended before.

- First, $0 = u^\top y = u^\top A u + u_0\,d^\top u$. With $A$ copositive, $u \ge 0$
  and $d > 0$ both terms are zero: $u_0 = 0$, $y = A u$. So $u$ solves the problem
  with $b = 0$.
- Then $0 = z^{*\top} y = z^{*\top} A u$, and $0 = u^\top w^* = u^\top A z^* + u^\top
  b + z_0^*\,d^\top u$.
- At last $(z^* + t u)^\top A (z^* + t u) \ge 0$ for all $t \ge 0$, which is now
  $z^{*\top} A z^* + t\,u^\top A z^* \ge 0$. So $u^\top A z^* \ge 0$, and $u^\top b \le
  -z_0^*\,d^\top u < 0$.

That contradicts what the paper's proof of Theorem 2.1 ends with: $u^\top g = u^\top
b_{(19)} \ge 0$ for every solution $u$ of the problem with $b = 0$, because such a
$u$ holds itself in balance, $H u + F w = 0$, and no force can drive it. Without
$b_{(19)} \ge 0$ it may: two walls that close in on a point, $v - 1 \ge 0$ and $-v
\ge 0$, are $A = \begin{bmatrix} 1 & -1 \\ -1 & 1 \end{bmatrix}$, $b = (-1, 0)$; the
path ends behind two exchanges on the ray $z = (\frac12, 0) + t\,(1, 1)$ with $z_0 =
\frac12$: the walls push against each other ever harder.

With a frictional $N$ the copositive part is Theorem 2.2's: $E$ and $-E^\top$ cancel
in $u^\top N u$, and $\mu$ is not negative. It is all that is asked of friction.

## The order

Free unknowns, the equations left over, the path: the order of the proof. The
equations come before the path because a contradiction among them is one whatever
$z$ is, and the path, in which no residual can block, would not see it.

Implements AP02 (20), (25).
*/
lcp_outcome lemke_run(tableau *t, int limit, const lemke_witness *witness,
                      lemke_end *end)
{
    *end = (lemke_end){0, -1, -1};
    if (enter_free(t) == TABLEAU_BROKEN)
        return LCP_LIMIT;
    end->row = t->ask->false_row(t);
    if (end->row == TABLEAU_BROKEN)
        return LCP_LIMIT;
    if (end->row != TABLEAU_NONE)
        return LCP_INFEASIBLE;
    return follow(t, limit, witness, end);
}
