#include "lcp/problem/lcp.h"

#include "number/dense.h"
#include "base/pair.h"
#include "number/rational.h"

#include <assert.h>
#include <math.h>

perp_status lcp_answer_new(arena *a, int free, int n, lcp_answer *out)
{
    size_t rows = (size_t)free + (size_t)n;
    size_t doubles = 4 * rows + (size_t)free;
    double *v = arena_take(a, doubles, sizeof *v);
    uint8_t *basis = arena_take(a, (size_t)n, 1);
    if (v == NULL || basis == NULL)
        return PERP_NO_MEMORY(doubles * sizeof *v + (size_t)n);
    *out = (lcp_answer){.outcome = LCP_LIMIT,
                        .basis = basis,
                        .z = v,
                        .w = v + rows,
                        .dz = v + 2 * rows,
                        .dw = v + 3 * rows,
                        .y = v + 4 * rows};
    return PERP_SUCCESS;
}

perp_status lcp_exact_answer_new(arena *a, int free, int n,
                                 lcp_exact_answer *out)
{
    size_t rows = (size_t)free + (size_t)n;
    size_t numbers = 4 * rows + (size_t)free;
    uint8_t *basis = arena_take(a, (size_t)n, 1);
    mpq_t *q = basis == NULL ? NULL : rational_array(a, numbers);
    *out = (lcp_exact_answer){.outcome = LCP_LIMIT, .basis = basis};
    mpq_inits(out->z0, out->dz0, NULL);
    if (q == NULL) {
        mpq_clears(out->z0, out->dz0, NULL);
        return PERP_NO_MEMORY(numbers * sizeof *q + (size_t)n);
    }
    out->z = q;
    out->w = q + rows;
    out->dz = q + 2 * rows;
    out->dw = q + 3 * rows;
    out->y = q + 4 * rows;
    return PERP_SUCCESS;
}

void lcp_exact_answer_clear(int free, int n, lcp_exact_answer *out)
{
    if (out->z == NULL)
        return;
    size_t rows = (size_t)free + (size_t)n;
    rational_clear(out->z, 4 * rows + (size_t)free);
    mpq_clears(out->z0, out->dz0, NULL);
    out->z = NULL;
}

/** Finite data make a problem that is not finite when $h^2$, a mass or a velocity
is very large. That is asked where a step has posed its problem, before anyone
draws conclusions from it: NaN compares with nothing. */
perp_status lcp_finite(const lcp_problem *p, double h)
{
    const size_t rows = (size_t)p->free + (size_t)p->n, all = rows * rows;
    if (dense_finite(all, p->A) && dense_finite(rows, p->b))
        return PERP_SUCCESS;
    size_t k = 0;
    while (isfinite(k < all ? p->A[k] : p->b[k - all]))
        k++;
    return PERP_FAIL(PERP_LIMIT,
                     "row %zu of the step's problem overflows with h = %g; "
                     "take a smaller h, or units in which its numbers are "
                     "smaller",
                     (k < all ? k / rows : k - all) + 1, h);
}

/* Neither has a sign that would mean anything. */
static const char *no_number(double x)
{
    return isnan(x) ? "not a number" : "infinite";
}

perp_status lcp_exact_problem_new(arena *a, const lcp_problem *p,
                                  lcp_exact_problem *out)
{
    size_t rows = (size_t)p->free + (size_t)p->n;
    mpq_t *q = rational_array(a, rows * rows + rows);
    *out = (lcp_exact_problem){p->free, p->n, NULL, NULL};
    if (q == NULL)
        return PERP_NO_MEMORY((rows * rows + rows) * sizeof *q);
    out->A = (const mpq_t *)q;
    out->b = (const mpq_t *)(q + rows * rows);
    size_t bad = rational_of_doubles(rows * rows, p->A, q);
    size_t bad_b = rational_of_doubles(rows, p->b, q + rows * rows);
    if (bad == rows * rows && bad_b == rows)
        return PERP_SUCCESS;
    lcp_exact_problem_clear(out);
    if (bad < rows * rows)
        return PERP_FAIL(PERP_INPUT, "A(%zu,%zu) is %s; give finite numbers",
                         bad / rows + 1, bad % rows + 1, no_number(p->A[bad]));
    return PERP_FAIL(PERP_INPUT, "b(%zu) is %s; give finite numbers", bad_b + 1,
                     no_number(p->b[bad_b]));
}

/** The numbers were made as one array, A first. */
void lcp_exact_problem_clear(lcp_exact_problem *p)
{
    size_t rows = (size_t)p->free + (size_t)p->n;
    rational_clear((mpq_t *)p->A, rows * rows + rows);
    p->A = p->b = NULL;
}

void lcp_truncate(int free, int n, const lcp_exact_answer *from, lcp_answer *to)
{
    to->outcome = from->outcome;
    to->pivots = from->pivots;
    for (int i = 0; i < n; i++)
        to->basis[i] = from->basis[i];
    for (int i = 0; i < free + n; i++) {
        to->z[i] = rational_truncated(from->z[i]);
        to->w[i] = rational_truncated(from->w[i]);
        to->dz[i] = rational_truncated(from->dz[i]);
        to->dw[i] = rational_truncated(from->dw[i]);
    }
    for (int k = 0; k < free; k++)
        to->y[k] = rational_truncated(from->y[k]);
    to->z0 = rational_truncated(from->z0);
    to->dz0 = rational_truncated(from->dz0);
    to->residual = 0;
}

/* s_i = |b_i| + sum_j |A_ij| size_j, of the entries that are not zero. */
static void entry_scales(const lcp_problem *p, const sparse_rows *A,
                         const double *size, double *s)
{
    for (int i = 0; i < A->rows; i++) {
        s[i] = fabs(p->b[i]);
        for (int k = A->first[i]; k < A->first[i + 1]; k++)
            s[i] += fabs(A->value[k]) * size[A->column[k]];
    }
}

/* s_i = |b_i| + sum_j |A_ij| size_j, four rows side by side. */
static void row_scales(const lcp_problem *p, const double *size, double *s)
{
    size_t all = (size_t)p->free + (size_t)p->n, i;
    for (i = 0; i + 3 < all; i += 4) {
        const double *A = p->A + i * all;
        pair one = pair_size(pair_load(p->b + i));
        pair two = pair_size(pair_load(p->b + i + 2));
        for (size_t j = 0; j < all; j++, A++) {
            one += pair_size((pair){A[0], A[all]}) * size[j];
            two += pair_size((pair){A[2 * all], A[3 * all]}) * size[j];
        }
        pair_store(s + i, one);
        pair_store(s + i + 2, two);
    }
    for (; i < all; i++) {
        s[i] = fabs(p->b[i]);
        for (size_t j = 0; j < all; j++)
            s[i] += fabs(p->A[i * all + j]) * size[j];
    }
}

/** $w = A z + b$, and the scale of each row by its own terms. The terms of a
row are added one after the other; four rows go side by side, so that nobody
waits for a sum. */
static void four_rows(const lcp_problem *p, const double *z, int i, double *w,
                      double *s)
{
    size_t all = (size_t)p->free + (size_t)p->n;
    const double *A = p->A + (size_t)i * all, *b = p->b + i;
    pair sum[2] = {{b[0], b[1]}, {b[2], b[3]}};
    pair size[2] = {{fabs(b[0]), fabs(b[1])}, {fabs(b[2]), fabs(b[3])}};
    for (size_t j = 0; j < all; j++, A++) {
        pair one = {A[0], A[all]}, two = {A[2 * all], A[3 * all]};
        one *= z[j];
        two *= z[j];
        sum[0] += one;
        sum[1] += two;
        size[0] += pair_size(one);
        size[1] += pair_size(two);
    }
    for (int k = 0; k < 4; k++) {
        w[i + k] = sum[k / 2][k % 2];
        s[i + k] = size[k / 2][k % 2];
    }
}

static void rows_of(const lcp_problem *p, const double *z, double *w, double *s)
{
    int all = p->free + p->n, fours = all / 4 * 4;
    for (int i = 0; i < fours; i += 4)
        four_rows(p, z, i, w, s);
    for (int i = fours; i < all; i++) {
        const double *row = p->A + i * all;
        double sum = p->b[i], size = fabs(sum);
        for (int j = 0; j < all; j++) {
            double term = row[j] * z[j];
            sum += term;
            size += fabs(term);
        }
        w[i] = sum;
        s[i] = size;
    }
}

/* The same of the entries that are not zero. */
static void rows_of_entries(const lcp_problem *p, const sparse_rows *A,
                            const double *z, double *w, double *s)
{
    for (int i = 0; i < A->rows; i++) {
        double sum = p->b[i], size = fabs(sum);
        for (int k = A->first[i]; k < A->first[i + 1]; k++) {
            const double term = A->value[k] * z[A->column[k]];
            sum += term;
            size += fabs(term);
        }
        w[i] = sum;
        s[i] = size;
    }
}

/* fit_j = sum_k |A_kj| s_k and square_j = sum_k A_kj^2 over the equations k,
   row by row. */
static void fits(const lcp_problem *p, const sparse_rows *A, const double *s,
                 double *fit, double *square)
{
    const int all = p->free + p->n;
    for (int j = 0; j < all; j++)
        fit[j] = square[j] = 0;
    for (int k = 0; k < p->free; k++) {
        const int from = A != NULL ? A->first[k] : 0;
        const int count = A != NULL ? A->first[k + 1] - from : all;
        const double *a = A != NULL ? A->value + from : p->A + k * all;
        for (int e = 0; e < count; e++) {
            const int j = A != NULL ? A->column[from + e] : e;
            if (a[e] == 0)
                continue;
            fit[j] += fabs(a[e]) * s[k];
            square[j] += a[e] * a[e];
        }
    }
}

/** How large is the rounding error of $z_j$, in units of the unit roundoff? At
least $|z_j|$. But a sticking contact has velocities that are zero only because
large numbers cancelled: their error is that of the row they were computed
from, $s_j / |A_{jj}|$. A multiplier has no diagonal entry; what it may move
without being seen is the least-squares fit of its column to the scales of the
equations. */
static double reach(const lcp_problem *p, const sparse_rows *A, int j, double s,
                    double fit)
{
    const int all = p->free + p->n, from = A != NULL ? A->first[j] : 0;
    const int count = A != NULL ? A->first[j + 1] - from : all;
    const double *entry = A != NULL ? A->value + from : p->A + j * all;
    const double own = fabs(p->A[j * all + j]);
    const int apart =
        own > 0 && own > 1e-6 * dense_largest((size_t)count, entry);
    return apart ? s / own : fit;
}

/** What row $i$, $w = A z + b$, lacks of being solved, in units of its scale;
the largest of them. An equation lacks $|w_i|$; a pair $-w_i$, and $w_i$ too
where $z_i > 0$. A row of zeros lacks $0/0$, which is not larger than
anything. */
static double worst_row(const lcp_problem *p, const double *z, const double *w,
                        const double *s)
{
    int all = p->free + p->n, i;
    double worst = 0;
    pair most = {0};
    for (i = 0; i < p->free; i++)
        worst = lcp_larger(fabs(w[i]) / s[i], worst);
    for (; i + 1 < all; i += 2) {
        pair up = pair_load(w + i);
        pair lacks = pair_larger(pair_where(pair_load(z + i) > 0, up), -up);
        most = pair_larger(lacks / pair_load(s + i), most);
    }
    for (; i < all; i++)
        worst = lcp_larger((z[i] > 0 ? fabs(w[i]) : -w[i]) / s[i], worst);
    return lcp_larger(most[0], lcp_larger(most[1], worst));
}

/* -z_i against the largest of the z. */
static double worst_sign(const lcp_problem *p, const double *z)
{
    double largest = 0, lowest = 0;
    for (int i = p->free; i < p->free + p->n; i++) {
        largest = lcp_larger(largest, fabs(z[i]));
        lowest = lcp_larger(lowest, -z[i]);
    }
    return lowest > 0 ? lowest / largest : 0;
}

/** The residual of a Lemke answer is a backward error. Its `z` has exact
zeros off the basis, so the only question is how well rows hold that should be
zero, and how negative the others are; both are asked in units of what rounding
could have done. A residual with an absolute "1 +" in the scale would accept
$z = 0$ for any problem whose data are small, and an impulse of a light body is
small. When the rows' own terms explain all errors already, nobody asks for the
reach of the unknowns. Where an unknown reaches beyond the doubles, as in
$10^{-300} z = 10^{10}$, it excuses nothing: the row keeps its own terms.

Of a matrix of which nine tenths are zero the entries alone
[give the same numbers](../../number/sparse.h); that $z$ is finite, which a zero of $A$
would say of it, too, is asked beside, and where a reach is infinite all are
taken. */
double lcp_residual_of(const lcp_problem *p, const sparse_rows *A,
                       const double *z, double *work)
{
    int all = p->free + p->n;
    double *w = work, *s = w + all, *size = s + all, *scale = size + all;
    double poison = 0;
    if (A != NULL)
        rows_of_entries(p, A, z, w, s);
    else
        rows_of(p, z, w, s);
    for (int i = 0; i < all; i++)
        poison += 0 * s[i] + 0 * z[i];
    if (poison != 0) /* NaN, or nothing: 0 s */
        return (double)INFINITY;
    double worst = worst_row(p, z, w, s);
    if (worst > LCP_EXCUSED) {
        fits(p, A, s, size, scale);
        for (int j = 0; j < all; j++) {
            const double fit = scale[j] > 0 ? size[j] / scale[j] : 0;
            size[j] = lcp_larger(fabs(z[j]), reach(p, A, j, s[j], fit));
        }
        if (A != NULL && dense_finite((size_t)all, size))
            entry_scales(p, A, size, scale);
        else
            row_scales(p, size, scale);
        for (int i = 0; i < all; i++)
            scale[i] = isfinite(scale[i]) ? scale[i] : s[i];
        worst = lcp_larger(worst_row(p, z, w, scale), LCP_EXCUSED);
    }
    return lcp_larger(worst_sign(p, z), worst);
}

double lcp_residual(const lcp_problem *p, const double *z, double *work)
{
    return lcp_residual_of(p, NULL, z, work);
}
