#include "base/memory.h"
#include "check.h"
#include "number/linear/factor.h"

#include <math.h>

/** The product of a lower and an upper triangle has the product of their
diagonals for its determinant; and A x = r for a known x. */
static void known_determinants(void)
{
    check_random r = {check_seed(41)};
    for (int round = 0; round < 400; round++) {
        int m = check_integer(&r, 1, 12);
        double A[144] = {0}, L[144] = {0}, U[144] = {0}, b[12] = {0};
        double x[12], y[12], bits = 0;
        arena a = {0};
        factor f;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) {
                double v =
                    check_integer(&r, 0, 2) ? 0 : check_uniform(&r, -1, 1);
                (i > j ? L : U)[i * m + j] = v / 4;
                if (i == j) {
                    U[i * m + i] = check_uniform(&r, 0.5, 2);
                    L[i * m + i] = 1;
                    bits += log2(U[i * m + i]);
                }
            }
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++)
                for (int k = 0; k < m; k++)
                    A[i * m + j] += L[i * m + k] * U[k * m + j];
        for (int i = 0; i < m; i++)
            x[i] = check_uniform(&r, -1, 1);
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++)
                b[i] += A[i * m + j] * x[j];
        CHECK(factor_new(&a, m, A, &f).code == 0 && f.regular, "new");
        CHECK(fabs(f.log2_det - bits) < 1.001, "%g and %g", f.log2_det, bits);
        factor_solve(&f, b, y);
        for (int i = 0; i < m; i++)
            CHECK(fabs(x[i] - y[i]) < 1e-9, "round %d: %g", round, x[i] - y[i]);
        arena_free(&a);
    }
}

static void singular_matrices(void)
{
    double zero_column[] = {1, 0, 2, 0}, equal_rows[] = {1, 2, 1, 2};
    double one[] = {0};
    arena a = {0};
    factor f;
    CHECK(factor_new(&a, 2, zero_column, &f).code == 0 && !f.regular, "column");
    CHECK(factor_new(&a, 2, equal_rows, &f).code == 0 && !f.regular, "rows");
    CHECK(factor_new(&a, 1, one, &f).code == 0 && !f.regular, "zero");
    arena_free(&a);
}

int main(void)
{
    RUN(known_determinants);
    RUN(singular_matrices);
    DONE;
}
