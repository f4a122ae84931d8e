#include "run/trace/trace.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static perp_status copy_names(int n, const char *const *name, trace *out)
{
    out->name = memory_new((size_t)n, sizeof *out->name);
    if (out->name == NULL)
        return PERP_NO_MEMORY(n);
    for (int i = 0; i < n; i++) {
        size_t bytes = strlen(name[i]) + 1;
        if ((out->name[i] = memory_new(bytes, 1)) == NULL)
            return PERP_NO_MEMORY(bytes);
        memcpy(out->name[i], name[i], bytes);
    }
    return PERP_SUCCESS;
}

static perp_status take_cells(size_t cells, int exact, trace *out)
{
    if ((out->cell = memory_new(cells, sizeof *out->cell)) == NULL)
        return PERP_NO_MEMORY(cells * sizeof *out->cell);
    if (!exact)
        return PERP_SUCCESS;
    if ((out->exact = memory_new(cells, sizeof *out->exact)) == NULL)
        return PERP_NO_MEMORY(cells * sizeof *out->exact);
    for (size_t i = 0; i < cells; i++)
        mpq_init(out->exact[i]);
    return PERP_SUCCESS;
}

perp_status trace_new(int capacity, int columns, const char *const *name,
                      int exact, trace *out)
{
    *out = (trace){.columns = columns, .capacity = capacity};
    perp_status s = copy_names(columns, name, out);
    if (s.code == PERP_OK)
        s = take_cells((size_t)capacity * (size_t)columns, exact, out);
    if (s.code != PERP_OK)
        trace_free(out);
    return s;
}

void trace_free(trace *t)
{
    size_t cells = (size_t)t->capacity * (size_t)t->columns;
    for (int i = 0; t->name != NULL && i < t->columns; i++)
        memory_free(t->name[i]);
    for (size_t i = 0; t->exact != NULL && i < cells; i++)
        mpq_clear(t->exact[i]);
    memory_free(t->name);
    memory_free(t->cell);
    memory_free(t->exact);
    *t = (trace){0};
}

/** Rationals move with their structs; only new ones are begun. */
perp_status trace_grow(trace *t, int capacity)
{
    size_t width = (size_t)t->columns, cells = (size_t)capacity * width;
    double *cell = memory_resize(t->cell, cells * sizeof *cell);
    if (cell == NULL)
        return PERP_NO_MEMORY(cells * sizeof *cell);
    t->cell = cell;
    memset(cell + (size_t)t->capacity * width, 0,
           (cells - (size_t)t->capacity * width) * sizeof *cell);
    if (t->exact != NULL) {
        mpq_t *exact = memory_resize(t->exact, cells * sizeof *exact);
        if (exact == NULL)
            return PERP_NO_MEMORY(cells * sizeof *exact);
        t->exact = exact;
        for (size_t i = (size_t)t->capacity * width; i < cells; i++)
            mpq_init(exact[i]);
    }
    t->capacity = capacity;
    return PERP_SUCCESS;
}

/** A window moves like a page that is turned: the last rows are needed by the next
step, and a cell that a scheme does not write is 0, as in a table that is new. */
void trace_slide(trace *t, int keep)
{
    const int there = t->rows - t->first;
    const int kept = keep < there ? keep : there;
    const size_t width = (size_t)t->columns, used = (size_t)kept * width;
    const size_t from = trace_at(t, t->rows - kept);
    const size_t cells = (size_t)t->capacity * width;
    memmove(t->cell, t->cell + from, used * sizeof *t->cell);
    memset(t->cell + used, 0, (cells - used) * sizeof *t->cell);
    for (size_t j = 0; t->exact != NULL && from > 0 && j < used; j++)
        mpq_swap(t->exact[j], t->exact[from + j]);
    for (size_t i = used; t->exact != NULL && i < cells; i++)
        mpq_set_ui(t->exact[i], 0, 1);
    t->first = t->rows - kept;
}

/** A cell that is no number would go on into files, sums and figures, where no
reader expects one. */
perp_status trace_finite(const trace *t, int row)
{
    const double *x = t->cell + trace_at(t, row);
    for (int j = 0; j < t->columns && t->exact == NULL; j++)
        if (!isfinite(x[j]))
            return PERP_FAIL(PERP_LIMIT,
                             "step %d (t = %.6g s): %s overflows; take units "
                             "in which it is smaller, or a smaller h",
                             row, x[1], t->name[j]);
    return PERP_SUCCESS;
}

int trace_column(const trace *t, const char *name)
{
    for (int i = 0; i < t->columns; i++)
        if (strcmp(t->name[i], name) == 0)
            return i;
    return -1;
}

static void write_cell(const trace *t, int row, int col, FILE *f)
{
    size_t at = trace_at(t, row) + (size_t)col;
    if (t->exact != NULL)
        mpq_out_str(f, 10, t->exact[at]);
    else
        fprintf(f, "%.17g", t->cell[at]);
}

void trace_head(const trace *t, FILE *f)
{
    for (int j = 0; j < t->columns; j++)
        fprintf(f, "%s%s", t->name[j], j + 1 < t->columns ? "," : "\n");
}

void trace_line(const trace *t, int row, FILE *f)
{
    for (int j = 0; j < t->columns; j++) {
        write_cell(t, row, j, f);
        fputc(j + 1 < t->columns ? ',' : '\n', f);
    }
}

void trace_csv(const trace *t, FILE *f)
{
    trace_head(t, f);
    for (int i = t->first; i < t->rows; i++)
        trace_line(t, i, f);
}
