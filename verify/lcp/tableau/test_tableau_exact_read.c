#include "lcp_random.h"

#include "number/rational.h"
#include "lcp/solve/lemke.h"
#include "lcp/tableau/tableau_exact.h"

/** What is read from a solved tableau: the claim and the single values agree,
and satisfy the problem in its own units, whatever the rows were multiplied
with. */
static void claim_and_values(void)
{
    check_random r = {check_seed(54)};
    mpq_t q, t;
    mpq_inits(q, t, NULL);
    for (int round = 0; round < 60; round++) {
        friction_kind k = {.velocities = 4,
                           .joints = round % 2 ? 2 : 0,
                           .contacts = 2,
                           .directions = 2,
                           .full = round % 3};
        friction f = friction_new(&r, &k);
        int free = f.p.free, n = f.p.n, all = free + n;
        for (int i = 0; i < all; i++) /* other units */
            for (int j = 0; j < all; j++)
                f.A[i * all + j] *= 1 << (5 * i % 7 + 3 * j % 11);
        arena a = {0};
        lcp_exact_problem e;
        lcp_claim c;
        tableau_exact x;
        lemke_end end;
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
        CHECK(lcp_claim_new(&a, free, n, &c).code == 0, "claim");
        CHECK(tableau_exact_new(&a, &e, NULL, NULL, &x).code == 0, "new");
        lcp_outcome o = lemke_run(&x.head, 1000, NULL, &end);
        if (o == LCP_SOLVED) {
            tableau_exact_claim(&x, &c);
            CHECK(lcp_claim_check(&e, &c, NULL).code == 0, "round %d", round);
            for (int j = 0; j < all; j++) {
                tableau_exact_value(&x, j < free ? 2 * n + 1 + j : n + j - free,
                                    q);
                mpz_set(mpq_numref(t), c.Z[j]);
                mpz_set(mpq_denref(t), c.den);
                mpq_canonicalize(t);
                CHECK(mpq_equal(q, t), "round %d, z(%d)", round, j);
            }
        }
        tableau_exact_clear(&x);
        lcp_claim_clear(&c);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
        friction_free(&f);
    }
    mpq_clears(q, t, NULL);
}

/** Two equations that contradict each other, in odd units: the multipliers
combine them to 0 = 1. */
static void multipliers(void)
{
    double A[] = {0x1p5, 3, 0, 0, 0x1p-3, 3.0 / 256, 0, 0,
                  0,     0, 1, 0, 0,      0,         0, 1};
    double b[] = {1, 2, 1, 1};
    lcp_problem p = {2, 2, A, b};
    arena a = {0};
    lcp_exact_problem e;
    tableau_exact x;
    lemke_end end;
    CHECK(lcp_exact_problem_new(&a, &p, &e).code == 0, "problem");
    CHECK(tableau_exact_new(&a, &e, NULL, NULL, &x).code == 0, "new");
    CHECK(lemke_run(&x.head, 100, NULL, &end) == LCP_INFEASIBLE, "outcome");
    mpq_t *y = rational_array(&a, 2);
    tableau_exact_multipliers(&x, end.row, y);
    CHECK(lcp_exact_check_infeasible(&e, y).code == 0, "0 = 1");
    rational_clear(y, 2);
    tableau_exact_clear(&x);
    lcp_exact_problem_clear(&e);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(claim_and_values);
    RUN(multipliers);
    DONE;
}
