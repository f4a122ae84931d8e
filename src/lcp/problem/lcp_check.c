/**
# Exact verdicts

These functions trust nobody: they know A, b and a claim, and compute every
row again. They share no code with the elimination that made the claim.
*/
#include "base/memory.h"
#include "lcp/problem/lcp_claim.h"
#include "number/rational.h"

/** A sum of fractions by repeated `mpq_add` takes a greatest common divisor
per term. With $Q$ the common denominator of the row and $Z$ that of the $z_j$
there is one at the end instead: $Q Z\,(A z)_i = \sum_j (Q A_{ij})(Z z_j)$. */
static void row_product(int m, const mpq_t *row, mpz_t *num, mpz_srcptr den,
                        mpq_ptr out)
{
    mpz_t common, a;
    mpz_init_set_ui(common, 1);
    mpz_init(a);
    for (int j = 0; j < m; j++)
        if (mpz_sgn(num[j]) != 0 && mpq_sgn(row[j]) != 0)
            rational_cover(common, row[j]);
    mpz_set_ui(mpq_numref(out), 0);
    for (int j = 0; j < m; j++) {
        if (mpz_sgn(num[j]) == 0 || mpq_sgn(row[j]) == 0)
            continue;
        rational_scaled(a, common, row[j]);
        mpz_addmul(mpq_numref(out), a, num[j]);
    }
    mpz_mul(mpq_denref(out), common, den);
    mpq_canonicalize(out);
    mpz_clears(common, a, NULL);
}

perp_status lcp_exact_rows(const lcp_exact_problem *p, mpq_t *z, int with_b,
                           mpq_t *out)
{
    int m = p->free + p->n;
    mpz_t *num = memory_new((size_t)m, sizeof *num), den;
    if (num == NULL)
        return PERP_NO_MEMORY((size_t)m * sizeof *num);
    mpz_init_set_ui(den, 1);
    for (int j = 0; j < m; j++)
        rational_cover(den, z[j]);
    for (int j = 0; j < m; j++) {
        mpz_init(num[j]);
        rational_scaled(num[j], den, z[j]);
    }
    for (int i = 0; i < m; i++) {
        row_product(m, p->A + (size_t)i * (size_t)m, num, den, out[i]);
        if (with_b)
            mpq_add(out[i], out[i], p->b[i]);
    }
    integer_clear(num, (size_t)m);
    mpz_clear(den);
    memory_free(num);
    return PERP_SUCCESS;
}

static perp_status refute(const char *what, int i)
{
    return PERP_FAIL(PERP_REFUTED, "not a solution: %s, row %d", what, i + 1);
}

/* Two nonnegative numbers whose product is zero. */
static const char *pair_fault(mpq_srcptr z, mpq_srcptr w)
{
    if (mpq_sgn(z) < 0)
        return "z is negative";
    if (mpq_sgn(w) < 0)
        return "w is negative";
    return mpq_sgn(z) != 0 && mpq_sgn(w) != 0 ? "neither z nor w is zero"
                                              : NULL;
}

/* A check that needs `arrays` vectors of work space. */
static mpq_t *work_new(const lcp_exact_problem *p, int arrays)
{
    size_t count = (size_t)arrays * ((size_t)p->free + (size_t)p->n);
    mpq_t *q = memory_new(count, sizeof *q);
    for (size_t i = 0; q != NULL && i < count; i++)
        mpq_init(q[i]);
    return q;
}

static void work_free(const lcp_exact_problem *p, int arrays, mpq_t *q)
{
    rational_clear(q, (size_t)arrays * ((size_t)p->free + (size_t)p->n));
    memory_free(q);
}

static perp_status no_work(const lcp_exact_problem *p)
{
    return PERP_NO_MEMORY(((size_t)p->free + (size_t)p->n) * sizeof(mpq_t));
}

/* The stored w is the recomputed one: w_num scale den = sum w_den. */
static int is_w(const lcp_exact_problem *p, const lcp_claim *c, int i,
                mpq_srcptr w)
{
    mpz_t sum, scale, work;
    mpz_inits(sum, scale, work, NULL);
    lcp_claim_row(p, i, c, sum, scale, work);
    mpz_mul(work, scale, c->den);
    mpz_mul(work, work, mpq_numref(w));
    mpz_mul(sum, sum, mpq_denref(w));
    int same = mpz_cmp(work, sum) == 0;
    mpz_clears(sum, scale, work, NULL);
    return same;
}

/** The answer is brought over one denominator first: see `lcp_claim`. */
perp_status lcp_exact_check(const lcp_exact_problem *p,
                            const lcp_exact_answer *answer)
{
    if (answer->outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_REFUTED, "not a solution, and no claim to be");
    arena a = {0};
    lcp_claim c;
    perp_status s = lcp_claim_new(&a, p->free, p->n, &c);
    if (s.code == PERP_OK) {
        lcp_claim_of(answer, &c);
        s = lcp_claim_check(p, &c, NULL);
        for (int i = 0; s.code == PERP_OK && i < c.m; i++)
            if (mpq_sgn(answer->w[i]) < 0 || !is_w(p, &c, i, answer->w[i]))
                s = refute("w is not A z + b", i);
        lcp_claim_clear(&c);
    }
    arena_free(&a);
    return s;
}

/* rows + d z0 = claim, where the covering vector d may be the usual one. */
static int row_holds(const lcp_exact_problem *p, mpq_t *d, int i, mpq_ptr row,
                     mpq_srcptr z0, mpq_srcptr claim)
{
    mpq_t cover;
    mpq_init(cover);
    if (d != NULL)
        mpq_mul(cover, d[i], z0);
    else if (i >= p->free)
        mpq_set(cover, z0);
    mpq_add(row, row, cover);
    mpq_clear(cover);
    return mpq_equal(row, claim);
}

static const char *ray_pair_fault(const lcp_exact_answer *c, int i)
{
    const char *fault = pair_fault(c->z[i], c->w[i]);
    if (fault == NULL)
        fault = pair_fault(c->dz[i], c->dw[i]);
    if (fault == NULL)
        fault = pair_fault(c->z[i], c->dw[i]);
    return fault != NULL ? fault : pair_fault(c->dz[i], c->w[i]);
}

static perp_status ray_verdict(const lcp_exact_problem *p, mpq_t *d,
                               const lcp_exact_answer *c, mpq_t *point,
                               mpq_t *move)
{
    int moves = 0;
    for (int i = 0; i < p->free + p->n; i++) {
        if (!row_holds(p, d, i, point[i], c->z0, c->w[i]) ||
            !row_holds(p, d, i, move[i], c->dz0, c->dw[i]))
            return refute("w is not A z + b + d z0 on the ray", i);
        const char *fault = i < p->free ? NULL : ray_pair_fault(c, i);
        if (i < p->free && (mpq_sgn(c->w[i]) != 0 || mpq_sgn(c->dw[i]) != 0))
            fault = "the equation does not hold on the ray";
        if (fault != NULL)
            return refute(fault, i);
        moves |= i >= p->free && mpq_sgn(c->dz[i]) != 0;
    }
    if (mpq_sgn(c->z0) <= 0 || mpq_sgn(c->dz0) < 0)
        return refute("z0 is not positive on the whole ray", 0);
    return moves ? PERP_SUCCESS : refute("the ray does not move z", 0);
}

perp_status lcp_exact_check_ray(const lcp_exact_problem *p, mpq_t *d,
                                const lcp_exact_answer *answer)
{
    size_t m = (size_t)p->free + (size_t)p->n;
    mpq_t *q = work_new(p, 2);
    if (q == NULL)
        return no_work(p);
    perp_status s = lcp_exact_rows(p, answer->z, 1, q);
    if (s.code == PERP_OK)
        s = lcp_exact_rows(p, answer->dz, 0, q + m);
    if (s.code == PERP_OK)
        s = ray_verdict(p, d, answer, q, q + m);
    work_free(p, 2, q);
    return s;
}

perp_status lcp_exact_check_infeasible(const lcp_exact_problem *p, mpq_t *y)
{
    int m = p->free + p->n;
    mpq_t sum, term;
    mpq_inits(sum, term, NULL);
    int wrong = -1;
    for (int j = 0; j <= m && wrong < 0; j++) {
        mpq_set_si(sum, j == m ? -1 : 0, 1);
        for (int k = 0; k < p->free; k++) {
            mpq_mul(term, y[k], j == m ? p->b[k] : p->A[k * m + j]);
            mpq_add(sum, sum, term);
        }
        wrong = mpq_sgn(sum) != 0 ? j : -1;
    }
    mpq_clears(sum, term, NULL);
    if (wrong < 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_REFUTED,
                     "the combination of equations is not 0 = 1: column %d",
                     wrong + 1);
}

perp_status lcp_exact_check_outcome(const lcp_exact_problem *p,
                                    const lcp_exact_answer *answer)
{
    if (answer->outcome == LCP_RAY)
        return lcp_exact_check_ray(p, NULL, answer);
    if (answer->outcome == LCP_INFEASIBLE)
        return lcp_exact_check_infeasible(p, answer->y);
    return lcp_exact_check(p, answer);
}
