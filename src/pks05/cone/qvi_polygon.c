#include "pks05/cone/qvi_polygon.h"

#include "number/rational.h"
#include "number/sincos.h"

#include <math.h>
#include <string.h>

/** Doubles are fractions, and every finite one is taken as the fraction that it is. */
perp_status qvi_exact_new(arena *a, const qvi_problem *p,
                          qvi_exact_problem *out)
{
    const size_t N = (size_t)qvi_rows(p), m = (size_t)p->contacts;
    mpq_t *A = rational_array(a, N * N + N + m + 1);
    *out = (qvi_exact_problem){.contacts = p->contacts, .slips = p->slips};
    if (A == NULL)
        return PERP_NO_MEMORY((N * N + N + m) * sizeof *A);
    out->A = (const mpq_t *)A;
    out->b = (const mpq_t *)(A + N * N);
    out->mu = (const mpq_t *)(A + N * N + N);
    if (rational_of_doubles(N * N, p->A, A) == N * N &&
        rational_of_doubles(N, p->b, A + N * N) == N &&
        rational_of_doubles(m, p->mu, A + N * N + N) == m)
        return PERP_SUCCESS;
    qvi_exact_clear(out);
    return PERP_FAIL(PERP_INPUT, "a number of the step is not finite");
}

void qvi_exact_clear(qvi_exact_problem *p)
{
    const size_t N = (size_t)(p->contacts * (1 + p->slips));
    rational_clear((mpq_t *)p->A, N * N + N + (size_t)p->contacts + 1);
    p->A = NULL;
}

/** **Corners.** With $t$ a fraction, $((1 - t^2)/(1 + t^2), 2t/(1 + t^2))$ lies on
the circle exactly, at the angle $2 \arctan t$. $t = \sin\varphi/(1 + \cos\varphi)$ is rounded to
30 places, $\varphi$ being the angle within its quarter; whole quarters are turned
exactly. So a polygon is one of the disk's, inside it to the last bit.

For 8 corners $t = 444758426/2^{30}$ stands for $\tan(\pi/8)$, and the corner lies $1.9
\cdot 10^{-11}$ rad beside its angle; for 16 it is $213580528/2^{30}$ and $-3.0 \cdot
10^{-10}$ rad. That the angles are not quite those of a regular polygon matters to
nothing: the corners are on the circle, opposite ones sum to zero, so the $D_k$ surround
zero, and these are all the properties that any proof uses. Coordinates rounded to doubles
would be on no circle, and friction by them could dissipate more than Coulomb's. */
void qvi_corner(int count, int k, mpq_ptr x, mpq_ptr y)
{
    int quarter = (int)(4 * (long)k / count % 4);
    double part = (double)(4 * (long)k % count) / count, sine, cosine;
    sincos_cr(part * 0x1.921fb54442d18p+0, &sine, &cosine);
    double t = floor(0x1p30 * (sine / (1 + cosine)) + 0.5) * 0x1p-30;
    mpq_t T, one;
    mpq_inits(T, one, NULL);
    mpq_set_ui(one, 1, 1);
    mpq_set_d(T, t);
    mpq_mul(x, T, T);
    mpq_add(y, one, x);
    mpq_sub(x, one, x);
    mpq_div(x, x, y);
    mpq_add(T, T, T);
    mpq_div(y, T, y);
    if (quarter % 2 == 1) { /* (x, y) -> (-y, x) */
        mpq_swap(x, y);
        mpq_neg(x, x);
    }
    if (quarter >= 2) {
        mpq_neg(x, x);
        mpq_neg(y, y);
    }
    mpq_clears(T, one, NULL);
}

/**
## The complementarity problem

The disk's polygon has the corners $\mu\lambda_n d_k$, the force is $\lambda_{to} = D\beta$, and
the least of $w_{to} \cdot x$ over the polygon is found by

$$\begin{aligned}
0 \le \lambda_n &\perp A_{nn}\lambda_n + A_{nt} D\beta + b_n \ge 0, \\
0 \le \beta &\perp D^\top(A_{tn}\lambda_n + A_{tt} D\beta + b_t) + e\gamma \ge 0, \\
0 \le \gamma &\perp \mu\lambda_n - e^\top\beta \ge 0,
\end{aligned}$$

where $\gamma = |w_{to}|$ measured by the polygon. The matrix is copositive when $A$ is
positive definite and $\mu \ge 0$: for $x = (\lambda_n, \beta, \gamma) \ge 0$ the two borders give
$\gamma e^\top\beta - \gamma e^\top\beta$, which cancels, and $\mu\gamma\lambda_n \ge 0$, so

$$x^\top M x = \lambda^\top A\lambda + \mu\gamma\lambda_n \ge 0, \qquad \lambda = T(\lambda_n, \beta).$$

With it goes the ray: Lemke always ends at a
solution, for every $\mu$. The slips of a planar contact have the two directions
$\pm 1$, and nothing is approximated.

With $T$ taking $(\lambda_n, \beta)$ to $\lambda$ the large block is $T^\top A T$, and $T$ has at
most $k$ numbers in a row. $\beta$ is not unique, two opposite corners may both be loaded,
and no caller sees it; $D\beta$ is what counts.

For one planar contact the matrix is

$$\begin{bmatrix} a_{nn} & a_{nt} & -a_{nt} & 0 \\ a_{tn} & a_{tt} & -a_{tt} & 1 \\
-a_{tn} & -a_{tt} & a_{tt} & 1 \\
\mu & -1 & -1 & 0 \end{bmatrix}, \qquad z = (\lambda_n, \beta_+, \beta_-, \gamma),$$

and of the three solutions of `qvi.h` the open one is $z = (0, 0, 0, \gamma)$ with any
$\gamma \ge 4$, the sticking one $(3, 0, 2, 0)$, the slipping one $(1, 0, 1, 1)$. Like
$\lambda$ of the rigid schemes $\gamma$ is a slip speed where the contact is loaded, and
only bounded below where it is not. Which of the three Lemke's path ends at is no choice
of anybody.

The size is $n = m(2 + \text{corners})$: three contacts with 16 corners are 54 pairs where
Newton's method has 9 unknowns. Lemke's work grows with $n^3$ and more, which is why
it comes late in the ladder. */
typedef struct {
    int m, k, corners, z, n; /* z = m (1 + corners), n = z + m */
} sizes;

static perp_status sizes_of(int m, int k, int corners, sizes *out)
{
    if (k == 2 && (corners < 3 || corners > 4096))
        return PERP_FAIL(PERP_INPUT, "a polygon of %d corners; give 3 to 4096",
                         corners);
    corners = k == 1 ? 2 : corners;
    *out = (sizes){m, k, corners, m * (1 + corners), m * (2 + corners)};
    return PERP_SUCCESS;
}

/* The unknowns: lam_n of all contacts, then beta of each, then gamma of all. */
static int at_beta(const sizes *s, int contact, int corner)
{
    return s->m + contact * s->corners + corner;
}

static void direction(const sizes *s, int corner, mpq_t d[2])
{
    if (s->k == 1)
        mpq_set_si(d[0], corner == 0 ? 1 : -1, 1);
    else
        qvi_corner(s->corners, corner, d[0], d[1]);
}

/**
## In doubles

$W = AT$ is formed once, and $T^\top W$ of it: both factors are sparse in $T$, so the block of
$z^2$ entries costs $k$ multiplications each and not $N$. The corners are the fractions of
`qvi_corner`, rounded. What is solved is then the polygon's problem to a residual of the
ladder of `lcp/solve`; if doubles do not reach it, in more digits, and at last exactly,
unless only a start is wanted.

With three contacts in space and 16 corners, $z = 51$ and $n = 54$: $W$ has $9 \cdot 51$
numbers, the block $T^\top W$ $51^2$, each of two products. Rounding makes the block a
little unlike $T^\top AT$; what that does to copositivity is below what Lemke's tolerances
see, and a path that ends on a ray in doubles is walked again exactly before it is
believed. */
typedef struct {
    sizes s;
    const qvi_problem *p;
    double *D; /* corners x k */
    double *W; /* N x z: A T */
    double *A, *b;
    lcp_answer x;
} rounded;

static perp_status rounded_new(arena *a, const qvi_problem *p, rounded *r)
{
    const sizes *s = &r->s;
    size_t n = (size_t)s->n, N = (size_t)qvi_rows(p);
    size_t D = (size_t)(s->corners * s->k), W = N * (size_t)s->z;
    mpq_t d[2];
    r->D = arena_take(a, D + W + n * n + n, sizeof *r->D);
    if (r->D == NULL)
        return PERP_NO_MEMORY((D + W + n * n + n) * sizeof *r->D);
    r->p = p;
    r->W = r->D + D;
    r->A = r->W + W;
    r->b = r->A + n * n;
    mpq_inits(d[0], d[1], NULL);
    for (int c = 0; c < s->corners; c++) {
        direction(s, c, d);
        for (int k = 0; k < s->k; k++)
            r->D[c * s->k + k] = mpq_get_d(d[k]);
    }
    mpq_clears(d[0], d[1], NULL);
    return lcp_answer_new(a, 0, s->n, &r->x);
}

/* W = A T, and T' W and T' b into the problem: three kinds of rows, in the
   order of the display. */
static void rounded_pose(rounded *r)
{
    const sizes *s = &r->s;
    const int w = 1 + s->k, N = s->m * w, P = s->corners;
    const double *D = r->D;
    for (int row = 0; row < N; row++)
        for (int i = 0; i < s->m; i++) {
            const double *a = r->p->A + row * N + i * w;
            double *to = r->W + row * s->z;
            to[i] = a[0];
            for (int c = 0; c < P; c++)
                for (int k = 0; k < s->k; k++)
                    to[at_beta(s, i, c)] += a[1 + k] * D[c * s->k + k];
        }
    for (int i = 0; i < s->m; i++) {
        const double *W = r->W + i * w * s->z;
        memcpy(r->A + i * s->n, W, (size_t)s->z * sizeof *W);
        r->b[i] = r->p->b[i * w];
        r->A[(s->z + i) * s->n + i] = r->p->mu[i];
        for (int c = 0; c < P; c++) {
            int beta = at_beta(s, i, c);
            double *to = r->A + beta * s->n;
            for (int k = 0; k < s->k; k++) {
                for (int j = 0; j < s->z; j++)
                    to[j] += D[c * s->k + k] * W[(1 + k) * s->z + j];
                r->b[beta] += D[c * s->k + k] * r->p->b[i * w + 1 + k];
            }
            to[s->z + i] = 1;
            r->A[(s->z + i) * s->n + beta] = -1;
        }
    }
}

/** $\lambda = T(\lambda_n, \beta)$. Where nothing slips $\beta$ may be any of many, and
$D\beta$ is one. */
static void rounded_forces(const rounded *r, double *lam)
{
    const sizes *s = &r->s;
    const int w = 1 + s->k;
    for (int i = 0; i < s->m; i++) {
        lam[i * w] = r->x.z[i];
        for (int k = 0; k < s->k; k++) {
            double sum = 0;
            for (int c = 0; c < s->corners; c++)
                sum += r->D[c * s->k + k] * r->x.z[at_beta(s, i, c)];
            lam[i * w + 1 + k] = sum;
        }
    }
}

static perp_status ray(void)
{
    return PERP_FAIL(PERP_NO_SOLUTION,
                     "Lemke ends on a ray: the step's matrix is not positive "
                     "definite; take a smaller step");
}

perp_status qvi_polygon_solve(const qvi_problem *p, qvi_polygon *q, arena *a,
                              double *lam)
{
    arena_mark mark = arena_here(a);
    rounded r = {.p = p};
    mlcp_options o = mlcp_defaults;
    o.only_double = q->only_double;
    PERP_TRY(sizes_of(p->contacts, p->slips, q->corners, &r.s));
    PERP_TRY(rounded_new(a, p, &r));
    rounded_pose(&r);
    lcp_problem lcp = {0, r.s.n, r.A, r.b};
    PERP_TRY(mlcp_solve(&lcp, &o, a, &r.x, &q->climbed));
    if (r.x.outcome != LCP_SOLVED && q->only_double)
        return PERP_FAIL(PERP_LIMIT, "doubles do not solve the polygon's step");
    if (r.x.outcome != LCP_SOLVED)
        return ray();
    rounded_forces(&r, lam);
    q->residual = r.x.residual;
    arena_release(a, mark);
    return PERP_SUCCESS;
}
