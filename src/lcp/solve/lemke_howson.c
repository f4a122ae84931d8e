#include "lcp/solve/lemke_howson.h"

#include "lcp/solve/mlcp.h"
#include "lcp/tableau/tableau_exact.h"
#include "lcp/kernel/tableau_f64.h"

/** Row i, column j of the costs and zeros. The problem has no free unknowns, so all
its numbers are of pairs: the first player's $m$, then the second's. */
static mpq_srcptr entry(const lcp_exact_problem *p, int i, int j)
{
    return p->A[i * p->n + j];
}

/* The first player's number of choices: row 0 begins with as many zeros. */
static int first_block(const lcp_exact_problem *p)
{
    int m = 0;
    while (m < p->n && mpq_sgn(entry(p, 0, m)) == 0)
        m++;
    return m;
}

/** Zeros and signs are asked of every entry, by name, because the start is
worthless for any other problem: with a zero cost the second exchange may find a
block that does not become nonnegative. Adding a constant to all costs of a
player changes no equilibrium, and is the remedy. */
static perp_status check_game(const lcp_exact_problem *p, int m)
{
    if (p->free > 0 || m == 0 || m == p->n)
        return PERP_FAIL(PERP_INPUT, "not a game of two players, so there is "
                                     "no Lemke-Howson start; leave --start "
                                     "away");
    for (int i = 0; i < p->n; i++) {
        if (mpq_sgn(p->b[i]) >= 0)
            return PERP_FAIL(PERP_INPUT, "b(%d) of a game must be negative",
                             i + 1);
        for (int j = 0; j < p->n; j++)
            if (mpq_sgn(entry(p, i, j)) != ((i < m) != (j < m)))
                return PERP_FAIL(PERP_INPUT,
                                 "A(%d,%d) of a game must be %s; a constant "
                                 "may be added to all costs of a player",
                                 i + 1, j + 1,
                                 (i < m) == (j < m) ? "zero" : "positive");
    }
    return PERP_SUCCESS;
}

/* The row of the block [from, to) that is last to become nonnegative when
   column col grows: the largest -b_i / A_ij, the last of those that tie. */
static int last_row(const lcp_exact_problem *p, int from, int to, int col)
{
    int best = from;
    mpq_t left, right;
    mpq_inits(left, right, NULL);
    for (int i = from + 1; i < to; i++) {
        mpq_mul(left, p->b[i], entry(p, best, col));
        mpq_mul(right, p->b[best], entry(p, i, col));
        if (mpq_cmp(left, right) <= 0)
            best = i;
    }
    mpq_clears(left, right, NULL);
    return best;
}

/**
## Two exchanges

A game with costs $C, D > 0$ is the problem

$$w = \begin{pmatrix} 0 & C \\ D & 0 \end{pmatrix} z - \mathbf 1, \qquad
0 \le w \perp z \ge 0;$$

$z$, its two parts scaled to probabilities, is an equilibrium. At $z = 0$ all
$w$ are negative. Let one $z_k$ grow, of the first player say, until the
whole second block of $w$ is nonnegative: the last row to get there, $s$, leaves.
Then let its partner $z_s$ grow until the first block is nonnegative too, and
row $r$ leaves. Now nobody is negative, and all pairs are complementary but the
pair $k$, of which both may be positive. From here on it is Lemke's path
with pair $k$ in the place of $z_0$: the partner of what left comes in, until
$z_k$ or $w_k$ leaves. The path can not go to infinity: with positive
costs a ray would have to move some $z$ and so raise a whole block of $w$, whose
$z$ would have to vanish.

With right-hand sides $b_i + \varepsilon^{i+1}$ the last of the tying rows is the
one to take: then $w_j$ for a row $j$ before it keeps the larger of the two
powers of $\varepsilon$, with a plus.

**By hand.** $C = \begin{bmatrix} 1 & 2 \\ 2 & 1 \end{bmatrix}$, $D =
\begin{bmatrix} 2 & 1 \\ 1 & 2 \end{bmatrix}$, matching pennies with one added
to the costs 0 and 1, from pair 1: $z_1$ grows to 1, where $w_4$ is the last to
reach zero ($w_3$ did so at $\frac12$); $z_4$ grows to 1, $w_2$ leaves; its
partner $z_2$ enters, $w_3$ leaves; $z_3$ enters, and $w_1$ leaves, the partner
of $z_1$: all pairs are complementary, $z = \frac13(1, 1, 1, 1)$, and scaled to
probabilities both players toss their coins. With a covering column of ones
$z_0$ comes in for $w_4$, $z_4$ next, and nothing falls: a ray behind one
exchange.

Other labels may lead to other equilibria. Not to all: an equilibrium that no path
reaches from $z = 0$ is found by enumeration only.
*/
perp_status lemke_howson_start(const lcp_exact_problem *p, int label,
                               lemke_howson *out)
{
    int m = p->free > 0 ? 0 : first_block(p), n = p->n;
    PERP_TRY(check_game(p, m));
    int own = label < m ? 0 : m, end = label < m ? m : n;
    int other = label < m ? m : 0, other_end = label < m ? n : m;
    int s = last_row(p, other, other_end, label);
    *out = (lemke_howson){label, {label, s}, {s, last_row(p, own, end, s)}};
    return PERP_SUCCESS;
}

static int exchange(tableau *t, int row, int col)
{
    int told = t->ask->pivot(t, row, col);
    if (told != TABLEAU_BROKEN)
        tableau_exchange(t, row, col);
    return told;
}

/** Lemke's loop with another end: what stops it is that either variable of the
label's pair leaves. Pairs are counted modulo n, so w_k and z_k are the same label.
The limit counts the two first exchanges. */
lcp_outcome lemke_howson_run(tableau *t, const lemke_howson *start, int limit,
                             lemke_end *end)
{
    int n = t->n, col = 0;
    *end = (lemke_end){0, -1, -1};
    for (int k = 0; k < 2; k++, end->pivots++) {
        col = t->where[n + start->enter[k]] - t->rows;
        if (exchange(t, t->where[start->leave[k]], col) == TABLEAU_BROKEN)
            return LCP_LIMIT;
    }
    for (; end->pivots <= limit; end->pivots++) {
        int left = t->nonbasic[col];
        if (left % n == start->label)
            return LCP_SOLVED;
        col = t->where[(left + n) % (2 * n)] - t->rows; /* its partner */
        int row = t->ask->leaving_row(t, col);
        if (row == TABLEAU_NONE) {
            end->column = col;
            return LCP_RAY;
        }
        if (row == TABLEAU_BROKEN || exchange(t, row, col) == TABLEAU_BROKEN)
            return LCP_LIMIT;
    }
    return LCP_LIMIT;
}

static int pivot_limit(int n)
{
    return 1000 + 10000 * n; /* the path may be exponentially long */
}

/** One run in doubles; SOLVED only when the residual passes, and LIMIT otherwise: a ray is
one that rounding has made, for no game has any. The start comes from the exact problem
here, too: a comparison a row, once. z is read from the right-hand side and w computed
from z, as in mlcp.c. */
static perp_status run_double(const lcp_problem *p, const lemke_howson *start,
                              arena *a, lcp_answer *out)
{
    tableau_f64 t;
    lemke_end end;
    tableau_f64_rules rules = {mlcp_defaults.pivot_threshold,
                               mlcp_defaults.tie};
    PERP_TRY(tableau_f64_new(a, 0, p->n, rules, &t));
    double *work = arena_take(a, 4 * (size_t)p->n, sizeof *work);
    if (work == NULL)
        return PERP_NO_MEMORY(4 * (size_t)p->n * sizeof *work);
    tableau_f64_load(&t, p->A, p->b, NULL);
    out->outcome = lemke_howson_run(&t.head, start, pivot_limit(p->n), &end);
    out->pivots = end.pivots;
    if (out->outcome != LCP_SOLVED) {
        out->outcome = LCP_LIMIT;
        return PERP_SUCCESS;
    }
    const double *rhs = tableau_f64_column(&t, p->n + 1);
    for (int i = 0; i < p->n; i++) {
        int place = t.head.where[p->n + i];
        out->basis[i] = place < p->n;
        out->z[i] = place < p->n ? lcp_larger(rhs[place], 0) : 0;
    }
    out->residual = lcp_residual(p, out->z, work);
    for (int i = 0; i < p->n; i++)
        out->w[i] = out->basis[i] ? 0 : lcp_larger(work[i], 0);
    if (!(out->residual <= mlcp_defaults.residual))
        out->outcome = LCP_LIMIT;
    return PERP_SUCCESS;
}

perp_status lemke_howson_prove(const lcp_exact_problem *p, int label,
                               const exact_limit *limit, arena *a,
                               lcp_exact_answer *out)
{
    lemke_howson start;
    tableau_exact t;
    lemke_end end;
    PERP_TRY(lemke_howson_start(p, label, &start));
    PERP_TRY(tableau_exact_new(a, p, NULL, limit, &t));
    out->outcome = lemke_howson_run(&t.head, &start, pivot_limit(p->n), &end);
    out->pivots = end.pivots;
    for (int i = 0; i < p->n; i++) {
        tableau_exact_value(&t, p->n + i, out->z[i]);
        tableau_exact_value(&t, i, out->w[i]);
        out->basis[i] = t.head.where[p->n + i] < t.head.rows;
    }
    tableau_exact_clear(&t);
    if (out->outcome == LCP_LIMIT)
        PERP_TRY(limit_time(limit));
    if (out->outcome == LCP_LIMIT)
        return PERP_FAIL(PERP_LIMIT, "no end after %d exact pivots",
                         end.pivots);
    perp_status s = lcp_exact_check(p, out);
    return s.code == PERP_REFUTED
               ? PERP_FAIL(PERP_BUG, "the Lemke-Howson answer fails its check")
               : s;
}

perp_status lemke_howson_solve(const lcp_problem *p, const lcp_exact_problem *e,
                               arena *a, lcp_answer *out)
{
    lemke_howson start;
    PERP_TRY(lemke_howson_start(e, 0, &start));
    return run_double(p, &start, a, out);
}
