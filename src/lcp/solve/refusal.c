#include "lcp/solve/refusal.h"

#include "number/integers.h"

/* What was seen of a basis. */
typedef struct {
    const refusal *of;
    lcp_claim near; /* Z, den: the first places */
    long *wrong;    /* p->free + p->n: of Z */
} impression;

/** ## Why without a proof

A basis that is refused is not asked again, and the ladder goes on: to another basis, and at the
end to exact Lemke, which needs none. Whoever refuses a right one therefore makes the
ladder slower, and cannot make an answer wrong, because what is accepted has its exact solution
and the check of its claim, as ever. So the bounds of [the first
places](../../number/linear/glance.h) are good enough here, although they are estimates of doubles. What is proven of
a basis, that it is or is not that of a solution, is asked without `hasty`.

*By hand.* Sticking, $\{z_1, w_2, z_3, w_4\}$, of the sliding block in the wing's README has $w_4 =
\mu c_n - \beta_- = -\frac12$. With $c_n = 2$ and $\beta_- = \frac32$ known to $2^{-60}$ the row
says $-\frac12$ up to $2^{-59}$.

A number that is exactly zero is never below zero by more than it may be wrong, whatever digits
it begins with: two contacts that share a load, and of which one carries nothing, stay in
the basis. */
static int surely_negative(mpz_srcptr s, long off)
{
    return mpz_sgn(s) < 0 && (long)integer_bits(s) > off;
}

/** $w_i = b_i + \sum_j A_{ij} Z_j / d$ times what makes its row whole, and how wrong it may be. $d$ is a power
of two and $b_i$ is what it is, so the first places are wrong in $Z$ alone: by $|\delta_j| < 2^{e_j}$. With the factor $s$, which
all denominators of the row divide,

$$\Bigl|\sum_j s A_{ij}\,\delta_j\Bigr| \le \sum_j |s A_{ij}|\,2^{e_j} \le c\,\max_j 2^{\,l(s) + l(p_j) - l(q_j) + 1 + e_j}, \qquad A_{ij} = p_j / q_j,$$

where $l$ counts bits, $2^{l(x) - 1} \le |x| < 2^{l(x)}$, and $c$ terms are not zero. Only bits are counted, so a term costs three
lookups and no product; the bound is at most $8c$ times as large as it could be, some seven of 160 places for a row of eight.

Rows of the basis are zero in the exact solution, and say nothing: what they have here is
all error. Signs of $z$ come before those of $w$, since they are there already. */
static int slack_negative(const impression *m, int i, mpz_t work[3])
{
    const lcp_exact_problem *p = m->of->p;
    const mpq_t *row = p->A + (size_t)i * (size_t)m->near.m;
    long off = 0, count = 1;
    lcp_claim_row(p, i, &m->near, work[0], work[1], work[2]);
    if (mpz_sgn(work[0]) >= 0)
        return 0;
    const long scale = (long)integer_bits(work[1]);
    for (int j = 0; j < m->near.m; j++) {
        if (mpq_sgn(row[j]) == 0)
            continue;
        const long by = scale + (long)integer_bits(mpq_numref(row[j])) -
                        (long)integer_bits(mpq_denref(row[j])) + 1 +
                        m->wrong[j];
        off = by > off ? by : off;
        count++;
    }
    for (; count > 0; count /= 2)
        off++;
    return surely_negative(work[0], off);
}

static int any_negative(const impression *m)
{
    const lcp_exact_problem *p = m->of->p;
    int found = 0;
    mpz_t work[3];
    for (int i = p->free; i < m->near.m; i++)
        if (surely_negative(m->near.Z[i], m->wrong[i]))
            return 1;
    mpz_inits(work[0], work[1], work[2], NULL);
    for (int i = 0; i < p->n && !found; i++)
        if (!m->of->basis[i])
            found = slack_negative(m, p->free + i, work);
    mpz_clears(work[0], work[1], work[2], NULL);
    return found;
}

/* Z from the unknowns of the basis; the others are zero and not wrong. */
static perp_status refuses(const linear_glance *g, arena *a, numerators_near *x,
                           int *refused)
{
    const refusal *of = (const refusal *)g;
    const size_t all = (size_t)(of->p->free + of->p->n);
    impression m = {.of = of, .wrong = arena_take(a, all, sizeof *m.wrong)};
    if (m.wrong == NULL)
        return PERP_NO_MEMORY(all * sizeof *m.wrong);
    PERP_TRY(lcp_claim_new(a, of->p->free, of->p->n, &m.near));
    for (size_t i = 0; i < all; i++)
        m.wrong[i] = NUMERATORS_EXACT;
    for (int j = 0; j < x->x.m; j++) {
        mpz_swap(m.near.Z[of->pick[j]], x->x.X[j]);
        m.wrong[of->pick[j]] = x->wrong[j];
    }
    mpz_swap(m.near.den, x->x.den);
    *refused = any_negative(&m);
    lcp_claim_clear(&m.near);
    return PERP_SUCCESS;
}

refusal refusal_of(const lcp_exact_problem *p, const uint8_t *basis,
                   const int *pick)
{
    return (refusal){{refuses}, p, basis, pick};
}
