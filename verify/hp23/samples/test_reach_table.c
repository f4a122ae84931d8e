/** # The table of a reach: sums in whole numbers. */
#include "check.h"
#include "hp23/samples/reach_table.h"

#include <math.h>

/* Mean and standard error of numbers with a closed form, 1 to n; and a table of
   large sums, where a difference of doubles would be noise. */
static void means(void)
{
    const char *name[] = {"v.x", "vn.A", "vt.A", "mode", "lcps", "ended", "sample"};
    arena a = {0};
    reach_table t;
    double v = 0, u[2] = {1, -2};
    CHECK(reach_table_new(&a, 1, 1, 1, name, &t).code == PERP_OK, "table");
    CHECK(reach_table_error(&t) == 0 && reach_table_mean(&t) == 0, "empty");
    const int n = 2000;
    for (int i = 1; i <= n; i++) {
        reach_row row = {&v, u, i, i % 2, (uint64_t)i, 2};
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

/* Sample i of 1 to n as a tree with i ends, of i problems in all: what is said of
   samples is said once of each. */
static void trees(void)
{
    const char *name[] = {"v.x", "vn.A", "vt.A", "mode", "lcps", "ended", "sample"};
    arena a = {0};
    reach_table t;
    double v = 0, u[2] = {0, 0};
    const int n = 40;
    CHECK(reach_table_new(&a, 1, 1, 1, name, &t).code == PERP_OK, "table");
    for (int i = 1; i <= n; i++)
        for (int k = 0; k < i; k++)
            reach_table_row(&t, &(reach_row){&v, u, i, i > 1, (uint64_t)i, 2});
    CHECK(t.samples == (uint64_t)n && t.rows == (uint64_t)(n * (n + 1) / 2) &&
              t.ends == t.rows - 1 && t.unfinished == 1,
          "%d samples", (int)t.samples);
    CHECK(reach_table_mean(&t) == (n + 1) / 2.0, "mean");
    const double wanted = sqrt(((double)n + 1) / 12);
    CHECK(fabs(reach_table_error(&t) - wanted) < 1e-13 * wanted, "error");
    t.p = 2;
    CHECK(reach_table_spread(&t) > 0, "of paths");
    t.tree = 1;
    CHECK(reach_table_spread(&t) == 0, "of trees");
    arena_free(&a);
}

static void large_sums(void)
{
    const char *name[] = {"v.x", "vn.A", "vt.A", "mode", "lcps", "ended", "sample"};
    arena a = {0};
    reach_table t;
    CHECK(reach_table_new(&a, 1, 1, 1, name, &t).code == PERP_OK, "table");
    t.samples = 1000000000; /* half of them 1000, half 1002 */
    t.lcps = t.samples * 1001;
    t.squares = t.samples / 2 * (1000u * (uint64_t)1000u + 1002u * (uint64_t)1002u);
    double wanted = sqrt(1 / ((double)t.samples - 1));
    CHECK(fabs(reach_table_error(&t) - wanted) < 1e-12 * wanted, "%.17g",
          reach_table_error(&t));
    arena_free(&a);
}

/* A table of `rows` samples of `lcps` steps each, of p contacts. */
static reach_table with_steps(int p, uint64_t rows, uint64_t lcps)
{
    return (reach_table){.p = p, .samples = rows, .lcps = rows * lcps};
}

/* The deviation of a sum of K uniform numbers, measured. */
static void bounds_average_out(void)
{
    check_random r = {check_seed(2324)};
    static const int steps[] = {1, 3, 12, 100};
    for (int k = 0; k < 4; k++) {
        const int n = 40000, K = steps[k];
        double sum = 0, squares = 0;
        for (int i = 0; i < n; i++) {
            double x = 0;
            for (int j = 0; j < K; j++)
                x += check_uniform(&r, 0, 0.25);
            sum += x / n;
            squares += x * x / n;
        }
        const double wanted = sqrt(squares - sum * sum) / sum;
        reach_table t = with_steps(2, 10, (uint64_t)K);
        CHECK(fabs(reach_table_spread(&t) - wanted) < 0.02 * wanted,
              "%d steps: %g, not %g", K, reach_table_spread(&t), wanted);
    }
}

static int warned(int p, uint64_t rows, uint64_t lcps)
{
    char line[512] = "";
    reach_table t = with_steps(p, rows, lcps);
    FILE *f = tmpfile();
    CHECK(f != NULL, "a file");
    reach_table_warn(&t, f);
    rewind(f);
    const int any = fgets(line, sizeof line, f) != NULL;
    CHECK(!any || strstr(line, "--step") != NULL, "%s", line);
    fclose(f);
    return any;
}

/* From four steps on, with two contacts; never with one, or without a step. */
static void said_when_it_is_so(void)
{
    CHECK(!warned(2, 100, 3) && warned(2, 100, 4) && warned(5, 100, 40), "bar");
    CHECK(!warned(1, 100, 40) && !warned(2, 100, 0) && !warned(2, 0, 0),
          "nothing to say");
    reach_table t = with_steps(1, 10, 9);
    CHECK(reach_table_spread(&t) == 0, "one contact");
}

int main(void)
{
    RUN(bounds_average_out);
    RUN(said_when_it_is_so);
    RUN(means);
    RUN(trees);
    RUN(large_sums);
    DONE;
}
