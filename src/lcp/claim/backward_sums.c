#include "lcp/claim/backward_sums.h"

#include "lcp/problem/lcp_claim.h"
#include "number/rational.h"

perp_status backward_sums_new(arena *a, const lcp_exact_problem *p,
                              backward_sums *out)
{
    size_t m = (size_t)p->free + (size_t)p->n;
    *out = (backward_sums){.p = p, .m = (int)m};
    out->kept = arena_take(a, m, 1);
    out->z = out->kept == NULL ? NULL : rational_array(a, 3 * m);
    if (out->z == NULL)
        return PERP_NO_MEMORY(3 * m * sizeof *out->z);
    out->r = out->z + m;
    out->S = out->r + m;
    return PERP_SUCCESS;
}

void backward_sums_clear(backward_sums *s)
{
    if (s->z != NULL)
        rational_clear(s->z, 3 * (size_t)s->m);
    s->z = NULL;
}

/* S_i over the row's own scale, which lcp_claim_row has found. */
static void size_of_row(const lcp_exact_problem *p, int i, const lcp_claim *c,
                        mpz_srcptr scale, mpz_ptr sum, mpz_ptr work)
{
    const mpq_t *row = p->A + (size_t)i * (size_t)c->m;
    mpz_set_ui(sum, 0);
    for (int j = 0; j <= c->m; j++) {
        mpq_srcptr q = j < c->m ? row[j] : p->b[i];
        mpz_srcptr Z = j < c->m ? c->Z[j] : c->den;
        if (mpq_sgn(q) == 0 || mpz_sgn(Z) == 0)
            continue;
        rational_scaled(work, scale, q);
        if (mpz_sgn(work) == mpz_sgn(Z))
            mpz_addmul(sum, work, Z);
        else
            mpz_submul(sum, work, Z);
    }
}

static void quotient(mpz_srcptr num, mpz_srcptr scale, mpz_srcptr den,
                     mpq_ptr out)
{
    mpz_set(mpq_numref(out), num);
    mpz_mul(mpq_denref(out), scale, den);
    mpq_canonicalize(out);
}

perp_status backward_sums_fill(arena *a, backward_sums *s)
{
    lcp_claim c;
    mpz_t sum, scale, work;
    PERP_TRY(lcp_claim_new(a, s->p->free, s->p->n, &c));
    mpz_inits(sum, scale, work, NULL);
    for (int j = 0; j < c.m; j++)
        rational_cover(c.den, s->z[j]);
    for (int j = 0; j < c.m; j++)
        rational_scaled(c.Z[j], c.den, s->z[j]);
    for (int i = 0; i < c.m; i++) {
        lcp_claim_row(s->p, i, &c, sum, scale, work);
        quotient(sum, scale, c.den, s->r[i]);
        size_of_row(s->p, i, &c, scale, sum, work);
        quotient(sum, scale, c.den, s->S[i]);
    }
    mpz_clears(sum, scale, work, NULL);
    lcp_claim_clear(&c);
    return PERP_SUCCESS;
}

void backward_sums_need(const backward_sums *s, mpq_ptr eps, int *row)
{
    mpq_t need;
    mpq_init(need);
    mpq_set_ui(eps, 0, 1);
    *row = -1;
    for (int i = 0; i < s->m; i++) {
        int sign = mpq_sgn(s->r[i]);
        if (sign == 0 || (sign > 0 && !s->kept[i]))
            continue;
        mpq_div(need, s->r[i], s->S[i]); /* S_i >= |r_i| > 0 */
        mpq_abs(need, need);
        if (mpq_cmp(need, eps) > 0) {
            mpq_set(eps, need);
            *row = i;
        }
    }
    mpq_clear(need);
}

/* What row i adds: k r_i, |k| S_i, k A_ij z_j, |k A_ij z_j|. */
static void add_row(const backward_sums *s, int i, double weight,
                    backward_weights *out)
{
    const mpq_t *row = s->p->A + (size_t)i * (size_t)s->m;
    mpq_t k, term;
    mpq_inits(k, term, NULL);
    mpq_set_d(k, weight);
    mpq_mul(term, k, s->r[i]);
    mpq_add(*out->C, *out->C, term);
    mpq_mul(term, k, s->S[i]);
    mpq_abs(term, term);
    mpq_add(*out->L, *out->L, term);
    for (int j = 0; j < s->m; j++) {
        if (mpq_sgn(row[j]) == 0 || mpq_sgn(s->z[j]) == 0)
            continue;
        mpq_mul(term, row[j], s->z[j]);
        mpq_mul(term, term, k);
        mpq_add(out->alpha[j], out->alpha[j], term);
        mpq_abs(term, term);
        mpq_add(out->beta[j], out->beta[j], term);
    }
    mpq_clears(k, term, NULL);
}

perp_status backward_weigh(arena *a, const backward_sums *s,
                           const double *weight, backward_weights *out)
{
    size_t m = (size_t)s->m;
    *out = (backward_weights){.m = s->m};
    out->C = rational_array(a, 2 * m + 2);
    if (out->C == NULL)
        return PERP_NO_MEMORY((2 * m + 2) * sizeof *out->C);
    out->L = out->C + 1;
    out->alpha = out->C + 2;
    out->beta = out->alpha + m;
    for (int i = 0; i < s->m; i++)
        if (weight[i] < 0 || (weight[i] > 0 && s->kept[i]))
            add_row(s, i, weight[i], out);
    return PERP_SUCCESS;
}

void backward_weights_clear(backward_weights *w)
{
    if (w->C != NULL)
        rational_clear(w->C, 2 * (size_t)w->m + 2);
    w->C = NULL;
}

/** With $z'_j = z_j (1 + d_j)$, $|d_j| \le \varepsilon$, the weighted sum of what the
rows are too much by,

$$\sum_i \kappa_i r_i(z') - \varepsilon \sum_i |\kappa_i| S_i(z') = C - \varepsilon L +
\sum_j (\alpha_j - \varepsilon \beta_j)\, d_j \;\ge\; C - \varepsilon L - \varepsilon
\sum_j |\alpha_j - \varepsilon \beta_j|,$$

must not be positive for any $z'$ that will do. */
int backward_refutes(const backward_weights *w, mpq_srcptr eps)
{
    mpq_t left, term;
    mpq_inits(left, term, NULL);
    mpq_set(left, *w->L);
    for (int j = 0; j < w->m; j++) {
        mpq_mul(term, eps, w->beta[j]);
        mpq_sub(term, w->alpha[j], term);
        mpq_abs(term, term);
        mpq_add(left, left, term);
    }
    mpq_mul(left, left, eps);
    int refuted = mpq_cmp(*w->C, left) > 0;
    mpq_clears(left, term, NULL);
    return refuted;
}
