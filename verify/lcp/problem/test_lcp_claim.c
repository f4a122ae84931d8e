#include "planar_random.h"

#include "number/rational.h"
#include "lcp/solve/ladder.h"

/* The schoolbook sign of row i and a comparison with the claim's row. */
static void check_row(const lcp_exact_problem *p, const lcp_claim *c, int i)
{
    mpq_t sum, t, z;
    mpz_t num, scale, work;
    mpq_inits(sum, t, z, NULL);
    mpz_inits(num, scale, work, NULL);
    mpq_set(sum, p->b[i]);
    for (int j = 0; j < c->m; j++) {
        mpz_set(mpq_numref(z), c->Z[j]);
        mpz_set(mpq_denref(z), c->den);
        mpq_canonicalize(z);
        mpq_mul(t, p->A[i * c->m + j], z);
        mpq_add(sum, sum, t);
    }
    lcp_claim_row(p, i, c, num, scale, work);
    CHECK(mpz_sgn(scale) > 0, "scale");
    mpz_mul(mpq_denref(t), scale, c->den);
    mpz_set(mpq_numref(t), num);
    mpq_canonicalize(t);
    CHECK(mpq_equal(t, sum), "row %d", i);
    mpq_clears(sum, t, z, NULL);
    mpz_clears(num, scale, work, NULL);
}

/** Rows against schoolbook; every number and every basic pair of a true claim
matters; what is spelt comes back.

Verifies AP02 (23). */
static void claims(void)
{
    check_random r = {check_seed(47)};
    for (int round = 0; round < 12; round++) {
        planar_kind k = {.bodies = 2, .contacts = 2, .mass_ratio = 1e6};
        planar f = planar_new(&r, &k);
        arena a = {0};
        lcp_exact_problem e;
        lcp_exact_answer x;
        lcp_claim c, back;
        int w[8];
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
        CHECK(lcp_exact_answer_new(&a, e.free, e.n, &x).code == 0, "answer");
        CHECK(lcp_claim_new(&a, e.free, e.n, &c).code == 0 &&
                  lcp_claim_new(&a, e.free, e.n, &back).code == 0,
              "claims");
        mpz_set_ui(mpq_numref(((mpq_t *)e.b)[0]), 22); /* not a double */
        mpz_set_ui(mpq_denref(((mpq_t *)e.b)[0]), 7);
        ladder_question q = {.p = &e};
        CHECK(ladder_decide(&q, &a, &c).code == 0, "decide");
        CHECK(lcp_claim_check(&e, &c, w).code == 0, "as it is");
        for (int i = 0; i < c.m; i++)
            check_row(&e, &c, i);
        lcp_claim_spell(&e, &c, &x);
        CHECK(lcp_exact_check(&e, &x).code == 0, "spelt");
        for (int i = 0; i < e.n; i++)
            CHECK(w[i] == mpq_sgn(x.w[e.free + i]), "sign of w(%d)", i);
        lcp_claim_of(&x, &back);
        CHECK(lcp_claim_check(&e, &back, NULL).code == 0, "and back");
        for (int i = 0; i < c.m; i++) {
            int slack = i >= e.free + 3 * 2; /* lambda may be free to move */
            mpz_add_ui(c.Z[i], c.Z[i], 1);
            CHECK(slack || lcp_claim_check(&e, &c, NULL).code == PERP_REFUTED,
                  "Z(%d)", i);
            mpz_sub_ui(c.Z[i], c.Z[i], 1);
        }
        for (int i = 0; i < e.n; i++) {
            int moves = mpz_sgn(c.Z[e.free + i]) != 0 || w[i] != 0;
            c.basis[i] ^= 1;
            CHECK(!moves || lcp_claim_check(&e, &c, NULL).code == PERP_REFUTED,
                  "basis(%d)", i);
            c.basis[i] ^= 1;
        }
        mpz_add_ui(c.den, c.den, 1);
        CHECK(lcp_claim_check(&e, &c, NULL).code == PERP_REFUTED, "den");
        mpz_neg(c.den, c.den);
        CHECK(lcp_claim_check(&e, &c, NULL).code == PERP_REFUTED, "den < 0");
        mpz_neg(c.den, c.den);
        mpz_sub_ui(c.den, c.den, 1);
        CHECK(lcp_claim_check(&e, &c, NULL).code == PERP_OK, "as it was");
        c.outcome = LCP_RAY;
        CHECK(lcp_claim_check(&e, &c, NULL).code == PERP_REFUTED, "no claim");
        lcp_claim_clear(&c);
        lcp_claim_clear(&back);
        lcp_exact_answer_clear(e.free, e.n, &x);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
        planar_free(&f);
    }
    VERIFIES("AP02 (23)");
}

/** Over the denominator 0 all rows hold: of w = z - 1 the numerators 0 and 0 make
0 - 1 * 0 = 0, and so they would of every problem. The answer is z = 1/1.

Verifies AP02 (23). */
static void no_denominator(void)
{
    double A = 1, b = -1;
    lcp_problem p = {0, 1, &A, &b};
    for (int den = 0; den < 2; den++) {
        arena a = {0};
        lcp_exact_problem e;
        lcp_claim k;
        CHECK(lcp_exact_problem_new(&a, &p, &e).code == 0, "problem");
        CHECK(lcp_claim_new(&a, 0, 1, &k).code == 0, "claim");
        k.outcome = LCP_SOLVED;
        k.basis[0] = (uint8_t)den;
        mpz_set_si(k.Z[0], den);
        mpz_set_si(k.den, den);
        CHECK(lcp_claim_check(&e, &k, NULL).code ==
                  (den > 0 ? PERP_OK : PERP_REFUTED),
              "z = %d/%d", den, den);
        lcp_claim_clear(&k);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
    }
    VERIFIES("AP02 (23)");
}

/** One pair, w = z + b: each of the four faults alone with its name and
row, and what is right.

Verifies AP02 (20). */
static void every_fault(void)
{
    static const struct {
        int b, Z, basis;
        const char *fault; /* or null: right */
    } c[] = {{-1, 1, 1, NULL},
             {1, 0, 0, NULL},
             {0, 0, 0, NULL},
             {0, 0, 1, NULL},
             {-1, 0, 0, "not a solution: w is negative, row 1"},
             {1, -1, 1, "not a solution: z is negative, row 1"},
             {-1, 1, 0, "not a solution: z is not zero off the basis, row 1"},
             {1, 0, 1, "not a solution: w is not zero on the basis, row 1"},
             {0, 1, 1, "not a solution: w is not zero on the basis, row 1"}};
    for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
        double A = 1, b = c[i].b;
        lcp_problem p = {0, 1, &A, &b};
        arena a = {0};
        lcp_exact_problem e;
        lcp_claim k;
        CHECK(lcp_exact_problem_new(&a, &p, &e).code == 0, "problem");
        CHECK(lcp_claim_new(&a, 0, 1, &k).code == 0, "claim");
        k.outcome = LCP_SOLVED;
        k.basis[0] = (uint8_t)c[i].basis;
        mpz_set_si(k.Z[0], c[i].Z);
        perp_status st = lcp_claim_check(&e, &k, NULL);
        CHECK(st.code == (c[i].fault == NULL ? PERP_OK : PERP_REFUTED),
              "case %zu", i);
        CHECK(c[i].fault == NULL || st.message == NULL ||
                  strcmp(st.message, c[i].fault) == 0,
              "case %zu: %s", i, st.message);
        lcp_claim_clear(&k);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
    }
    VERIFIES("AP02 (20)");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(claims);
    RUN(no_denominator);
    RUN(every_fault);
    DONE;
}
