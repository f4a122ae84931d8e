#include "lcp_random.h"

#include "lcp/solve/lemke.h"
#include "lcp/kernel/tableau_f64.h"

#include <math.h>

static const tableau_f64_rules rules = {1e-11, 1e-12};

/** After any sequence of exchanges the dictionary still says w = A z + b: put
random numbers into the nonbasic variables, read the basic ones, compare. */
static void a_dictionary_stays_true(void)
{
    check_random r = {check_seed(8)};
    for (int round = 0; round < 200; round++) {
        friction_kind k = {
            .velocities = 3, .contacts = 2, .directions = 2, .full = round % 2};
        friction f = friction_new(&r, &k);
        arena a = {0};
        tableau_f64 t;
        int rows = f.p.free + f.p.n, n = f.p.n;
        double value[64];
        CHECK(tableau_f64_new(&a, f.p.free, n, rules, &t).code == 0, "new");
        tableau_f64_load(&t, f.A, f.b, NULL);
        for (int step = 0; step < 6; step++) {
            int row = check_integer(&r, 0, rows - 1);
            int col = check_integer(&r, 0, rows);
            if (tableau_residual(&t.head, t.head.nonbasic[col]) ||
                fabs(tableau_f64_column(&t, col)[row]) < 0.1)
                continue;
            t.head.ask->pivot(&t.head, row, col);
            tableau_exchange(&t.head, row, col);
        }
        for (int c = 0; c <= rows; c++) {
            int v = t.head.nonbasic[c];
            value[v] =
                tableau_residual(&t.head, v) ? 0 : check_uniform(&r, -1, 1);
        }
        double largest = 1;
        for (int i = 0; i < rows; i++) {
            double sum = tableau_f64_column(&t, rows + 1)[i];
            for (int c = 0; c <= rows; c++)
                sum += tableau_f64_column(&t, c)[i] * value[t.head.nonbasic[c]];
            value[t.head.basic[i]] = sum;
            largest = fmax(largest, fabs(sum));
        }
        for (int i = 0; i < rows; i++) {
            int w = i < f.p.free ? 2 * n + 1 + f.p.free + i : i - f.p.free;
            double sum = f.b[i] + (i < f.p.free ? 0 : value[2 * n]);
            for (int j = 0; j < rows; j++)
                sum += f.A[i * rows + j] *
                       value[j < f.p.free ? 2 * n + 1 + j : n + j - f.p.free];
            CHECK(fabs(sum - value[w]) < 1e-9 * largest, "round %d, row %d: %g",
                  round, i, sum - value[w]);
        }
        arena_free(&a);
        friction_free(&f);
    }
}

static void broken_numbers_are_noticed(void)
{
    double bad[] = {NAN, INFINITY, -INFINITY};
    for (int place = 0; place < 6; place++)
        for (int k = 0; k < 3; k++) {
            double A[] = {1, 0, 1, 1}, b[] = {-1, -2};
            arena a = {0};
            tableau_f64 t;
            lemke_end end;
            *(place < 4 ? A + place : b + place - 4) = bad[k];
            CHECK(tableau_f64_new(&a, 0, 2, rules, &t).code == 0, "new");
            tableau_f64_load(&t, A, b, NULL);
            lcp_outcome o = lemke_run(&t.head, 100, NULL, &end);
            int finite = 1;
            for (int i = 0; i < 2; i++)
                finite &= isfinite(tableau_f64_column(&t, 3)[i]) != 0;
            CHECK(o == LCP_LIMIT || (o == LCP_SOLVED && finite),
                  "place %d, %g: outcome %d", place, bad[k], o);
            arena_free(&a);
        }
}

static void the_pivot_limit_holds(void)
{
    double A[] = {1, 2, 0, 0, 1, 2, 2, 0, 1}, b[] = {-1, -1, -1};
    arena a = {0};
    tableau_f64 t;
    lemke_end end;
    CHECK(tableau_f64_new(&a, 0, 3, rules, &t).code == 0, "new");
    tableau_f64_load(&t, A, b, NULL);
    CHECK(lemke_run(&t.head, 2, NULL, &end) == LCP_LIMIT, "limit");
    CHECK(end.pivots == 2, "%d pivots", end.pivots);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(a_dictionary_stays_true);
    RUN(broken_numbers_are_noticed);
    RUN(the_pivot_limit_holds);
    DONE;
}
