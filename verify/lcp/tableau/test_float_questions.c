#include "check.h"
#include "lcp_random.h"

#include "lcp/solve/lemke.h"
#include "lcp/tableau/tableau_float.h"

#include <math.h>
#include <string.h>

/**
# Columns that are late

The five questions with the shortest arithmetic that rounds, doubles, so that an order of
sums that were another would be seen in the bits.
*/
typedef double number;

enum { PIVOT_BITS = 36 };

#include "lcp/tableau/float_exchange.h"

typedef struct {
    tableau head;
    exact_limit limit;
    number *value;
    int *candidate;
    int tie;
    exchanges late;
    number *T, *factor;
    number *book; /* by rows, and never late */
    check_random *random;
    long compared, apart, most;
} floating;

static number zero(void)
{
    return 0;
}

static int sign(number x)
{
    return (x > 0) - (x < 0);
}

static number negative(number x)
{
    return -x;
}

static number scaled(number x, long k)
{
    return ldexp(x, (int)k);
}

static long exponent(number x)
{
    return ilogb(x) + 1;
}

static int is_usable(number x)
{
    return isfinite(x) && x != 0;
}

static int is_less(number x, number y)
{
    return x < y;
}

static number sum(number x, number y)
{
    return x + y;
}

static number product(number x, number y)
{
    return x * y;
}

static number inverse(number x)
{
    return 1 / x;
}

static number at(const floating *t, int row, int col)
{
    return t->T[col * t->head.rows + row];
}

static void put(floating *t, int row, int col, number x)
{
    t->T[col * t->head.rows + row] = x;
}

static void keep(floating *t, int k, int row, number x)
{
    t->factor[k * t->head.rows + row] = x;
}

static void add_kept(floating *t, int k, int col, number y)
{
    const exchange *e = &t->late.list[k];
    for (int i = e->from; i < e->to; i++)
        put(t, i, col,
            at(t, i, col) + t->factor[k * t->head.rows + i] * y);
}

#include "lcp/tableau/float_questions.h"

static number *book_row(const floating *t, int row)
{
    return t->book + row * (t->head.cols + 1);
}

/* The column, brought, beside the book's, in the rows that are asked for. */
static void compare(floating *t, int col, int first)
{
    bring(t, col);
    for (int r = 0; r < t->head.rows; r++)
        if (is_live(&t->head, r, first)) {
            t->compared++;
            t->apart += at(t, r, col) != book_row(t, r)[col];
        }
}

static void compare_all(floating *t, int first)
{
    for (int c = first; c <= t->head.cols; c++)
        compare(t, c, first);
}

/** The exchange as it stands in a text book: all columns, at once, row by row. */
static void by_the_book(floating *t, int row, int col)
{
    const int from = col < t->head.free ? col : t->head.free;
    number *own = book_row(t, row);
    const number unit = 1 / own[col];
    for (int j = from; j <= t->head.cols; j++)
        own[j] = j == col ? unit : own[j] * -unit;
    for (int i = 0; i < t->head.rows; i++) {
        number *other = book_row(t, i), f = other[col];
        if (i == row || !is_live(&t->head, i, col))
            continue;
        other[col] = 0;
        for (int j = from; j <= t->head.cols; j++)
            other[j] += f * own[j];
    }
}

/* Some column is asked for in between, so that each is late by another number
   of exchanges. */
static int both_pivot(tableau *head, int row, int col)
{
    floating *t = (floating *)head;
    const int f = head->free, any = check_integer(t->random, f, head->cols);
    if (col >= f && any != col)
        compare(t, any, f);
    bring(t, col);
    by_the_book(t, row, col);
    const int out = pivot(head, row, col);
    t->most = t->late.waiting > t->most ? t->late.waiting : t->most;
    return out;
}

/* Behind the free unknowns everything is measured in another unit. */
static int both_first_row(tableau *head, int col)
{
    floating *t = (floating *)head;
    compare_all(t, head->free);
    const int out = first_row(head, col);
    for (int c = 0; c <= head->cols; c++)
        for (int r = 0; r < head->rows; r++)
            book_row(t, r)[c] = at(t, r, c);
    return out;
}

/* A row that falls below zero by rounding is put to zero by the question. */
static int both_leaving_row(tableau *head, int col)
{
    floating *t = (floating *)head;
    const int out = leaving_row(head, col);
    for (int r = 0; r < head->rows; r++) {
        number *b = &book_row(t, r)[head->cols];
        if (at(t, r, head->cols) == 0 && *b < 0)
            *b = 0;
    }
    return out;
}

static const tableau_operations both = {free_row, false_row, both_first_row,
                                        both_leaving_row, both_pivot};

/* Nothing ever waits. */
static int prompt_pivot(tableau *head, int row, int col)
{
    const int out = pivot(head, row, col);
    settle((floating *)head, col < head->free ? col : head->free);
    return out;
}

static const tableau_operations prompt = {free_row, false_row, first_row,
                                          leaving_row, prompt_pivot};

static void tableau_of(arena *a, const lcp_problem *p,
                       const tableau_operations *ask, int room, floating *t)
{
    CHECK(tableau_begin(a, ask, p->free, p->n, &t->head).code == 0, "lists");
    const size_t rows = (size_t)t->head.rows, all = rows * (rows + 2);
    CHECK(exchanges_new(a, (int)rows, &t->late).code == 0, "exchanges");
    t->late.room = room < t->late.room ? room : t->late.room;
    t->T = arena_take(a, 2 * all, sizeof *t->T);
    t->book = t->T + all;
    t->factor = arena_take(a, rows * (size_t)t->late.room, sizeof *t->T);
    t->value = arena_take(a, rows, sizeof *t->value);
    t->candidate = arena_take(a, rows, sizeof *t->candidate);
    t->tie = 40;
    for (int r = 0; r < t->head.rows; r++) {
        for (int c = 0; c < t->head.rows; c++)
            put(t, r, c, p->A[r * t->head.rows + c]);
        put(t, r, t->head.rows, r >= p->free);
        put(t, r, t->head.cols, p->b[r]);
        for (int c = 0; c <= t->head.cols; c++)
            book_row(t, r)[c] = at(t, r, c);
    }
}

/* A path that nobody looks at ends where t did, with its book's numbers. */
static void same_end(const lcp_problem *p, const tableau_operations *ask,
                     floating *t, lcp_outcome out, arena *a)
{
    floating own = {0};
    lemke_end end;
    tableau_of(a, p, ask, 300, &own);
    CHECK(lemke_run(&own.head, 300, NULL, &end) == out, "outcome");
    for (int v = 0; v <= 2 * p->n; v++)
        CHECK(t->head.where[v] == own.head.where[v], "variable %d", v);
    own.book = t->book;
    compare_all(&own, p->free);
    CHECK(own.apart == 0, "%ld numbers of a path alone", own.apart);
}

/** Friction problems, with joints that depend on each other in some, and from one exchange
that may wait to forty: every number that can be asked for is that of the book, to
the last bit. So is the path that nobody looks at, whose columns come when the
questions ask, and the path of a dictionary in which nothing waits. */
static void late_or_not(void)
{
    check_random r = {check_seed(97)};
    long compared = 0, apart = 0, most = 0, pivots = 0;
    for (int i = 0; i < 300; i++) {
        friction_kind k = {.velocities = check_integer(&r, 3, 9),
                           .joints = i % 5 == 0 ? 2 : 0,
                           .dependent = i % 10 == 0,
                           .contacts = check_integer(&r, 2, 6),
                           .directions = 2 * check_integer(&r, 1, 2),
                           .duplicated = i % 3 == 1,
                           .full = i % 3 == 0,
                           .skew = i % 2};
        arena a = {0};
        lemke_end end;
        friction f = friction_new(&r, &k);
        floating t = {.random = &r};
        tableau_of(&a, &f.p, &both, check_integer(&r, 1, 40), &t);
        const lcp_outcome out = lemke_run(&t.head, 300, NULL, &end);
        compare_all(&t, f.p.free);
        pivots += end.pivots;
        same_end(&f.p, &operations, &t, out, &a);
        same_end(&f.p, &prompt, &t, out, &a);
        compared += t.compared;
        apart += t.apart;
        most = t.most > most ? t.most : most;
        arena_free(&a);
        friction_free(&f);
    }
    printf("%ld exchanges, %ld numbers compared, up to %ld waiting\n", pivots,
           compared, most);
    CHECK(apart == 0, "%ld of %ld numbers", apart, compared);
    CHECK(pivots > 1500 && compared > 100000 && most > 20, "too few");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(late_or_not);
    DONE;
}
