/**
# A vector that every impulse agrees with

With a pointed friction cone impulses cannot cancel: there is an $r$ such that

$$r \cdot M^{-1} \bar J^\top \bar\lambda \ge \|\lambda_n\|_1$$

for all impulses in the cone, (77). Read along a sample, $r \cdot v$ grows by at
least the normal impulse spent, and it is bounded, because $\|v\|_M$ does not grow.
So an impact spends a bounded impulse, and if every step spends at least the least
of its bounds, (Lemma 13), the number of steps is a question of how often $m$
uniform numbers are all small. That is Theorem 8: with $\sigma$ such that $M \succeq
\sigma I$, (150) to (155) bound the sum of the least bounds by $2 \|v_0\|_M
\|r\|_2/\sqrt\sigma$, their mean is $h/(m+1)$, (149), and Hoeffding's inequality
says how unlikely it is to stay below for long, (79).

**Three numbers**, in this order.

* $r$, the shortest one. Any will do for the theorem, whose constant grows with $\|r\|_2$; the
  paper calls it a linear program, which finds some $r$. The least norm is a quadratic program
  and, as a problem of complementarity, no harder.
* $\sigma$, the largest double for which $M - \sigma I$ is positive semidefinite, decided
  exactly: an eigenvalue that is rounded up would make a false bound.
* $c = 4 \lceil (m+1) \|r\|_2/(h \sqrt\sigma) \rceil$, (78), a whole number found without a root.

**The block** of the [wing's page](../README.md): $r = (0, 1, 0)$, since each unit of
normal impulse adds 1 N s of height and friction adds none; nothing shorter does.
$\sigma = \frac5{12}$, $m = 2$, and with $h = 0.3$ N s $(m+1)\|r\|/(h\sqrt\sigma) =
15.49$, so $c = 64$. (79) then says that more than 74 problems have a probability of
at most $e^{-10/9} = 0.33$, for a fall with $\|v_0\|_M \le 1$. Samples take two or
three: the bound is a proof of an end and no estimate.

**The chain** (150) to (155) in words. Energy does not grow, so $\|v_K\|_M \le
\|v_0\|_M$ behind $K$ steps. $\|v_K\|_M$ is at least $\sqrt\sigma\,\|v_K\|_2$,
that at least $\sqrt\sigma\,r \cdot v_K/\|r\|_2$, and $r \cdot v_K$ has grown by
all normal impulses so far. So their sum is at most $2\|v_0\|_M
\|r\|_2/\sqrt\sigma$: once for where $r \cdot v$ may have begun, once for where
it may end. A step that does not end the impact spends at least the least of its
bounds, whose mean is $h/(m+1)$ for $m$ uniform numbers: for two contacts a
third of $h$. Every inequality is loose by itself: impulses of both corners
count, and one is taken; $r \cdot v_0$ is $-1$ for the block's fall with 1 m/s,
and $-\|r\|_2\|v_0\|_M/\sqrt\sigma = -1.55$ is taken.

**Not pointed.** Two walls that face each other, $n$ and $-n$, and a body of 1
kg between them: $G r \ge 1$ asks for $r \cdot n \ge 1$ and $-r \cdot n \ge 1$.
The LCP has the matrix $G G^\top = \begin{pmatrix} 1 & -1 \\ -1 & 1
\end{pmatrix}$ and wants $y_1 - y_2 \ge 1$ and $y_2 - y_1 \ge 1$; Lemke ends on
the ray along $(1, 1)$, the two impulses that cancel.

**Units.** $r$ has no unit of its own: $r \cdot v$ is an impulse if $v$ is in the
units of the coordinates, and $\|r\|_2$ adds metres to radians, as the paper does.
*/
#include "hp23/impact/net_force.h"

#include "number/rational.h"
#include "lcp/solve/ladder.h"

#include <math.h>

/* The edges of M^-1 LFC with lambda_n = 1: w_n alone for a contact without
   friction, else w_n + mu w_d and w_n - mu w_d for each slip. edges x nv. */
typedef struct {
    int edges;
    mpq_t *g;
} net_edges;

/** $\mathrm{LFC}$ is made of one cone for each contact, with the edges $J_n^\top \pm
\mu d$: it lies in $\mathrm{FC}$ because every direction $d$ has unit length. What is
kept are the edges behind the mass, $M^{-1}$ of them, as velocities: what 1 N s along
an edge does. In the plane a contact has two, so the block has four; $w$ is work space
of two vectors.

Implements HP23 (22)-(23). */
static perp_status contact_edges(arena *a, const step_exact *d, int j, mpq_t *w,
                                 net_edges *e)
{
    const int nv = d->nv;
    mpq_t *wn = w, *wd = w + nv;
    PERP_TRY(impact_response(a, d, (const mpq_t *)d->n + j * nv, wn));
    for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
        PERP_TRY(impact_response(a, d, (const mpq_t *)d->d + k * nv, wd));
        for (int back = 0; back < 2; back++, e->edges++)
            for (int i = 0; i < nv; i++) {
                mpq_ptr g = e->g[e->edges * nv + i];
                mpq_mul(g, d->mu[j], wd[i]);
                if (back)
                    mpq_neg(g, g);
                mpq_add(g, g, wn[i]);
            }
    }
    if (d->slip_at[j] < d->slip_at[j + 1])
        return PERP_SUCCESS;
    for (int i = 0; i < nv; i++)
        mpq_set(e->g[e->edges * nv + i], wn[i]);
    e->edges++;
    return PERP_SUCCESS;
}

/** The least norm is $\min \frac12 \|r\|^2$ with $G r \ge 1$. Its multipliers are $y
\ge 0$, stationarity is $r = G^\top y$, and slackness makes the LCP. $G G^\top$ has a
row for each edge and the rank of the velocities at most, so $y$ is often not unique
while $r$ is. */

/* The LCP of the least norm: y >= 0 perp G G' y - 1 >= 0. */
static void pose(const net_edges *e, int nv, mpq_t *A, mpq_t *b)
{
    for (int i = 0; i < e->edges; i++) {
        for (int j = 0; j < e->edges; j++)
            impact_dot(nv, (const mpq_t *)e->g + i * nv,
                       (const mpq_t *)e->g + j * nv, A[i * e->edges + j]);
        mpq_set_si(b[i], -1, 1);
    }
}

static void read_r(const net_edges *e, const lcp_exact_answer *x, net_force *f)
{
    mpq_t t;
    mpq_init(t);
    for (int k = 0; k < e->edges; k++)
        for (int i = 0; i < f->nv; i++) {
            mpq_mul(t, x->z[k], e->g[k * f->nv + i]);
            mpq_add(f->r[i], f->r[i], t);
        }
    mpq_clear(t);
    impact_dot(f->nv, (const mpq_t *)f->r, (const mpq_t *)f->r, f->square);
}

static perp_status solve(arena *a, const net_edges *e, mpq_t *A, net_force *f)
{
    const int n = e->edges;
    lcp_exact_problem p = {0, n, (const mpq_t *)A, (const mpq_t *)A + n * n};
    lcp_exact_answer x;
    int fallback;
    pose(e, f->nv, A, A + n * n);
    PERP_TRY(lcp_exact_answer_new(a, 0, n, &x));
    perp_status s = mlcp_prove(&p, NULL, a, &x, &fallback);
    f->pointed = s.code == PERP_OK && x.outcome == LCP_SOLVED;
    if (f->pointed)
        read_r(e, &x, f);
    lcp_exact_answer_clear(0, n, &x);
    return s;
}

/** **Lemma 6.** $\lambda_n$-normalised forces of the linear cone are convex
combinations of its edges, so (77) holds when it does on each edge:
$G r \ge 1$, a row of $G$ for each edge of $M^{-1} \mathrm{LFC}$ with $\|\lambda_n\|_1 =
1$. The proof makes an $r$ from a separating plane; any one will do, and the
shortest makes the smallest $c$. It is $r = G^\top y$ with $0 \le y \perp G G^\top y - 1
\ge 0$, an LCP with a positive semidefinite matrix: Lemke solves it exactly, or
ends on a ray when no $r$ exists, which is when the cone is not pointed.

Implements HP23 (77). */
static perp_status find_r(arena *a, const step_exact *d, net_force *f)
{
    const size_t most = (size_t)(d->p + 2 * d->r), nv = (size_t)d->nv;
    const size_t count = (most + 2) * nv, square = most * (most + 1);
    net_edges e = {0, rational_array(a, count)};
    mpq_t *A = e.g == NULL ? NULL : rational_array(a, square);
    perp_status s = A == NULL ? PERP_NO_MEMORY((count + square) * sizeof(mpq_t))
                              : PERP_SUCCESS;
    for (int j = 0; s.code == PERP_OK && j < d->p; j++)
        s = contact_edges(a, d, j, e.g + most * nv, &e);
    if (s.code == PERP_OK)
        s = solve(a, &e, A, f);
    if (A != NULL)
        rational_clear(A, square);
    if (e.g != NULL)
        rational_clear(e.g, count);
    return s;
}

/** Is $M - \sigma I$ positive semidefinite? Elimination without roots: a
symmetric matrix is so exactly if no pivot is negative and a zero pivot stands
in a column of zeros. The second half is not idle: $\begin{pmatrix} 0 & 1 \\ 1 &
0 \end{pmatrix}$ has no negative diagonal element and the eigenvalue $-1$. For
$M = \begin{pmatrix} 2 & 1 \\ 1 & 2 \end{pmatrix}$, whose least eigenvalue is 1,
$\sigma = 1$ leaves the pivots 1 and 0 and passes. With $\sigma = 1 + \delta$
the second one is $\delta(\delta - 2)/(1 - \delta)$, below zero however small
$\delta$ is. T: nv x nv, work space. */
static int semidefinite(const step_exact *d, mpq_srcptr sigma, mpq_t *T)
{
    const int n = d->nv;
    int fine = 1;
    mpq_t q, t;
    mpq_inits(q, t, NULL);
    for (int i = 0; i < n * n; i++)
        mpq_set(T[i], d->M[i]);
    for (int i = 0; i < n; i++)
        mpq_sub(T[i * n + i], T[i * n + i], sigma);
    for (int k = 0; k < n && fine; k++) {
        int pivot = mpq_sgn(T[k * n + k]);
        fine = pivot >= 0;
        for (int i = k + 1; i < n && fine; i++) {
            if (mpq_sgn(T[i * n + k]) == 0)
                continue;
            fine = pivot > 0; /* a zero on the diagonal needs a zero row */
            if (!fine)
                break;
            mpq_div(q, T[i * n + k], T[k * n + k]);
            for (int j = k + 1; j < n; j++) {
                mpq_mul(t, q, T[k * n + j]);
                mpq_sub(T[i * n + j], T[i * n + j], t);
            }
        }
    }
    mpq_clears(q, t, NULL);
    return fine;
}

/** The largest double $\sigma$ with $M \succeq \sigma I$: by halving, each question
answered exactly. The least eigenvalue is at most $M_{11}$, so twice that is an upper
end that is refused. Halving goes on until no double is between the ends, some dozens
of eliminations; the least eigenvalue itself is a root of a polynomial and mostly no
double. */
static perp_status find_sigma(arena *a, const step_exact *d, net_force *f)
{
    const size_t count = (size_t)(d->nv * d->nv);
    double low = 0, high = mpq_get_d(d->M[0]) * 2;
    mpq_t *T = rational_array(a, count);
    if (T == NULL)
        return PERP_NO_MEMORY(count * sizeof *T);
    for (;;) {
        double middle = low + (high - low) / 2;
        if (!(middle > low && middle < high))
            break;
        mpq_set_d(f->sigma, middle);
        if (semidefinite(d, f->sigma, T))
            low = middle;
        else
            high = middle;
    }
    rational_clear(T, count);
    mpq_set_d(f->sigma, low);
    if (!(low > 0))
        return PERP_FAIL(PERP_INPUT,
                         "the mass matrix is not positive definite");
    return PERP_SUCCESS;
}

/** $c = 4 \lceil (m+1) \|r\|_2 / (h \sqrt\sigma) \rceil$ without a rounded root: the
smallest whole $k$ with $k^2 \ge (m+1)^2 \|r\|^2 / (h^2 \sigma)$. It is found as the
whole root of the right-hand side rounded up, plus one when something is left of it;
that is the same, for $k^2$ is whole. The block: $9/(0.09 \cdot \frac5{12}) = 240$,
$15^2 < 240 \le 16^2$, $c = 64$. (79) is the Theorem's statement about it; what is
here is its $c$.

Implements HP23 (78)-(79). */
static void find_c(const step_exact *d, mpq_srcptr h, net_force *f)
{
    mpq_t x;
    mpz_t rest;
    mpq_init(x);
    mpz_init(rest);
    mpq_set_si(x, d->p + 1, 1);
    mpq_div(x, x, h);
    mpq_mul(x, x, x);
    mpq_mul(x, x, f->square);
    mpq_div(x, x, f->sigma);
    mpz_cdiv_q(f->c, mpq_numref(x), mpq_denref(x));
    mpz_sqrtrem(f->c, rest, f->c);
    if (mpz_sgn(rest) > 0)
        mpz_add_ui(f->c, f->c, 1);
    mpz_mul_ui(f->c, f->c, 4);
    mpz_clear(rest);
    mpq_clear(x);
}

/** Joints are refused: Lemma 6 and Theorem 8 are stated in coordinates without
them, and so is their $\sigma$. */
perp_status net_force_find(arena *a, const step_exact *d, mpq_srcptr h,
                           net_force *out)
{
    const size_t nv = (size_t)d->nv;
    *out = (net_force){.nv = d->nv};
    if (d->m > 0)
        return PERP_FAIL(PERP_INPUT, "Lemma 6 knows no joints; write the "
                                     "system in minimal coordinates");
    out->r = rational_array(a, nv);
    if (out->r == NULL)
        return PERP_NO_MEMORY(nv * sizeof *out->r);
    mpq_inits(out->square, out->sigma, NULL);
    mpz_init(out->c);
    perp_status s = find_r(a, d, out);
    if (s.code == PERP_OK)
        s = find_sigma(a, d, out);
    if (s.code == PERP_OK && out->pointed)
        find_c(d, h, out);
    if (s.code != PERP_OK)
        net_force_clear(out);
    return s;
}

void net_force_clear(net_force *f)
{
    if (f->r == NULL)
        return;
    rational_clear(f->r, (size_t)f->nv);
    mpq_clears(f->square, f->sigma, NULL);
    mpz_clear(f->c);
    f->r = NULL;
}
