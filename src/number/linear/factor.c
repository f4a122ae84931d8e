#include "number/linear/factor.h"

#include <math.h>
#include <string.h>

/* The matrix while it is eliminated. */
typedef struct {
    factor *f;
    double *A;
    unsigned char *used; /* rows that are a pivot's */
    int *filled;         /* row -> entries that are not zero, at most */
    int *cols;           /* of the pivot row, behind the pivot */
} elimination;

/** Bodies know their contacts and nobody else, so the matrix is sparse, and it
stays so when short rows go first. A pivot may be ten times smaller than the
largest candidate if its row is shorter. */
static int choose(const elimination *e, int col)
{
    int m = e->f->m, best = -1;
    double largest = 0;
    for (int r = 0; r < m; r++)
        if (!e->used[r] && fabs(e->A[r * m + col]) > largest)
            largest = fabs(e->A[r * m + col]);
    for (int r = 0; largest > 0 && r < m; r++)
        if (!e->used[r] && fabs(e->A[r * m + col]) >= 0.1 * largest &&
            (best < 0 || e->filled[r] < e->filled[best]))
            best = r;
    return best;
}

static void clear_row(elimination *e, int i, double q, const double *pivot_row,
                      int count)
{
    double *row = e->A + i * e->f->m;
    for (int k = 0; k < count; k++) {
        int j = e->cols[k];
        e->filled[i] += row[j] == 0;
        row[j] -= q * pivot_row[j];
    }
}

static void eliminate_column(elimination *e, int c, int row, int *at)
{
    factor *f = e->f;
    int m = f->m, count = 0;
    const double *pivot_row = e->A + row * m;
    for (int j = c + 1; j < m; j++)
        if (pivot_row[j] != 0)
            e->cols[count++] = j;
    for (int i = 0; i < m; i++) {
        if (e->used[i] || e->A[i * m + c] == 0)
            continue;
        double q = e->A[i * m + c] / f->pivot[c];
        clear_row(e, i, q, pivot_row, count);
        e->A[i * m + c] = 0;
        f->low_row[*at] = i;
        f->low[(*at)++] = q;
    }
    f->low_start[c + 1] = *at;
}

/* U by columns: what is left in the pivot rows. */
static void gather_up(elimination *e)
{
    factor *f = e->f;
    int at = 0;
    for (int c = 0; c < f->m; c++) {
        f->up_start[c] = at;
        for (int k = 0; k < c; k++) {
            double v = e->A[f->row_of[k] * f->m + c];
            if (v == 0)
                continue;
            f->up_row[at] = f->row_of[k];
            f->up[at++] = v;
        }
    }
    f->up_start[f->m] = at;
}

static perp_status room(arena *a, int m, elimination *e)
{
    size_t n = (size_t)m, entries = n * n + n;
    factor *f = e->f;
    double *d = arena_take(a, entries + n, sizeof *d);
    int *i = arena_take(a, 5 * n + 2 + entries, sizeof *i);
    e->used = arena_take(a, n, 1);
    if (d == NULL || i == NULL || e->used == NULL)
        return PERP_NO_MEMORY(entries * (sizeof *d + sizeof *i));
    *f = (factor){.m = m, .pivot = d, .low = d + n, .row_of = i};
    f->up = f->low + entries / 2;
    f->low_start = i + n;
    f->up_start = i + 2 * n + 1;
    e->filled = i + 3 * n + 2;
    e->cols = i + 4 * n + 2;
    f->low_row = i + 5 * n + 2;
    f->up_row = f->low_row + entries / 2;
    return PERP_SUCCESS;
}

perp_status factor_new(arena *a, int m, double *A, factor *out)
{
    elimination e = {.f = out, .A = A};
    int at = 0, exponent = 0;
    double mantissa = 1;
    PERP_TRY(room(a, m, &e));
    for (int i = 0; i < m * m; i++)
        e.filled[i / m] += A[i] != 0;
    for (int c = 0; c < m; c++) {
        int r = choose(&e, c), by;
        if (r < 0)
            return PERP_SUCCESS;
        out->row_of[c] = r;
        out->pivot[c] = A[r * m + c];
        e.used[r] = 1;
        mantissa = frexp(mantissa * A[r * m + c], &by);
        exponent += by;
        eliminate_column(&e, c, r, &at);
    }
    gather_up(&e);
    out->log2_det = exponent;
    out->regular = isfinite(mantissa) && mantissa != 0;
    return PERP_SUCCESS;
}

void factor_solve(const factor *f, double *r, double *x)
{
    for (int c = 0; c < f->m; c++) {
        double v = r[f->row_of[c]];
        for (int k = f->low_start[c]; k < f->low_start[c + 1]; k++)
            r[f->low_row[k]] -= f->low[k] * v;
    }
    for (int c = f->m - 1; c >= 0; c--) {
        double v = x[c] = r[f->row_of[c]] / f->pivot[c];
        for (int k = f->up_start[c]; k < f->up_start[c + 1]; k++)
            r[f->up_row[k]] -= f->up[k] * v;
    }
}
