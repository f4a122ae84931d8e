#include "number/dense.h"
#include "base/pair.h"
#include "number/f64_width.h"

#include <math.h>

static void column_scales(int n, int m, const double *a, double *scale)
{
    for (int c = 0; c < n; c++)
        scale[c] = 0;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++)
            if (fabs(a[r * (n + m) + c]) > scale[c])
                scale[c] = fabs(a[r * (n + m) + c]);
}

/* The unused row with the largest entry in column c, above the bar; or -1. */
static int pivot_row(int n, int m, const double *a, int c,
                     const unsigned char *used, double bar)
{
    int best = -1;
    for (int r = 0; r < n; r++) {
        double size = fabs(a[r * (n + m) + c]);
        if (!used[r] && size > bar) {
            bar = size;
            best = r;
        }
    }
    return best;
}

/* Makes column c the unit vector of row p; columns before c are done. */
static inline __attribute__((always_inline)) void
eliminate(int n, int width, double *a, int p, int c)
{
    double *restrict pivot = a + p * width;
    double inverse = 1 / pivot[c];
    for (int j = c; j < width; j++)
        pivot[j] *= inverse;
    for (int r = 0; r < n; r++) {
        double *restrict row = a + r * width, factor = row[c];
        if (r == p || factor == 0)
            continue;
        for (int j = c; j < width; j++)
            row[j] -= factor * pivot[j];
    }
}

/* As many numbers to a register as the machine has, the same operations. */
static void eliminate_baseline(int n, int width, double *a, int p, int c)
{
    eliminate(n, width, a, p, c);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void
eliminate_avx2(int n, int width, double *a, int p, int c)
{
    eliminate(n, width, a, p, c);
}
#else
#define eliminate_avx2 eliminate_baseline
#endif

/** Jordan's form costs no more than a triangular factor with two solves when
the right-hand sides outnumber the unknowns, as they do here, and it needs no
second pass. With partial pivoting its backward error is that of Gauss up to
the growth in the rows above the pivot; whoever uses the result tests the
residual of the whole problem. */
int dense_jordan(int n, int m, double *a, int *row_of, unsigned char *used,
                 double *scale, double tolerance)
{
    const int wide = f64_widest() != F64_BASELINE;
    int rank = 0;
    column_scales(n, m, a, scale);
    for (int r = 0; r < n; r++)
        used[r] = 0;
    for (int c = 0; c < n; c++) {
        int p = pivot_row(n, m, a, c, used, tolerance * scale[c]);
        row_of[c] = p;
        if (p < 0) {
            for (int r = 0; r < n; r++)
                a[r * (n + m) + c] = 0; /* x_c = 0 */
            continue;
        }
        used[p] = 1;
        rank++;
        (wide ? eliminate_avx2 : eliminate_baseline)(n, n + m, a, p, c);
    }
    return rank;
}

/** Eight running maxima, two to a register: one alone would wait for itself at
every number, and the library's fmax is a call. */
double dense_largest(size_t count, const double *a)
{
    pair m[4] = {{0}};
    size_t whole = count / 8 * 8;
    for (size_t i = 0; i < whole; i += 8)
        for (size_t k = 0; k < 4; k++)
            m[k] = pair_larger(pair_size(pair_load(a + i + 2 * k)), m[k]);
    m[0] = pair_larger(pair_larger(m[0], m[1]), pair_larger(m[2], m[3]));
    double largest = m[0][0] > m[0][1] ? m[0][0] : m[0][1];
    for (size_t i = whole; i < count; i++)
        largest = fabs(a[i]) > largest ? fabs(a[i]) : largest;
    return largest;
}

/** $0 x$ is zero exactly when $x$ is finite, and a sum says it of all. */
int dense_finite(size_t count, const double *a)
{
    pair sum[4] = {{0}};
    size_t whole = count / 8 * 8;
    for (size_t i = 0; i < whole; i += 8)
        for (size_t k = 0; k < 4; k++)
            sum[k] += 0 * pair_load(a + i + 2 * k);
    sum[0] += sum[1] + sum[2] + sum[3];
    double all = sum[0][0] + sum[0][1];
    for (size_t i = whole; i < count; i++)
        all += 0 * a[i];
    return all == 0;
}
