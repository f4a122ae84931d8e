#include "judge.h"

#include <math.h>
#include <stdlib.h>

/* w = A z + b and s = |A| |z| + |b|, in long double. */
static void rows_of(int n, const double *A, const double *b, const double *z,
                    long double *w, long double *s)
{
    for (int i = 0; i < n; i++) {
        w[i] = b[i];
        s[i] = fabs(b[i]);
        for (int j = 0; j < n; j++) {
            long double term = (long double)A[i * n + j] * z[j];
            w[i] += term;
            s[i] += fabsl(term);
        }
    }
}

/** An unknown may be zero up to what its row is made of: a contact that carries
nothing, next to others that carry much, has an impulse that is rounding, and
the cone of that contact cannot be asked to hold to the last digit. So $z_j$
counts with $|z_j| + s_j / A_{jj}$, and an unknown without a diagonal entry with
the largest $s_i / |A_{ij}|$ among the rows it appears in. */
static long double size_of(int n, const double *A, const double *z,
                           const long double *s, int j)
{
    long double more = 0;
    if (A[j * n + j] > 0)
        more = s[j] / A[j * n + j];
    else
        for (int i = 0; i < n; i++)
            if (A[i * n + j] != 0 && s[i] / fabs(A[i * n + j]) > more)
                more = s[i] / fabs(A[i * n + j]);
    return fabs(z[j]) + more;
}

/** Complementarity asks for $z_i = 0$ or $w_i = 0$, both non-negative, that is
$\min(z_i, w_i) = 0$: each side relative to its own size. */
double judge_residual(int n, const double *A, const double *b, const double *z)
{
    long double *w = calloc(4 * (size_t)n, sizeof *w);
    long double *s = w + n, *size = w + 2 * n, *scale = w + 3 * n, worst = 0;
    if (w == NULL)
        return INFINITY;
    rows_of(n, A, b, z, w, s);
    for (int j = 0; j < n; j++)
        size[j] = size_of(n, A, z, s, j);
    for (int i = 0; i < n; i++) {
        scale[i] = fabs(b[i]);
        for (int j = 0; j < n; j++)
            scale[i] += fabs(A[i * n + j]) * size[j];
    }
    for (int i = 0; i < n; i++) {
        long double u = size[i] > 0 ? z[i] / size[i] : z[i];
        long double v = scale[i] > 0 ? w[i] / scale[i] : w[i];
        long double off = fabsl(u < v ? u : v);
        if (!(off <= worst))
            worst = isfinite(off) ? off : INFINITY;
    }
    free(w);
    return (double)worst;
}
