#include "lcp/solve/condense.h"

#include <math.h>
#include <string.h>

/** What a pair does to itself: the diagonal of the reduced matrix, $A_{ii} - A_{ix} G_{xi}$,
$f$ products an entry. For contacts it is $n^\top M^{-1} n$, one over the mass that is
felt, in the units of the gap. Where joints forbid all motion along a direction it is zero, and what
rounding leaves of zero, up to $2^{-40}$ of the terms, would be taken for a unit. */
static double own_reduced(const condensed *c, const lcp_problem *p, int i)
{
    const int f = c->free, all = f + c->n;
    const double *row = p->A + (size_t)(f + i) * (size_t)all;
    const sparse_rows *A = &c->A;
    const int noted = A->first != NULL, end = noted ? A->first[f + i + 1] : f;
    double own = row[f + i], size = fabs(own);
    for (int e = noted ? A->first[f + i] : 0; e < end; e++) {
        const int k = noted ? A->column[e] : e;
        if (k >= f || c->row_of[k] < 0 || row[k] == 0)
            continue;
        const size_t at = (size_t)c->row_of[k] * ((size_t)all + 1);
        const double term = row[k] * c->reduced[at + (size_t)(f + i)];
        own -= term;
        size += fabs(term);
    }
    return own > 0x1p-40 * size ? own : 0;
}

static inline double own_entry(const condensed *c, const lcp_problem *p, int i)
{
    if (c->free == 0)
        return lcp_larger(p->A[(size_t)i * ((size_t)c->n + 1)], 0);
    return own_reduced(c, p, i);
}

/** The bars of the ratio test are $10^{-11}$ of a column: with own entries $2^{24}$ apart
that is $10^{-4}$ of the smallest row, and what it is made of is taken for zero. */
int condensed_apart(const condensed *c, const lcp_problem *p, int bits)
{
    double most = 0, least = 0;
    for (int i = 0; i < c->n; i++) {
        const double own = own_entry(c, p, i);
        most = lcp_larger(most, own);
        if (own > 0 && (least == 0 || own < least))
            least = own;
    }
    return most > least * (double)((int64_t)1 << bits);
}

/* A matrix by columns `stride` apart, to be multiplied with `by`. */
typedef struct {
    const double *A;
    size_t stride;
    double by;
} by_columns;

/* 2^k with which what pair i does to others, or they to it, becomes about one,
   unknown units being one; minus that, as long as these are asked for. */
static double unit_of(const condensed *c, const by_columns *from, int i)
{
    const double *there = from->A + i,
                 *back = from->A + (size_t)i * from->stride;
    double most = 0;
    for (int j = 0; j < c->n; j++, there += from->stride) {
        const double unit = c->even[j] > 0 ? c->even[j] : 1;
        const double size = lcp_larger(fabs(*there), fabs(back[j]));
        most = lcp_larger(most, unit * (size * from->by));
    }
    return -condense_unit(most);
}

/** **Units of their own.** Gaps in metres and in millimetres, masses of a gram and
of a ton: rows and columns of one problem may differ by any factor, while the ratio test
asks whether an entry is small beside others of its column, and the answer should not
depend on units. With $D$ diagonal and positive, $D A D$ and $D b$ are the same problem: $w' = D w$,
$z = D z'$, and complementary is what was. $d_i = 2^k$ near $1/\sqrt{A_{ii}}$ makes all own
entries one, up to a factor of four; in the rows of a cone, which have none, $d$ makes the
largest entry one that meets a unit already known. Powers of two: nothing is rounded, and a basis
of the one is that of the other.

*Two contacts.* Masses 1 and $2^{-40}$ kg at rest on each other and the ground: $A =
\begin{bmatrix} 1 & -1 \\ -1 & 1 + 2^{40} \end{bmatrix}$, and with $d = (1, 2^{-20})$ the
second row is $(-2^{-20}, 2^{-40} + 1)$. The first column's entry below the diagonal was as large as
its own, where it could tie; now it is what it is, a millionth.

The covering vector covers the even rows: another path than that of the problem as posed,
and of several solutions it may find another. */
static void find_even(const condensed *c, const lcp_problem *p, double unit,
                      const by_columns *from)
{
    const int n = c->n;
    double *even = c->even;
    for (int i = 0; i < n; i++) {
        const double own = own_entry(c, p, i) * unit;
        even[i] = own > 0 ? condense_unit(sqrt(own)) : 0;
    }
    for (int i = 0; i < n; i++)
        if (!(even[i] > 0))
            even[i] = unit_of(c, from, i);
    for (int i = 0; i < n; i++)
        even[i] = fabs(even[i]);
}

void condensed_make_even(const condensed *c, const lcp_problem *p, double unit,
                         tableau_f64 *t)
{
    const int n = c->n;
    const double *even = c->even;
    double *rhs = tableau_f64_column(t, n + 1);
    find_even(c, p, unit, &(by_columns){t->T, (size_t)t->stride, 1});
    for (int j = 0; j < n; j++) {
        double *column = tableau_f64_column(t, j);
        for (int r = 0; r < n; r++)
            column[r] = column[r] * even[r] * even[j] + 0.0;
        rhs[j] = rhs[j] * even[j] + 0.0;
    }
}

/** A small kernel that has taken a problem has its columns and their unit at hand. Written
once more, as if it had taken the even problem, they let the second run go as the first did, through
the same instructions; of small problems in foreign units, which nobody has looked at for a
while, instructions that are read for the first time cost more than what they do. */
void condensed_even(const condensed *c, const lcp_problem *p, double unit,
                    const tableau_f64 *t, double *to)
{
    const size_t length = (size_t)t->stride;
    memset(c->even + c->n, 0, (length - (size_t)c->n) * sizeof *c->even);
    find_even(c, p, unit, &(by_columns){t->start, length, unit});
    t->kernel->even(t, unit, c->even, to);
}
