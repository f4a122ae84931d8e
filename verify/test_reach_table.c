/** # The table of a reach: sums in whole numbers. */
#include "check.h"
#include "reach/reach_table.h"

#include <math.h>

/* Mean and standard error of numbers with a closed form, 1 to n; and a table of
   large sums, where a difference of doubles would be noise. */
static void means(void)
{
    const char *name[] = {"v.x", "vn.A", "vt.A", "lcps", "ended", "sample"};
    arena a = {0};
    reach_table t;
    double v = 0, u[2] = {1, -2};
    CHECK(reach_table_new(&a, 1, 1, 1, name, &t).code == PERP_OK, "table");
    CHECK(reach_table_error(&t) == 0 && reach_table_mean(&t) == 0, "empty");
    const int n = 2000;
    for (int i = 1; i <= n; i++) {
        reach_row row = {&v, u, i, i % 2, (uint64_t)i};
        u[0] = i;
        u[1] = -i;
        reach_table_row(&t, &row);
    }
    double wanted = sqrt(((double)n + 1) / 12); /* sqrt(n (n+1) / 12 / n) */
    CHECK(reach_table_mean(&t) == (n + 1) / 2.0, "mean");
    CHECK(fabs(reach_table_error(&t) - wanted) < 1e-13 * wanted, "%.17g %.17g",
          reach_table_error(&t), wanted);
    CHECK(t.unfinished == (uint64_t)n / 2, "unfinished");
    CHECK(t.low[0] == 1 && t.high[0] == n - 1, "range of those that ended");
    CHECK(t.low[1] == 1 - n && t.high[1] == -1, "range of slips");
    arena_free(&a);
}

static void large_sums(void)
{
    const char *name[] = {"v.x", "vn.A", "vt.A", "lcps", "ended", "sample"};
    arena a = {0};
    reach_table t;
    CHECK(reach_table_new(&a, 1, 1, 1, name, &t).code == PERP_OK, "table");
    t.rows = 1000000000; /* half of them 1000, half 1002 */
    t.lcps = t.rows * 1001;
    t.squares = t.rows / 2 * (1000u * (uint64_t)1000u + 1002u * (uint64_t)1002u);
    double wanted = sqrt(1 / ((double)t.rows - 1));
    CHECK(fabs(reach_table_error(&t) - wanted) < 1e-12 * wanted, "%.17g",
          reach_table_error(&t));
    arena_free(&a);
}

int main(void)
{
    RUN(means);
    RUN(large_sums);
    DONE;
}
