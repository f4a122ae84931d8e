#include "lcp/tableau.h"

perp_status tableau_begin(arena *a, const tableau_operations *ask, int free,
                          int n, tableau *out)
{
    int rows = free + n, cols = rows + 1;
    size_t ints = (size_t)(2 * (rows + cols));
    int *place = arena_take(a, ints, sizeof *place);
    if (place == NULL)
        return PERP_NO_MEMORY(ints * sizeof *place);
    *out = (tableau){.ask = ask,
                     .free = free,
                     .n = n,
                     .rows = rows,
                     .cols = cols,
                     .basic = place,
                     .nonbasic = place + rows,
                     .where = place + rows + cols};
    tableau_restart(out);
    return PERP_SUCCESS;
}

void tableau_restart(tableau *t)
{
    int f = t->free, n = t->n;
    for (int k = 0; k < f; k++) {
        t->basic[k] = 2 * n + 1 + f + k;
        t->nonbasic[k] = 2 * n + 1 + k;
    }
    for (int i = 0; i < n; i++) {
        t->basic[f + i] = i;
        t->nonbasic[f + i] = n + i;
    }
    t->nonbasic[f + n] = 2 * n;
    for (int r = 0; r < t->rows; r++)
        t->where[t->basic[r]] = r;
    for (int c = 0; c < t->cols; c++)
        t->where[t->nonbasic[c]] = t->rows + c;
}

void tableau_exchange(tableau *t, int row, int col)
{
    int enters = t->nonbasic[col], leaves = t->basic[row];
    t->basic[row] = enters;
    t->nonbasic[col] = leaves;
    t->where[enters] = row;
    t->where[leaves] = t->rows + col;
}
