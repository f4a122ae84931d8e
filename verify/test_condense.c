#include "slow_lcp.h"
#include "theorem.h"

#include "solve/condense.h"

#include <math.h>

/** The condensed problem in doubles is the exact one, entry by entry, and so
are the free unknowns recovered from z. Verifies AP02 (21), (22), (24). */
static void condensing_is_elimination(void)
{
    check_random r = {check_seed(21)};
    tableau_f64_rules rules = {1e-11, 1e-12};
    for (int round = 0; round < 100; round++) {
        theorem p;
        arena a = {0};
        lcp_exact_problem e;
        condensed c;
        tableau_f64 t;
        int usable;
        double work[NL], z[ALL];
        mpq_t A[NL * NL], g[NL];
        theorem_new(&r, &p);
        CHECK(lcp_exact_problem_new(&a, &p.p, &e).code == 0, "problem");
        CHECK(slow_condense(&e, A, g), "consistent");
        CHECK(condense(&p.p, 1e-11, &a, &c, &usable).code == 0, "condense");
        CHECK(usable && tableau_f64_new(&a, 0, NL, rules, &t).code == 0, "new");
        double unit = condensed_load(&c, &p.p, NULL, &t, work);
        for (int j = 0; j <= NL; j++)
            for (int i = 0; i < NL; i++) {
                double want = mpq_get_d(j < NL ? A[i * NL + j] : g[i]);
                double got = tableau_f64_column(&t, j < NL ? j : NL + 1)[i];
                CHECK(fabs(got / (j < NL ? unit : 1) - want) < 1e-11,
                      "round %d, (%d, %d)", round, i, j);
            }
        for (int i = NX + NY; i < ALL; i++) /* rows of equations only */
            z[i] = check_integer(&r, 0, 3);
        condensed_recover(&c, z);
        lcp_problem rows = p.p;
        for (int i = 0; i < NX + NY; i++) {
            double sum = rows.b[i];
            for (int j = 0; j < ALL; j++)
                sum += rows.A[i * ALL + j] * z[j];
            CHECK(fabs(sum) < 1e-10, "equation %d: %g", i, sum);
        }
        for (int i = 0; i < NL * NL; i++)
            mpq_clear(A[i]);
        for (int i = 0; i < NL; i++)
            mpq_clear(g[i]);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
    }
    VERIFIES("AP02 (21), (22), (24)");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(condensing_is_elimination);
    DONE;
}
