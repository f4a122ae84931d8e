#include "number/sparse.h"

#include "base/pair.h"

enum { EIGHT = 8 };

/* Is one of the eight not zero? */
static int any(const double *x)
{
    pair_bits all = {0};
    for (int k = 0; k < EIGHT; k += 2)
        all |= (pair_bits)pair_size(pair_load(x + k));
    return (all[0] | all[1]) != 0;
}

static perp_status room(arena *a, int rows, size_t entries, sparse_rows *out)
{
    const size_t most = entries + 1;
    out->rows = rows;
    out->first = arena_take_any(a, (size_t)rows + 1, sizeof *out->first);
    out->column = arena_take_any(a, most, sizeof *out->column);
    out->value = arena_take_any(a, most, sizeof *out->value);
    if (out->first == NULL || out->column == NULL || out->value == NULL)
        return PERP_NO_MEMORY(most * sizeof *out->value);
    return PERP_SUCCESS;
}

/* Notes x_j, j in [from, to); every number is written, and stays where it is
   not zero. */
static int note(const double *x, int from, int to, int count, sparse_rows *out)
{
    for (int j = from; j < to; j++) {
        out->column[count] = j;
        out->value[count] = x[j];
        count += x[j] != 0;
    }
    return count;
}

/** There is room for a quarter of the numbers and for one eight more. The rows are read
once, eight zeros at a look; where the quarter is full nobody wants the rest. */
perp_status sparse_entries(const sparse_matrix *m, arena *a, sparse_rows *out)
{
    const size_t most = (size_t)m->rows * (size_t)m->cols / 4;
    int count = 0;
    PERP_TRY(room(a, m->rows, most + EIGHT, out));
    for (int i = 0; i < m->rows; i++) {
        const double *x = m->A + (size_t)i * m->apart;
        out->first[i] = count;
        for (int j = 0; j < m->cols && (size_t)count <= most; j += EIGHT)
            if (j + EIGHT > m->cols || any(x + j))
                count = note(x, j, j + EIGHT < m->cols ? j + EIGHT : m->cols,
                             count, out);
    }
    out->first[m->rows] = count;
    if ((size_t)count > most)
        out->first = NULL;
    return PERP_SUCCESS;
}

/** Entries are counted, places summed up, and each put where its column's next place
is: row behind row, so that a column has its rows in their order. */
perp_status sparse_turned(const sparse_rows *x, int from, int cols, arena *a,
                          sparse_rows *out)
{
    const int begin = x->first[from], end = x->first[x->rows];
    PERP_TRY(room(a, cols, (size_t)(end - begin), out));
    for (int j = 0; j <= cols; j++)
        out->first[j] = 0;
    for (int k = begin; k < end; k++)
        if (x->column[k] + 1 < cols)
            out->first[x->column[k] + 2]++;
    for (int j = 2; j <= cols; j++)
        out->first[j] += out->first[j - 1];
    for (int i = from; i < x->rows; i++)
        for (int k = x->first[i]; k < x->first[i + 1]; k++)
            if (x->column[k] < cols) {
                const int to = out->first[x->column[k] + 1]++;
                out->column[to] = i - from;
                out->value[to] = x->value[k];
            }
    return PERP_SUCCESS;
}
