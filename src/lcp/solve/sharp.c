#include "lcp/solve/sharp.h"

#include "lcp/solve/condense.h"
#include "lcp/solve/lemke.h"
#include "lcp/tableau/tableau_float.h"
#include "number/dense.h"
#include "number/double_double.h"

#include <math.h>
#include <string.h>

/**
## Numbers beside which others are rounding

A pile is hit by one box. Fifteen others rest, with velocities of $10^{-16}$ m/s,
which is what rounding has left of zero; but these are the data now. The impact
goes through the pile with impulses of the order of one, and where it does not go
the answer is of the order of $10^{-16}$, too. Two things then go wrong in
doubles. Lemke's ties are $10^{-12}$ of the largest number, so that the small part
is decided by the powers of $\varepsilon$ and not by its own numbers. And where the
basis is right, elimination gives every number with an error of $10^{-16}$ of the
*largest*: of a velocity of $10^{-16}$ nothing is right. A row is tested in units
of its own terms, and refuses both, rightly.

Double-doubles see the ties. For the numbers no longer elimination is needed: one
in doubles, and residuals in double-doubles. With $x$ as a sum of two doubles, $r
= -b - E x$ loses $2^{-104}$ of its terms, and $x \leftarrow x + (LU)^{-1} r$ gains
what the elimination is worth, some ten digits, at every turn. What it ends with is
good to $2^{-104}$ of what each row is made of, a condition number away.

*The smallest case.* Two contacts of one body, $A = \begin{bmatrix} 49 & 1 \\ 1 & 1
\end{bmatrix}$, $b = (-49, -1 - \delta)$ with $\delta = 2^{-52}$: $z_1 = 1 -
\frac{\delta}{48}$ and $z_2 = \frac{49}{48}\delta$. Elimination takes $\frac{1}{49}$
of the first row from the second; in doubles 49 times that is $1 - 2^{-53}$, and what
is left of the right-hand side is $\frac32\delta$. So $z_2$ comes out half too large.
The next turn has it to all its places. */
enum { ROUNDS = 8 };

/** The system of a basis: equations and rows with basic $z_i$, in the free unknowns and
those $z_i$, as the exact rungs solve it in fractions. $E = PLU$ for the rows and
columns `id` of $A$. Columns without a pivot are left out: `column` names the others,
in the order of their rows. */
typedef struct {
    const lcp_problem *p;
    int size, rank;
    int *id, *row, *column; /* size each; row: which of id */
    double *lu;             /* size x size, by rows, in the order of `row` */
    double *rest, *step;    /* size each */
    double_double *x;       /* size */
} factors;

static double *row_at(const factors *f, int r)
{
    return f->lu + (size_t)r * (size_t)f->size;
}

static void swap_rows(factors *f, int r, int s)
{
    double *x = row_at(f, r), *y = row_at(f, s);
    int row = f->row[r];
    for (int c = 0; c < f->size && r != s; c++) {
        double t = x[c];
        x[c] = y[c];
        y[c] = t;
    }
    f->row[r] = f->row[s];
    f->row[s] = row;
}

/* The row from f->rank on with the largest entry in column c, or -1 when the
   column depends on those before it. */
static int pivot_row(const factors *f, int c, double largest)
{
    double bar = 0x1p-46 * largest;
    int best = -1;
    for (int r = f->rank; r < f->size; r++)
        if (fabs(row_at(f, r)[c]) > bar) {
            bar = fabs(row_at(f, r)[c]);
            best = r;
        }
    return best;
}

/** Partial pivoting, columns from left to right. Which entry is the pivot matters
little here, as long as none is a difference that rounding has left: a factor that
is a few digits off costs a turn of the refinement, and one that is wrong altogether
makes it diverge, which the residual test sees. So rows are not scaled, and a column
with less than $2^{-46}$ of what it began with is taken for one that depends on
those before it. Of the four corners under a box, if all are basic, the fourth
carries nothing then. An exact solution of the same basis would give it what the
last places of the data say.

*Cost.* $\frac13 m^3$ products for the factors and $m^2$ a turn for the steps, with $m$
numbers; a turn's residuals are $m^2$ double-doubles at twenty-four operations, less
what is zero, and in the mixed form three quarters are. For a pile of sixteen boxes,
$m = 120$, half a millisecond in all, where the path in double-doubles takes ten. */
static void factor(factors *f)
{
    double *largest = f->rest;
    for (int c = 0; c < f->size; c++) {
        largest[c] = 0;
        for (int r = 0; r < f->size; r++)
            largest[c] = lcp_larger(largest[c], fabs(row_at(f, r)[c]));
    }
    for (int c = 0; c < f->size; c++) {
        int best = pivot_row(f, c, largest[c]);
        if (best < 0)
            continue;
        swap_rows(f, best, f->rank);
        const double *pivot = row_at(f, f->rank);
        f->column[f->rank++] = c;
        for (int r = f->rank; r < f->size; r++) {
            double *restrict row = row_at(f, r), part = row[c] / pivot[c];
            row[c] = part;
            for (int j = c + 1; j < f->size && part != 0; j++)
                row[j] -= part * pivot[j];
        }
    }
}

/** $r = -b - E x$, each row in double-doubles, the data being doubles. What is left
is small beside the terms, and only its first 53 bits go on: they are worth as much
as the factors are. Does any of it say something? When all rows are zero the numbers
are those of a system whose data nobody could tell from these. */
static int residuals(factors *f)
{
    const lcp_problem *p = f->p;
    const size_t all = (size_t)p->free + (size_t)p->n;
    int any = 0;
    for (int r = 0; r < f->size; r++) {
        const int i = f->id[f->row[r]];
        const double *row = p->A + (size_t)i * all;
        double_double sum = {-p->b[i], 0};
        for (int c = 0; c < f->size; c++) {
            const double a = row[f->id[c]];
            if (a != 0 && f->x[c].hi != 0)
                sum = dd_add(sum, dd_mul((double_double){-a, 0}, f->x[c]));
        }
        f->rest[r] = sum.hi;
        any |= sum.hi != 0;
    }
    return any;
}

/** $x \leftarrow x + (LU)^{-1} r$. A number that is $10^{-16}$ of its neighbours gets
its digits as they do: its row in $r$ has been computed to $2^{-104}$ of the terms,
so from the second turn on the step speaks of its own size. Eight turns are more than
a matrix needs that doubles can factor at all, with condition numbers up to $10^{13}$
or so; beyond it nothing is gained by a ninth. */
static void improve(factors *f)
{
    double *rest = f->rest, *step = f->step;
    for (int k = 0; k < f->rank; k++) /* L y = rest */
        for (int r = k + 1; r < f->rank && rest[k] != 0; r++)
            rest[r] -= row_at(f, r)[f->column[k]] * rest[k];
    for (int k = f->rank - 1; k >= 0; k--) { /* U step = y */
        const double *row = row_at(f, k);
        double sum = rest[k];
        for (int j = k + 1; j < f->rank; j++)
            sum -= row[f->column[j]] * step[j];
        step[k] = sum / row[f->column[k]];
    }
    for (int k = 0; k < f->rank; k++) {
        double_double *x = &f->x[f->column[k]];
        *x = dd_add(*x, (double_double){step[k], 0});
    }
}

static perp_status factors_new(const lcp_problem *p, const uint8_t *basis,
                               arena *a, factors *f)
{
    const size_t all = (size_t)p->free + (size_t)p->n;
    *f = (factors){.p = p, .id = arena_take(a, 3 * all, sizeof(int))};
    if (f->id == NULL)
        return PERP_NO_MEMORY(3 * all * sizeof(int));
    for (int i = 0; i < (int)all; i++)
        if (i < p->free || basis[i - p->free])
            f->id[f->size++] = i;
    const size_t m = (size_t)f->size;
    f->row = f->id + m;
    f->column = f->row + m;
    f->lu = arena_take_any(a, m * m + 2 * m + 1, sizeof *f->lu);
    f->x = arena_take(a, m + 1, sizeof *f->x);
    if (f->lu == NULL || f->x == NULL)
        return PERP_NO_MEMORY(m * m * sizeof *f->lu);
    f->rest = f->lu + m * m;
    f->step = f->rest + m;
    for (int r = 0; r < f->size; r++) {
        f->row[r] = r;
        for (int c = 0; c < f->size; c++)
            row_at(f, r)[c] = p->A[(size_t)f->id[r] * all + (size_t)f->id[c]];
    }
    return PERP_SUCCESS;
}

perp_status sharp_basis(const lcp_problem *p, const uint8_t *basis, arena *a,
                        double *z)
{
    factors f;
    arena_mark mark = arena_here(a);
    perp_status s = factors_new(p, basis, a, &f);
    if (s.code == PERP_OK) {
        factor(&f);
        for (int k = 0; k < ROUNDS && residuals(&f); k++)
            improve(&f);
        memset(z, 0, ((size_t)p->free + (size_t)p->n) * sizeof *z);
        for (int c = 0; c < f.size; c++)
            z[f.id[c]] = f.x[c].hi + 0.0;
    }
    arena_release(a, mark);
    return s;
}

/** The problem in units in which its matrix and its right-hand side are about one,
powers of two: $w s_b = (A s_A)(z s_b / s_A) + b s_b$. Double-doubles have the
range of doubles and multiply low parts, so that of it a half is of use; and a
power of two in all of A, or of b, then changes no bit. */
typedef struct {
    lcp_problem p;
    double back; /* z is that times the scaled one's */
} scaled;

static perp_status scaled_new(const lcp_problem *p, arena *a, scaled *out)
{
    const size_t all = (size_t)p->free + (size_t)p->n, numbers = all * all;
    const double unit = condense_unit(dense_largest(numbers, p->A));
    const double part = condense_unit(dense_largest(all, p->b));
    double *A = arena_take_any(a, numbers + all + 1, sizeof *A), *b;
    if (A == NULL)
        return PERP_NO_MEMORY(numbers * sizeof *A);
    b = A + numbers;
    for (size_t k = 0; k < numbers; k++)
        A[k] = p->A[k] * unit;
    for (size_t k = 0; k < all; k++)
        b[k] = p->b[k] * part;
    *out = (scaled){{p->free, p->n, A, b}, unit / part};
    return PERP_SUCCESS;
}

/** Where a number is zero exactly, pairs of doubles leave some $2^{-104}$ of the
terms that cancel: $10^{-48}$ m/s of a box that rests with $10^{-16}$ m/s. The row of
a contact of that box has no other terms, and is refused. So an answer that fails is
read once more without what is below $2^{-96}$ of the largest number, as in doubles
(`read_tidy`), and has to pass the same test. Of four problems of a pile of sixteen
boxes three pass. */
static void tidy(int all, double *z)
{
    const double most = dense_largest((size_t)all, z);
    for (int i = 0; i < all; i++)
        z[i] = fabs(z[i]) <= 0x1p-96 * most ? 0 : z[i];
}

/** The residual test of all answers, on the refined numbers and the problem as it
was posed: a $z_i$ below zero is put to zero, and what that does to its row is in
the residual. */
static perp_status judge(const lcp_problem *p, const scaled *q, double bar,
                         arena *a, lcp_answer *out)
{
    const int f = p->free, all = f + p->n;
    double *work = arena_take(a, 4 * (size_t)all, sizeof *work);
    if (work == NULL)
        return PERP_NO_MEMORY(4 * (size_t)all * sizeof *work);
    PERP_TRY(sharp_basis(&q->p, out->basis, a, out->z));
    for (int i = 0; i < all; i++)
        out->z[i] *= q->back;
    for (int i = f; i < all; i++)
        out->z[i] = lcp_larger(out->z[i], 0);
    out->residual = lcp_residual(p, out->z, work);
    if (!(out->residual <= bar)) {
        tidy(all, out->z);
        out->residual = lcp_residual(p, out->z, work);
    }
    for (int i = 0; i < all; i++)
        out->w[i] = i < f || out->basis[i - f] ? 0 : lcp_larger(work[i], 0);
    out->z0 = out->dz0 = 0;
    if (out->residual <= bar)
        out->outcome = LCP_SOLVED;
    return PERP_SUCCESS;
}

/* What an answer has to pass, and when it is too late for one. */
typedef struct {
    double bar;
    exact_limit limit;
} sharp_bounds;

/** The problem is not condensed, because condensing in doubles would round it first
(`tableau_float.h`). A path that is longer than four exchanges for a pair goes in circles, as in
`ladder.c`. Where the path does not come to its end the basis of the caller's
answer stays what it was. */
static perp_status run(const lcp_problem *p, const double *cover,
                       const sharp_bounds *to, arena *a, lcp_answer *out)
{
    tableau *t;
    scaled q;
    lemke_end end;
    PERP_TRY(scaled_new(p, a, &q));
    PERP_TRY(tableau_dd_of(a, &q.p, cover, &to->limit, &t));
    const lcp_outcome path = lemke_run(t, 4 * p->n + 100, NULL, &end);
    out->pivots += end.pivots;
    if (path != LCP_SOLVED)
        return limit_time(&to->limit);
    for (int i = 0; i < p->n; i++)
        out->basis[i] = t->where[p->n + i] < t->rows;
    return judge(p, &q, to->bar, a, out);
}

/** **Twice.** The first run is the one whose basis a proof would be offered. What it
misses has two reasons, and the second run is another in both: a path that ends on a ray
or goes in circles, for which there is [another covering vector](condense.c#condense_cover);
and a tie of $2^{-83}$ that is none. A row of a resting box of that pile had $-1.4\cdot10^{-24}$ m/s
of terms of $3\cdot10^{-18}$, beside an impact of one: below the bar, so a tie, and yet a hundred
million times its own rounding. With ties at $2^{-96}$ its row is told from the others.

*Why not at once?* Nothing is lost where the first run is right, and its bar is the one that was
measured. Of the runs of `test_rungs` three problems need the second, and none exact
arithmetic, which took a hundred times as long for each. */
perp_status sharp_solve(const lcp_problem *p, ladder_limits *limits, double bar,
                        arena *a, lcp_answer *out)
{
    const sharp_bounds to = {bar, {0, ladder_until(limits)}};
    const arena_mark mark = arena_here(a);
    const size_t n = (size_t)p->n;
    double *cover = arena_take(a, n + 1, sizeof *cover);
    if (cover == NULL)
        return PERP_NO_MEMORY(n * sizeof *cover);
    const arena_mark behind = arena_here(a);
    condense_cover(p->n, cover);
    out->outcome = LCP_LIMIT;
    perp_status s = run(p, NULL, &to, a, out);
    arena_release(a, behind);
    if (s.code == PERP_OK && out->outcome != LCP_SOLVED)
        s = run(p, cover, &to, a, out);
    arena_release(a, mark);
    return s.code == PERP_OK ? ladder_left(to.limit.until, limits) : s;
}
