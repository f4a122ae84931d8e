#include "check.h"
#include "gap08/step/alpha_gamma.h"
#include "lcp/solve/mlcp.h"
#include "step_random.h"

/* The recovery in plain fractions, for comparison. */
static void recover_in_fractions(const alpha_gamma_exact *s,
                                 const step_exact *d, const mpq_t *z,
                                 step_result_exact *out)
{
    const int nv = d->nv, free = nv + d->m, beta = free + d->p;
    mpq_t rest;
    mpq_init(rest);
    for (int i = 0; i < nv; i++) { /* v + (x - v) / alpha */
        mpq_set(out->x[i], z[i]);
        mpq_sub(rest, z[i], d->v[i]);
        mpq_div(rest, rest, s->alpha);
        mpq_add(out->v[i], d->v[i], rest);
    }
    for (int i = 0; i < d->m; i++)
        mpq_div(out->cnu[i], z[nv + i], s->alpha);
    for (int j = 0; j < d->p; j++)
        mpq_div(out->cn[j], z[free + j], s->alpha);
    for (int k = 0; k < d->r; k++) {
        mpq_sub(rest, z[beta + 2 * k], z[beta + 2 * k + 1]);
        mpq_div(out->f[k], rest, s->alpha);
    }
    mpq_clear(rest);
}

static int same(const mpq_t *q, const mpz_t *num, mpz_srcptr den, int n)
{
    mpz_t a, b;
    int equal = 1;
    mpz_inits(a, b, NULL);
    for (int i = 0; i < n; i++) {
        mpz_mul(a, mpq_numref(q[i]), den);
        mpz_mul(b, mpq_denref(q[i]), num[i]);
        equal &= mpz_cmp(a, b) == 0;
    }
    mpz_clears(a, b, NULL);
    return equal;
}

/* The result in fractions and the one over one denominator. */
static void same_result(const step_exact *d, const step_result_exact *y,
                        const step_numerators *r)
{
    CHECK(same((const mpq_t *)y->x, (const mpz_t *)r->x, r->den, d->nv), "x");
    CHECK(same((const mpq_t *)y->v, (const mpz_t *)r->v, r->den, d->nv), "v");
    CHECK(same((const mpq_t *)y->cn, (const mpz_t *)r->cn, r->den, d->p), "cn");
    CHECK(same((const mpq_t *)y->f, (const mpz_t *)r->f, r->den, d->r), "f");
    CHECK(same((const mpq_t *)y->cnu, (const mpz_t *)r->cnu, r->den, d->m),
          "cnu");
}

/* beta of one slip that moves is off by one part in the denominator: its power
   is no longer -mu lambda c_n. Velocities, lambda and c_n are what they were,
   and the energy identity is made of them, so friction alone can tell; and a
   slip that stands still has no power, whatever its beta. */
static void forged_friction(const posed *x, const step_exact *d, lcp_claim *c,
                            const step_numerators *r, int *slipping)
{
    const int beta = d->nv + d->m + d->s + d->p;
    mpq_t speed, t;
    mpq_inits(speed, t, NULL);
    for (int k = 0; k < d->r; k++) {
        mpz_ptr one = c->Z[beta + 2 * k];
        mpq_set_ui(speed, 0, 1);
        for (int i = 0; i < d->nv; i++) {
            mpq_set_z(t, c->Z[i]);
            mpq_mul(t, t, d->d[k * d->nv + i]);
            mpq_add(speed, speed, t);
        }
        mpz_add_ui(one, one, 1);
        perp_status ok =
            alpha_gamma_check(&x->s, d, (const mpz_t *)c->Z, c->den, r);
        mpz_sub_ui(one, one, 1);
        CHECK((ok.code == PERP_OK) == (mpq_sgn(speed) == 0) &&
                  (ok.code == PERP_OK ||
                   strstr(ok.message, "friction balance") != NULL),
              "slip %d at %g: %s", k, mpq_get_d(speed), ok.message);
        *slipping += mpq_sgn(speed) != 0;
    }
    mpq_clears(speed, t, NULL);
}

/* Random steps, solved exactly, pass the balances; with one number of the
   solution or of the result changed they do not. */
static void balances_hold_and_bite(void)
{
    check_random rng = {check_seed(43)};
    int bitten = 0, tried = 0, slipping = 0;
    for (int trial = 0; trial < 200; trial++) {
        step_random_sizes z = {
            check_integer(&rng, 1, 4), check_integer(&rng, 0, 1),
            check_integer(&rng, 0, 3), check_integer(&rng, 0, 2)};
        alpha_gamma s = {check_integer(&rng, 4, 8) / 8.0,
                         check_integer(&rng, 0, 8) / 8.0, 1.0 / 128,
                         STEP_FAMILY};
        step_random step;
        posed x;
        lcp_exact_answer y;
        int fallback = 0;
        step_random_make(&step, &rng, z);
        step_random_copy(&step, z);
        posed_make(&x, &step, &s);
        CHECK(lcp_exact_answer_new(&step.a, x.p.free, x.p.n, &y).code ==
                  PERP_OK,
              "memory");
        CHECK(mlcp_prove(&x.p, NULL, &step.a, &y, &fallback).code == PERP_OK &&
                  y.outcome == LCP_SOLVED,
              "trial %d", trial);
        lcp_claim c;
        step_numerators r;
        CHECK(lcp_claim_new(&step.a, x.p.free, x.p.n, &c).code == PERP_OK &&
                  step_numerators_new(&step.a, &step.exact, &r).code == PERP_OK,
              "memory");
        lcp_claim_of(&y, &c);
        recover_in_fractions(&x.s, &step.exact, (const mpq_t *)y.z,
                             &step.y_exact);
        alpha_gamma_recover_numerators(&x.s, &step.exact, (const mpz_t *)c.Z,
                                       c.den, &r);
        same_result(&step.exact, &step.y_exact, &r);
        perp_status ok =
            alpha_gamma_check(&x.s, &step.exact, (const mpz_t *)c.Z, c.den, &r);
        CHECK(ok.code == PERP_OK, "trial %d: %s", trial, ok.message);
        forged_friction(&x, &step.exact, &c, &r, &slipping);
        mpz_ptr v = r.v[check_integer(&rng, 0, z.nv - 1)];
        mpz_add_ui(v, v, 1); /* one part in the denominator */
        tried++;
        bitten +=
            alpha_gamma_check(&x.s, &step.exact, (const mpz_t *)c.Z, c.den, &r)
                .code == PERP_REFUTED;
        step_numerators_clear(&r);
        lcp_claim_clear(&c);
        lcp_exact_answer_clear(x.p.free, x.p.n, &y);
        posed_free(&x);
        step_random_free(&step);
    }
    CHECK(slipping > 50, "%d slips", slipping);
    CHECK(bitten == tried, "%d of %d changes by one were refused", bitten,
          tried);
}

int main(void)
{
    RUN(balances_hold_and_bite);
    DONE;
}
