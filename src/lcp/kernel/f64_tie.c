#include "lcp/kernel/f64_tie.h"

#include "number/dense.h"
#include "lcp/problem/lcp.h"

#include <math.h>
#include <string.h>

/** Not finite? One multiplication and no branch: 0 times it is NaN. */
static int broken(const double *column, int rows)
{
    double poison = 0;
    for (int r = 0; r < rows; r++)
        poison += 0 * column[r];
    return poison != 0 || isnan(poison);
}

int f64_last(tableau_f64 *t, int end)
{
    const double *u = tableau_f64_column(t, t->head.cols);
    return broken(u, t->head.rows) ? TABLEAU_BROKEN : end;
}

int f64_unblocked(tableau_f64 *t, const double *a)
{
    double bar = -t->rules.pivot * dense_largest((size_t)t->head.rows, a);
    int falls = 0;
    for (int r = t->head.free; r < t->head.rows; r++)
        falls |= a[r] < bar;
    return falls || broken(a, t->head.rows) ? TABLEAU_BROKEN : TABLEAU_NONE;
}

/* Partial pivoting among the equations whose residual is still basic. */
int f64_free_row(tableau *head, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    const double *a = tableau_f64_column(t, col);
    int best = TABLEAU_NONE;
    double bar = t->rules.pivot * dense_largest((size_t)head->rows, a);
    for (int r = 0; r < head->free; r++)
        if (tableau_residual(head, head->basic[r]) && fabs(a[r]) > bar) {
            bar = fabs(a[r]);
            best = r;
        }
    return broken(a, head->rows) ? TABLEAU_BROKEN : best;
}

/* What an unused equation row still holds, beside the free columns. */
static int holds_pairs(tableau_f64 *t, int row)
{
    double size = 0;
    for (int c = 0; c < t->head.cols; c++)
        if (tableau_signed(&t->head, t->head.nonbasic[c]))
            size = lcp_larger(size, fabs(tableau_f64_column(t, c)[row]));
    return size > t->rules.tie;
}

/** Doubles can not prove that equations contradict each other. A row that does
not read 0 = 0 up to rounding is reported as broken arithmetic, and the exact
tableau decides. */
int f64_false_row(tableau *head)
{
    tableau_f64 *t = (tableau_f64 *)head;
    const double *u = tableau_f64_column(t, head->cols);
    if (head->free == 0)
        return TABLEAU_NONE;
    double largest = dense_largest((size_t)head->rows, u);
    for (int r = 0; r < head->free; r++)
        if (tableau_residual(head, head->basic[r]))
            if (holds_pairs(t, r) || fabs(u[r]) > t->rules.tie * largest)
                return TABLEAU_BROKEN;
    return TABLEAU_NONE;
}

/**
## Ties

The $\varepsilon^{i+1}$ part of a right-hand side is a column of the inverse
basis. While $w_i$ is nonbasic it stands in the dictionary with the other sign,
because $w_i - \varepsilon^{i+1}$ takes the place of $w_i$. While $w_i$ is basic
it is a unit vector and only its own row knows it: all other ratios are zero,
so that this row, if it is still among the candidates, is out.

One component of the lexicographic comparison, $w_i$ nonbasic in column c:
keeps those candidates whose ratio ties with the smallest. As in the ratio test
the value at the blocking point decides, beside the largest size of the column;
but that is asked for only when a candidate is not at zero anyway. */
static int keep_smallest(tableau_f64 *t, const double *a, int c, int count)
{
    int *row = t->candidate, kept = 0;
    double best = (double)INFINITY, most = 0, *u = t->value;
    const double *power = tableau_f64_column(t, c);
    if (t->kernel->bring != NULL)
        t->kernel->bring(t, c);
    for (int k = 0; k < count; k++) {
        u[k] = -power[row[k]];
        double ratio = u[k] / fabs(a[row[k]]);
        best = ratio < best ? ratio : best;
    }
    for (int k = 0; k < count; k++) {
        u[k] -= best * fabs(a[row[k]]);
        most = lcp_larger(u[k], most);
    }
    double slack = 0;
    if (most > 0)
        slack = t->rules.tie * dense_largest((size_t)t->head.rows, power);
    for (int k = 0; k < count; k++)
        if (u[k] <= slack)
            row[kept++] = row[k];
    return kept;
}

/* Takes row r out of the candidates. */
static int drop(tableau_f64 *t, int r, int count)
{
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (t->candidate[k] != r)
            t->candidate[kept++] = t->candidate[k];
    return kept;
}

/* The one candidate left by the powers of epsilon. */
static int break_tie(tableau_f64 *t, const double *a, int count)
{
    for (int i = 0; i < t->head.n && count > 1; i++) {
        int place = t->head.where[i], rows = t->head.rows;
        count = place < rows ? drop(t, place, count)
                             : keep_smallest(t, a, place - rows, count);
    }
    return count > 0 ? t->candidate[0] : TABLEAU_BROKEN;
}

/* The same for at most 64 rows, as bits; most ties are broken by the powers of
   basic variables, one after the other. */
static int break_short_tie(tableau_f64 *t, const double *a, uint64_t all)
{
    const int *where = t->head.where;
    int rows = t->head.rows;
    for (int i = 0; i < t->head.n && (all & (all - 1)) != 0; i++) {
        if (where[i] < rows) {
            all &= ~((uint64_t)1 << where[i]);
            continue;
        }
        int count = 0;
        for (; all != 0; all &= all - 1)
            t->candidate[count++] = __builtin_ctzll(all);
        count = keep_smallest(t, a, where[i] - rows, count);
        while (count > 0)
            all |= (uint64_t)1 << t->candidate[--count];
    }
    return all != 0 ? __builtin_ctzll(all) : TABLEAU_BROKEN;
}

int f64_pick(tableau_f64 *t, const double *a, int prefer)
{
    int count = 0;
    uint64_t first = t->among[0];
    if (t->stride <= 64 && prefer >= 0 && prefer < 64 && (first >> prefer & 1))
        return prefer;
    if (t->stride <= 64)
        return break_short_tie(t, a, first);
    for (int r = 0; r < t->stride; r += 64)
        for (uint64_t word = t->among[r / 64]; word != 0; word &= word - 1) {
            int row = r + __builtin_ctzll(word);
            if (row == prefer)
                return row;
            t->candidate[count++] = row;
        }
    return break_tie(t, a, count);
}
