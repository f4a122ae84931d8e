#include "number/dense.h"
#include "base/pair.h"

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
static void eliminate(int n, int m, double *a, int p, int c)
{
    int width = n + m;
    double *pivot = a + p * width;
    double inverse = 1 / pivot[c];
    for (int j = c; j < width; j++)
        pivot[j] *= inverse;
    for (int r = 0; r < n; r++) {
        double *row = a + r * width, factor = row[c];
        if (r == p || factor == 0)
            continue;
        for (int j = c; j < width; j++)
            row[j] -= factor * pivot[j];
    }
}

/** Jordan's form costs no more than a triangular factor with two solves when
the right-hand sides outnumber the unknowns, as they do here, and it needs no
second pass. With partial pivoting its backward error is that of Gauss up to
the growth in the rows above the pivot; whoever uses the result tests the
residual of the whole problem. */
int dense_jordan(int n, int m, double *a, int *row_of, unsigned char *used,
                 double *scale, double tolerance)
{
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
        eliminate(n, m, a, p, c);
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
