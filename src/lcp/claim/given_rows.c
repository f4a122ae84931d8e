#include "lcp/claim/given_rows.h"

#include "lcp/problem/lcp_claim.h"
#include "number/rational.h"

#include <limits.h>

/* The numbers come in this order. */
enum { W, W_ULPS, Z_ULPS, PRODUCT, PRODUCT_ULPS, KINDS };

static const long no_term = LONG_MIN;

/* One more than the largest that log2 of q may be. */
static long above(mpq_srcptr q)
{
    return (long)mpz_sizeinbase(mpq_numref(q), 2) -
           (long)mpz_sizeinbase(mpq_denref(q), 2) + 1;
}

/** The largest of a row's $\lfloor \log_2 |A_{ij} z_j| \rfloor$. Few products are
formed: the lengths of the numbers say that most are smaller. */
static long largest_term(const lcp_exact_problem *p, int i, const mpq_t *z,
                         mpq_ptr work)
{
    const int m = p->free + p->n;
    const mpq_t *row = p->A + (size_t)i * (size_t)m;
    long best = mpq_sgn(p->b[i]) != 0 ? rational_log2(p->b[i]) : no_term;
    for (int j = 0; j < m; j++) {
        if (mpq_sgn(row[j]) == 0 || mpq_sgn(z[j]) == 0 ||
            above(row[j]) + above(z[j]) <= best + 1)
            continue;
        mpq_mul(work, row[j], z[j]);
        long e = rational_log2(work);
        best = e > best ? e : best;
    }
    return best;
}

/* out = q / ulp, where 2^e is the size that is compared with. */
static void in_ulps(mpq_srcptr q, long e, mpq_ptr out)
{
    mpq_set_ui(out, 0, 1);
    if (mpq_sgn(q) == 0 || e == no_term)
        return;
    long k = e - 52 > -1074 ? e - 52 : -1074;
    if (k < 0)
        mpq_mul_2exp(out, q, (mp_bitcnt_t)-k);
    else
        mpq_div_2exp(out, q, (mp_bitcnt_t)k);
}

/* z over one denominator, and the rows as sums of whole numbers. */
static void rows_of(const lcp_exact_problem *p, const lcp_claim *c, mpq_t *w)
{
    mpz_t sum, scale, work;
    mpz_inits(sum, scale, work, NULL);
    for (int i = 0; i < c->m; i++) {
        lcp_claim_row(p, i, c, sum, scale, work);
        mpz_set(mpq_numref(w[i]), sum);
        mpz_mul(mpq_denref(w[i]), scale, c->den);
        mpq_canonicalize(w[i]);
    }
    mpz_clears(sum, scale, work, NULL);
}

static perp_status all_rows(arena *a, const lcp_exact_problem *p,
                            const mpq_t *z, given_rows *out)
{
    lcp_claim c;
    PERP_TRY(lcp_claim_new(a, p->free, p->n, &c));
    for (int j = 0; j < c.m; j++)
        rational_cover(c.den, z[j]);
    for (int j = 0; j < c.m; j++)
        rational_scaled(c.Z[j], c.den, z[j]);
    rows_of(p, &c, out->w);
    lcp_claim_clear(&c);
    return PERP_SUCCESS;
}

static int fault_of(const lcp_exact_problem *p, int i, mpq_srcptr z,
                    mpq_srcptr w)
{
    if (i < p->free)
        return mpq_sgn(w) != 0 ? GIVEN_EQUATION : 0;
    return (mpq_sgn(z) < 0 ? GIVEN_Z : 0) | (mpq_sgn(w) < 0 ? GIVEN_W : 0) |
           (mpq_sgn(z) != 0 && mpq_sgn(w) != 0 ? GIVEN_PRODUCT : 0);
}

/* worst |w| or |z| of a fault, in ulps, against the largest so far. */
static void compare(given_rows *r, int i, mpq_srcptr ulps, mpq_ptr most)
{
    mpq_t size;
    mpq_init(size);
    mpq_abs(size, ulps);
    if (r->worst < 0 || mpq_cmp(size, most) > 0) {
        r->worst = i;
        mpq_set(most, size);
    }
    mpq_clear(size);
}

/* A product is at fault by its row: what it has in ulps the row has too. */
static void count(given_rows *r, int i, mpq_ptr most)
{
    int f = r->fault[i];
    r->faults += f != 0;
    if (f & GIVEN_Z)
        compare(r, i, r->z_ulps[i], most);
    if (f & ~GIVEN_Z)
        compare(r, i, r->w_ulps[i], most);
}

static void measure(const lcp_exact_problem *p, const mpq_t *z, given_rows *r)
{
    mpq_t work, most;
    long size = no_term;
    mpq_inits(work, most, NULL);
    for (int j = 0; j < r->m; j++)
        if (mpq_sgn(z[j]) != 0 && rational_log2(z[j]) > size)
            size = rational_log2(z[j]);
    for (int i = 0; i < r->m; i++) {
        long e = largest_term(p, i, z, work);
        in_ulps(r->w[i], e, r->w_ulps[i]);
        in_ulps(z[i], size, r->z_ulps[i]);
        if (i >= p->free && mpq_sgn(z[i]) != 0) {
            mpq_mul(r->product[i], z[i], r->w[i]);
            in_ulps(r->product[i], e == no_term ? e : e + rational_log2(z[i]),
                    r->product_ulps[i]);
        }
        r->fault[i] = (uint8_t)fault_of(p, i, z[i], r->w[i]);
        count(r, i, most);
    }
    mpq_clears(work, most, NULL);
}

perp_status given_rows_find(arena *a, const lcp_exact_problem *p,
                            const mpq_t *z, given_rows *out)
{
    size_t m = (size_t)p->free + (size_t)p->n;
    *out = (given_rows){.m = (int)m, .worst = -1};
    out->fault = arena_take(a, m, 1);
    mpq_t *q = out->fault == NULL ? NULL : rational_array(a, KINDS * m);
    if (q == NULL)
        return PERP_NO_MEMORY(KINDS * m * sizeof *q);
    out->w = q + W * m;
    out->w_ulps = q + W_ULPS * m;
    out->z_ulps = q + Z_ULPS * m;
    out->product = q + PRODUCT * m;
    out->product_ulps = q + PRODUCT_ULPS * m;
    PERP_TRY(all_rows(a, p, z, out));
    measure(p, z, out);
    return PERP_SUCCESS;
}

void given_rows_clear(given_rows *r)
{
    if (r->w != NULL)
        rational_clear(r->w, KINDS * (size_t)r->m);
    r->w = NULL;
}

const char *given_fault_words(int fault)
{
    return fault & GIVEN_EQUATION  ? "the equation does not hold"
           : fault & GIVEN_Z       ? "z is negative"
           : fault & GIVEN_W       ? "w is negative"
           : fault & GIVEN_PRODUCT ? "z and w are both positive"
                                   : "";
}
