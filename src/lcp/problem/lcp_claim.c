#include "lcp/problem/lcp_claim.h"

#include "number/rational.h"

#include <string.h>

perp_status lcp_claim_new(arena *a, int free, int n, lcp_claim *out)
{
    size_t m = (size_t)free + (size_t)n;
    *out = (lcp_claim){.outcome = LCP_LIMIT, .m = free + n, .n = n};
    out->basis = arena_take(a, (size_t)n, 1);
    mpz_t *Z = out->basis == NULL ? NULL : integer_array(a, m, 0);
    if (Z == NULL)
        return PERP_NO_MEMORY(m * sizeof(mpz_t));
    out->Z = Z;
    mpz_init_set_ui(out->den, 1);
    return PERP_SUCCESS;
}

void lcp_claim_clear(lcp_claim *c)
{
    if (c->Z == NULL)
        return;
    integer_clear(c->Z, (size_t)c->m);
    mpz_clear(c->den);
    c->Z = NULL;
}

/* The common denominator of the row's entries that matter. */
static void row_scale(const lcp_exact_problem *p, int i, const lcp_claim *c,
                      mpz_ptr scale)
{
    const mpq_t *row = p->A + (size_t)i * (size_t)c->m;
    mpz_set_ui(scale, 1);
    for (int j = 0; j < c->m; j++)
        if (mpq_sgn(row[j]) != 0 && mpz_sgn(c->Z[j]) != 0)
            rational_cover(scale, row[j]);
    if (mpq_sgn(p->b[i]) != 0)
        rational_cover(scale, p->b[i]);
}

/** One term, scale q Z. Where the scaled entry of a row fits in a limb, and a
double mostly does, the product is added without being written down. */
static void add_term(mpz_ptr sum, mpz_srcptr scale, mpq_srcptr q, mpz_srcptr Z,
                     mpz_ptr work)
{
    mpz_srcptr num = mpq_numref(q), den = mpq_denref(q);
    if (mpz_size(scale) == 1 && mpz_size(num) == 1 && mpz_size(den) == 1) {
        uint64_t f = mpz_get_ui(scale) / mpz_get_ui(den), v = mpz_get_ui(num);
        uint64_t product;
        if (!__builtin_mul_overflow(f, v, &product)) {
            if (mpz_sgn(num) < 0)
                mpz_submul_ui(sum, Z, product);
            else
                mpz_addmul_ui(sum, Z, product);
            return;
        }
    }
    rational_scaled(work, scale, q);
    mpz_addmul(sum, work, Z);
}

void lcp_claim_row(const lcp_exact_problem *p, int i, const lcp_claim *c,
                   mpz_ptr sum, mpz_ptr scale, mpz_ptr work)
{
    const mpq_t *row = p->A + (size_t)i * (size_t)c->m;
    row_scale(p, i, c, scale);
    mpz_set_ui(sum, 0);
    for (int j = 0; j < c->m; j++)
        if (mpq_sgn(row[j]) != 0 && mpz_sgn(c->Z[j]) != 0)
            add_term(sum, scale, row[j], c->Z[j], work);
    if (mpq_sgn(p->b[i]) != 0)
        add_term(sum, scale, p->b[i], c->den, work);
}

static perp_status refute(const char *what, int i)
{
    return PERP_FAIL(PERP_REFUTED, "not a solution: %s, row %d", what, i + 1);
}

static const char *row_fault(const lcp_claim *c, int i, int w)
{
    int pair = i - (c->m - c->n);
    if (pair < 0)
        return w != 0 ? "the equation does not hold" : NULL;
    if (mpz_sgn(c->Z[i]) < 0)
        return "z is negative";
    if (w < 0)
        return "w is negative";
    if (c->basis[pair])
        return w != 0 ? "w is not zero on the basis" : NULL;
    return mpz_sgn(c->Z[i]) != 0 ? "z is not zero off the basis" : NULL;
}

/** Implements AP02 (20), (23). */
perp_status lcp_claim_check(const lcp_exact_problem *p, const lcp_claim *c,
                            int *w_sign)
{
    if (c->outcome != LCP_SOLVED || mpz_sgn(c->den) <= 0)
        return PERP_FAIL(PERP_REFUTED, "not a solution, and no claim to be");
    mpz_t sum, scale, work;
    const char *fault = NULL;
    int i;
    mpz_inits(sum, scale, work, NULL);
    for (i = 0; i < c->m && fault == NULL; i++) {
        lcp_claim_row(p, i, c, sum, scale, work);
        fault = row_fault(c, i, mpz_sgn(sum));
        if (w_sign != NULL && i >= p->free)
            w_sign[i - p->free] = mpz_sgn(sum);
    }
    mpz_clears(sum, scale, work, NULL);
    return fault == NULL ? PERP_SUCCESS : refute(fault, i - 1);
}

/* out = num / den, shortened. */
static void quotient(mpz_srcptr num, mpz_srcptr den, mpq_ptr out)
{
    mpq_set_ui(out, 0, 1);
    if (mpz_sgn(num) == 0)
        return;
    mpz_set(mpq_numref(out), num);
    mpz_set(mpq_denref(out), den);
    mpq_canonicalize(out);
}

void lcp_claim_spell(const lcp_exact_problem *p, const lcp_claim *c,
                     lcp_exact_answer *out)
{
    mpz_t sum, scale, work;
    mpz_inits(sum, scale, work, NULL);
    for (int i = 0; i < c->m; i++) {
        quotient(c->Z[i], c->den, out->z[i]);
        lcp_claim_row(p, i, c, sum, scale, work);
        mpz_mul(scale, scale, c->den);
        quotient(sum, scale, out->w[i]);
    }
    mpz_clears(sum, scale, work, NULL);
    memmove(out->basis, c->basis, (size_t)c->n);
    out->outcome = c->outcome;
    out->pivots = c->pivots;
    mpq_set_ui(out->z0, 0, 1);
}

void lcp_claim_of(const lcp_exact_answer *x, lcp_claim *out)
{
    mpz_set_ui(out->den, 1);
    for (int j = 0; j < out->m; j++)
        if (!mpz_divisible_p(out->den, mpq_denref(x->z[j])))
            rational_cover(out->den, x->z[j]);
    for (int j = 0; j < out->m; j++)
        rational_scaled(out->Z[j], out->den, x->z[j]);
    memmove(out->basis, x->basis, (size_t)out->n);
    out->outcome = x->outcome;
    out->pivots = x->pivots;
}
