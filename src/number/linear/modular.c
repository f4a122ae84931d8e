#include "number/linear/modular.h"

#include <assert.h>

/** Fermat: $a^{-1} = a^{p-2}$. */
uint64_t modular_inverse(uint64_t a)
{
    uint64_t power = a, out = 1;
    for (uint64_t e = MODULAR_PRIME - 2; e != 0; e >>= 1) {
        if (e & 1)
            out = modular_reduce((uint128)out * power);
        power = modular_reduce((uint128)power * power);
    }
    return out;
}

typedef struct {
    modular *f;
    uint64_t *A;
    unsigned char *used;
    int *filled, *cols;
} elimination;

/* Any number but zero is a pivot: the one in the shortest row. */
static int choose(const elimination *e, int col)
{
    int m = e->f->m, best = -1;
    for (int r = 0; r < m; r++)
        if (!e->used[r] && e->A[r * m + col] != 0 &&
            (best < 0 || e->filled[r] < e->filled[best]))
            best = r;
    return best;
}

static void eliminate_column(elimination *e, int c, int row, int *at)
{
    modular *f = e->f;
    int m = f->m, count = 0;
    for (int j = c + 1; j < m; j++)
        if (e->A[row * m + j] != 0)
            e->cols[count++] = j;
    for (int i = 0; i < m; i++) {
        uint64_t *v = e->A + i * m;
        if (e->used[i] || v[c] == 0)
            continue;
        uint64_t q = modular_reduce((uint128)v[c] * f->pivot[c]);
        for (int k = 0; k < count; k++) {
            int j = e->cols[k];
            e->filled[i] += v[j] == 0;
            v[j] = modular_less(v[j], q, e->A[row * m + j]);
        }
        v[c] = 0;
        f->low_row[*at] = i;
        f->low[(*at)++] = q;
    }
}

static void gather_up(elimination *e)
{
    modular *f = e->f;
    int at = 0;
    for (int c = 0; c < f->m; c++) {
        f->up_start[c] = at;
        for (int k = 0; f->row_of[c] >= 0 && k < c; k++) {
            int r = f->row_of[k];
            if (r < 0 || e->A[r * f->m + c] == 0)
                continue;
            f->up_row[at] = r;
            f->up[at++] = e->A[r * f->m + c];
        }
    }
    f->up_start[f->m] = at;
}

static perp_status room(arena *a, int m, elimination *e)
{
    size_t n = (size_t)m, half = (n * n + n) / 2;
    modular *f = e->f;
    uint64_t *d = arena_take(a, 2 * half + n, sizeof *d);
    int *i = arena_take(a, 5 * n + 2 + 2 * half, sizeof *i);
    e->used = arena_take(a, n, 1);
    if (d == NULL || i == NULL || e->used == NULL)
        return PERP_NO_MEMORY(2 * half * (sizeof *d + sizeof *i));
    *f = (modular){.m = m, .pivot = d, .low = d + n, .row_of = i};
    f->up = f->low + half;
    f->low_start = i + n;
    f->up_start = i + 2 * n + 1;
    e->filled = i + 3 * n + 2;
    e->cols = i + 4 * n + 2;
    f->low_row = i + 5 * n + 2;
    f->up_row = f->low_row + half;
    return PERP_SUCCESS;
}

perp_status modular_new(arena *a, int m, uint64_t *A, modular *out)
{
    elimination e = {.f = out, .A = A};
    int at = 0;
    PERP_TRY(room(a, m, &e));
    for (int i = 0; i < m * m; i++)
        e.filled[i / m] += A[i] != 0;
    for (int c = 0; c < m; c++) {
        int r = choose(&e, c);
        out->row_of[c] = r;
        if (r >= 0) {
            out->rank++;
            out->pivot[c] = modular_inverse(A[r * m + c]);
            e.used[r] = 1;
            eliminate_column(&e, c, r, &at);
        }
        out->low_start[c + 1] = at;
    }
    gather_up(&e);
    return PERP_SUCCESS;
}

void modular_solve(const modular *f, uint64_t *r, uint64_t *x)
{
    for (int c = 0; c < f->m; c++) {
        if (f->row_of[c] < 0)
            continue;
        uint64_t v = r[f->row_of[c]];
        for (int k = f->low_start[c]; v != 0 && k < f->low_start[c + 1]; k++)
            r[f->low_row[k]] = modular_less(r[f->low_row[k]], f->low[k], v);
    }
    for (int c = f->m - 1; c >= 0; c--) {
        x[c] = 0;
        if (f->row_of[c] < 0)
            continue;
        uint64_t v = x[c] =
            modular_reduce((uint128)r[f->row_of[c]] * f->pivot[c]);
        for (int k = f->up_start[c]; v != 0 && k < f->up_start[c + 1]; k++)
            r[f->up_row[k]] = modular_less(r[f->up_row[k]], f->up[k], v);
    }
}
