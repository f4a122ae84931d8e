#include "space_random.h"

#include "lcp/solve/climb.h"

/* Decides one problem; returns the rung. */
static int decide(const planar *f, ladder_limits l, double *residual,
                  perp_status *s)
{
    arena a = {0};
    lcp_exact_problem e;
    lcp_claim c;
    int w[128];
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
    int rung = (int)c.rung;
    CHECK(c.fallback == (rung == RUNG_EXACT), "fallback");
    lcp_claim_clear(&c);
    lcp_exact_problem_clear(&e);
    arena_free(&a);
    return rung;
}

/** Usual problems need one look. Hard ones take all rungs but exact Lemke, and
each of those rungs is needed. */
static void rungs(void)
{
    check_random r = {check_seed(52)};
    int easy[RUNGS] = {0}, hard[RUNGS] = {0};
    for (int i = 0; i < 120; i++) {
        planar_kind usual = {2, 2, 10, 0}, pairs = {2, 4, 1e6, 1e-13};
        space_kind boxes = {.boxes = 1 + i / 3 % 2, .mass_ratio = 1};
        planar f = i % 3 == 0   ? planar_new(&r, &usual)
                   : i % 3 == 1 ? planar_new(&r, &pairs)
                                : space_new(&r, &boxes);
        double residual = -1;
        perp_status s;
        int rung = decide(&f, (ladder_limits){0, 0}, &residual, &s);
        CHECK(s.code == PERP_OK && residual >= 0, "%d", i);
        (i % 3 == 0 ? easy : hard)[rung]++;
        planar_free(&f);
    }
    for (int k = 0; k < RUNGS; k++) {
        printf("rung %d: %d usual, %d hard\n", k, easy[k], hard[k]);
        CHECK(k == RUNG_DOUBLE || easy[k] == 0, "%d usual ones", easy[k]);
        CHECK((hard[k] > 0) == (k < RUNG_EXACT), "rung %d: %d", k, hard[k]);
    }
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
    RUN(rungs);
    RUN(limits);
    DONE;
}
