#include "number/eigen.h"

#include <math.h>

/** Jacobi's rotations: each makes one entry off the diagonal zero, and when
all are small a sweep over them squares the distance to a diagonal matrix. Only
roots are taken, so every compiler finds the same bits. */
static void rotate(int n, double *A, int p, int q)
{
    double theta = (A[q * n + q] - A[p * n + p]) / (2 * A[p * n + q]);
    double t = 1 / (fabs(theta) + sqrt(theta * theta + 1));
    t = theta < 0 ? -t : t;
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < n; k++) {
        double x = A[k * n + p], y = A[k * n + q];
        A[k * n + p] = c * x - s * y;
        A[k * n + q] = s * x + c * y;
    }
    for (int k = 0; k < n; k++) {
        double x = A[p * n + k], y = A[q * n + k];
        A[p * n + k] = c * x - s * y;
        A[q * n + k] = s * x + c * y;
    }
}

void eigen_values(int n, double *A)
{
    double largest = 0;
    int turned = 1;
    for (int i = 0; i < n * n; i++)
        largest = fmax(largest, fabs(A[i]));
    for (int sweep = 0; sweep < 40 && turned; sweep++) {
        turned = 0;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
                if (fabs(A[p * n + q]) > 0x1p-70 * largest) {
                    rotate(n, A, p, q);
                    turned = 1;
                }
    }
}

void eigen_range(int n, double *A, double *low, double *high)
{
    eigen_values(n, A);
    *low = *high = A[0];
    for (int i = 1; i < n; i++) {
        *low = fmin(*low, A[i * n + i]);
        *high = fmax(*high, A[i * n + i]);
    }
}
