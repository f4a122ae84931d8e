/**
# What a cold solve costs, by size

Nanoseconds for one problem solved in doubles with the residual test, the best
round of many, the problems in rotation.
*/
#include "impact_random.h"

#include "solve/lanes.h"
#include "solve/lemke.h"

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

/* Nanoseconds of load and run alone, the best of many rounds; 0: no such
   kernel for the size. */
static double one_kernel(const impact *g, int problems, f64_form form,
                         f64_width width)
{
    static const tableau_f64_rules rules = {1e-11, 1e-12};
    int n = g[0].p.n;
    const f64_kernel *k = f64_choose(form, 0, n, width);
    arena a = {0};
    tableau_f64 t;
    lemke_end end;
    double best = 1e300, spent = 0;
    if (k == NULL || width > f64_widest())
        return 0;
    CHECK(tableau_f64_new_as(&a, 0, n, rules, k, &t).code == 0, "new");
    for (int round = 0; round < 3 || spent < 2e8; round++) {
        double start = now();
        for (int i = 0; i < problems; i++) {
            tableau_f64_load(&t, g[i].A, g[i].b, NULL);
            CHECK(lemke_run(&t.head, 100000, NULL, &end) == LCP_SOLVED, "%d",
                  i);
        }
        double took = now() - start;
        spent += took;
        best = took < best ? took : best;
    }
    arena_free(&a);
    return best / problems;
}

/* Every form with every width of registers, on one set of problems. */
static void tricks_at(impact_kind k, int problems)
{
    static const char *const name[] = {"small  ", "whole  ", "delayed"};
    impact *g = memory_new((size_t)problems, sizeof *g);
    check_random r = {2026};
    for (int i = 0; i < problems; i++)
        g[i] = impact_new(&r, &k);
    for (int form = 0; form < 3; form++) {
        printf("n = %4d, %s:", g[0].p.n, name[form]);
        for (int width = 0; width < 3; width++)
            printf(" %12.0f",
                   one_kernel(g, problems, (f64_form)form, (f64_width)width));
        printf(" ns with 2, 4, 8 doubles to a register\n");
    }
    for (int i = 0; i < problems; i++)
        impact_free(&g[i]);
    memory_free(g);
}

static void tricks(void)
{
    tricks_at((impact_kind){1, 2, 2, 0, 1}, 256);
    tricks_at((impact_kind){3, 5, 2, 0, 1}, 128);
    tricks_at((impact_kind){5, 10, 4, 1, 0}, 32);
    tricks_at((impact_kind){25, 50, 4, 1, 0}, 4);
    if (getenv("PERP_SHORT") == NULL)
        tricks_at((impact_kind){100, 200, 4, 1, 0}, 1);
}

enum { SAMPLES = 512 };

/* Samples of one impact, one at a time and side by side. */
static void side_by_side(impact_kind k)
{
    check_random r = {2027};
    impact g = impact_new(&r, &k);
    arena a = {0};
    lcp_answer *x = arena_take(&a, SAMPLES, sizeof *x);
    int n = g.p.n, climbed;
    double *b = memory_new((size_t)(n * SAMPLES), sizeof *b);
    double single = 1e300, lanes = 1e300, start;
    lanes_problems p = {n, g.A, SAMPLES, b};
    for (int i = 0; i < SAMPLES; i++) {
        CHECK(lcp_answer_new(&a, 0, n, &x[i]).code == 0, "answer");
        for (int j = 0; j < n; j++)
            b[i * n + j] = g.b[j] == 0 ? 0
                           : g.b[j] > 0 && k.bounded && j < k.contacts
                               ? check_uniform(&r, 0, 1)
                               : g.b[j] + check_uniform(&r, -1, 1);
    }
    for (int round = 0; round < 400; round++) {
        start = now();
        for (int i = 0; i < SAMPLES; i++) {
            lcp_problem q = {0, n, g.A, b + i * n};
            CHECK(mlcp_solve(&q, &mlcp_defaults, &a, &x[i], &climbed).code == 0,
                  "%d", i);
        }
        single = fmin(single, now() - start);
        start = now();
        CHECK(lanes_solve(&p, &mlcp_defaults, &a, x, &climbed).code == 0,
              "lanes");
        lanes = fmin(lanes, now() - start);
    }
    printf("n = %4d: one at a time %6.0f ns, side by side %6.0f ns: %.2f\n", n,
           single / SAMPLES, lanes / SAMPLES, single / lanes);
    memory_free(b);
    arena_free(&a);
    impact_free(&g);
}

static void lanes_by_size(void)
{
    side_by_side((impact_kind){1, 2, 2, 0, 0});
    side_by_side((impact_kind){1, 2, 2, 0, 1});
    side_by_side((impact_kind){2, 3, 2, 0, 1});
    side_by_side((impact_kind){3, 5, 2, 0, 1});
}

int main(void)
{
    memory_adopt_gmp();
    RUN(lanes_by_size);
    RUN(sizes);
    RUN(tricks);
    DONE;
}
