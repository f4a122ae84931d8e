#include "number/double_double.h"
#include "number/f64_width.h"
#include "lcp/tableau/tableau_float.h"

#include <math.h>
#include <mpfr.h>
#include <string.h>

/**
## Double-doubles

High and low parts stand apart, so that the compiler adds several entries of a
row at a time.

The rounding is $2^{-104}$. What boxes on four corners need to see is $10^{-16}$
beside one; what masses a hundred million times apart need is $10^{-8}$ of that.
So entries down to $2^{-74}$ of their column are pivots, and what is below
$2^{-83}$ at the blocking point ties. The measured table is in the chapter.

In numbers: $10^{-16}$ beside one is $2^{-53}$, and $10^{-8}$ of that is
$2^{-80}$, so the second bar stands just below what has to be told apart, and 21
bits above the rounding, for what errors grow by along the path. The first bar
is higher, because a pivot divides: with an entry of $2^{-74}$ a row's rounding
of $2^{-104}$ becomes $2^{-30}$, and there is little left to compare.

A tie at $2^{-96}$ is eight bits above the rounding of one operation. Of a problem
whose numbers differ by $2^{-27}$ among some that are $2^{-57}$ of the largest it sees
the order, and it takes noise for an order where an error has grown along the path;
so it is the second one to be asked (`sharp.c`). One at $2^{-102}$, two bits above the
rounding, is asked a second time by who solves bases exactly: he is told by signs
where it was noise.

Range is that of doubles. What leaves it is an infinity or a NaN, is_usable sees it
when it becomes a pivot, and the tableau is BROKEN.
*/
typedef double_double number;

enum { PIVOT_BITS = 74, TIE_BITS = 83, FINE_BITS = 96, CLOSE_BITS = 102 };

#include "lcp/tableau/float_exchange.h"

/* The dictionary by columns as two tables of doubles, entry (r, c) being
   hi + lo at c stride + r: the columns of x, z and z0, right-hand side last.
   The stride is a multiple of eight, so that columns begin on a line. */
typedef struct {
    tableau head;
    exact_limit limit;
    number *value;       /* work space: rows */
    int *candidate;      /* work space: rows */
    int tie;             /* TIE_BITS, FINE_BITS or CLOSE_BITS */
    int stride;          /* doubles from one column to the next */
    int wide;            /* four rows to a register? */
    double *hi, *lo;     /* columns of `stride` */
    exchanges late;
    double *factor;      /* of an exchange: `stride` each of hi, lo and the two
                            halves of hi */
} floating;

static number zero(void)
{
    return (number){0, 0};
}

static int sign(number x)
{
    return (x.hi > 0) - (x.hi < 0);
}

static number negative(number x)
{
    return (number){-x.hi, -x.lo};
}

static number scaled(number x, long k)
{
    double unit = ldexp(1, (int)k);
    return (number){x.hi * unit, x.lo * unit};
}

static long exponent(number x)
{
    int e;
    frexp(x.hi, &e);
    return e;
}

static int is_usable(number x)
{
    return isfinite(x.hi) && isfinite(x.lo) && x.hi != 0;
}

static int is_less(number x, number y)
{
    return x.hi < y.hi || (x.hi == y.hi && x.lo < y.lo);
}

static number sum(number x, number y)
{
    return dd_add(x, y);
}

static number product(number x, number y)
{
    return dd_mul(x, y);
}

/** One step of Newton's, from the inverse of the high part: with $xy = 1 - r$,
$1/x = y/(1 - r) = y + y r + O(r^2)$, where $r$ is about $2^{-52}$. $1 - xy$ is a
difference of nearly equal numbers, and is exact to the places that count because
the product is a double-double. */
static number inverse(number x)
{
    double y = 1 / x.hi;
    number rest = sum((number){1, 0}, negative(product(x, (number){y, 0})));
    return dd_sum_ordered(y, rest.hi * y);
}

static size_t place(const floating *t, int row, int col)
{
    return (size_t)col * (size_t)t->stride + (size_t)row;
}

static number at(const floating *t, int row, int col)
{
    size_t k = place(t, row, col);
    return (number){t->hi[k], t->lo[k]};
}

static void put(floating *t, int row, int col, number x)
{
    size_t k = place(t, row, col);
    t->hi[k] = x.hi;
    t->lo[k] = x.lo;
}

static double *factors(const floating *t, int k)
{
    return t->factor + 4 * (size_t)k * (size_t)t->stride;
}

static void keep(floating *t, int k, int row, number x)
{
    double *to = factors(t, k) + row;
    const number half = dd_split(x.hi);
    to[0] = x.hi;
    to[t->stride] = x.lo;
    to[2 * t->stride] = half.hi;
    to[3 * t->stride] = half.lo;
}

/* Rows [from, to) of a column, and of the factors of an exchange. */
typedef struct {
    int from, to;
    double *hi, *lo;
    const double *f, *low, *big, *small;
} kept_column;

/** `dd_add` after `dd_mul`, the halves of the factors known and the product not brought
into form in between. Twenty-four operations where a double has two, in a loop without a
branch: this is where the time goes. Left out is `f.lo y.lo`, which is $2^{-106}$ of the
product. The halves of the factors stay with the exchange, since every column that comes
late asks for the same ones: split once, they serve all of them, and of a column only the
number in the row of the exchange, y, is split. */
static inline __attribute__((always_inline)) void
add_rows(const kept_column *c, number y)
{
    double *restrict hi = c->hi, *restrict lo = c->lo;
    const double *restrict f = c->f, *restrict low = c->low;
    const double *restrict big = c->big, *restrict small = c->small;
    const number half = dd_split(y.hi);
    for (int i = c->from; i < c->to; i++) {
        double p = f[i] * y.hi;
        double rest = (big[i] * half.hi - p) + big[i] * half.lo;
        rest = (rest + small[i] * half.hi) + small[i] * half.lo;
        number s = dd_sum(hi[i], p); /* p + rest = f.hi y.hi */
        rest = s.lo + (lo[i] + (rest + (f[i] * y.lo + low[i] * y.hi)));
        s = dd_sum_ordered(s.hi, rest);
        hi[i] = s.hi;
        lo[i] = s.lo;
    }
}

/** Two rows to a register, or four where the machine has such registers: the operations
are the same, in the same order, for each row by itself, and none is contracted with
another. So the width changes no bit, and a test that is run with `PERP_KERNEL=scalar`
sees the same path. Of the run of a pile of sixteen boxes this is
0.19 for 0.51 (instructions, $10^9$).

Rows that take no part, between the first that does and the last, are not left out:
nine of ten do, because $z_0$ covers all. */
static void add_rows_baseline(const kept_column *c, number y)
{
    add_rows(c, y);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void add_rows_avx2(const kept_column *c,
                                                          number y)
{
    add_rows(c, y);
}
#else
#define add_rows_avx2 add_rows_baseline
#endif

static void add_kept(floating *t, int k, int col, number y)
{
    const exchange *e = &t->late.list[k];
    const double *f = factors(t, k), *halves = f + 2 * t->stride;
    double *hi = t->hi + place(t, 0, col), *lo = t->lo + place(t, 0, col);
    const kept_column c = {e->from, e->to,          hi,     lo,
                           f,       f + t->stride, halves, halves + t->stride};
    (t->wide ? add_rows_avx2 : add_rows_baseline)(&c, y);
}

#include "lcp/tableau/float_questions.h"

/** The nearest double and the nearest double to the rest. 160 bits hold both, and
the subtraction in between is exact. */
static number rounded(mpq_srcptr q, mpfr_ptr x)
{
    number out;
    mpfr_set_q(x, q, MPFR_RNDN);
    out.hi = mpfr_get_d(x, MPFR_RNDN);
    mpfr_sub_d(x, x, out.hi, MPFR_RNDN);
    out.lo = mpfr_get_d(x, MPFR_RNDN);
    return out;
}

/** The problem as it is posed, no row or column scaled: a sum is rounded
relative to itself, and the bars are relative to columns. The covering column is
one in the pairs and zero in the equations. Zeros are there already. */
static void fill(floating *t, const lcp_exact_problem *p)
{
    int rows = t->head.rows;
    mpfr_t x;
    mpfr_init2(x, 160);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++)
            if (mpq_sgn(p->A[i * rows + j]) != 0)
                put(t, i, j, rounded(p->A[i * rows + j], x));
        put(t, i, rows, (number){i >= p->free, 0});
        put(t, i, rows + 1, rounded(p->b[i], x));
    }
    mpfr_clear(x);
}

static perp_status with_room(arena *a, int free, int n,
                             const exact_limit *limit, floating **out)
{
    floating *t = arena_take(a, 1, sizeof *t);
    if (t == NULL)
        return PERP_NO_MEMORY(sizeof *t);
    PERP_TRY(tableau_begin(a, &operations, free, n, &t->head));
    t->head.rounds = 1;
    PERP_TRY(exchanges_new(a, t->head.rows, &t->late));
    const size_t rows = (size_t)t->head.rows, high = (rows + 7) / 8 * 8;
    const size_t kept = 4 * high * (size_t)t->late.room;
    t->hi = arena_take(a, 2 * (rows + 2) * high, sizeof *t->hi);
    t->factor = arena_take_any(a, kept, sizeof *t->factor);
    t->value = arena_take(a, rows, sizeof *t->value);
    t->candidate = arena_take(a, rows, sizeof *t->candidate);
    if (t->hi == NULL || t->factor == NULL || t->value == NULL ||
        t->candidate == NULL)
        return PERP_NO_MEMORY((2 * (rows + 2) * high + kept) * sizeof *t->hi);
    if (limit != NULL)
        t->limit = *limit;
    t->tie = TIE_BITS;
    t->wide = f64_widest() != F64_BASELINE;
    t->stride = (int)high;
    t->lo = t->hi + (rows + 2) * high;
    *out = t;
    return PERP_SUCCESS;
}

/* The covering column, where it is not of ones, and the ties beside it. */
static void put_cover(floating *t, const double *cover, int tie)
{
    const int f = t->head.free;
    for (int i = 0; cover != NULL && i < t->head.n; i++)
        put(t, f + i, t->head.rows, (number){cover[i], 0});
    if (cover != NULL)
        t->tie = tie;
}

perp_status tableau_dd_new(arena *a, const lcp_exact_problem *p,
                           const double *cover, const exact_limit *limit,
                           tableau **out)
{
    floating *t;
    PERP_TRY(with_room(a, p->free, p->n, limit, &t));
    fill(t, p);
    put_cover(t, cover, CLOSE_BITS);
    *out = &t->head;
    return PERP_SUCCESS;
}

/** Data that are doubles are their own high parts, and nothing is rounded: the
dictionary at the beginning is the problem itself, as it is in fractions. So the
path is the one that `tableau_dd_new` would take, and a test compares the two. What
is saved is a fraction for each entry, most of them zeros. */
perp_status tableau_dd_of(arena *a, const lcp_problem *p, const double *cover,
                          const exact_limit *limit, tableau **out)
{
    floating *t;
    PERP_TRY(with_room(a, p->free, p->n, limit, &t));
    int rows = t->head.rows;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++)
            t->hi[place(t, i, j)] = p->A[(size_t)i * (size_t)rows + (size_t)j];
        put(t, i, rows, (number){i >= p->free, 0});
        put(t, i, rows + 1, (number){p->b[i], 0});
    }
    put_cover(t, cover, FINE_BITS);
    *out = &t->head;
    return PERP_SUCCESS;
}
