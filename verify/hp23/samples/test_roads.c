/** # Pivot paths: every place's column solves its equations; paths end at solutions */
#include "impact_random.h"

#include "hp23/samples/roads.h"

#include <math.h>

/** The entering column of a place says how the basic variables change with who
enters: with these changes, and the covering variable's, w = A z + z0 holds row
by row. */
static void check_place(const roads *k, road *x)
{
    const int n = k->n;
    const double *a = road_numbers(x), *factor = a + k->length;
    double z[ROADS_ROWS], w[ROADS_ROWS], z0 = a[x->gap];
    for (int i = 0; i < n; i++) {
        int falls = (x->falls >> i & 1) != 0;
        CHECK(falls == (a[i] < x->bar) && x->bar <= 0, "row %d: falls", i);
        CHECK(n > ROADS_SHORT ||
                  factor[i] == (falls ? -(1 / a[i]) : (double)INFINITY),
              "row %d: factor", i);
    }
    for (int i = 0; i < n; i++) {
        int in = (x->basis >> i & 1) != 0;
        z[i] = i == x->gap ? x->enters : in ? a[i] : 0;
        w[i] = i == x->gap ? !x->enters : in ? 0 : a[i];
    }
    for (int i = 0; i < n; i++) {
        double sum = z0, size = 1 + fabs(z0);
        for (int j = 0; j < n; j++) {
            sum += k->unit * k->A[i * n + j] * z[j];
            size += fabs(k->unit * k->A[i * n + j] * z[j]);
        }
        CHECK(fabs(sum - w[i]) <= 1e-9 * size, "row %d: %g, %g", i, sum, w[i]);
    }
}

/* The row that leaves, of those that may. */
static int leaving(roads *k, road *at, const double *u)
{
    const double *a = road_numbers(at);
    double best = (double)INFINITY;
    uint64_t tied = 0;
    for (int i = 0; i < k->n; i++)
        if (at->falls >> i & 1)
            best = fmin(best, fmax(u[i], 0) * -(1 / a[i]));
    for (int i = 0; i < k->n; i++)
        if ((at->falls >> i & 1) != 0 && u[i] + best * a[i] <= 1e-12)
            tied |= (uint64_t)1 << i;
    return roads_leaving(k, at, tied);
}

/* Lemke's method along the tree, by its definition; 1 when it came to an end. */
static int go(roads *k, const double *b, double *z, int *steps)
{
    const int n = k->n;
    double u[ROADS_ROWS];
    int row = 0;
    road *at = k->start;
    memcpy(u, b, (size_t)n * sizeof *b);
    for (int i = 0; i < n; i++)
        row = b[i] < b[row] ? i : row;
    for (*steps = 0; at->behind != NULL; (*steps)++) {
        const double *a = road_numbers(at);
        int gap = at->gap;
        double factor = gap >= 0 ? u[row] * -(1 / a[row]) : -u[row];
        for (int i = 0; i < n; i++)
            u[i] += a[i] * factor;
        u[row] = gap >= 0 ? u[gap] : u[row];
        u[gap >= 0 ? gap : row] = factor;
        if (roads_behind(k, at, row, &at).code != PERP_OK || at == &k->nowhere)
            return 0;
        if (at->behind == NULL)
            break;
        check_place(k, at);
        row = leaving(k, at, u);
        if (row < 0)
            return 0;
    }
    for (int i = 0; i < n; i++)
        z[i] = at->basis >> i & 1 ? fmax(u[i], 0) * k->unit : 0;
    return 1;
}

/** Problems of random impacts, some with many ties: the path's end is what
mlcp_solve finds, and the same basis. */
static void ends_are_answers(void)
{
    check_random r = {check_seed(9)};
    int ends = 0, same = 0;
    for (int round = 0; round < 40; round++) {
        impact_kind kind = {.bodies = check_integer(&r, 1, 3),
                            .contacts = check_integer(&r, 1, 4),
                            .directions = 2,
                            .bounded = round % 2};
        impact g = impact_new(&r, &kind);
        arena a = {0};
        roads k;
        lcp_answer x;
        double z[ROADS_ROWS], b[ROADS_ROWS], work[4 * ROADS_ROWS];
        int n = g.p.n, climbed, steps;
        CHECK(roads_new(&a, n, g.A, &k).code == PERP_OK, "roads");
        CHECK(lcp_answer_new(&a, 0, n, &x).code == PERP_OK, "answer");
        for (int i = 0; i < 20; i++) {
            lcp_problem p = {0, n, g.A, b};
            for (int j = 0; j < n; j++)
                b[j] = i % 2 ? g.b[j] * check_integer(&r, 1, 2)
                             : g.b[j] * check_uniform(&r, 0.5, 2);
            if (!go(&k, b, z, &steps))
                continue;
            CHECK(lcp_residual(&p, z, work) < 1e-8, "no answer");
            CHECK(mlcp_solve(&p, &mlcp_defaults, &a, &x, &climbed).code == 0,
                  "solve");
            double most = 0;
            for (int j = 0; j < n; j++)
                most = fmax(most, fabs(z[j] - x.z[j]) / (1 + fabs(z[j])));
            same += most < 1e-8;
            ends++;
        }
        roads_free(&k);
        arena_free(&a);
        impact_free(&g);
    }
    printf("%d ends, %d where mlcp_solve ends\n", ends, same);
    CHECK(ends > 350 && same * 100 > ends * 97, "%d of %d", same, ends);
}

/** One to three contacts without friction are as many rows, fewer than a vector has. The
matrix stands between numbers that no one may read: its unit is that of its own entries, and
each problem of a matrix with a dominant diagonal has its one solution at the path's end. */
static void few_rows(void)
{
    check_random r = {check_seed(10)};
    for (int round = 0; round < 60; round++) {
        const int n = 1 + round % 3;
        double all[8 + 9 + 8], *A = all + 8, b[3], z[3], work[12];
        arena a = {0};
        roads k;
        int steps;
        for (int i = 0; i < 25; i++)
            all[i] = 1e300;
        for (int i = 0; i < n * n; i++)
            A[i] = i % (n + 1) == 0 ? 4 : check_uniform(&r, -1, 1);
        CHECK(roads_new(&a, n, A, &k).code == PERP_OK, "roads");
        CHECK(k.unit * 4 > 0.1 && k.unit * 4 < 10, "n = %d: the unit %g", n,
              k.unit);
        for (int i = 0; i < 10; i++) {
            lcp_problem p = {0, n, A, b};
            for (int j = 0; j < n; j++)
                b[j] = check_uniform(&r, -2, 1);
            b[i % n] = -1;
            CHECK(go(&k, b, z, &steps), "n = %d: no end", n);
            CHECK(lcp_residual(&p, z, work) < 1e-12, "n = %d: no answer", n);
        }
        roads_free(&k);
        arena_free(&a);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(ends_are_answers);
    RUN(few_rows);
    DONE;
}
