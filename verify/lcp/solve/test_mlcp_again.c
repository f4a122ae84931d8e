/**
# The second run and those behind it

A lazy kernel begins all runs in the problem's own units from one matrix that it has
taken, and a small kernel the runs in even units, too. Here each run has a tableau of its
own, loaded by the general way, and takes as many exchanges.
*/
#include "check.h"
#include "impact_random.h"
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

/* z of the last dictionary, a number at a time. */
static void read_z(const tableau_f64 *t, const double *even, double unit,
                   double *z)
{
    const int n = t->head.n;
    for (int i = 0; i < n; i++) {
        const int row = t->head.where[n + i];
        double value = row < n ? tableau_f64_column(t, n + 1)[row] : 0;
        if (even != NULL)
            value *= even[i];
        z[i] = lcp_larger(value * unit, 0);
    }
}

/* The exchanges of run k by itself, in the form that is no small one; what it
   ends with in z. */
static int alone_whole(const lcp_problem *p, int k, double *z)
{
    arena a = {0};
    const mlcp_options *o = &mlcp_defaults;
    const tableau_f64_rules rules = {runs[k].raised * o->pivot_threshold,
                                     o->tie};
    const f64_kernel *as = f64_choose(F64_WHOLE, 0, p->n, f64_widest());
    double *d = arena_take(&a, 2 * (size_t)p->n, sizeof *d);
    double *even = runs[k].even ? d + p->n : NULL;
    tableau_f64 t;
    condensed c;
    lemke_end end;
    CHECK(tableau_f64_new_as(&a, 0, p->n, rules, as, &t).code == 0, "new");
    condensed_nothing(p->n, &c);
    c.even = even;
    condense_cover(p->n, d);
    const double unit =
        condensed_load(&c, p, runs[k].cover ? d : NULL, &t, NULL);
    const lcp_outcome said = lemke_run(&t.head, 12 * p->n + 200, NULL, &end);
    memset(z, 0, (size_t)p->n * sizeof *z);
    if (said == LCP_SOLVED)
        read_z(&t, even, unit, z);
    arena_free(&a);
    return end.pivots;
}

/* $D A D$, $D b$ with powers of two: gaps in any unit. */
static void change_units(check_random *r, impact *g)
{
    const int n = g->p.n;
    for (int i = 0; i < n; i++) {
        const double unit = ldexp(1, check_integer(r, -10, 10));
        g->b[i] *= unit;
        for (int j = 0; j < n; j++) {
            g->A[i * n + j] *= unit;
            g->A[j * n + i] *= unit;
        }
    }
}

static int order_of_small(const lcp_problem *p)
{
    condensed c;
    condensed_nothing(p->n, &c);
    if (p->n > F64_FEW_ROWS)
        return condensed_apart(&c, p, APART) ? EVEN_FIRST : AS_POSED;
    return condensed_apart(&c, p, ALIKE) ? EVEN_NEXT : AS_POSED;
}

/** Impacts in foreign units, up to 32 rows. The exchanges are those of the first runs
in their order, and where the answer of the last holds to $2^{-40}$, so that nothing was
done to it, it is the answer to the last bit. */
static void small_runs(void)
{
    check_random r = {check_seed(104)};
    int by[RUNS + 1] = {0}, same = 0, even = 0;
    for (int i = 0; i < 400; i++) {
        const impact_kind k = {.bodies = check_integer(&r, 1, 3),
                               .contacts = check_integer(&r, 1, 5),
                               .directions = i % 4 == 0 ? 4 : 2,
                               .spatial = i % 4 == 0,
                               .bounded = i % 2};
        arena a = {0};
        impact g = impact_new(&r, &k);
        double z[F64_SMALL_ROWS], work[4 * F64_SMALL_ROWS];
        lcp_answer x;
        int climbed, sum = 0, m = 0, last = 0;
        change_units(&r, &g);
        const int order = order_of_small(&g.p);
        CHECK(lcp_answer_new(&a, 0, g.p.n, &x).code == 0, "answer");
        CHECK(mlcp_solve(&g.p, &mlcp_defaults, &a, &x, &climbed).code == 0,
              "%d", i);
        do {
            last = orders[order][m];
            sum += alone_whole(&g.p, last, z);
        } while (++m < RUNS && sum < x.pivots);
        CHECK(sum == x.pivots || (m == RUNS && x.pivots > sum),
              "problem %d: %d exchanges, not %d", i, x.pivots, sum);
        by[m]++;
        if (sum == x.pivots && lcp_residual(&g.p, z, work) <= LCP_EXCUSED) {
            const size_t bytes = (size_t)g.p.n * sizeof *z;
            CHECK(memcmp(z, x.z, bytes) == 0, "problem %d, run %d", i, last);
            same++;
            even += runs[last].even;
        }
        impact_free(&g);
        arena_free(&a);
    }
    printf("runs: %d, %d, %d, %d; %d the same, %d of them even\n", by[1], by[2],
           by[3], by[4], same, even);
    CHECK(by[2] + by[3] > 10 && even > 10 && same > 200, "too few to tell");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(as_many_exchanges);
    RUN(small_runs);
    DONE;
}
