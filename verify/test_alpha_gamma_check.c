#include "check.h"
#include "scheme/alpha_gamma.h"
#include "solve/mlcp.h"
#include "step_random.h"

/* Random steps, solved exactly, pass the balances; with one number of the
   solution or of the result changed they do not. */
static void balances_hold_and_bite(void)
{
    check_random rng = {check_seed(43)};
    int bitten = 0, tried = 0;
    for (int trial = 0; trial < 200; trial++) {
        step_random_sizes z = {
            check_integer(&rng, 1, 4), check_integer(&rng, 0, 1),
            check_integer(&rng, 0, 3), check_integer(&rng, 0, 2)};
        alpha_gamma s = {check_integer(&rng, 4, 8) / 8.0,
                         check_integer(&rng, 0, 8) / 8.0, 1.0 / 128};
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
        alpha_gamma_recover_exact(&x.s, &step.exact, (const mpq_t *)y.z,
                                  &step.y_exact);
        perp_status ok = alpha_gamma_check(&x.s, &step.exact,
                                           (const mpq_t *)y.z, &step.y_exact);
        CHECK(ok.code == PERP_OK, "trial %d: %s", trial, ok.message);
        int at = check_integer(&rng, 0, z.nv - 1);
        mpq_t tiny;
        mpq_init(tiny);
        mpq_set_d(tiny, 0x1p-200);
        mpq_add(step.y_exact.v[at], step.y_exact.v[at], tiny);
        tried++;
        bitten += alpha_gamma_check(&x.s, &step.exact, (const mpq_t *)y.z,
                                    &step.y_exact)
                      .code == PERP_REFUTED;
        mpq_clear(tiny);
        lcp_exact_answer_clear(x.p.free, x.p.n, &y);
        posed_free(&x);
        step_random_free(&step);
    }
    CHECK(bitten == tried, "%d of %d changes of 2^-200 were refused", bitten,
          tried);
}

int main(void)
{
    RUN(balances_hold_and_bite);
    DONE;
}
