#include "lcp/kernel/tableau_f64.h"

#include <string.h>

static int rounded(int count, int unit)
{
    return (count + unit - 1) / unit * unit;
}

/** Columns a multiple of 512 bytes apart would meet in few sets of the first
cache, all rows of a block of columns in the same ones. */
static int stride_of(const f64_kernel *k, int rows)
{
    int stride = rounded(rows, k->unit);
    return k->form == F64_DELAYED && stride % 64 == 0 ? stride + 16 : stride;
}

/* A small one, laid out by its kernel. */
static perp_status new_small(arena *a, int n, tableau_f64_rules rules,
                             const f64_kernel *as, tableau_f64 *out)
{
    double *T = arena_take_any(a, as->doubles, sizeof *T);
    if (T == NULL)
        return PERP_NO_MEMORY(as->doubles * sizeof *T);
    out->kernel = as;
    out->rules = rules;
    as->lay(out, n, T);
    return PERP_SUCCESS;
}

/** Behind the right-hand side is room for zeros: the answer's kernel looks up
there what is not basic. The lists stand behind the numbers. */
perp_status tableau_f64_new_as(arena *a, int free, int n,
                               tableau_f64_rules rules, const f64_kernel *as,
                               tableau_f64 *out)
{
    if (as->lay != NULL)
        return new_small(a, n, rules, as, out);
    int rows = free + n, cols = rows + 1, stride = stride_of(as, rows);
    int lazy = as->form == F64_LAZY, small = as->take != NULL;
    int delay = as->form == F64_DELAYED ? F64_DELAY : 0;
    int room = lazy ? n + 16 : delay;
    size_t length = (size_t)stride, padding = length + 8;
    size_t columns = (size_t)(cols + 4 + room + (small ? n + 3 : 0));
    size_t doubles = columns * length + padding + (size_t)(delay * delay);
    size_t words = length / 64 + 1;
    size_t notes = (size_t)(room > 0 ? 4 * room + 4 : 0);
    size_t ints = length + tableau_lists(free, n) + (size_t)cols + 1;
    size_t all = doubles + words + notes + ints / 2 + 1;
    double *T = small ? arena_take_any(a, all, sizeof *T)
                      : arena_take(a, all, sizeof *T);
    if (T == NULL)
        return PERP_NO_MEMORY(all * sizeof *T);
    out->kernel = as;
    out->rules = rules;
    out->stride = stride;
    out->T = T;
    out->unit = T + (size_t)(cols + 1) * length + padding;
    out->value = out->unit + length;
    out->inverse = out->value + length;
    out->kept = out->inverse + length;
    out->cross = out->kept + (size_t)room * length;
    out->start = out->cross + (size_t)(delay * delay);
    out->z = out->start + (size_t)(n + 1) * length;
    out->w = out->z + length;
    out->among = (uint64_t *)(T + doubles);
    out->room = room;
    out->exchange = (f64_exchange *)(T + doubles + words);
    out->candidate = (int *)(T + doubles + words + notes);
    out->since = room > 0 ? out->candidate + length : NULL;
    out->measure = 1;
    out->least = 0;
    out->mate = NULL;
    tableau_at(out->candidate + length + cols, &as->ask, free, n, &out->head);
    out->head.rounds = 1;
    tableau_f64_restart(out);
    return PERP_SUCCESS;
}

void tableau_f64_blank(tableau_f64 *t)
{
    size_t columns = (size_t)(t->head.cols + 1);
    memset(t->T, 0, columns * (size_t)t->stride * sizeof *t->T);
}

perp_status tableau_f64_new(arena *a, int free, int n, tableau_f64_rules rules,
                            tableau_f64 *out)
{
    const f64_kernel *best = f64_best(free, n, f64_widest());
    if (best->lay != NULL)
        return new_small(a, n, rules, best, out);
    return tableau_f64_new_as(a, free, n, rules, best, out);
}

void tableau_f64_settle(tableau_f64 *t)
{
    if (t->waiting > 0)
        t->kernel->settle(t);
}

/** Eight rows at a time: a line of the cache is read once and eight lines are
written, however far apart the columns are. */
void tableau_f64_transpose(tableau_f64 *t, int all, const double *A,
                           double unit)
{
    int n = t->head.n, stride = t->stride;
    for (int top = 0; top < n; top += 8) {
        int end = top + 8 < n ? top + 8 : n;
        for (int c = 0; c < n; c++)
            for (int r = top; r < end; r++)
                t->T[(size_t)c * (size_t)stride + (size_t)r] =
                    A[(size_t)r * (size_t)all + (size_t)c] * unit + 0.0;
    }
}

void tableau_f64_restart(tableau_f64 *t)
{
    if (t->kernel->lay != NULL) {
        t->kernel->lay(t, t->head.n, t->T);
        return;
    }
    t->waiting = t->early = 0;
    t->fresh = t->before = -1;
    if (t->since != NULL)
        memset(t->since, 0, (size_t)t->head.cols * sizeof *t->since);
    tableau_restart(&t->head);
}

void tableau_f64_load(tableau_f64 *t, const double *A, const double *b,
                      const double *d)
{
    int f = t->head.free, rows = t->head.rows;
    double *cover = tableau_f64_column(t, rows), *rhs = cover + t->stride;
    if (t->kernel->take != NULL)
        tableau_f64_blank(t);
    for (int c = 0; c < rows; c++) {
        double *column = tableau_f64_column(t, c);
        for (int r = 0; r < rows; r++)
            column[r] = A[(size_t)r * (size_t)rows + (size_t)c] + 0.0;
    }
    for (int r = 0; r < rows; r++) {
        cover[r] = r < f ? 0 : d == NULL ? 1 : d[r - f];
        rhs[r] = b[r] + 0.0;
    }
    tableau_f64_restart(t);
}
