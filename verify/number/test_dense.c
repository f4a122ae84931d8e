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

enum { MOST = 24 };

/* A matrix of which most is zero, some rows those of a chain; its product with
   whole numbers y. */
static void make_thin(check_random *r, int n, double *a, const double *y,
                      double *b)
{
    const int chain = check_integer(r, 0, 1);
    for (int i = 0; i < n; i++) {
        b[i] = 0;
        for (int j = 0; j < n; j++) {
            const int meets = chain ? abs(i - j) < 3 : !check_integer(r, 0, 3);
            a[i * n + j] = meets ? check_integer(r, -5, 5) : 0;
            b[i] += a[i * n + j] * y[j];
        }
    }
}

/* Of a regular matrix the factor finds y, twice from one factor. Of a singular one,
   here with a column that is the sum of two others: rank less than n, that unknown (or
   one before it) is zero, and every row holds, since b is a product. */
static void a_factor_solves(void)
{
    check_random r = {check_seed(8)};
    int regular = 0;
    for (int round = 0; round < 1000; round++) {
        double a[MOST * MOST], E[MOST * MOST], y[MOST], b[MOST], x[MOST],
            scale[MOST];
        int lead[MOST], row_of[MOST], some[MOST], free = 0;
        const int n = check_integer(&r, 1, MOST);
        for (int i = 0; i < n; i++)
            y[i] = check_integer(&r, -4, 4);
        make_thin(&r, n, a, y, b);
        for (int i = 0; i < n && round % 3 == 0 && n > 2; i++) {
            b[i] -= a[i * n + 2] * y[2];
            a[i * n + 2] = a[i * n] - a[i * n + 1];
            b[i] += a[i * n + 2] * y[2];
        }
        memcpy(E, a, sizeof a);
        dense_factor f = {n, a, lead, row_of, some, scale};
        const int rank = dense_factorise(&f, 1e-10);
        for (int c = 0; c < n; c++)
            free += row_of[c] < 0;
        CHECK(free == n - rank && (rank < n || round % 3 || n <= 2),
              "round %d: rank %d of %d", round, rank, n);
        for (int k = 1; k < 3; k++) {
            for (int i = 0; i < n; i++)
                b[i] *= k;
            dense_solve(&f, b, x);
            for (int i = 0; i < n; i++) {
                double sum = -b[i];
                for (int j = 0; j < n; j++)
                    sum += E[i * n + j] * x[j];
                CHECK(fabs(sum) < 1e-7, "round %d, row %d: %g", round, i, sum);
                CHECK(row_of[i] >= 0 || x[i] == 0, "round %d", round);
                CHECK(rank < n || fabs(x[i] - k * y[i]) < 1e-6,
                      "round %d: %g", round, x[i]);
            }
        }
        regular += rank == n;
    }
    printf("%d regular\n", regular);
    CHECK(regular > 100 && regular < 900, "%d", regular);
}

/* The pivot is the largest of its column: [2^-60 1; 1 1] x = (1, 2), whose solution is
   (1, 1) but for 2^-60. Whoever begins with the first row finds (0, 1). */
static void the_largest_is_the_pivot(void)
{
    double a[] = {0x1p-60, 1, 1, 1}, x[2], scale[2];
    const double b[] = {1, 2};
    int lead[2], row_of[2], some[2];
    dense_factor f = {2, a, lead, row_of, some, scale};
    CHECK(dense_factorise(&f, 1e-30) == 2, "rank");
    dense_solve(&f, b, x);
    CHECK(fabs(x[0] - 1) < 1e-15 && fabs(x[1] - 1) < 1e-15, "%g, %g", x[0],
          x[1]);
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

/** What is left of a column is nothing beside its largest entry, wherever that stands:
of $10^{-9}$ behind $10^6$ and 1 no pivot is made at a tolerance of $10^{-11}$, and one at
$10^{-16}$. */
static void the_largest_is_the_scale(void)
{
    for (int low = 0; low < 2; low++)
        for (int fine = 0; fine < 2; fine++) {
            double a[2][2], scale[2];
            int row_of[2];
            unsigned char used[2];
            a[low][0] = a[low][1] = 1;
            a[!low][0] = 1e6;
            a[!low][1] = 1e6 + 1e-3;
            const int rank = dense_jordan(2, 0, a[0], row_of, used, scale,
                                          fine ? 1e-16 : 1e-11);
            CHECK(rank == 1 + fine, "row %d, fine %d: rank %d", low, fine, rank);
        }
}

/** The largest size, wherever it stands; NaN does not count. */
static void the_largest_wherever_it_stands(void)
{
    for (size_t n = 1; n <= 37; n++)
        for (size_t k = 0; k < n; k++) {
            double a[37] = {0};
            for (size_t i = 0; i < n; i++)
                a[i] = i == k ? -3 : i % 4 == 1 ? (double)NAN : 2;
            CHECK(dense_largest(n, a) == 3, "%zu of %zu", k, n);
        }
}

int main(void)
{
    RUN(regular_systems_are_solved);
    RUN(dependent_columns_are_found);
    RUN(a_factor_solves);
    RUN(the_largest_is_the_pivot);
    RUN(what_is_no_number_is_seen);
    RUN(the_largest_is_the_scale);
    RUN(the_largest_wherever_it_stands);
    DONE;
}
