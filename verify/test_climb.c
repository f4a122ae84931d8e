#include "planar_random.h"

#include "solve/climb.h"

/* Decides one problem; returns 1 when cold Lemke was needed. */
static int decide(const planar *f, ladder_limits l, double *residual,
                  perp_status *s)
{
    arena a = {0};
    lcp_exact_problem e;
    lcp_claim c;
    int w[64];
    CHECK(lcp_exact_problem_new(&a, &f->p, &e).code == 0, "problem");
    CHECK(lcp_claim_new(&a, e.free, e.n, &c).code == 0, "claim");
    ladder_question q = {.p = &e, .limits = l, .w_sign = w};
    *s = climb_decide(&f->p, &q, &a, &c, residual);
    if (s->code == PERP_OK) {
        CHECK(c.outcome == LCP_SOLVED, "outcome");
        CHECK(lcp_claim_check(&e, &c, NULL).code == 0, "check");
        for (int i = 0; i < e.n; i++)
            CHECK(w[i] == 0 || !c.basis[i], "w_sign");
    }
    int cold = c.fallback;
    lcp_claim_clear(&c);
    lcp_exact_problem_clear(&e);
    arena_free(&a);
    return cold;
}

/** Usual problems need one look; of the hard ones some need Lemke, fewer than
the first look alone leaves to it. */
static void looks(void)
{
    check_random r = {check_seed(52)};
    int cold = 0, hard = 0, first = 0;
    for (int i = 0; i < 80; i++) {
        planar_kind easy = {2, 2, 10, 0}, pairs = {2, 4, 1e6, 1e-13};
        planar f = planar_new(&r, i % 2 ? &pairs : &easy);
        double residual = -1;
        perp_status s;
        int c = decide(&f, (ladder_limits){0, 0}, &residual, &s);
        CHECK(s.code == PERP_OK && residual >= 0, "%d", i);
        *(i % 2 ? &hard : &cold) += c;
        arena a = {0};
        lcp_exact_problem e;
        lcp_exact_answer x;
        lcp_answer d;
        mlcp_options o = mlcp_defaults;
        int climbed, fallback = 0;
        o.only_double = 1;
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0 &&
                  lcp_exact_answer_new(&a, e.free, e.n, &x).code == 0 &&
                  lcp_answer_new(&a, e.free, e.n, &d).code == 0,
              "memory");
        CHECK(mlcp_solve(&f.p, &o, &a, &d, &climbed).code == 0, "solve");
        CHECK(mlcp_prove(&e, d.basis, &a, &x, &fallback).code == 0, "prove");
        first += i % 2 && fallback;
        lcp_exact_answer_clear(e.free, e.n, &x);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
        planar_free(&f);
    }
    printf("cold: %d of the easy, %d of the hard, %d after one look\n", cold,
           hard, first);
    CHECK(cold == 0, "%d easy ones", cold);
    CHECK(hard > 0 && hard < first, "%d and %d", hard, first);
}

static void limits(void)
{
    check_random r = {check_seed(53)};
    planar_kind k = {3, 4, 1e6, 1e-13};
    int late = 0, plenty = 0;
    for (int i = 0; i < 20; i++) {
        planar f = planar_new(&r, &k);
        double residual;
        perp_status s;
        decide(&f, (ladder_limits){0, 1e-9}, &residual, &s);
        late += s.code == PERP_LIMIT;
        CHECK(s.code == PERP_LIMIT || s.code == PERP_OK, "code %d", s.code);
        decide(&f, (ladder_limits){1 << 20, 1000}, &residual, &s);
        plenty += s.code == PERP_OK;
        decide(&f, (ladder_limits){60, 0}, &residual, &s);
        CHECK(s.code == PERP_LIMIT, "60 bits: code %d", s.code);
        planar_free(&f);
    }
    CHECK(late == 20 && plenty == 20, "%d late, %d in time", late, plenty);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(looks);
    RUN(limits);
    DONE;
}
