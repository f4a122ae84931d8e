/**
# What a cold solve costs, by size

Nanoseconds for one problem solved in doubles with the residual test, the best
round of many, the problems in rotation.
*/
#include "impact_random.h"

#include "solve/mlcp.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double measure(impact_kind k, int problems)
{
    impact *g = memory_new((size_t)problems, sizeof *g);
    arena a = {0};
    lcp_answer x;
    check_random r = {2026};
    mlcp_options o = mlcp_defaults;
    int climbed, solved = 0, pivots = 0;
    double best = 1e300;
    o.only_double = 1;
    for (int i = 0; i < problems; i++)
        g[i] = impact_new(&r, &k);
    CHECK(lcp_answer_new(&a, 0, g[0].p.n, &x).code == 0, "answer");
    double spent = 0;
    for (int round = 0; round < 3 || spent < 4e8; round++) {
        double start = now();
        solved = pivots = 0;
        for (int i = 0; i < problems; i++) {
            CHECK(mlcp_solve(&g[i].p, &o, &a, &x, &climbed).code == 0, "%d", i);
            solved += x.outcome == LCP_SOLVED;
            pivots += x.pivots;
        }
        double took = now() - start;
        spent += took;
        best = took < best ? took : best;
    }
    printf("n = %4d: %12.0f ns, %7.1f pivots, %6.1f ns a pivot, %d of %d\n",
           g[0].p.n, best / problems, (double)pivots / problems, best / pivots,
           solved, problems);
    for (int i = 0; i < problems; i++)
        impact_free(&g[i]);
    memory_free(g);
    arena_free(&a);
    return best / problems;
}

static void sizes(void)
{
    measure((impact_kind){1, 2, 2, 0, 0}, 256);
    measure((impact_kind){1, 2, 2, 0, 1}, 256);
    measure((impact_kind){3, 5, 2, 0, 1}, 128);
    measure((impact_kind){5, 10, 4, 1, 0}, 32);
    measure((impact_kind){25, 50, 4, 1, 0}, 8);
    if (getenv("PERP_SHORT") == NULL)
        measure((impact_kind){100, 200, 4, 1, 0}, 3);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(sizes);
    DONE;
}
