/**
# What a cold solve costs, by size

    bench_kernel [--into FILE]

Nanoseconds for one problem solved in doubles with the residual test, the best
round of many, the problems in rotation. It fails when a large pile takes more
than perp promises. With `--into` the
table goes between the marks of a chapter; the environment PERP_SHORT leaves out
the largest piles.
*/
#include "impact_random.h"
#include "into.h"

#include "lcp/solve/lemke.h"
#include "lcp/solve/mlcp.h"

#include <time.h>

static FILE *page;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
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
    double spent = 0, enough = g[0].p.n < 300 ? 4e8 : 4e9; /* ns */
    for (int round = 0; round < 3 || spent < enough; round++) {
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
    fprintf(page, "| %d | %.1f | %.4g | %.3g |\n", g[0].p.n,
            (double)pivots / problems, best / problems, best / pivots);
    for (int i = 0; i < problems; i++)
        impact_free(&g[i]);
    memory_free(g);
    arena_free(&a);
    return best / problems;
}

/** From n = 300 on a pile's dictionary leaves the caches; until 1200 the time
must not grow faster than $n^{2.9}$. */
static void sizes(void)
{
    fprintf(page, "| n | pivots | ns | ns a pivot |\n|---|---|---|---|\n");
    measure((impact_kind){1, 2, 2, 0, 0}, 256);
    measure((impact_kind){1, 2, 2, 0, 1}, 256);
    measure((impact_kind){3, 5, 2, 0, 1}, 128);
    measure((impact_kind){5, 10, 4, 1, 0}, 32);
    double middle = measure((impact_kind){25, 50, 4, 1, 0}, 8);
    if (getenv("PERP_SHORT") != NULL)
        return;
    double large = measure((impact_kind){100, 200, 4, 1, 0}, 3);
    double power = log(large / middle) / log(4);
    printf("growth from n = 300 to 1200: n^%.2f\n", power);
    fprintf(page, "\nGrowth from n = 300 to 1200: n^%.2f.\n", power);
    CHECK(power <= 2.9, "n^%.2f", power);
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
    static const char *const name[] = {"small  ", "whole  ", "delayed", "lazy   "};
    impact *g = memory_new((size_t)problems, sizeof *g);
    check_random r = {2026};
    for (int i = 0; i < problems; i++)
        g[i] = impact_new(&r, &k);
    for (int form = 0; form < 4; form++) {
        printf("n = %4d, %s:", g[0].p.n, name[form]);
        for (int width = 0; width < 4; width++)
            printf(" %12.0f",
                   one_kernel(g, problems, (f64_form)form, (f64_width)width));
        printf(" ns with 2, 4, 4 (masks), 8 doubles to a register\n");
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

int main(int argc, char **argv)
{
    char *text = NULL, machine[512];
    size_t size = 0;
    memory_adopt_gmp();
    into_machine(machine, sizeof machine);
    page = open_memstream(&text, &size);
    if (page == NULL)
        return 6;
    fprintf(page, "Measured on: %s, one core.\n\n", machine);
    RUN(sizes);
    RUN(tricks);
    fclose(page);
    if (argc == 3 && strcmp(argv[1], "--into") == 0)
        CHECK(into_file(argv[2], "bench_kernel", text) == 0, "%s: no marks",
              argv[2]);
    free(text);
    DONE;
}
