#include "lcp/claim/backward_program.h"

#include "lcp/solve/mlcp.h"
#include "number/rational.h"

#include <math.h>
#include <string.h>

/** ## One program

Rows are divided by their sizes and everything by $a$, the change that $A$ and $b$
alone need: $\rho_i = r_i / (a S_i)$, $G_{ij} = A_{ij} z_j / S_i$, $d_j = a u_j$,
$\varepsilon = a \tau$. All are of size one whatever the data are, and $r_i$, which
is small because its terms cancel, was computed without rounding. A row asks

$$\Bigl|\rho_i + \sum_j G_{ij} u_j\Bigr| \le \tau \Bigl(1 + a \sum_j |G_{ij}| u_j\Bigr),
\qquad |u_j| \le \tau,$$

or only the lower side of it, $\ge -\tau (\dots)$. Of a lower side nothing is asked
when $\rho_i \ge a$: with $\sigma = \sum_j |G_{ij}| \le 1$ and $\tau \le 1$ the left
is at least $a - \tau \sigma$ and the right at most $-\tau + a \tau^2 \sigma$, which is no
more. The product $\tau u_j$ has the small factor $a$; with a guess $\tau_0$ in its
place this is linear in $u$ and $\tau$, and the least $\tau$ is a decreasing
function of $\tau_0$, whose fixed point is wanted. */
typedef struct {
    int k, rows;     /* columns with z_j != 0; inequalities of rows */
    int *col, *row;  /* j of a column; i of an inequality */
    int *side;       /* 1: the upper side, -1: the lower */
    double *rho, *G; /* m; m x m */
    double a;
    double *K, *q;          /* N x N, N: the complementarity problem */
    double *tau_u, *lambda; /* its answer: k + 1, and rows */
} program;

/* num / den; what is far below every rounding error is 0, and no subnormal
   number that a pivot might meet. */
static double ratio(mpq_srcptr num, mpq_srcptr den, mpq_ptr work)
{
    mpq_div(work, num, den);
    double v = rational_truncated(work);
    return fabs(v) < 0x1p-200 ? 0 : v;
}

static void coefficients(const backward_sums *s, mpq_srcptr data, program *x)
{
    mpq_t work, term;
    const int m = s->m;
    mpq_inits(work, term, NULL);
    x->a = rational_truncated(data);
    for (int j = 0; j < m; j++)
        if (mpq_sgn(s->z[j]) != 0)
            x->col[x->k++] = j;
    for (int i = 0; i < m; i++) {
        if (mpq_sgn(s->S[i]) == 0)
            continue;
        mpq_mul(term, s->S[i], data);
        x->rho[i] = ratio(s->r[i], term, work);
        if (!s->kept[i] && x->rho[i] >= x->a)
            continue;
        for (int side = s->kept[i] ? 1 : -1; side >= -1; side -= 2) {
            x->row[x->rows] = i;
            x->side[x->rows++] = side;
        }
        for (int c = 0; c < x->k; c++) {
            int j = x->col[c];
            mpq_mul(term, s->p->A[i * m + j], s->z[j]);
            x->G[i * m + j] = ratio(term, s->S[i], work);
        }
    }
    mpq_clears(work, term, NULL);
}

static perp_status prepare(arena *a, const backward_sums *s, program *x)
{
    size_t m = (size_t)s->m, N = 4 * m + 1;
    int *ints = arena_take(a, 5 * m, sizeof *ints);
    double *v = arena_take(a, m + m * m + N * N + 2 * N, sizeof *v);
    if (ints == NULL || v == NULL)
        return PERP_NO_MEMORY((m + m * m + N * N + 2 * N) * sizeof *v);
    *x = (program){.col = ints, .row = ints + m, .side = ints + 3 * m};
    x->rho = v;
    x->G = v + m;
    x->K = x->G + m * m;
    x->q = x->K + N * N;
    x->tau_u = x->q + N;
    return PERP_SUCCESS;
}

/* Entry (r, c) of the constraints K x >= q and its twin in -K'. */
static void put(program *x, int N, int r, int c, double value)
{
    int at = x->k + 1 + r;
    x->K[(size_t)at * (size_t)N + (size_t)c] = value;
    x->K[(size_t)c * (size_t)N + (size_t)at] = -value;
}

/** The unknowns are $v_j = u_j + \tau \ge 0$ and $\tau \ge 0$. A linear program, least
$c^\top x$ with $K x \ge q$ and $x \ge 0$, is the complementarity problem of the
skew matrix $\begin{pmatrix} 0 & -K^\top \\ K & 0 \end{pmatrix}$ and $(c, -q)$. */
static int pose(program *x, int m, double tau0)
{
    const int N = x->k + 1 + x->rows + x->k;
    memset(x->K, 0, (size_t)N * (size_t)N * sizeof *x->K);
    memset(x->q, 0, (size_t)N * sizeof *x->q);
    for (int r = 0; r < x->rows; r++) {
        const double *G = x->G + x->row[r] * m;
        double sum = 0;
        for (int c = 0; c < x->k; c++) {
            double g = G[x->col[c]], size = tau0 * x->a * fabs(g);
            double value = x->side[r] > 0 ? size - g : size + g;
            put(x, N, r, c, value);
            sum += value;
        }
        put(x, N, r, x->k, 1 - sum);
        x->q[x->k + 1 + r] = -x->side[r] * x->rho[x->row[r]];
    }
    for (int c = 0; c < x->k; c++) {
        put(x, N, x->rows + c, c, -1);
        put(x, N, x->rows + c, x->k, 2);
    }
    x->q[x->k] = 1;
    return N;
}

/* Where doubles fail, exact rungs solve the program: up to so long numbers, a
   count and no clock, so that the answer is always the same. */
enum { LONGEST = 4096 };

/* The least tau for a guess tau0, or a negative number. */
static perp_status least(arena *a, program *x, int m, double tau0, double *tau)
{
    lcp_answer y;
    int unused, N = pose(x, m, tau0);
    lcp_problem p = {0, N, x->K, x->q};
    mlcp_options options = mlcp_defaults;
    arena_mark mark = arena_here(a);
    options.limits.bits = LONGEST;
    PERP_TRY(lcp_answer_new(a, 0, N, &y));
    perp_status s = mlcp_solve(&p, &options, a, &y, &unused);
    *tau = -1;
    if (s.code == PERP_OK && y.outcome == LCP_SOLVED) {
        *tau = y.z[x->k];
        memcpy(x->tau_u, y.z, (size_t)N * sizeof *y.z);
        x->lambda = x->tau_u + x->k + 1;
    }
    arena_release(a, mark);
    return s.code == PERP_LIMIT ? PERP_SUCCESS : s;
}

/** The fixed point by secants; the first guess is 1, what $A$ and $b$ alone
need. Data near each other need one program: $a$ is then the size of a rounding
error. */
static perp_status settle(arena *a, program *x, int m, int *programs,
                          int *found)
{
    double at = 1, before = 1, off_before = 0, tau;
    for (int round = 0; round < 12; round++) {
        ++*programs;
        PERP_TRY(least(a, x, m, at, &tau));
        if (tau < 0)
            return PERP_SUCCESS;
        *found = 1;
        double off = tau - at, next = tau;
        if (fabs(off) * x->a <= 1e-15)
            return PERP_SUCCESS;
        if (round > 0 && off != off_before)
            next = at - off * (at - before) / (off - off_before);
        before = at;
        off_before = off;
        at = next > 0 && next <= 1 ? next : tau;
    }
    return PERP_SUCCESS;
}

perp_status backward_propose(arena *a, const backward_sums *s, mpq_srcptr data,
                             double *u, double *weight, int *programs,
                             int *found)
{
    program x = {0};
    mpq_t work;
    PERP_TRY(prepare(a, s, &x));
    coefficients(s, data, &x);
    *found = 0;
    PERP_TRY(settle(a, &x, s->m, programs, found));
    if (!*found)
        return PERP_SUCCESS;
    double tau = x.tau_u[x.k];
    for (int c = 0; c < x.k; c++) {
        double v = x.tau_u[c] - tau;
        u[x.col[c]] = v > tau ? tau : v;
    }
    mpq_init(work);
    for (int r = 0; r < x.rows; r++) {
        int i = x.row[r];
        mpq_inv(work, s->S[i]);
        double w = x.lambda[r] * rational_truncated(work);
        weight[i] += isfinite(w) ? x.side[r] * w : 0;
    }
    mpq_clear(work);
    return PERP_SUCCESS;
}
