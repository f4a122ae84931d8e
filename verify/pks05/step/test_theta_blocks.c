/* K and C, taken apart into blocks, and as they are. */
#include "pks05/step/theta_blocks.h"
#include "theta_random.h"

#include <math.h>
#include <string.h>

enum { MANY = 9, MOST = 3 * MANY };

typedef struct {
    theta_data d;
    double K[MOST * MOST], C[MOST * MOST], S[MOST * MOST], B[MOST * MOST];
    int with[MANY][MANY]; /* coupled, directly or by others */
} many;

/* A positive definite matrix added to the rows of contacts a and b. */
static void couple(check_random *g, many *x, int a, int b, double *A)
{
    const int w = 1 + x->d.slips, R = theta_rows(&x->d);
    const int n = a == b ? w : 2 * w;
    double B[36];
    theta_definite_random(g, n, 2, B);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[((i < w ? a : b) * w + i % w) * R + (j < w ? a : b) * w +
              j % w] += B[i * n + j];
    x->with[a][b] = x->with[b][a] = 1;
}

/* A matrix of one contact whose rows know nothing of each other. */
static void uncouple(many *x, int c)
{
    const int w = 1 + x->d.slips, R = theta_rows(&x->d);
    for (int i = 0; i < w; i++)
        for (int j = 0; j < w; j++)
            if (i != j)
                x->K[(c * w + i) * R + c * w + j] =
                    x->C[(c * w + i) * R + c * w + j] = 0;
}

static void many_new(check_random *g, int slips, int pairs, many *x)
{
    memset(x, 0, sizeof *x);
    x->d = (theta_data){
        .p = MANY, .slips = slips, .h = 1.0 / 256, .K = x->K, .C = x->C};
    for (int i = 0; i < MANY; i++) {
        couple(g, x, i, i, x->K);
        couple(g, x, i, i, x->C);
    }
    for (int i = 0; i < MANY; i += 2)
        uncouple(x, i);
    for (int i = 0; i < pairs; i++) {
        const int a = check_integer(g, 0, MANY - 2);
        couple(g, x, a, check_integer(g, a + 1, MANY - 1), i % 2 ? x->K : x->C);
    }
    for (int turn = 0; turn < MANY; turn++)
        for (int i = 0; i < MANY; i++)
            for (int j = 0; j < MANY; j++)
                for (int k = 0; k < MANY; k++)
                    x->with[i][k] |= x->with[i][j] && x->with[j][k];
}

static int diagonal(const many *x, int n, const int *row)
{
    const int R = theta_rows(&x->d);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j && (x->K[row[i] * R + row[j]] != 0 ||
                           x->C[row[i] * R + row[j]] != 0))
                return 0;
    return 1;
}

/* The blocks are those of the chains of pairs, and their rows are in order. */
static void chains(const many *x, arena *a)
{
    const int w = 1 + x->d.slips;
    theta_blocks b;
    int row[MOST], total = 0;
    CHECK(theta_blocks_find(&x->d, a, &b).code == PERP_OK, "find");
    for (int i = 0; i < MANY; i++) {
        int first = 0;
        while (!x->with[i][first])
            first++;
        CHECK(b.first[i] == first, "contact %d is of %d", i, b.first[i]);
        if (first < i)
            continue;
        const int n = theta_block_rows(&x->d, &b, i, row);
        CHECK(b.full[i] == !diagonal(x, n, row), "block %d: %d", i, b.full[i]);
        for (int k = 0; k < n; k++)
            CHECK(x->with[i][row[k] / w] && (k == 0 || row[k - 1] < row[k]),
                  "row %d", row[k]);
        total += n;
    }
    CHECK(total == theta_rows(&x->d), "%d rows", total);
}

/** The inverse and a solution, block by block, are to the last bit those of the whole
matrix factored at once, and what the whole one times them gives is the unit.

Verifies PKS05 (17). */
static void as_the_whole(void)
{
    check_random g = {check_seed(76)};
    for (int n = 0; n < 60; n++) {
        static many x;
        arena a = {0};
        double z[MOST], whole[MOST], column[MOST];
        many_new(&g, 1 + n % 2, n % 7, &x);
        const int R = theta_rows(&x.d);
        chains(&x, &a);
        for (int i = 0; i < R * R; i++)
            x.B[i] = x.d.h * x.K[i] + x.C[i];
        CHECK(theta_blocks_invert(&x.d, &a, x.S).code == PERP_OK, "invert");
        for (int i = 0; i < R; i++)
            for (int j = 0; j < R; j++) {
                double sum = i == j ? -1 : 0;
                for (int k = 0; k < R; k++)
                    sum += x.S[i * R + k] * x.B[k * R + j];
                CHECK(fabs(sum) < 1e-9, "S B, %d,%d: %g", i, j, sum);
            }
        CHECK(theta_factor(R, x.B) == 0, "factor");
        for (int j = 0; j < R; j++) {
            for (int i = 0; i < R; i++)
                column[i] = i == j;
            theta_solve(R, x.B, column);
            for (int i = 0; i < R; i++)
                CHECK(column[i] == x.S[j * R + i], "S, %d,%d", j, i);
        }
        for (int i = 0; i < R; i++)
            z[i] = whole[i] = theta_small(&g, 16);
        memcpy(x.B, x.C, sizeof x.B);
        CHECK(theta_solve_blocks(&x.d, x.C, &a, z).code == PERP_OK &&
                  theta_factor(R, x.B) == 0,
              "solve");
        theta_solve(R, x.B, whole);
        for (int i = 0; i < R; i++)
            CHECK(z[i] == whole[i], "row %d: %g, %g", i, z[i], whole[i]);
        arena_free(&a);
    }
    VERIFIES("PKS05 (17)");
}

/* A block that is not definite is refused, whichever it is. */
static void refused(void)
{
    check_random g = {check_seed(77)};
    for (int c = 0; c < MANY; c++) {
        static many x;
        arena a = {0};
        double z[MOST] = {1};
        many_new(&g, 1, 3, &x);
        x.C[2 * c * (2 * MANY + 1)] = -1e9;
        CHECK(theta_blocks_invert(&x.d, &a, x.S).code == PERP_INPUT &&
                  theta_solve_blocks(&x.d, x.C, &a, z).code == PERP_INPUT,
              "contact %d", c);
        arena_free(&a);
    }
}

int main(void)
{
    RUN(as_the_whole);
    RUN(refused);
    DONE;
}
