#include "sample/roads.h"

#include "base/dense.h"
#include "solve/condense.h"
#include "tableau/f64_tie.h"

#include <math.h>
#include <string.h>

enum { BUCKETS = 1 << 14 };

static void *take(roads *k, size_t count, size_t size)
{
    k->bytes += count * size;
    return arena_take(&k->keep, count, size);
}

/* Row and column of the largest entry where z_i, i in `in`, may come into the
   rows of w_j, j in `out`; -1: all too small. */
static int largest_entry(const tableau_f64 *t, uint64_t in, uint64_t out,
                         int *col)
{
    double most = t->rules.pivot;
    int row = -1;
    for (uint64_t i = in; i != 0; i &= i - 1) {
        int c = __builtin_ctzll(i);
        const double *a = tableau_f64_column(t, c);
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
the basic $z$, the largest entry first. Before a $z$ comes in it is in its first
column, and a $w$ that has to go is in its first row. */
static int compute(roads *k, const road *x)
{
    tableau_f64 *t = &k->t;
    uint64_t in = x->basis, out = x->basis;
    t->kernel->spread(t, k->unit, NULL);
    tableau_f64_restart(t);
    if (x->gap >= 0 && !exchange(t, x->gap, k->n))
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

static const double *entering(const roads *k, const road *x)
{
    const int n = k->n;
    int who = x->gap < 0 ? 2 * n : x->gap + (x->enters ? n : 0);
    return tableau_f64_column(&k->t, k->t.head.where[who] - n);
}

/** A row falls when its entry is below the bar of the ratio test: the tableau's
rule. */
static perp_status note_column(roads *k, road *x)
{
    const double *column = entering(k, x);
    const size_t n = (size_t)k->n;
    const size_t length = (n + 7) / 8 * 8;
    double *a = take(k, 2 * length, sizeof *a), *factor;
    int *fall = take(k, n, sizeof *fall);
    x->behind = take(k, n, sizeof(road *));
    if (a == NULL || fall == NULL || x->behind == NULL)
        return PERP_NO_MEMORY(2 * n * sizeof *a);
    factor = a + length;
    for (int i = 0; i < k->n; i++)
        a[i] = column[row_of(k, x, i)];
    x->bar = -k->t.rules.pivot * dense_largest(n, a);
    for (int i = 0; i < k->n; i++) {
        factor[i] = a[i] == 0 ? 0 : -(1 / a[i]);
        if (a[i] < x->bar)
            fall[x->falls++] = i;
    }
    x->a = a;
    x->factor = factor;
    x->fall = fall;
    return PERP_SUCCESS;
}

/** At the end a row of the problem is summed up from its terms that are not
zero, in their order: what is left out are products that are zero, and sums do
not notice these. */
static perp_status conclude(roads *k, road *x)
{
    const int n = k->n;
    size_t terms = 0;
    for (int i = 0; i < n * n; i++)
        terms += k->A[i] != 0 && (x->basis >> i % n & 1) != 0;
    roads_end *e = take(k, 1, sizeof *e);
    int *begin = take(k, (size_t)(n + 1) + terms, sizeof *begin), at = 0;
    double *factor = take(k, terms + 1, sizeof *factor);
    if (e == NULL || begin == NULL || factor == NULL)
        return PERP_NO_MEMORY(terms * sizeof *factor);
    int *which = begin + n + 1;
    for (int i = 0; i < n; i++) {
        begin[i] = at;
        for (int j = 0; j < n; j++)
            if (k->A[i * n + j] != 0 && (x->basis >> j & 1) != 0) {
                which[at] = j;
                factor[at++] = k->A[i * n + j];
            }
    }
    begin[n] = at;
    *e = (roads_end){begin, which, factor};
    x->end = e;
    return PERP_SUCCESS;
}

/* Where one is behind the exchange at `row`. */
static road step(const road *at, int row)
{
    uint64_t out = (uint64_t)1 << row;
    road x = {.basis = at->basis, .waiting = -1};
    if (at->gap >= 0 && at->enters)
        x.basis |= (uint64_t)1 << at->gap;
    x.gap = row == at->gap ? -1 : row;
    if (row != at->gap) {
        x.enters = (at->basis & out) == 0; /* the partner of who leaves */
        x.basis &= ~out;
    }
    return x;
}

static road **bucket(const roads *k, const road *x)
{
    uint64_t key = x->basis * 0x9e3779b97f4a7c15u;
    key ^= (uint64_t)(2 * x->gap + x->enters + 2) * 0xbf58476d1ce4e5b9u;
    key ^= key >> 32;
    return &k->hash[key * 0x94d049bb133111ebu >> 50];
}

static perp_status build(roads *k, const road *as, road **out)
{
    road **first = bucket(k, as), *x = *first;
    while (x != NULL && (x->basis != as->basis || x->gap != as->gap ||
                         x->enters != as->enters))
        x = x->same;
    *out = x;
    if (x != NULL)
        return PERP_SUCCESS;
    *out = &k->nowhere;
    if (as->gap >= 0 && !compute(k, as))
        return PERP_SUCCESS;
    x = take(k, 1, sizeof *x);
    if (x == NULL)
        return PERP_NO_MEMORY(sizeof *x);
    *x = *as;
    PERP_TRY(x->gap < 0 ? conclude(k, x) : note_column(k, x));
    x->same = *first;
    *first = *out = x;
    k->places++;
    return PERP_SUCCESS;
}

perp_status roads_explore(roads *k, road *at, int row)
{
    road x = step(at, row);
    return build(k, &x, &at->behind[row]);
}

/* The tableau's own question, asked about the dictionary of the place. */
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
    for (int i = 0; i < at->ties && i < ROADS_TIES; i++)
        if (at->tied[i] == tied)
            return (int)at->picked[i] - 1;
    int row = pick(k, at, tied), slot = at->ties++ % ROADS_TIES;
    at->tied[slot] = (uint32_t)tied;
    at->picked[slot] = (uint32_t)(row + 1);
    return row;
}

perp_status roads_forget(roads *k)
{
    arena_free(&k->keep);
    k->bytes = 0;
    k->places = 0;
    memset(k->hash, 0, BUCKETS * sizeof(road *));
    k->start = take(k, 1, sizeof *k->start);
    if (k->start == NULL)
        return PERP_NO_MEMORY(sizeof *k->start);
    k->start->gap = k->start->waiting = -1;
    return compute(k, k->start) ? note_column(k, k->start)
                                : PERP_FAIL(PERP_BUG, "no dictionary");
}

void roads_free(roads *k)
{
    arena_free(&k->keep);
}

perp_status roads_new(arena *a, int n, const double *A, roads *out)
{
    const mlcp_options *o = &mlcp_defaults;
    const tableau_f64_rules rules = {o->pivot_threshold, o->tie};
    *out = (roads){.n = n, .A = A};
    const f64_kernel *kernel = f64_choose(F64_SMALL, 0, n, f64_widest());
    double *zeros = arena_take(a, (size_t)n, sizeof *zeros);
    out->hash = arena_take(a, BUCKETS, sizeof(road *));
    if (zeros == NULL || out->hash == NULL)
        return PERP_NO_MEMORY(BUCKETS * sizeof(road *));
    PERP_TRY(tableau_f64_new_as(a, 0, n, rules, kernel, &out->t));
    out->unit = condense_unit(kernel->take(&out->t, A, zeros));
    return roads_forget(out);
}
