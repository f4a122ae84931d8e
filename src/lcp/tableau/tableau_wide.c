#include "number/wide.h"
#include "lcp/tableau/tableau_float.h"

/**
## Wide floats

What depends on the sixteenth place depends, one contact later, on the sixteenth
place of that: a stack of five boxes on four corners each needs 300 bits. There
are 512, and half of them are believed.

Both bars are in the middle. Above is what data may depend on each other by,
below is room for errors to grow: each exchange may lose as many bits as its
pivot is small, and in a stack every level has one that is. A bar nearer to the
rounding was measured to be worse; [the
chapter](../../../doc/62-ladder.md#between-doubles-and-fractions) has the
counts.

An entry has eight words, and a product of two costs as much as thirty of
double-doubles. It pays to ask which factors are not zero. Bodies
that do not touch have zeros for each other, and zeros are exact here as anywhere:
a sum of equal numbers of opposite sign is zero, not a small number.

There is no infinity and no NaN. The exponent has 64 bits, so nothing overflows, and
the only number that can not be a pivot is zero.
*/
typedef wide number;

enum { PIVOT_BITS = 256, TIE_BITS = 256 };

#include "lcp/tableau/float_exchange.h"

/* The dictionary by columns, T of `rows` numbers each: those of x, z and
   z0, right-hand side last. Work space holds a number or a row's place for each
   row. */
typedef struct {
    tableau head;
    exact_limit limit;
    number *value;  /* work space: rows */
    int *candidate; /* work space: rows */
    int tie;        /* TIE_BITS */
    number *T;      /* columns of `rows` */
    exchanges late;
    number *factor; /* of an exchange: rows */
} floating;

static number zero(void)
{
    return wide_zero();
}

static int sign(number x)
{
    return (int)x.sign;
}

static number negative(number x)
{
    return wide_negative(&x);
}

static number scaled(number x, long k)
{
    return wide_scaled(&x, k);
}

static long exponent(number x)
{
    return (long)x.e;
}

static int is_usable(number x)
{
    return x.sign != 0;
}

static int is_less(number x, number y)
{
    return wide_compare(&x, &y) < 0;
}

static number sum(number x, number y)
{
    wide_add_to(&x, &y);
    return x;
}

static number product(number x, number y)
{
    number out;
    wide_multiply(&out, &x, &y);
    return out;
}

static number inverse(number x)
{
    return wide_inverse(&x);
}

static number *entry(const floating *t, int row, int col)
{
    return t->T + (size_t)col * (size_t)t->head.rows + (size_t)row;
}

static number at(const floating *t, int row, int col)
{
    return *entry(t, row, col);
}

static void put(floating *t, int row, int col, number x)
{
    *entry(t, row, col) = x;
}

static number *factors(const floating *t, int k)
{
    return t->factor + (size_t)k * (size_t)t->head.rows;
}

static void keep(floating *t, int k, int row, number x)
{
    factors(t, k)[row] = x;
}

static void add_kept(floating *t, int k, int col, number y)
{
    const exchange *e = &t->late.list[k];
    const number *f = factors(t, k);
    for (int i = e->from; i < e->to; i++) {
        number x;
        if (f[i].sign == 0)
            continue;
        wide_multiply(&x, &f[i], &y);
        wide_add_to(entry(t, i, col), &x);
    }
}

#include "lcp/tableau/float_questions.h"

/** The same in wide floats. A double fits, and so does a fraction over a power
of two; a third is cut off behind 512 bits. The exact solve of
the basis has the third again. */
static void fill(floating *t, const lcp_exact_problem *p)
{
    int rows = t->head.rows;
    mpz_t work, unit;
    mpz_init(work);
    mpz_init_set_ui(unit, 1);
    number one = wide_of_fraction(unit, unit, work);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++)
            put(t, i, j, wide_of_rational(p->A[i * rows + j], work));
        put(t, i, rows, i >= p->free ? one : zero());
        put(t, i, rows + 1, wide_of_rational(p->b[i], work));
    }
    mpz_clears(work, unit, NULL);
}

perp_status tableau_wide_new(arena *a, const lcp_exact_problem *p,
                             const exact_limit *limit, tableau **out)
{
    floating *t = arena_take(a, 1, sizeof *t);
    if (t == NULL)
        return PERP_NO_MEMORY(sizeof *t);
    PERP_TRY(tableau_begin(a, &operations, p->free, p->n, &t->head));
    t->head.rounds = 1;
    PERP_TRY(exchanges_new(a, t->head.rows, &t->late));
    const size_t rows = (size_t)t->head.rows;
    const size_t kept = rows * (size_t)t->late.room;
    t->T = arena_take(a, rows * (rows + 2), sizeof *t->T);
    t->value = arena_take(a, rows, sizeof *t->value);
    t->candidate = arena_take(a, rows, sizeof *t->candidate);
    t->factor = arena_take_any(a, kept, sizeof *t->factor);
    if (t->T == NULL || t->value == NULL || t->candidate == NULL ||
        t->factor == NULL)
        return PERP_NO_MEMORY((rows * (rows + 2) + kept) * sizeof *t->T);
    if (limit != NULL)
        t->limit = *limit;
    t->tie = TIE_BITS;
    fill(t, p);
    *out = &t->head;
    return PERP_SUCCESS;
}
