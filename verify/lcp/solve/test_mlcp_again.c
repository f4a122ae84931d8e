/**
# The second run and those behind it

A lazy kernel begins all runs in the problem's own units from one matrix that it has
taken. Here each run has a tableau of its own, loaded by the general way, and takes
as many exchanges.
*/
#include "check.h"
#include "planar_random.h"
#include "space_random.h"

#include "lcp/solve/condense.h"
#include "lcp/solve/lemke.h"
#include "lcp/solve/mlcp.h"
#include "lcp/solve/runs.h"

/* The exchanges of run k by itself. */
static int alone(const lcp_problem *p, int k)
{
    arena a = {0};
    const mlcp_options *o = &mlcp_defaults;
    const tableau_f64_rules rules = {runs[k].raised * o->pivot_threshold,
                                     o->tie};
    const size_t n = (size_t)p->n, all = n + (size_t)p->free;
    double *d = arena_take(&a, 2 * n + all, sizeof *d);
    tableau_f64 t;
    condensed c;
    lemke_end end;
    int usable;
    CHECK(condense_problem(p, o->pivot_threshold, &a, &c, &usable).code == 0 &&
              usable && tableau_f64_new(&a, 0, p->n, rules, &t).code == 0,
          "memory");
    CHECK(t.kernel->form == F64_LAZY, "n = %d", p->n);
    condense_cover(p->n, d);
    c.even = runs[k].even ? d + n : NULL;
    condensed_load(&c, p, runs[k].cover ? d : NULL, &t, d + 2 * n);
    lemke_run(&t.head, 12 * p->n + 200, NULL, &end);
    arena_free(&a);
    return end.pivots;
}

static int order_of(const lcp_problem *p)
{
    arena a = {0};
    condensed c;
    int usable;
    CHECK(condense_problem(p, mlcp_defaults.pivot_threshold, &a, &c, &usable)
                  .code == 0,
          "memory");
    const int apart = condensed_apart(&c, p, APART);
    arena_free(&a);
    return apart ? EVEN_FIRST : AS_POSED;
}

/** Stacks of six boxes with masses a million or $10^8$ times apart, which creep. The
exchanges of a problem are those of its first run, of the first two, and so on; or more
than those of all, where pairs of doubles have the answer. Units of the pairs' own, which a
kernel has not taken, come first where masses are far apart. */
static void as_many_exchanges(void)
{
    static const double ratio[] = {1e6, 1e8};
    check_random r = {check_seed(103)};
    int by[3][RUNS + 1] = {{0}};
    for (int i = 0; i < 60; i++) {
        const space_kind k = {
            .boxes = 6, .mass_ratio = ratio[i % 4 == 0], .speed = 1e-3};
        arena a = {0};
        planar f = space_new(&r, &k);
        const int order = order_of(&f.p);
        lcp_answer x;
        int climbed, sum = 0, m = 0;
        CHECK(lcp_answer_new(&a, f.p.free, f.p.n, &x).code == 0, "answer");
        CHECK(mlcp_solve(&f.p, &mlcp_defaults, &a, &x, &climbed).code == 0,
              "%d", i);
        while (m < RUNS && sum < x.pivots)
            sum += alone(&f.p, orders[order][m++]);
        if (sum != x.pivots)
            m = 0;
        CHECK(m > 0 || x.pivots > sum, "problem %d: %d exchanges, not %d", i,
              x.pivots, sum);
        by[order][m]++;
        planar_free(&f);
        arena_free(&a);
    }
    for (int m = 0; m <= RUNS; m++)
        printf("%d runs: %d as posed, %d even first\n", m, by[AS_POSED][m],
               by[EVEN_FIRST][m]);
    CHECK(by[AS_POSED][1] > 0 && by[AS_POSED][2] + by[AS_POSED][3] > 0 &&
              by[EVEN_FIRST][1] + by[EVEN_FIRST][2] > 0,
          "too few to tell");
}

int main(void)
{
    RUN(as_many_exchanges);
    DONE;
}
