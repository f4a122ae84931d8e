#include "ap02/feasible.h"

#include "number/rational.h"
#include "lcp/solve/mlcp.h"

/** A joint is two opposite contacts here, so that dependent joints are no
trouble: rows $n_j$ with values $\Phi_j$, $p + 2m$ of them. Of all combinations $y
\ge 0$ with $\Phi \cdot y \le -1$ the one with the shortest gradient $x = n y$ is
sought, a convex quadratic program; with $s$ the multiplier of the bound

$$x - n y = 0, \qquad 0 \le s \perp -\Phi \cdot y - 1 \ge 0, \qquad 0 \le y \perp n^T
x + s\Phi \ge 0.$$

Its first row is stationarity in $x$ with the multiplier put in, the others are
the bound and $y \ge 0$ with their multipliers. It has the shape of AP02's (19) for
$\lambda = (s, y)$, with the identity for $M$, no $F$, $H = (0, n)$ and an
antisymmetric $N$, but $b$ is $-1$ in the row of the bound: Theorem 2.1 does not
cover it. What says that Lemke finds a solution is that the matrix is positive
semidefinite and the rows can be satisfied.

It has a solution, for some value is negative, and then $|x|^2 = x \cdot n y =
-s\, \Phi \cdot y = s$ ($y$ times the last row, $s$ times the second). Either $x
= 0$, and the combination is a contradiction: after every displacement the same
sum of gaps and joint errors is negative. Or $s > 0$, and $d = x/s$ is a
displacement after which every linearised gap is open and every linearised joint
closed: the last row divided by $s$ says $n^T d + \Phi \ge 0$. For one gap
$-0.1$ with gradient 1: $y = 10$, $x = 10$, $s = 100$, $d = 0.1$.

As a question of signs alone this would be a linear program. The shortest gradient is
asked for because then one solve has the proof of either answer, and which of the
two it is is the sign of one fraction, $s$. */
typedef struct {
    int nv, rows, size;
    mpq_t *A, *b;
} program;

static void put(program *g, int row, int col, double x)
{
    mpq_set_d(g->A[row * g->size + col], x);
    mpq_set_d(g->A[col * g->size + row], -x);
}

static void put_row(program *g, int row, int sign, double value,
                    const double *n)
{
    const int at = g->nv + 1 + row;
    put(g, at, g->nv, sign * value);
    for (int i = 0; i < g->nv; i++)
        put(g, at, i, sign * n[i]);
}

static perp_status pose(arena *a, const feasible_data *d, program *g)
{
    const int rows = d->p + 2 * d->m, nv = d->nv;
    *g = (program){nv, rows, nv + 1 + rows, NULL, NULL};
    size_t n = (size_t)g->size;
    g->A = rational_array(a, n * n + n);
    if (g->A == NULL)
        return PERP_NO_MEMORY(n * n * sizeof *g->A);
    g->b = g->A + n * n;
    for (int i = 0; i < nv; i++)
        mpq_set_ui(g->A[i * g->size + i], 1, 1);
    for (int j = 0; j < d->p; j++)
        put_row(g, j, 1, d->gap[j], d->n + j * nv);
    for (int k = 0; k < d->m; k++) {
        put_row(g, d->p + 2 * k, 1, d->theta[k], d->nu + k * nv);
        put_row(g, d->p + 2 * k + 1, -1, d->theta[k], d->nu + k * nv);
    }
    mpq_set_si(g->b[nv], -1, 1);
    return PERP_SUCCESS;
}

static feasible_answer read(const program *g, const feasible_data *d,
                            const mpq_t *z, mpq_t *out)
{
    const mpq_t *y = z + g->nv + 1;
    mpq_srcptr s = z[g->nv];
    for (int i = 0; i < g->nv && mpq_sgn(s) > 0; i++)
        mpq_div(out[i], z[i], s);
    if (mpq_sgn(s) > 0)
        return FEASIBLE_YES;
    for (int k = 0; k < d->m; k++)
        mpq_sub(out[g->nv + k], y[d->p + 2 * k], y[d->p + 2 * k + 1]);
    for (int j = 0; j < d->p; j++)
        mpq_set(out[g->nv + d->m + j], y[j]);
    return FEASIBLE_NO;
}

/** The weights over minus their value, so that the value is -1. The solver's
answer is not believed: signs, the gradient and the value are formed again. `c`
has the weights of the joints, of any sign (the difference of the two contacts
that stand for a joint), then those of the contacts. */
static int contradicts(const feasible_data *d, mpq_t *c)
{
    mpq_t sum, t, row;
    int holds = 1;
    mpq_inits(sum, t, row, NULL);
    for (int i = -1; i < d->nv && holds; i++) { /* -1: the value */
        mpq_set_ui(sum, 0, 1);
        for (int k = 0; k < d->m + d->p; k++) {
            int j = k - d->m;
            mpq_set_d(row, i < 0   ? (j < 0 ? d->theta[k] : d->gap[j])
                           : j < 0 ? d->nu[k * d->nv + i]
                                   : d->n[j * d->nv + i]);
            mpq_mul(t, c[k], row);
            mpq_add(sum, sum, t);
        }
        holds = i < 0 ? mpq_sgn(sum) < 0 : mpq_sgn(sum) == 0;
        mpq_neg(sum, sum);
        for (int k = 0; k < d->m + d->p && i < 0 && holds; k++)
            mpq_div(c[k], c[k], sum);
    }
    for (int j = 0; j < d->p; j++)
        holds &= mpq_sgn(c[d->m + j]) >= 0;
    mpq_clears(sum, t, row, NULL);
    return holds;
}

/* Every gap open and every joint closed: nothing has to be asked. */
static int fulfilled(const feasible_data *d)
{
    for (int k = 0; k < d->m; k++)
        if (d->theta[k] != 0)
            return 0;
    for (int j = 0; j < d->p; j++)
        if (d->gap[j] < 0)
            return 0;
    return 1;
}

perp_status feasible_decide(arena *a, const feasible_data *d, mpq_t *out,
                            feasible_answer *answer)
{
    program g;
    lcp_exact_answer z;
    int fallback = 0;
    *answer = FEASIBLE_YES;
    for (int i = 0; i < d->nv; i++)
        mpq_set_ui(out[i], 0, 1);
    if (fulfilled(d))
        return PERP_SUCCESS;
    PERP_TRY(pose(a, d, &g));
    lcp_exact_problem p = {g.nv, g.rows + 1, (const mpq_t *)g.A,
                           (const mpq_t *)g.b};
    perp_status s = lcp_exact_answer_new(a, p.free, p.n, &z);
    if (s.code == PERP_OK) {
        s = mlcp_prove(&p, NULL, a, &z, &fallback);
        *answer = FEASIBLE_UNDECIDED;
        if (s.code == PERP_OK && z.outcome == LCP_SOLVED &&
            lcp_exact_check(&p, &z).code == PERP_OK)
            *answer = read(&g, d, (const mpq_t *)z.z, out);
        if (*answer == FEASIBLE_NO && !contradicts(d, out + d->nv))
            s = PERP_FAIL(PERP_BUG, "a contradiction that is none");
        lcp_exact_answer_clear(p.free, p.n, &z);
    }
    rational_clear(g.A, (size_t)(g.size * g.size + g.size));
    return s;
}
