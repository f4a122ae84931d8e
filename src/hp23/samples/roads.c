/**
# Places on Lemke's way

The dictionary of a basis is $w$ and $z$ of the basis as affine functions of the
others, and of $b$. For Lemke's method with $z_0$ the basis is told by who is basic in
each pair, by the one pair that has lost both (its row belongs to $z_0$), and the
method's next move by which of that pair is to enter: $n$ bits, a number and a bit.
From there

* the entering column $a$ depends on $W$ alone;
* the ratio test compares $-u_i/a_i$ over rows with $a_i < 0$, $u$ the right-hand side;
* the exchange takes $u$ to $u + a f$ with the ratio $f$, and the row of who leaves to $f$.

What is kept of a place is the first, with $-1/a_i$ ready for the second where columns are
short; long ones have no second list: what is there once need be fetched once, and
four divisions at a time take less than the lines of memory they stand for. A place is
computed when a sample first comes there, by exchanges from the start that depend on
its key and not on the sample's way: two ways to one basis would leave two columns
that differ in their last bits, and then the bits of a sample would depend on who was
there before.

**A path**, for $A = \begin{pmatrix} 2 & 1 \\ 1 & 2 \end{pmatrix}$ and $b = (-5, -6)$;
pairs and their rows are called 1 and 2 here, so that $z_0$ is the method's:

| place: gap; basic $z$; who enters | column $a$ | $u$ of this $b$ | who leaves, $f$ |
|---|---|---|---|
| none; none; $z_0$ | $(1, 1)$ | $(-5, -6)$ | $w_2$, 6 |
| 2; none; $z_2$ | $(-1, -2)$ | $(1, 6)$ | $w_1$, 1 |
| 1; $z_2$; $z_1$ | $(-3, 1)$ | $(4, 1)$ | $z_0$, $\frac43$ |
| an end: $z_1$, $z_2$ | none | $(\frac43, \frac73)$ | |

At the second place row 2 is that of $z_0$, with the value 6; the ratios are $\frac11$
and $\frac62$. Behind the exchange its value is $6 - 2 \cdot 1 = 4$ and stands in row 1,
whose pair has now lost both, and $z_2 = 1$ has taken row 2. With $b = (-5, -7)$ the same
places are gone through, only with other $u$, to $z = (1, 3)$: no column is computed
again. With $b = (-6, -5)$ the first choice is another, and the path leads over two
other places to the same end.

**How many.** The block has less than a hundred places. The discs have tens of
thousands, of 25 rows: at a number and an address a row, 520 bytes with the padding, twenty
megabytes. Behind 128 MB all are forgotten. There could be $n 2^n$ places, 838 million
of the discs. So few are seen because the right-hand sides of an impact are alike: its
speeds from $v$, p bounds, zeros.

**Ties.** When rows tie, the rule of the double tableau decides, and it needs more than a
column. It is asked of the place's dictionary, made again for that, and the answer is
kept, eight of them a place.
*/
#include "hp23/samples/roads.h"

#include "hp23/samples/place.h"
#include "number/dense.h"
#include "lcp/solve/condense.h"
#include "lcp/kernel/f64_tie.h"

#include <math.h>
#include <string.h>

enum { BUCKETS = 1 << 14 };

static void *take(roads *k, size_t count, size_t size)
{
    k->bytes += count * size;
    return arena_take(&k->keep, count, size);
}

/* Column c of the dictionary; it has waited until now. */
static const double *column(tableau_f64 *t, int c)
{
    t->kernel->bring(t, c);
    return tableau_f64_column(t, c);
}

/* Row and column of the largest entry where z_i, i in `in`, may come into the
   rows of w_j, j in `out`; -1: all too small. */
static int largest_entry(tableau_f64 *t, uint64_t in, uint64_t out, int *col)
{
    double most = t->rules.pivot;
    int row = -1;
    for (uint64_t i = in; i != 0; i &= i - 1) {
        int c = __builtin_ctzll(i);
        const double *a = column(t, c);
        for (uint64_t j = out; j != 0; j &= j - 1) {
            int r = __builtin_ctzll(j);
            if (fabs(a[r]) > most) {
                most = fabs(a[r]);
                row = r;
                *col = c;
            }
        }
    }
    return row;
}

static int exchange(tableau_f64 *t, int row, int col)
{
    if (t->head.ask->pivot(&t->head, row, col) == TABLEAU_BROKEN)
        return 0;
    tableau_exchange(&t->head, row, col);
    return 1;
}

/** The dictionary of a place, from the matrix: $z_0$ into the row of its gap, then
the basic $z$, the largest entry first. As many exchanges as the basis has $z$, and one;
each needs a few columns of the tableau only, which brings a column up to date when it
is asked for. Which $z$ goes into which row is of no importance to the dictionary, and
the largest entry is the choice with the least rounding. Before a $z$ comes in it is in its first
column, and a $w$ that has to go is in its first row. */
static int compute(roads *k, const road *x)
{
    tableau_f64 *t = &k->t;
    uint64_t in = x->basis, out = x->basis;
    tableau_f64_restart(t);
    t->kernel->spread(t, k->unit, NULL);
    if (!exchange(t, x->gap, k->n))
        return 0;
    while (in != 0) {
        int col = -1, row = largest_entry(t, in, out, &col);
        if (row < 0 || !exchange(t, row, col))
            return 0;
        in &= ~((uint64_t)1 << col);
        out &= ~((uint64_t)1 << row);
    }
    return 1;
}

/* The tableau's row of our row i, and its column of who enters. */
static int row_of(const roads *k, const road *x, int i)
{
    const int n = k->n, z = i == x->gap ? 2 * n : n + i;
    int in = i == x->gap || (x->basis >> i & 1) != 0;
    return k->t.head.where[in ? z : i];
}

/* The column of who enters there. */
static const double *entering(roads *k, const road *x)
{
    const int n = k->n;
    int who = x->gap + (x->enters ? n : 0);
    return column(&k->t, k->t.head.where[who] - n);
}

/** Who enters at a place as x is, by pairs: [the column](place.c) alone. The tableau would say
the same to the last bit; it is kept for rows that tie, whose question needs a whole dictionary and is asked
once in a hundred places. 0: an entry is too small for a pivot. */
static int column_of(const roads *k, const road *x, double *out)
{
    const place_ask ask = {k->n,   k->length, k->columns, k->work,
                           k->t.rules.pivot, x->gap, x->enters, x->basis};
    return place_column(&ask, k->width, out);
}

/** A place is one piece of memory: what it is, then its column, the factors $-1/a_i$ of the ratio
test where they are kept, and an address for each row. Numbers have the padded length, 16 for the
block's 10 rows, and the addresses are $n$. Of those a sample reads one, that of who leaves, so no
more than its line is called for, when the row is known. An end has none of
these, since nobody leaves it by an exchange. */
/* A new place, and room for its column and what goes with it. */
static road *road_new(roads *k, const road *as, int ends)
{
    const size_t n = (size_t)k->n,
                 numbers = (size_t)(k->n <= ROADS_SHORT ? 2 : 1) *
                           (size_t)k->length;
    const size_t bytes =
        ends ? 0 : numbers * sizeof(double) + n * sizeof(road *);
    road *x = take(k, 1, sizeof *x + bytes);
    if (x == NULL)
        return NULL;
    *x = *as;
    if (!ends)
        x->behind = (road **)(void *)(road_numbers(x) + numbers);
    k->places++;
    return x;
}

/** A row falls when its entry is below the bar of the ratio test: the tableau's
rule. The others have an infinite ratio. */
static void note_column(roads *k, const double *entry, road *x)
{
    double *a = road_numbers(x), *factor = a + k->length;
    memcpy(a, entry, (size_t)k->n * sizeof *a);
    x->bar = -k->t.rules.pivot * dense_largest((size_t)k->n, a);
    for (int i = 0; i < k->n; i++)
        x->falls |= (uint32_t)(a[i] < x->bar) << i;
    for (int i = 0; k->n <= ROADS_SHORT && i < k->length; i++)
        factor[i] = a[i] < x->bar ? -(1 / a[i]) : (double)INFINITY;
}

/** Lemke's rule: the partner of who leaves is the next to enter. When $z_0$ leaves,
at the row of the gap, there is no gap any more, and the dictionary is the solution's.
*/

/* Where one is behind the exchange at `row`. */
static road step(const road *at, int row)
{
    const uint32_t out = (uint32_t)1 << row;
    road x = {.basis = at->basis, .gap = -1};
    if (at->gap >= 0 && at->enters)
        x.basis |= (uint32_t)1 << at->gap;
    if (row == at->gap)
        return x;
    x.gap = (int16_t)row;
    x.enters = (at->basis & out) == 0; /* the partner of who leaves */
    x.basis &= ~out;
    return x;
}

/** A hash of the key: the two halves are multiplied by odd constants and folded, and the
upper 14 bits of the product are the bucket. With tens of thousands of places a bucket
has a few, and it is looked into only where an edge of the tree is new. */
static road **bucket(const roads *k, const road *x)
{
    uint64_t key = x->basis * 0x9e3779b97f4a7c15u;
    key ^= (uint64_t)(2 * x->gap + x->enters + 2) * 0xbf58476d1ce4e5b9u;
    key ^= key >> 32;
    return &k->hash[key * 0x94d049bb133111ebu >> 50];
}

/** A place by its key, found or made. One whose dictionary cannot be computed, since
an entry is too small for a pivot, is `nowhere`, and whoever comes there is solved
alone. */
static perp_status build(roads *k, const road *as, road **out)
{
    road **first = bucket(k, as), *x = *first;
    double entry[ROADS_ROWS];
    while (x != NULL && (x->basis != as->basis || x->gap != as->gap ||
                         x->enters != as->enters))
        x = x->same;
    *out = x;
    if (x != NULL)
        return PERP_SUCCESS;
    *out = &k->nowhere;
    if (as->gap >= 0 && !column_of(k, as, entry))
        return PERP_SUCCESS;
    x = road_new(k, as, as->gap < 0);
    if (x == NULL)
        return PERP_NO_MEMORY(sizeof *x);
    if (x->gap >= 0)
        note_column(k, entry, x);
    x->same = *first;
    *first = *out = x;
    return PERP_SUCCESS;
}

perp_status roads_explore(roads *k, road *at, int row)
{
    const road x = step(at, row);
    return build(k, &x, &at->behind[row]);
}

/** The tableau's own question, asked about the dictionary of the place: of the rows
that tie, whose right-hand side is the least in the powers of epsilon? These powers are
columns of the dictionary, so it must be there, and is computed anew. On the block
whose corners hit with one speed that is asked all the time, with the same few sets of
rows; hence the ring of eight answers. Its order of forgetting cannot change an
answer, since the answer depends on the place and the set. */
static int pick(roads *k, const road *at, uint64_t tied)
{
    uint64_t among = 0;
    if (!compute(k, at))
        return -1;
    for (uint64_t i = tied; i != 0; i &= i - 1)
        among |= (uint64_t)1 << row_of(k, at, __builtin_ctzll(i));
    k->t.among[0] = among;
    int row = f64_pick(&k->t, entering(k, at), -1);
    if (row < 0)
        return -1;
    int who = k->t.head.basic[row];
    return who < k->n ? who : who - k->n;
}

int roads_leaving(roads *k, road *at, uint64_t tied)
{
    if ((tied & (tied - 1)) == 0)
        return tied == 0 ? -1 : __builtin_ctzll(tied);
    if (at->gap >= 0 && (tied >> at->gap & 1) != 0)
        return at->gap;
    roads_ties *m = at->ties;
    for (int i = 0; m != NULL && i < m->count && i < ROADS_TIES; i++)
        if (m->tied[i] == tied)
            return (int)m->picked[i] - 1;
    int row = pick(k, at, tied);
    if (m == NULL)
        m = at->ties = take(k, 1, sizeof *m);
    if (m == NULL)
        return row;
    m->tied[m->count % ROADS_TIES] = (uint32_t)tied;
    m->picked[m->count++ % ROADS_TIES] = (uint32_t)(row + 1);
    return row;
}

/** What is left is the start, with the column of $z_0$: ones, which need no dictionary. Nobody may stand at a place while this is done. */
perp_status roads_forget(roads *k)
{
    arena_free(&k->keep);
    k->bytes = 0;
    k->places = 0;
    k->times++;
    memset(k->hash, 0, BUCKETS * sizeof(road *));
    const road begin = {.gap = -1};
    k->start = road_new(k, &begin, 0);
    if (k->start == NULL)
        return PERP_NO_MEMORY(sizeof begin);
    for (int i = 0; i < k->n; i++)
        road_numbers(k->start)[i] = 1;
    return PERP_SUCCESS;
}

void roads_free(roads *k)
{
    arena_free(&k->keep);
}

/** The columns of the matrix as the tableau has them: scaled by a power of two, which changes no digit, and with
$+0$ for $-0$. They are put down once, since the matrix comes by rows and each place reads as many columns as its basis
has $z_i$. */
static perp_status columns_new(arena *a, roads *k)
{
    const size_t n = (size_t)k->n, length = (size_t)k->length;
    double *at = arena_take(a, (2 * n + 1) * length, sizeof *at);
    if (at == NULL)
        return PERP_NO_MEMORY((2 * n + 1) * length * sizeof *at);
    k->columns = at;
    k->work = at + n * length;
    k->width = f64_widest();
    for (size_t i = 0; i < n * n; i++)
        at[i % n * length + i / n] = k->A[i] * k->unit + 0.0;
    return PERP_SUCCESS;
}

perp_status roads_new(arena *a, int n, const double *A, roads *out)
{
    const mlcp_options *o = &mlcp_defaults;
    const tableau_f64_rules rules = {o->pivot_threshold, o->tie};
    *out = (roads){.n = n, .length = (n + 7) / 8 * 8, .A = A};
    const f64_kernel *kernel = f64_choose(F64_LAZY, 0, n, f64_widest());
    double *zeros = arena_take(a, (size_t)n, sizeof *zeros);
    out->hash = arena_take(a, BUCKETS, sizeof(road *));
    if (zeros == NULL || out->hash == NULL)
        return PERP_NO_MEMORY(BUCKETS * sizeof(road *));
    PERP_TRY(tableau_f64_new_as(a, 0, n, rules, kernel, &out->t));
    out->unit = condense_unit(kernel->take(&out->t, A, zeros));
    PERP_TRY(columns_new(a, out));
    return roads_forget(out);
}
