#include "number/dense.h"
#include "check.h"

#include <math.h>

enum { N = 6, M = 3 };

/* [E | E Y] with Y known: elimination must find -Y's opposite, Y itself. */
static void make(check_random *r, double *a, double *y)
{
    for (int c = 0; c < N * M; c++)
        y[c] = check_integer(r, -4, 4);
    for (int i = 0; i < N; i++) {
        double *row = a + i * (N + M);
        for (int j = 0; j < N; j++)
            row[j] = check_integer(r, -5, 5);
        for (int c = 0; c < M; c++) {
            row[N + c] = 0;
            for (int j = 0; j < N; j++)
                row[N + c] += row[j] * y[j * M + c];
        }
    }
}

static void regular_systems_are_solved(void)
{
    check_random r = {check_seed(6)};
    double a[N * (N + M)], y[N * M], scale[N];
    unsigned char used[N];
    int row_of[N];
    for (int round = 0; round < 300; round++) {
        make(&r, a, y);
        if (dense_jordan(N, M, a, row_of, used, scale, 1e-10) < N)
            continue; /* singular by chance */
        for (int c = 0; c < N; c++)
            for (int k = 0; k < M; k++)
                CHECK(fabs(a[row_of[c] * (N + M) + N + k] - y[c * M + k]) <
                          1e-8,
                      "round %d", round);
    }
}

static void dependent_columns_are_found(void)
{
    check_random r = {check_seed(7)};
    double a[N * (N + M)], y[N * M], scale[N];
    unsigned char used[N];
    int row_of[N];
    for (int round = 0; round < 100; round++) {
        make(&r, a, y);
        for (int i = 0; i < N; i++) /* column 4 = 2 (column 1) - column 0 */
            a[i * (N + M) + 4] = 2 * a[i * (N + M) + 1] - a[i * (N + M)];
        int rank = dense_jordan(N, M, a, row_of, used, scale, 1e-10);
        CHECK(rank < N && row_of[4] == -1, "round %d: rank %d", round, rank);
        int count = 0;
        for (int i = 0; i < N; i++)
            count += used[i];
        CHECK(count == rank, "round %d", round);
    }
    CHECK(dense_jordan(0, 2, a, row_of, used, scale, 0) == 0, "empty");
}

/** A NaN or an infinity at any place is seen, and numbers of any size are fine. */
static void what_is_no_number_is_seen(void)
{
    static const double bad[] = {(double)NAN, (double)INFINITY,
                                 -(double)INFINITY};
    double a[21];
    for (size_t n = 0; n <= 21; n++) {
        for (size_t k = 0; k < n; k++)
            a[k] = k % 2 ? 0x1.fffffffffffffp1023 : -0x1p-1074;
        CHECK(dense_finite(n, a), "%zu", n);
        for (size_t k = 0; k < n; k++)
            for (int i = 0; i < 3; i++) {
                const double kept = a[k];
                a[k] = bad[i];
                CHECK(!dense_finite(n, a), "%g at %zu of %zu", bad[i], k, n);
                a[k] = kept;
            }
    }
}

/** The largest size, wherever it stands; NaN does not count. */
static void the_largest_wherever_it_stands(void)
{
    for (size_t n = 1; n <= 21; n++)
        for (size_t k = 0; k < n; k++) {
            double a[21] = {0};
            for (size_t i = 0; i < n; i++)
                a[i] = i == k ? -3 : i % 4 == 1 ? (double)NAN : 2;
            CHECK(dense_largest(n, a) == 3, "%zu of %zu", k, n);
        }
}

int main(void)
{
    RUN(regular_systems_are_solved);
    RUN(dependent_columns_are_found);
    RUN(what_is_no_number_is_seen);
    RUN(the_largest_wherever_it_stands);
    DONE;
}
