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

int main(void)
{
    RUN(regular_systems_are_solved);
    RUN(dependent_columns_are_found);
    DONE;
}
