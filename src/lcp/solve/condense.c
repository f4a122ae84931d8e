#include "lcp/solve/condense.h"

#include "number/dense.h"

#include <math.h>
#include <string.h>

/** An unused equation must read 0 = 0, in units of what it was: its coefficients
beside the largest that the row had, its right-hand side beside the larger of that
and its own. (The right-hand side of a row of $F^T$ is zero in (19), and would be
compared with nothing.) */
static int holds(const lcp_problem *p, int r, const double *left, double bar)
{
    size_t all = (size_t)p->free + (size_t)p->n;
    double size = 0, rest = 0;
    for (size_t j = 0; j < all; j++)
        size = lcp_larger(size, fabs(p->A[(size_t)r * all + j]));
    for (int j = 0; j < p->n; j++)
        rest = lcp_larger(rest, fabs(left[p->free + j]));
    return rest <= bar * size &&
           fabs(left[all]) <= bar * lcp_larger(fabs(p->b[r]), size);
}

/* Notes the entries of A, of its lower left block by columns, and of the
   reduced rows; all or none. Fewer than MANY rows are read sooner. */
enum { MANY = 32 };
static perp_status note_entries(const lcp_problem *p, arena *a, condensed *out)
{
    const int f = p->free, all = f + p->n;
    const sparse_matrix A = {all, all, (size_t)all, p->A};
    const sparse_matrix G = {f, p->n + 1, (size_t)all + 1, out->reduced + f};
    if (all >= MANY)
        PERP_TRY(sparse_entries(&A, a, &out->A));
    if (out->A.first != NULL)
        PERP_TRY(sparse_entries(&G, a, &out->G));
    if (out->G.first != NULL)
        return sparse_turned(&out->A, f, f, a, &out->push);
    out->A.first = NULL;
    return PERP_SUCCESS;
}

/**
## The elimination of AP02

The equations of (19) are solved for $(x, y)$ in one sweep over
$\begin{pmatrix} M & -F \\ F^T & 0 \end{pmatrix}$, which is (21) and the step
from there to (24) at once: eliminating the columns of $M$ first leaves
$F^T M^{-1} F$ in the place of the zero. When rows of $F^T$ depend on each
other a column finds no pivot; its multiplier is set to zero and the row that
remains is a row of zeros.

For the sliding block of the wing's README, $x = (v_x, v_y)$ and no joint, the two
rows stand solved from the beginning,

$$v_x - \beta_+ + \beta_- - 1 = 0, \qquad v_y - c_n + 1 = 0,$$

and `reduced` holds of them $(0, -1, 1, 0, -1)$ and $(-1, 0, 0, 0, 1)$, the
coefficients of $(z, 1)$. With a mass of 2 kg the first would be halved but for its
last number: impulses count half, the velocity does not.

Two hinges of one door make two rows of $F^T$ equal. The second $y$ finds
nothing but rounding in its column, about $10^{-16}$ of what stood there, which
the bar of $10^{-11}$ takes for zero. Without the bar the quotient of two
roundings would become the joint's impulse, and appear in every entry behind it.

Implements AP02 (19), (21).
*/
perp_status condense_problem(const lcp_problem *p, double tolerance, arena *a,
                             condensed *out, int *usable)
{
    size_t f = (size_t)p->free, all = f + (size_t)p->n;
    *out = (condensed){.free = p->free, .n = p->n};
    *usable = 1;
    if (f == 0)
        return PERP_SUCCESS;
    double *rows = arena_take_any(a, f * (all + 1) + f, sizeof *rows);
    int *row_of = arena_take_any(a, f, sizeof *row_of);
    unsigned char *used = arena_take(a, f, 1);
    if (rows == NULL || row_of == NULL || used == NULL)
        return PERP_NO_MEMORY(f * (all + 1) * sizeof *rows);
    for (size_t r = 0; r < f; r++) {
        memcpy(rows + r * (all + 1), p->A + r * all, all * sizeof *rows);
        rows[r * (all + 1) + all] = p->b[r];
    }
    out->reduced = rows;
    out->row_of = row_of;
    dense_jordan(p->free, p->n + 1, rows, row_of, used, rows + f * (all + 1),
                 tolerance);
    for (int r = 0; r < p->free; r++)
        if (!used[r])
            *usable &= holds(p, r, rows + (size_t)r * (all + 1), tolerance);
    return note_entries(p, a, out);
}

/** Every column of the tableau, the right-hand side too, loses $A_{\cdot x_k}
G_{kj}$: the substitution of one unknown, column by column because the tableau
is stored so. A zero $G_{kj}$, an impulse that does not move $x_k$, costs
nothing. */
static void subtract(const condensed *c, tableau_f64 *t, double *rhs,
                     const double *column, const double *row)
{
    for (int j = 0; j <= c->n; j++) {
        double g = row[c->free + j];
        double *restrict to = j < c->n ? tableau_f64_column(t, j) : rhs;
        for (int i = 0; i < c->n && g != 0; i++)
            to[i] -= column[i] * g;
    }
}

/** The same from the entries that are not zero: of a pile of 16 boxes a velocity is in
the rows of three or four contacts of forty, and as many impulses move it. Each product
and each difference is the one above, and what is left out is a zero. */
static void subtract_entries(const condensed *c, tableau_f64 *t, double *rhs,
                             int k)
{
    const sparse_rows *G = &c->G, *push = &c->push;
    const int r = c->row_of[k];
    for (int e = G->first[r]; e < G->first[r + 1]; e++) {
        const int j = G->column[e];
        const double g = G->value[e];
        double *to = j < c->n ? tableau_f64_column(t, j) : rhs;
        for (int i = push->first[k]; i < push->first[k + 1]; i++)
            to[push->column[i]] -= push->value[i] * g;
    }
}

/* The pairs' own block into a tableau of zeros. */
static void put_entries(const condensed *c, tableau_f64 *t)
{
    const sparse_rows *A = &c->A;
    for (int i = 0; i < c->n; i++)
        for (int k = A->first[c->free + i]; k < A->first[c->free + i + 1]; k++)
            if (A->column[k] >= c->free)
                tableau_f64_column(t, A->column[k] - c->free)[i] = A->value[k];
}

/** $2^{-e}$ with $2^{e-1} \le$ `largest` $< 2^e$, from the bits of the number.
Where there is no such normal number, and for tiny ones, it is good enough to be
near. */
double condense_unit(double largest)
{
    uint64_t bits;
    memcpy(&bits, &largest, sizeof bits);
    uint64_t up = bits >> 52; /* e + 1022 */
    if (!(largest > 0) || !isfinite(largest))
        return 1;
    up = up < 22 ? 22 : up > 2044 ? 2044 : up;
    bits = (2045 - up) << 52;
    memcpy(&largest, &bits, sizeof bits);
    return largest;
}

/** The tableau of the reduced matrix, in units of one; its largest entry is
returned. $A_{zz} - A_{zx} G$, one unknown at a time: in the block $w_1$ is
$v_y$, so its row becomes that of $v_y = c_n - 1$, and $w_2 = v_x + \lambda$
becomes $\beta_+ - \beta_- + \lambda + 1$, the first two rows of the README's
$A$ and $b$. */
static double reduce(const condensed *c, const lcp_problem *p, tableau_f64 *t,
                     double *rhs, double *work)
{
    int f = c->free, n = c->n, all = f + n, noted = c->A.first != NULL;
    size_t length = (size_t)n * (size_t)t->stride;
    const double *A = p->A + f * all; /* the complementary rows */
    if (noted)
        put_entries(c, t);
    else
        tableau_f64_transpose(t, all, A + f, 1);
    for (int k = 0; k < f; k++) {
        if (c->row_of[k] < 0)
            continue;
        for (int i = 0; i < n && !noted; i++)
            work[i] = A[i * all + k];
        if (noted)
            subtract_entries(c, t, rhs, k);
        else
            subtract(c, t, rhs, work,
                     c->reduced + (size_t)c->row_of[k] * ((size_t)all + 1));
    }
    return dense_largest(length, t->T);
}

/** The second covering vector has entries between one and two in no order, and
exact ones: another path through another set of degenerate places. For $n = 8$
it is $\frac18(11, 8, 13, 10, 15, 12, 9, 14)$. Eighths are short numbers, so
that what is added of them in the first exchange rounds little; and the sliding
block's $w_1$ and $w_3$, both at $-1$, no longer tie when $z_0$ comes down, but
reach zero at $\frac{8}{11}$ and $\frac{8}{13}$. Theorem 2.1 holds for any
positive vector. */
void condense_cover(int n, double *d)
{
    for (int i = 0; i < n; i++)
        d[i] = 1 + ((5 * i + 3) % 8) / 8.0;
}

/** With $x = -(G z + g)$ put into the complementary rows, what remains is
AP02's $s = (G + N)\lambda + g$, written column by column as the tableau wants
it. The matrix is then measured in a power of two so that its largest entry is
about one, like the covering vector's: the tolerances of the ratio test compare
entries of one column, in which rows of $w$ and rows of $z$ stand side by side.
A power of two rounds nothing: with $A$ in units of $s$ the tableau solves $w =
(sA) z' + b$, and $z = s z'$. The block has the largest entry 1 and $s =
\frac12$, its tableau the answer $z' = (2, 0, 1, 1)$.

The covering column is $d$ as it is, unscaled and untouched by the elimination: the
equations are covered with zeros. Theorem 2.1's matrix is the reduced one, $G + N$,
and this is its covering.

Implements AP02 (22), (24).
*/
double condensed_load(const condensed *c, const lcp_problem *p, const double *d,
                      tableau_f64 *t, double *work)
{
    int f = c->free, n = c->n;
    size_t entries = (size_t)n * (size_t)n;
    double *cover = tableau_f64_column(t, n), *rhs = cover + t->stride, unit;
    if (f == 0 && t->kernel->take != NULL && c->even == NULL) {
        unit = condense_unit(t->kernel->take(t, p->A, p->b));
        t->kernel->spread(t, unit, d);
        return unit;
    }
    if (t->kernel->take != NULL || c->A.first != NULL)
        tableau_f64_blank(t);
    for (int i = 0; i < n; i++) {
        cover[i] = d == NULL ? 1 : d[i];
        rhs[i] = p->b[f + i] + 0.0;
    }
    if (f == 0) {
        unit = condense_unit(dense_largest(entries, p->A));
        tableau_f64_transpose(t, n, p->A, unit);
    } else {
        unit = condense_unit(reduce(c, p, t, rhs, work));
        if (unit != 1)
            dense_scale((size_t)n * (size_t)t->stride, unit, t->T);
    }
    if (c->even != NULL)
        condensed_make_even(c, p, unit, t);
    return unit;
}

/** A kernel with lazy columns reads a column of the matrix when the path enters it, a
third of them never, and can begin again from the same matrix with another cover. So the
reduced matrix is put where that kernel keeps the one it has taken, once for all runs in the
problem's own units: of ten boxes turned in space four steps of five have a second run. */
double condensed_take(const condensed *c, const lcp_problem *p, tableau_f64 *t,
                      double *work)
{
    const size_t columns = (size_t)c->n + 1, stride = (size_t)t->stride;
    tableau_f64 at = *t;
    at.T = t->start;
    double *rhs = tableau_f64_column(&at, c->n);
    memset(at.T, 0, columns * stride * sizeof *at.T);
    for (int i = 0; i < c->n; i++)
        rhs[i] = p->b[c->free + i] + 0.0;
    return condense_unit(reduce(c, p, &at, rhs, work));
}

/* x - G_r z, from the entries. */
static double recover_entries(const condensed *c, int r, double x,
                              const double *z)
{
    const sparse_rows *G = &c->G;
    for (int e = G->first[r]; e < G->first[r + 1]; e++)
        if (G->column[e] < c->n)
            x -= G->value[e] * z[G->column[e]];
    return x;
}

/** $x_c = -(G_c z + g_c)$, (19)'s first two rows solved for their unknowns once $z$
is known. The rows of $G$ are those of the elimination, so x satisfies the equations
as well as this did; what it did badly is in the residual of the whole problem. */
void condensed_recover(const condensed *c, double *z)
{
    int f = c->free, all = f + c->n;
    for (int k = 0; k < f; k++) {
        if (c->row_of[k] < 0) {
            z[k] = 0;
            continue;
        }
        const double *row =
            c->reduced + (size_t)c->row_of[k] * ((size_t)all + 1);
        double x = -row[all];
        if (c->A.first != NULL)
            x = recover_entries(c, c->row_of[k], x, z + f);
        for (int j = f; j < all && c->A.first == NULL; j++)
            x -= row[j] * z[j];
        z[k] = x + 0.0; /* never -0 */
    }
}
