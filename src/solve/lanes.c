#include "solve/lanes.h"

#include "base/dense.h"
#include "solve/condense.h"

#include <math.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { WIDEST = 8 };

/* The side-by-side dictionaries: number (r, c) of problem l stands at
   T[(c n + r) width + l]; columns are z, the covering one, the right-hand
   side. */
typedef struct {
    int n;
    tableau_f64_rules rules;
    double *T;
    double *a, *inverse; /* n rows: the entering columns, their reciprocals */
    int row[WIDEST], col[WIDEST];
    double least[WIDEST];  /* the smallest ratio */
    uint64_t tied[WIDEST]; /* who has it, by rows */
} lanes;

/* Answers that wait for their residuals, side by side. */
typedef struct {
    int count, problem[WIDEST];
    double *z, *b, *w; /* n rows each */
    double worst[WIDEST];
} finished;

typedef struct {
    int width;
    void (*ratios)(lanes *g);
    void (*exchange)(lanes *g);
    void (*residuals)(const lanes_problems *p, finished *f);
} lanes_kernel;

/* Registers are passed between functions that are always inlined only. */
#pragma GCC diagnostic ignored "-Wpsabi"

#define VECTOR 2
#define ISA
#define NAME(x) x##_baseline
#include "solve/lanes_step.h"

#if defined(__x86_64__)
#define LARGER(x, y) __builtin_ia32_maxpd256(x, y)
#define SMALLER(x, y) __builtin_ia32_minpd256(x, y)
#define VECTOR 4
#define ISA __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#include "solve/lanes_step.h"

#define LARGER(x, y) _mm512_max_pd((__m512d)(x), (__m512d)(y))
#define SMALLER(x, y) _mm512_min_pd((__m512d)(x), (__m512d)(y))
#define VECTOR 8
#define ISA __attribute__((target("avx512f,avx512dq,avx512vl")))
#define NAME(x) x##_avx512
#include "solve/lanes_step.h"
#endif

static const lanes_kernel *kernel_of(f64_width width)
{
#if defined(__x86_64__)
    if (width == F64_AVX512)
        return &kernel_avx512;
    if (width == F64_AVX2)
        return &kernel_avx2;
#endif
    (void)width;
    return &kernel_baseline;
}

/* The whole work. */
typedef struct {
    const lanes_problems *p;
    const mlcp_options *options;
    const lanes_kernel *kernel;
    lcp_answer *out;
    lanes g;
    finished done;
    double unit;      /* A is measured in this, as one at a time */
    double *start;    /* the first dictionary's z columns */
    double *work;     /* 4 n + 1, for the residual */
    int *identity;    /* 2 n + 1 */
    int *lists;       /* for each place: basic, nonbasic, where */
    int next, active; /* problems taken, places in use */
    int problem[WIDEST], pivots[WIDEST], fresh[WIDEST];
    unsigned char *alone; /* count: 1 where mlcp_solve is asked */
} lanes_work;

static int *lists_of(const lanes_work *k, int l)
{
    return k->lists + l * 2 * (2 * k->p->n + 1);
}

/** The first row, when $z_0$ comes down, of the dictionary with all $w$ basic
and a covering column of ones: the lowest $b_i$, and of several the last one,
whose power of epsilon is the highest. -1: nothing to do; -2: not finite. */
static int first_row(const double *b, int n, double tie)
{
    double lowest = 0, largest = dense_largest((size_t)n, b), poison = 0;
    int row = -1;
    for (int i = 0; i < n; i++) {
        poison += 0 * b[i];
        lowest = b[i] < lowest ? b[i] : lowest;
    }
    if (!(poison == 0))
        return -2;
    for (int i = 0; i < n && lowest < 0; i++)
        if (b[i] - lowest <= tie * largest)
            row = i;
    return row;
}

/** Problem i begins at place l, its first row known. The right-hand side is
written first: the ratio test reads it as whole registers soon after. */
static void begin(lanes_work *k, int l, int i, int row)
{
    int n = k->p->n, width = k->kernel->width;
    size_t list = (size_t)(2 * n + 1) * sizeof(int);
    double *T = k->g.T + l, *cover = T + n * n * width;
    for (int r = 0; r < n; r++) {
        cover[r * width] = 1;
        cover[(n + r) * width] =
            k->p->b[(size_t)i * (size_t)n + (size_t)r] + 0.0;
    }
    for (int e = 0; e < n * n; e++)
        T[e * width] = k->start[e];
    memcpy(lists_of(k, l), k->identity, list);
    memcpy(lists_of(k, l) + 2 * n + 1, k->identity, list);
    k->problem[l] = i;
    k->pivots[l] = 0;
    k->fresh[l] = 1;
    k->g.row[l] = row;
    k->g.col[l] = n;
}

/* The next problem that has something to do takes place l. */
static void refill(lanes_work *k, int l)
{
    int n = k->p->n, row = -1;
    while (k->next < k->p->count && row < 0) {
        const double *b = k->p->b + (size_t)k->next * (size_t)n;
        row = first_row(b, n, k->g.rules.tie);
        k->alone[k->next] = row < 0; /* z = 0, or no numbers */
        if (row >= 0)
            begin(k, l, k->next, row);
        k->next++;
    }
    if (row >= 0)
        return;
    k->active--;
    k->problem[l] = -1;
    k->g.row[l] = k->g.col[l] = 0;
}

static double *entry(const lanes_work *k, int l, int r, int c)
{
    return k->g.T + (c * k->p->n + r) * k->kernel->width + l;
}

/* The candidates, as bits, whose ratio in column c ties with the smallest. */
static uint64_t keep_smallest(const lanes_work *k, int l, int c, uint64_t rows)
{
    double u[LANES_ROWS], best = (double)INFINITY, size = 0;
    const double *a = k->g.a + l;
    int n = k->p->n, width = k->kernel->width;
    for (int r = 0; r < n; r++) {
        u[r] = -*entry(k, l, r, c);
        size = lcp_larger(fabs(u[r]), size);
        double ratio = u[r] / fabs(a[r * width]);
        if (rows >> r & 1)
            best = ratio < best ? ratio : best;
    }
    for (int r = 0; r < n; r++)
        if (!(u[r] - best * fabs(a[r * width]) <= k->g.rules.tie * size))
            rows &= ~((uint64_t)1 << r);
    return rows;
}

/* The row that leaves at place l; -1 when the kernel has no answer. */
static int leaving(const lanes_work *k, int l)
{
    const int *where = lists_of(k, l) + 2 * k->p->n + 1;
    int n = k->p->n, z0 = where[2 * n];
    uint64_t rows = k->g.tied[l];
    if (!(k->g.least[l] < (double)INFINITY) || rows == 0)
        return -1;
    if (z0 < n && (rows >> z0 & 1))
        return z0;
    for (int i = 0; (rows & (rows - 1)) != 0 && i < n; i++)
        rows = where[i] < n ? rows & ~((uint64_t)1 << where[i])
                            : keep_smallest(k, l, where[i] - n, rows);
    return rows == 0 ? -1 : __builtin_ctzll(rows);
}

/* Residual and w of the answer at place l of those that wait. */
static void test(lanes_work *k, int l)
{
    int n = k->p->n, width = k->kernel->width, i = k->done.problem[l];
    lcp_answer *x = &k->out[i];
    lcp_problem p = {0, n, k->p->A, k->p->b + (size_t)i * (size_t)n};
    for (int j = 0; j < n; j++)
        k->work[j] = k->done.w[j * width + l];
    mlcp_positive_part(n, k->work, 1, x->basis, x->w);
    x->residual = k->done.worst[l];
    if (x->residual > LCP_EXCUSED)
        x->residual = lcp_residual(&p, x->z, k->work);
    if (!(x->residual <= k->options->residual))
        k->alone[i] = 1;
}

static void test_all(lanes_work *k)
{
    if (k->done.count > 0)
        k->kernel->residuals(k->p, &k->done);
    for (int l = 0; l < k->done.count; l++)
        test(k, l);
    k->done.count = 0;
}

/* The answer of the problem at place l, as mlcp_solve reads it. */
static void finish(lanes_work *k, int l)
{
    int n = k->p->n, i = k->problem[l], width = k->kernel->width;
    const int *list = lists_of(k, l), *where = list + 2 * n + 1;
    const double *b = k->p->b + (size_t)i * (size_t)n;
    int to = k->done.count++;
    lcp_answer *x = &k->out[i];
    double poison = 0, *value = k->work;
    for (int c = 0; c <= n; c++)
        value[list[n + c]] = 0;
    for (int r = 0; r < n; r++) {
        double u = *entry(k, l, r, n + 1);
        poison += 0 * u;
        value[list[r]] = u;
    }
    mlcp_positive_part(n, value + n, k->unit, NULL, x->z);
    for (int j = 0; j < n; j++) {
        x->basis[j] = where[n + j] < n;
        k->done.z[j * width + to] = x->z[j];
        k->done.b[j * width + to] = b[j];
    }
    x->outcome = LCP_SOLVED;
    x->pivots = k->pivots[l];
    x->z0 = x->dz0 = 0;
    k->alone[i] = !(poison == 0);
    k->done.problem[to] = i;
    if (k->done.count == width)
        test_all(k);
}

/* The lists after the exchange at place l; the next column, or the end. */
static void proceed(lanes_work *k, int l, int limit)
{
    int n = k->p->n, row = k->g.row[l], col = k->g.col[l];
    int *basic = lists_of(k, l), *nonbasic = basic + n;
    int *where = nonbasic + n + 1, left = basic[row];
    basic[row] = nonbasic[col];
    nonbasic[col] = left;
    where[basic[row]] = row;
    where[left] = n + col;
    k->pivots[l]++;
    if (left == 2 * n) {
        finish(k, l);
        refill(k, l);
    } else if (k->pivots[l] >= limit) {
        k->alone[k->problem[l]] = 1;
        refill(k, l);
    } else {
        k->g.col[l] = where[left < n ? left + n : left - n] - n;
        k->fresh[l] = 0;
    }
}

/* Chooses the row for each place; who finds none goes his own way. */
static void choose(lanes_work *k)
{
    int width = k->kernel->width;
    for (int l = 0; l < width; l++) {
        if (k->problem[l] < 0 || k->fresh[l])
            continue;
        int row = leaving(k, l);
        double inverse = row < 0 ? 0 : k->g.inverse[row * width + l];
        if (isfinite(inverse) && inverse != 0) {
            k->g.row[l] = row;
            continue;
        }
        k->alone[k->problem[l]] = 1;
        refill(k, l);
        for (int r = 0; k->problem[l] >= 0 && r < k->p->n; r++)
            k->g.a[r * width + l] = k->g.inverse[r * width + l] = 1;
    }
}

/** All places step together: exchange, then every problem looks after its
lists, then the ratios of all. A problem that has just begun finds the covering
column's ones. */
static void run(lanes_work *k, int limit)
{
    k->active = k->kernel->width;
    for (int l = 0; l < k->kernel->width; l++)
        refill(k, l);
    while (k->active > 0) {
        k->kernel->ratios(&k->g);
        choose(k);
        k->kernel->exchange(&k->g);
        for (int l = 0; l < k->kernel->width; l++)
            if (k->problem[l] >= 0)
                proceed(k, l, limit);
    }
    test_all(k);
}

static perp_status prepare(lanes_work *k, arena *a)
{
    size_t n = (size_t)k->p->n, width = (size_t)k->kernel->width;
    size_t numbers = width * n * (n + 7), count = (size_t)k->p->count;
    double *T = arena_take(a, numbers + n * n + 4 * n + 1, sizeof *T);
    int *lists = arena_take(a, (2 * width + 1) * (2 * n + 1), sizeof *lists);
    k->alone = arena_take(a, count, 1);
    if (T == NULL || lists == NULL || k->alone == NULL)
        return PERP_NO_MEMORY(numbers * sizeof *T);
    k->g.n = k->p->n;
    k->g.T = T;
    k->g.a = T + width * n * (n + 2);
    k->g.inverse = k->g.a + width * n;
    k->done.z = k->g.inverse + width * n;
    k->done.b = k->done.z + width * n;
    k->done.w = k->done.b + width * n;
    k->start = T + numbers;
    k->work = k->start + n * n;
    k->identity = lists;
    k->lists = lists + 2 * n + 1;
    for (int i = 0; i < 2 * k->p->n + 1; i++)
        k->identity[i] = i;
    k->unit = condense_unit(dense_largest(n * n, k->p->A));
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++)
            k->start[c * n + r] = k->p->A[r * n + c] * k->unit + 0.0;
    return PERP_SUCCESS;
}

perp_status lanes_solve_as(const lanes_problems *p, const mlcp_options *options,
                           f64_width width, arena *a, lcp_answer *out,
                           int *climbed)
{
    arena_mark mark = arena_here(a);
    lanes_work k = {.p = p,
                    .options = options,
                    .out = out,
                    .kernel = kernel_of(width),
                    .g.rules = {options->pivot_threshold, options->tie}};
    int n = p->n, alone = n < 1 || n > LANES_ROWS, one;
    perp_status s = alone ? PERP_SUCCESS : prepare(&k, a);
    if (!alone && s.code == PERP_OK)
        run(&k, options->pivots > 0 ? options->pivots : 50 * n + 1000);
    *climbed = 0;
    for (int i = 0; i < p->count && s.code == PERP_OK; i++) {
        lcp_problem q = {0, n, p->A, p->b + (size_t)i * (size_t)n};
        if (!alone && !k.alone[i])
            continue;
        s = mlcp_solve(&q, options, a, &out[i], &one);
        *climbed += one;
    }
    arena_release(a, mark);
    return s;
}

perp_status lanes_solve(const lanes_problems *p, const mlcp_options *options,
                        arena *a, lcp_answer *out, int *climbed)
{
    return lanes_solve_as(p, options, f64_widest(), a, out, climbed);
}
