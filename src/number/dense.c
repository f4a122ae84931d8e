#include "number/dense.h"
#include "base/pair.h"
#include "number/f64_width.h"

#include <math.h>

static void column_scales(int n, int m, const double *restrict a,
                          double *restrict scale)
{
    for (int c = 0; c < n; c++)
        scale[c] = 0;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            const double size = fabs(a[r * (n + m) + c]), most = scale[c];
            scale[c] = size > most ? size : most;
        }
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

/* Where the first number of a row stands that is not zero, from column c on; n:
   there is none. */
static int leads_at(int n, const double *row, int c)
{
    while (c < n && row[c] == 0)
        c++;
    return c;
}

/* Of the rows whose first number stands in column c the one where it is largest
   and above the bar; or -1. */
static int leader(const dense_factor *f, int c, double bar)
{
    int best = -1;
    for (int r = 0; r < f->n; r++) {
        if (f->lead[r] != c)
            continue;
        const double size = fabs(f->a[(size_t)r * (size_t)f->n + (size_t)c]);
        if (size > bar) {
            bar = size;
            best = r;
        }
    }
    return best;
}

/* Column c out of all rows that begin there, by row p, or, with p < 0, as if it
   were zero. What a row was multiplied with stands in its place. */
static void clear_column(dense_factor *f, int p, int c)
{
    const size_t n = (size_t)f->n;
    const double *pivot = f->a + (p < 0 ? 0 : (size_t)p * n);
    int count = 0;
    for (int j = c + 1; j < f->n && p >= 0; j++)
        if (pivot[j] != 0)
            f->some[count++] = j;
    for (int r = 0; r < f->n; r++) {
        double *row = f->a + (size_t)r * n;
        if (f->lead[r] != c)
            continue;
        const double factor = p < 0 ? 0 : row[c] / pivot[c];
        for (int i = 0; i < count; i++)
            row[f->some[i]] -= factor * pivot[f->some[i]];
        row[c] = factor;
        f->lead[r] = leads_at(f->n, row, c + 1);
    }
}

/** The equations of a step are those of neighbours: of a stack of 128 boxes a row has
ten numbers of six hundred. A row takes part in the elimination of a column only if its
first number stands there, so that place is kept of each row, and who has another is passed by
without a look at the matrix. In a chain each column meets a handful of rows, each with a
handful of numbers, and what is left of $n^3/3$ is to go $n$ times through $n$ places. For a
matrix that is full it is Gauss as in every book. A row that has become a pivot's has its place
behind all columns, where nobody looks for it. */
int dense_factorise(dense_factor *f, double tolerance)
{
    const int n = f->n;
    int rank = 0;
    column_scales(n, 0, f->a, f->scale);
    for (int r = 0; r < n; r++)
        f->lead[r] = leads_at(n, f->a + (size_t)r * (size_t)n, 0);
    for (int c = 0; c < n; c++) {
        const int p = leader(f, c, tolerance * f->scale[c]);
        f->row_of[c] = p;
        rank += p >= 0;
        if (p >= 0)
            f->lead[p] = n;
        clear_column(f, p, c);
    }
    return rank;
}

/** Row `row_of[c]` has multipliers before column c and its own numbers from there on; so both
sweeps read rows from left to right. */
void dense_solve(const dense_factor *f, const double *b, double *x)
{
    const int n = f->n;
    for (int c = 0; c < n; c++) {
        const int p = f->row_of[c];
        const double *row = f->a + (p < 0 ? 0 : (size_t)p * (size_t)n);
        x[c] = p < 0 ? 0 : b[p] - dense_dot(c, row, x);
    }
    for (int c = n - 1; c >= 0; c--) {
        const int p = f->row_of[c];
        const double *row = f->a + (p < 0 ? 0 : (size_t)p * (size_t)n);
        double sum = x[c];
        for (int j = c + 1; j < n; j++)
            sum -= row[j] * x[j];
        x[c] = p < 0 ? 0 : sum / row[c];
    }
}

/** Sixteen running maxima, four to a register: one alone would wait for itself at
every number, and the library's fmax is a call. A maximum is the same in every order, and a
NaN, which is larger than nothing, is passed by. */
typedef double four __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t four_bits __attribute__((vector_size(32)));

static inline __attribute__((always_inline)) void keep_larger(four *m,
                                                              const four *x)
{
    const four_bits size = (four_bits)*x & INT64_MAX;
    const four_bits more = (four_bits)((four)size > *m);
    *m = (four)((more & size) | (~more & (four_bits)*m));
}

/* Columns of a dozen numbers are asked about most often: three fours, and none
   of them one by one. */
static inline __attribute__((always_inline)) double largest(size_t count,
                                                            const double *a)
{
    four m[4] = {{0}};
    size_t i = 0;
    for (; i + 16 <= count; i += 16)
        for (size_t k = 0; k < 4; k++)
            keep_larger(&m[k], (const four *)(a + i + 4 * k));
    for (; i + 4 <= count; i += 4)
        keep_larger(&m[0], (const four *)(a + i));
    for (size_t k = 1; k < 4; k++)
        keep_larger(&m[0], &m[k]);
    double most = 0;
    for (size_t k = 0; k < 4; k++)
        most = m[0][k] > most ? m[0][k] : most;
    for (; i < count; i++)
        most = fabs(a[i]) > most ? fabs(a[i]) : most;
    return most;
}

static double largest_baseline(size_t count, const double *a)
{
    return largest(count, a);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static double largest_avx2(size_t count,
                                                           const double *a)
{
    return largest(count, a);
}
#else
#define largest_avx2 largest_baseline
#endif

double dense_largest(size_t count, const double *a)
{
    return (f64_widest() != F64_BASELINE ? largest_avx2
                                         : largest_baseline)(count, a);
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
