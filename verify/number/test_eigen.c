#include "number/eigen.h"
#include "check.h"

#include <math.h>

/** Random symmetric matrices with eigenvalues of our choice, turned by
reflections. */
static void turned_diagonals(void)
{
    check_random r = {check_seed(2)};
    for (int i = 0; i < 100; i++) {
        enum { MOST = 8 };
        int n = check_integer(&r, 1, MOST);
        double A[MOST * MOST] = {0}, want = 1e9, top = -1e9, low, high;
        for (int k = 0; k < n; k++) {
            A[k * n + k] = check_uniform(&r, -3, 3);
            want = fmin(want, A[k * n + k]);
            top = fmax(top, A[k * n + k]);
        }
        for (int turn = 0; turn < 4; turn++) { /* H A H, H = 1 - 2 u u' */
            double u[MOST], size = 0;
            for (int k = 0; k < n; k++) {
                u[k] = check_uniform(&r, -1, 1);
                size += u[k] * u[k];
            }
            for (int way = 0; way < 2; way++)
                for (int a = 0; a < n; a++) {
                    double s = 0;
                    for (int b = 0; b < n; b++)
                        s += u[b] * (way ? A[a * n + b] : A[b * n + a]);
                    for (int b = 0; b < n; b++)
                        *(way ? &A[a * n + b] : &A[b * n + a]) -=
                            2 * s * u[b] / size;
                }
        }
        eigen_range(n, A, &low, &high);
        CHECK(fabs(low - want) < 1e-12, "%d: %.17g, not %.17g", n, low, want);
        CHECK(fabs(high - top) < 1e-12, "%d: %.17g, not %.17g", n, high, top);
    }
}

/** The width of the range of a random symmetric matrix is the largest eigenvalue
of A - low I, to which power iteration turns any vector. */
static void power_iteration(void)
{
    check_random r = {check_seed(2307)};
    for (int round = 0; round < 50; round++) {
        double A[36], B[36], x[6], low, high, top = 0;
        for (int i = 0; i < 6; i++)
            for (int j = 0; j <= i; j++)
                A[6 * i + j] = A[6 * j + i] = check_uniform(&r, -1, 1);
        memcpy(B, A, sizeof B);
        eigen_range(6, B, &low, &high);
        for (int i = 0; i < 6; i++)
            x[i] = check_uniform(&r, -1, 1);
        for (int k = 0; k < 4000; k++) { /* power iteration on A - low I */
            double y[6], size = 0;
            for (int i = 0; i < 6; i++) {
                y[i] = -low * x[i];
                for (int j = 0; j < 6; j++)
                    y[i] += A[6 * i + j] * x[j];
                size += y[i] * y[i];
            }
            top = sqrt(size);
            for (int i = 0; i < 6; i++)
                x[i] = y[i] / top;
        }
        CHECK(fabs(top - (high - low)) < 1e-6, "%g, %g", top, high - low);
    }
}

int main(void)
{
    RUN(turned_diagonals);
    RUN(power_iteration);
    DONE;
}
