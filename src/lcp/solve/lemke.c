#include "lcp/solve/lemke.h"

/** An exchange happens in the numbers first and then in the lists. */
static int exchange(tableau *t, int row, int col, const lemke_witness *witness)
{
    if (t->ask->pivot(t, row, col) == TABLEAU_BROKEN)
        return TABLEAU_BROKEN;
    if (witness != NULL)
        witness->see(witness->context, row, col);
    tableau_exchange(t, row, col);
    return TABLEAU_NONE;
}

/**
## The free unknowns go first

A free unknown never leaves the basis, so it is brought in once and for all:
its column is exchanged with an equation whose residual then stays nonbasic,
that is, zero. This is the elimination of $x$ and $y$ in the proof of AP02's
Theorem 2.1. A column that finds no equation depends on those before it; its
unknown stays nonbasic at zero, which is the proof's "set to 0". As many
equations remain unused, and the tableau is asked whether they hold.
*/
static int enter_free(tableau *t)
{
    for (int col = 0; col < t->free; col++) {
        int row = t->ask->free_row(t, col);
        if (row == TABLEAU_BROKEN)
            return TABLEAU_BROKEN;
        if (row != TABLEAU_NONE && exchange(t, row, col, NULL) != TABLEAU_NONE)
            return TABLEAU_BROKEN;
    }
    return TABLEAU_NONE;
}

/** The partner of $w_i$ is $z_i$, and the other way round. */
static int partner(const tableau *t, int variable)
{
    return variable < t->n ? variable + t->n : variable - t->n;
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
column: a secondary ray, along which $z_0$ no longer falls. For the problems of
AP02's Theorem 2.1 the second does not happen. The loop knows neither which
arithmetic answers nor why a row is the one.

Implements AP02 (20), (25).
*/
static lcp_outcome follow(tableau *t, int limit, const lemke_witness *witness,
                          lemke_end *end)
{
    int col = t->where[tableau_z0(t)] - t->rows;
    int row = t->ask->first_row(t, col);
    if (row == TABLEAU_NONE)
        return LCP_SOLVED; /* z = 0, w = b */
    for (end->pivots = 0; end->pivots < limit; end->pivots++) {
        if (row == TABLEAU_BROKEN)
            return LCP_LIMIT;
        if (row == TABLEAU_NONE) {
            end->column = col;
            return LCP_RAY;
        }
        if (exchange(t, row, col, witness) == TABLEAU_BROKEN)
            return LCP_LIMIT;
        int left = t->nonbasic[col];
        if (left == tableau_z0(t)) {
            end->pivots++;
            return LCP_SOLVED;
        }
        col = t->where[partner(t, left)] - t->rows;
        row = t->ask->leaving_row(t, col);
    }
    return LCP_LIMIT;
}

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
