#include "number/sparse.h"
#include "check.h"

#include <math.h>

enum { ROWS = 19, COLS = 21, APART = 25 };

/* A matrix with one number in `one_of`, and zeros of both signs. */
static void make(check_random *r, int one_of, double *A)
{
    for (int k = 0; k < ROWS * APART; k++)
        A[k] = check_integer(r, 1, one_of) == 1 ? check_uniform(r, -1, 1)
               : k % 3 == 0                     ? -0.0
                                                : 0;
}

/* Every number is where it was, by rows from the left, and nothing else. */
static void is_all(const sparse_rows *x, int rows, int cols, size_t down,
                   size_t right, const double *A)
{
    int seen = 0, want = 0;
    for (int i = 0; i < rows; i++)
        for (int k = x->first[i]; k < x->first[i + 1]; k++, seen++) {
            const int j = x->column[k];
            CHECK(k == x->first[i] || j > x->column[k - 1], "order in %d", i);
            CHECK(j >= 0 && j < cols && x->value[k] != 0 &&
                      x->value[k] == A[(size_t)i * down + (size_t)j * right],
                  "(%d, %d)", i, j);
        }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            want += A[(size_t)i * down + (size_t)j * right] != 0;
    CHECK(seen == want && x->first[0] == 0, "%d of %d", seen, want);
}

/** What is noted are the numbers, and turned they are those of the columns; of a part of
the rows, and of the first columns. */
static void numbers_and_nothing_else(void)
{
    check_random r = {check_seed(41)};
    int noted = 0;
    for (int round = 0; round < 300; round++) {
        double A[ROWS * APART];
        arena a = {0};
        sparse_rows x, turned;
        const sparse_matrix m = {ROWS, 1 + round % COLS, APART, A};
        const int from = round % ROWS, cols = 1 + (round / 7) % m.cols;
        make(&r, 8, A);
        CHECK(sparse_entries(&m, &a, &x).code == 0, "entries");
        if (x.first != NULL) {
            noted++;
            is_all(&x, ROWS, m.cols, APART, 1, A);
            CHECK(sparse_turned(&x, from, cols, &a, &turned).code == 0, "turn");
            is_all(&turned, cols, ROWS - from, 1, APART, A + from * APART);
        }
        arena_free(&a);
    }
    CHECK(noted > 250, "%d noted", noted);
}

/** A quarter of the matrix is worth it, and one number more is not. */
static void a_quarter(void)
{
    double A[16 * 16] = {0};
    for (int count = 0; count <= 256; count++) {
        arena a = {0};
        sparse_rows x;
        const sparse_matrix m = {16, 16, 16, A};
        CHECK(sparse_entries(&m, &a, &x).code == 0, "entries");
        CHECK((x.first != NULL) == (count <= 64), "%d of 256", count);
        arena_free(&a);
        if (count < 256)
            A[(count * 37) % 256] = 1; /* each place once */
    }
}

int main(void)
{
    RUN(numbers_and_nothing_else);
    RUN(a_quarter);
    DONE;
}
