#include "lcp/solve/climb.h"

#include "number/limit.h"

#include <string.h>

/** ## The order of the rungs

Prices decide it: a proposal of doubles costs a quarter of its proof or less, so two of
them come first; more places come next, because they see what doubles can not; the
one rung that needs no luck comes last. For a problem whose first
basis is right the others cost nothing.

**A second look.** Two contacts that differ by $10^{-13}$ are one contact to
somebody whose ties are wider than that, and two to exact arithmetic. Whoever
lets ratios tie only within the roundoff sees them apart, and fails elsewhere
instead. Neither is trusted; both are asked, before exact Lemke is, because a
proposal costs a thousandth of it.

The smallest case has two contacts with $A = \begin{bmatrix} 1 & 1 \\ 1 & 1
\end{bmatrix}$ and $b = (-1 - 2^{-52}, -1)$. To the first look both rows tie,
and the powers of $\varepsilon$ take the last one: $z = (0, 1)$, $w = (-2^{-52},
0)$, a residual that is rounding, and a basis that is wrong, since $w_1 < 0$.
With ties within $2^{-53}$ the rows are apart, $w_1$ leaves, and $z = (1 +
2^{-52}, 0)$, $w = (0, 2^{-52})$ is the solution. With $b$ the other way round
the first look is right. `prop_stress` counts: of 300 problems with masses a
million times apart for which the first basis was wrong, the second one was
right for 150. */
static void look(int k, mlcp_options *o)
{
    *o = mlcp_defaults;
    o->only_double = 1;
    if (k > 0)
        o->tie = 0x1p-53;
}

/** One proposal. A basis that was proposed before and found wrong is not proposed
again: solving it exactly once more would be the dearer half of the rung. */
static perp_status one_look(const lcp_problem *near, ladder_question *q,
                            const mlcp_options *o, arena *a, lcp_answer *x)
{
    int climbed;
    PERP_TRY(lcp_answer_new(a, near->free, near->n, x));
    PERP_TRY(mlcp_solve(near, o, a, x, &climbed));
    const uint8_t *before = q->basis;
    int fresh =
        x->outcome == LCP_SOLVED &&
        (before == NULL || memcmp(before, x->basis, (size_t)near->n) != 0);
    q->basis = fresh ? x->basis : NULL;
    return PERP_SUCCESS;
}

/** Both looks, then the rungs that need no doubles. ladder_decide is called without
a basis, because both that there are have been found wrong. */
static perp_status climb(const lcp_problem *near, ladder_question *q, arena *a,
                         lcp_claim *out, double *residual)
{
    int right = 0;
    const double until = ladder_until(&q->limits);
    for (int k = 0; k < CLIMB_LOOKS && !right; k++) {
        mlcp_options o;
        lcp_answer x;
        look(k, &o);
        PERP_TRY(one_look(near, q, &o, a, &x));
        if (k == 0 && x.outcome == LCP_SOLVED && residual != NULL)
            *residual = x.residual;
        PERP_TRY(ladder_left(until, &q->limits));
        if (q->basis != NULL)
            PERP_TRY(ladder_basis(q, a, out, &right));
        out->rung = k == 0 ? RUNG_DOUBLE : RUNG_SECOND;
    }
    if (right)
        return PERP_SUCCESS;
    q->basis = NULL;
    PERP_TRY(ladder_left(until, &q->limits));
    return ladder_decide(q, a, out);
}

perp_status climb_decide(const lcp_problem *near, const ladder_question *q,
                         arena *a, lcp_claim *out, double *residual)
{
    ladder_question own = *q;
    arena_mark mark = arena_here(a);
    own.basis = NULL;
    own.hasty = 1;
    out->pivots = out->fallback = 0;
    if (residual != NULL)
        *residual = 0;
    perp_status s = climb(near, &own, a, out, residual);
    arena_release(a, mark);
    return s;
}
