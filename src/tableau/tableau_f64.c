#include "tableau/tableau_f64.h"

#include "lcp/lcp.h"

#include <math.h>
#include <string.h>

/* Columns are padded with zeros to a multiple of this. */
enum { LANE = 8 };

static double *rhs_of(tableau_f64 *t)
{
    return tableau_f64_column(t, t->head.cols);
}

/** Not finite? One multiplication and no branch: 0 times it is NaN. */
static int broken(const double *column, int rows)
{
    double poison = 0;
    for (int r = 0; r < rows; r++)
        poison += 0 * column[r];
    return poison != 0 || isnan(poison);
}

/* Partial pivoting among the equations whose residual is still basic. */
static int free_row(tableau *head, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    const double *a = tableau_f64_column(t, col);
    int best = TABLEAU_NONE;
    double largest = 0, bar = 0;
    for (int r = 0; r < head->rows; r++)
        largest = lcp_larger(largest, fabs(a[r]));
    bar = t->rules.pivot * largest;
    for (int r = 0; r < head->free; r++)
        if (tableau_residual(head, head->basic[r]) && fabs(a[r]) > bar) {
            bar = fabs(a[r]);
            best = r;
        }
    return broken(a, head->rows) ? TABLEAU_BROKEN : best;
}

/* What an unused equation row still holds, beside the free columns. */
static int row_size(tableau_f64 *t, int row, double *constant)
{
    double size = 0;
    for (int c = 0; c < t->head.cols; c++)
        if (tableau_signed(&t->head, t->head.nonbasic[c]))
            size = lcp_larger(size, fabs(tableau_f64_column(t, c)[row]));
    *constant = fabs(rhs_of(t)[row]);
    return size > t->rules.tie;
}

/** Doubles can not prove that equations contradict each other. A row that does
not read 0 = 0 up to rounding is reported as broken arithmetic, and the exact
tableau decides. */
static int false_row(tableau *head)
{
    tableau_f64 *t = (tableau_f64 *)head;
    double largest = 0, constant;
    for (int r = 0; r < head->rows; r++)
        largest = lcp_larger(largest, fabs(rhs_of(t)[r]));
    for (int r = 0; r < head->free; r++)
        if (tableau_residual(head, head->basic[r]))
            if (row_size(t, r, &constant) || constant > t->rules.tie * largest)
                return TABLEAU_BROKEN;
    return TABLEAU_NONE;
}

/**
## The ratio test

Column `a` grows by $\theta$; row $r$ reaches zero at $\theta_r = u_r / -a_r$.
Two things go wrong in doubles. An $a_r$ that should be zero is $10^{-17}$, is
taken for a pivot, and the dictionary is noise from there on: so entries count
only above a threshold relative to their column. And ratios that should tie
differ in the last bits, so that noise decides where the lexicographic rule
should: so a row ties when its value *at the blocking point*,
$u_r + \theta a_r$, is negligible beside the largest $|u|$ of the column. Asking
this of the value and not of the ratio keeps a tiny $a_r$ from blowing up the
noise in $u_r$. All rows give the scale, not the candidates alone: among those
everything may be noise.

`keep_smallest` is one component of the lexicographic comparison: it keeps those
candidates whose ratio ties with the smallest and returns how many. Values below
`floor` count as `floor`: a basic variable of $-10^{-17}$ is zero, and must not
win because its $a_r$ is small.
*/
static int keep_smallest(tableau_f64 *t, const double *u, const double *a,
                         double floor, int count)
{
    int *row = t->candidate;
    double best = (double)INFINITY, size = 0;
    for (int k = 0; k < count; k++) {
        double ratio = lcp_larger(u[row[k]], floor) / fabs(a[row[k]]);
        best = ratio < best ? ratio : best;
    }
    for (int r = 0; r < t->head.rows; r++)
        size = lcp_larger(fabs(u[r]), size);
    int kept = 0;
    double slack = t->rules.tie * size;
    for (int k = 0; k < count; k++) {
        double over = u[row[k]] - best * fabs(a[row[k]]);
        if (over <= slack)
            row[kept++] = row[k];
    }
    return kept;
}

/** The $\varepsilon^{i+1}$ part of a right-hand side is a column of the inverse
basis. While $w_i$ is nonbasic it stands in the dictionary with the other sign,
because $w_i - \varepsilon^{i+1}$ takes the place of $w_i$. While $w_i$ is basic
it is a unit vector and only its own row knows it. */
static const double *perturbation(tableau_f64 *t, int i)
{
    int place = t->head.where[i], rows = t->head.rows;
    if (place >= rows) {
        const double *column = tableau_f64_column(t, place - rows);
        for (int r = 0; r < rows; r++)
            t->unit[r] = -column[r];
    } else {
        memset(t->unit, 0, (size_t)rows * sizeof *t->unit);
        t->unit[place] = 1;
    }
    return t->unit;
}

/* The one candidate left by the powers of epsilon. */
static int break_tie(tableau_f64 *t, const double *a, int count)
{
    for (int i = 0; i < t->head.n && count > 1; i++)
        count =
            keep_smallest(t, perturbation(t, i), a, -(double)INFINITY, count);
    return t->candidate[0];
}

/** The largest of $-(b_i, e_i)/d_i$ is the smallest of $(b_i, e_i)/d_i$: the
same comparison, over all pairs. With a right-hand side that is nowhere
negative there is nothing to do. */
static int first_row(tableau *head, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    const double *d = tableau_f64_column(t, col), *b = rhs_of(t);
    int count = 0, negative = 0;
    for (int r = 0; r < head->rows; r++)
        if (tableau_signed(head, head->basic[r])) {
            t->candidate[count++] = r;
            negative |= b[r] < 0;
        }
    if (broken(b, head->rows) || broken(d, head->rows))
        return TABLEAU_BROKEN;
    if (!negative)
        return TABLEAU_NONE;
    count = keep_smallest(t, b, d, -(double)INFINITY, count);
    return count == 0 ? TABLEAU_BROKEN : break_tie(t, d, count);
}

/* The rows that fall, with a pivot worth the name. */
static int falling(tableau_f64 *t, const double *a)
{
    const tableau *head = &t->head;
    double largest = 0;
    int count = 0;
    for (int r = 0; r < head->rows; r++)
        largest = fabs(a[r]) > largest ? fabs(a[r]) : largest;
    double bar = -t->rules.pivot * largest;
    for (int r = 0; r < head->rows; r++) {
        t->candidate[count] = r;
        count += (a[r] < bar) & tableau_signed(head, head->basic[r]);
    }
    return count;
}

static int leaving_row(tableau *head, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    const double *a = tableau_f64_column(t, col);
    int z0 = head->where[tableau_z0(head)];
    int count = falling(t, a);
    if (count == 0)
        return broken(a, head->rows) ? TABLEAU_BROKEN : TABLEAU_NONE;
    count = keep_smallest(t, rhs_of(t), a, 0, count);
    if (count == 0)
        return TABLEAU_BROKEN;
    for (int k = 0; k < count; k++)
        if (t->candidate[k] == z0)
            return z0;
    return count == 1 ? t->candidate[0] : break_tie(t, a, count);
}

/** Solving row $r$ for the entering variable and substituting it elsewhere is
one rank-1 update, done a column at a time: with the entering column's own
entry in row $r$ set to zero the loop over rows has no exception in it. Columns
of equation residuals are dead: those variables are zero for ever. Before z0
goes, and with it the last word is spoken, the right-hand side is looked through
for numbers that are none. */
static int pivot(tableau *head, int row, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    double *a = tableau_f64_column(t, col), *restrict kept = t->kept;
    double inverse = 1 / a[row];
    int rows = head->rows;
    if (!isfinite(inverse) || inverse == 0)
        return TABLEAU_BROKEN;
    memcpy(kept, a, (size_t)rows * sizeof *kept);
    kept[row] = 0;
    for (int c = 0; c <= head->cols; c++) {
        if (c == col ||
            (c < head->cols && tableau_residual(head, head->nonbasic[c])))
            continue;
        double *restrict column = tableau_f64_column(t, c);
        double factor = -column[row] * inverse;
        for (int r = 0; r < t->stride; r += LANE)
            for (int k = r; k < r + LANE; k++)
                column[k] += kept[k] * factor;
        column[row] = factor;
    }
    for (int r = 0; r < rows; r++)
        a[r] = kept[r] * inverse;
    a[row] = inverse;
    int last = head->basic[row] == tableau_z0(head);
    return last && broken(rhs_of(t), rows) ? TABLEAU_BROKEN : TABLEAU_NONE;
}

static const tableau_operations operations = {free_row, false_row, first_row,
                                              leaving_row, pivot};

perp_status tableau_f64_new(arena *a, int free, int n, tableau_f64_rules rules,
                            tableau_f64 *out)
{
    int rows = free + n, cols = rows + 1;
    int stride = (rows + LANE - 1) / LANE * LANE;
    size_t doubles = (size_t)stride * (size_t)(cols + 3);
    *out = (tableau_f64){.stride = stride, .rules = rules};
    PERP_TRY(tableau_begin(a, &operations, free, n, &out->head));
    out->T = arena_take(a, doubles, sizeof *out->T);
    out->candidate = arena_take(a, (size_t)rows + 1, sizeof(int));
    if (out->T == NULL || out->candidate == NULL)
        return PERP_NO_MEMORY(doubles * sizeof *out->T);
    out->kept = tableau_f64_column(out, cols + 1);
    out->unit = tableau_f64_column(out, cols + 2);
    return PERP_SUCCESS;
}

void tableau_f64_load(tableau_f64 *t, const double *A, const double *b,
                      const double *d)
{
    int f = t->head.free, rows = t->head.rows;
    for (int c = 0; c < rows; c++) {
        double *column = tableau_f64_column(t, c);
        for (int r = 0; r < rows; r++)
            column[r] = A[(size_t)r * (size_t)rows + (size_t)c];
    }
    double *cover = tableau_f64_column(t, rows);
    for (int r = 0; r < rows; r++)
        cover[r] = r < f ? 0 : d == NULL ? 1 : d[r - f];
    memcpy(rhs_of(t), b, (size_t)rows * sizeof *b);
    tableau_restart(&t->head);
}
