/**
# From known slips to one pair a contact

(4.7) has $2 + 2r_j$ pairs for a contact with $r_j$ slips, only because it does not know where the
contact slips to. At a solution that is known up to rounding it is known: along the slip of the
largest speed, and friction has its full $\mu c_n$ against it. Put in, $\beta$ and $\lambda$ are
gone and the contact has the pair $0 \le \rho_j \perp c_{n,j} \ge 0$ alone, with $n_j +
\mu_jd_{jk}$ for its impulse and $n_j$ for its row. That problem is not monotone; for the rod of
Painlevé it may have none or two solutions, and all of them are listed.

The block of `alpha_gamma.c` slides along $+d$, so $\beta_-$ acts, $\beta_- = \frac35c_n$. In
$x_1, x_2 \mid \alpha c_n$ the motion is $x_1 + \frac35\alpha c_n = \frac25$, $x_2 - \alpha c_n =
-\frac12$, and $\rho = x_2$: one solution, $x = (\frac1{10}, 0)$, $\alpha c_n = \frac12$. Of the
signs that were left out, $\lambda = \frac1{10}$ and $\sigma_+ = \frac15$ are as they must be.

A contact that sticks has no known friction, and then nothing is eliminated: its $\beta$ is
between the bounds. A contact of the list that had no pressure is taken to slip the way it moves.
*/
#include "gap08/step/slide.h"

#include "number/rational.h"
#include "gap08/step/split.h"

#include <string.h>

/** ## The rows

In (4.7), with contact $j$ slipping so that $\beta_{jk}$ alone acts: its last
row $\zeta = \mu c_n - \beta_{jk} + g$ is zero ($g$ is zero but for a push), so
$\beta_{jk} = \mu c_n + g$ goes into the other rows, and $\lambda_j = \max_k d_{jk}^T x$
is the speed. What is left out, $\sigma \perp \beta$ and the signs of $\beta$, is
asked of each solution afterwards. */
static void eliminate(slide *s, int pairs, mpq_t *A, mpq_t *b)
{
    const lcp_exact_problem *of = s->of;
    const int free = of->free, m = free + of->n, size = free + pairs;
    const int slips = (of->n - 2 * pairs) / 2, first = free + pairs;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < size; i++) {
        mpq_set(b[i], of->b[i]);
        for (int j = 0; j < size; j++)
            mpq_set(A[i * size + j], of->A[i * m + j]);
        for (int j = 0; j < pairs; j++) {
            const int last = first + 2 * slips + j, beta = first + s->beta[j];
            if (s->beta[j] < 0)
                continue;
            mpq_mul(t, of->A[i * m + beta], of->A[last * m + free + j]);
            mpq_add(A[i * size + free + j], A[i * size + free + j], t);
            mpq_mul(t, of->A[i * m + beta], of->b[last]);
            mpq_add(b[i], b[i], t);
        }
    }
    mpq_clear(t);
}

/** Which $\beta$ acts is read from the velocity at hand: index $2k$ is $+d_k$, $2k + 1$ is $-d_k$, and
friction is against the slip. A contact with friction whose speed is no more than rounding ends it: it may
stick, or slip either way, and a list for each of these is the list of the whole problem.
*/
perp_status slide_new(arena *a, const lcp_exact_problem *p, const step_data *d,
                      const double *x, slide *out, int *known)
{
    const size_t size = (size_t)(p->free + d->p);
    int sign = 0;
    *out = (slide){.of = p, .slip_at = d->slip_at};
    *known = 0;
    out->beta = arena_take(a, (size_t)d->p + 1, sizeof *out->beta);
    if (out->beta == NULL)
        return PERP_NO_MEMORY((size_t)d->p);
    for (int j = 0; j < d->p; j++) {
        const int k = split_slip(d, x, j, &sign);
        if (k < 0 && d->mu[j] > 0 && d->slip_at[j + 1] > d->slip_at[j])
            return PERP_SUCCESS;
        out->beta[j] = k < 0 ? -1 : 2 * k + (sign < 0);
    }
    mpq_t *A = rational_array(a, size * size + size);
    if (A == NULL)
        return PERP_NO_MEMORY(size * size * sizeof *A);
    out->p = (lcp_exact_problem){p->free, d->p, (const mpq_t *)A,
                                 (const mpq_t *)(A + size * size)};
    eliminate(out, d->p, A, A + size * size);
    *known = 1;
    return lcp_exact_answer_new(a, p->free, p->n, &out->whole);
}

void slide_clear(slide *s)
{
    if (s->whole.z != NULL)
        lcp_exact_answer_clear(s->of->free, s->of->n, &s->whole);
    if (s->p.A != NULL)
        lcp_exact_problem_clear(&s->p);
}

/** $\lambda$ is not unique where the contact has no pressure; the least one is taken, and any
other would solve the problem just as well. */
/* The largest speed: no sigma of the contact is negative. Where friction acts
   this must be the one against it, or the check fails. */
static void set_lambda(const slide *s, int j, mpq_ptr lambda)
{
    const int first = s->of->free + s->p.n;
    mpq_t t;
    mpq_init(t);
    for (int k = 2 * s->slip_at[j]; k < 2 * s->slip_at[j + 1]; k++) {
        mpq_neg(t, s->whole.w[first + k]);
        if (mpq_cmp(t, lambda) > 0)
            mpq_set(lambda, t);
    }
    mpq_clear(t);
}

/** ## Is a candidate a solution?

$z$ is filled up with $\beta_{jk} = \mu c_n + g$ and, in a second pass, with $\lambda_j$ from the
rows that the first one gives with $\lambda = 0$: there $w$ holds $\pm d_{jk}^Tx$. Then every row
and every sign of the whole problem is asked with equality. What falls here are candidates in
which the contact slips another way than supposed, so that $\sigma\beta \ne 0$.

The basis is read from the signs of $z$: where neither of a pair is positive,
the check asks nothing of it. */
int slide_solves(slide *s, const mpq_t *u)
{
    const lcp_exact_problem *of = s->of;
    const int free = of->free, m = free + of->n, pairs = s->p.n;
    const int slips = (of->n - 2 * pairs) / 2, first = free + pairs;
    mpq_t *z = s->whole.z;
    for (int i = 0; i < m; i++)
        mpq_set_ui(z[i], 0, 1);
    for (int i = 0; i < first; i++)
        mpq_set(z[i], u[i]);
    for (int j = 0; j < pairs; j++) {
        const int last = first + 2 * slips + j, beta = first + s->beta[j];
        if (s->beta[j] < 0)
            continue;
        mpq_mul(z[beta], of->A[last * m + free + j], z[free + j]);
        mpq_add(z[beta], z[beta], of->b[last]);
    }
    if (lcp_exact_rows(of, z, 1, s->whole.w).code != PERP_OK)
        return 0;
    for (int j = 0; j < pairs; j++)
        set_lambda(s, j, z[first + 2 * slips + j]);
    if (lcp_exact_rows(of, z, 1, s->whole.w).code != PERP_OK)
        return 0;
    s->whole.outcome = LCP_SOLVED;
    for (int i = 0; i < of->n; i++)
        s->whole.basis[i] = mpq_sgn(z[free + i]) > 0;
    return lcp_exact_check(of, &s->whole).code == PERP_OK;
}
