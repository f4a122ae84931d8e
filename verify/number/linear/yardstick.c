/**
# A yardstick for costs

    yardstick elimination TIMES
    yardstick proof CONTACTS TIMES

What a program costs is counted in instructions, and told in a unit that has nothing to do
with perp: one elimination of a dense matrix of 64 rows in doubles, without pivots, by the loop below,
which is frozen. `proof` solves and proves planar piles with 53-bit data (bench_exact) so many times;
the difference between two numbers of times leaves out what is done once. bench_yardstick.py
counts. The first lines compile against any version of perp that has these functions.
*/
#include "planar_random.h"

#ifdef YARDSTICK_OLD
#include "exact/linear.h"
#include "solve/mlcp.h"
#else
#include "lcp/solve/mlcp.h"
#include "number/linear/linear.h"
#endif

enum { ROWS = 64 };

static double elimination(void)
{
    static double A[ROWS][ROWS];
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < ROWS; j++)
            A[i][j] = i == j ? 2 : 1.0 / (1 + i + j);
    for (int k = 0; k < ROWS; k++)
        for (int i = k + 1; i < ROWS; i++) {
            const double c = A[i][k] / A[k][k];
            for (int j = k; j < ROWS; j++)
                A[i][j] -= c * A[k][j];
        }
    return A[ROWS - 1][ROWS - 1];
}

static void prove(const planar_kind *k, check_random *r, int times)
{
    int climbed;
    arena a = {0};
    lcp_answer x;
    lcp_exact_problem e;
    mlcp_options o = mlcp_defaults;
    planar f = planar_new(r, k);
    o.only_double = 1;
    CHECK(lcp_answer_new(&a, f.p.free, f.p.n, &x).code == 0, "new");
    CHECK(mlcp_solve(&f.p, &o, &a, &x, &climbed).code == 0, "solve");
    CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
    for (int i = 0; i < times; i++) {
        lcp_claim c;
        ladder_question q = {.p = &e, .basis = x.basis};
        arena_mark mark = arena_here(&a);
        CHECK(lcp_claim_new(&a, e.free, e.n, &c).code == 0, "claim");
        CHECK(ladder_decide(&q, &a, &c).code == 0, "prove");
        CHECK(c.outcome == LCP_SOLVED && !c.fallback, "outcome");
        lcp_claim_clear(&c);
        arena_release(&a, mark);
    }
    lcp_exact_problem_clear(&e);
    arena_free(&a);
    planar_free(&f);
}

int main(int argc, char **argv)
{
    const int times = argc > 2 ? atoi(argv[argc - 1]) : 0;
    double sum = 0;
    memory_adopt_gmp();
    if (argc == 3 && strcmp(argv[1], "elimination") == 0) {
        for (int i = 0; i < times; i++)
            sum += elimination();
        printf("%.17g\n", sum);
    } else if (argc == 4 && strcmp(argv[1], "proof") == 0) {
        const int contacts = atoi(argv[2]);
        check_random r = {2002 + (uint64_t)contacts};
        planar_kind k = {
            .bodies = contacts, .contacts = contacts, .mass_ratio = 1};
        for (int i = 0; i < 5; i++)
            prove(&k, &r, times);
    } else
        return 2;
    DONE;
}
