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
    uint64_t in = x->more->basis, out = x->more->basis;
    t->kernel->spread(t, k->unit, NULL);
    tableau_f64_restart(t);
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
    int in = i == x->gap || (x->more->basis >> i & 1) != 0;
    return k->t.head.where[in ? z : i];
}

static const double *entering(const roads *k, const road *x)
{
    const int n = k->n;
    int who = x->gap + (x->enters ? n : 0);
    return tableau_f64_column(&k->t, k->t.head.where[who] - n);
}

/* A new road, and room for its column and what goes with it. */
static road *road_new(roads *k, const road *as, const roads_more *more)
{
    const size_t n = (size_t)k->n, length = (size_t)k->length;
    const size_t line = sizeof(road) / sizeof(double);
    double *at = take(k, line + 2 * length + n + (n + 1) / 2, sizeof *at);
    road *x = (road *)(void *)at;
    if (x == NULL)
        return NULL;
    *x = *as;
    x->a = at + line;
    x->factor = x->a + length;
    x->behind = (road **)(void *)(at + line + 2 * length);
    x->fall = (int *)(void *)(at + line + 2 * length + n);
    x->more = take(k, 1, sizeof *x->more);
    if (x->more == NULL)
        return NULL;
    *x->more = *more;
    return x;
}

/** A row falls when its entry is below the bar of the ratio test: the tableau's
rule. The others have an infinite ratio. */
static void note_column(roads *k, road *x)
{
    const double *column = entering(k, x);
    double *a = (double *)x->a, *factor = (double *)x->factor;
    int *fall = (int *)x->fall;
    for (int i = 0; i < k->n; i++)
        a[i] = column[row_of(k, x, i)];
    double bar = -k->t.rules.pivot * dense_largest((size_t)k->n, a);
    for (int i = 0; i < k->length; i++) {
        factor[i] = a[i] < bar ? -(1 / a[i]) : (double)INFINITY;
        if (a[i] < bar)
            fall[x->falls++] = i;
    }
}

/** At the end a row of the problem is summed up from its terms that are not
zero, in their order: what is left out are products that are zero, and sums do
not notice these. */
static perp_status conclude(roads *k, road *x)
{
    const int n = k->n;
    size_t terms = 0;
    for (int i = 0; i < n * n; i++)
        terms += k->A[i] != 0 && (x->more->basis >> i % n & 1) != 0;
    roads_end *e = take(k, 1, sizeof *e);
    int *begin = take(k, (size_t)(n + 1) + terms, sizeof *begin), at = 0;
    double *factor = take(k, terms + 1, sizeof *factor);
    if (e == NULL || begin == NULL || factor == NULL)
        return PERP_NO_MEMORY(terms * sizeof *factor);
    int *which = begin + n + 1;
    for (int i = 0; i < n; i++) {
        begin[i] = at;
        for (int j = 0; j < n; j++)
            if (k->A[i * n + j] != 0 && (x->more->basis >> j & 1) != 0) {
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
static void step(const road *at, int row, road *x, roads_more *more)
{
    uint64_t out = (uint64_t)1 << row;
    *more = (roads_more){.basis = at->more->basis};
    *x = (road){.waiting = -1, .gap = -1, .more = more};
    if (at->gap >= 0 && at->enters)
        more->basis |= (uint64_t)1 << at->gap;
    if (row == at->gap)
        return;
    x->gap = (int16_t)row;
    x->enters = (at->more->basis & out) == 0; /* the partner of who leaves */
    more->basis &= ~out;
}

static road **bucket(const roads *k, const road *x)
{
    uint64_t key = x->more->basis * 0x9e3779b97f4a7c15u;
    key ^= (uint64_t)(2 * x->gap + x->enters + 2) * 0xbf58476d1ce4e5b9u;
    key ^= key >> 32;
    return &k->hash[key * 0x94d049bb133111ebu >> 50];
}

static perp_status build(roads *k, const road *as, road **out)
{
    road **first = bucket(k, as), *x = *first;
    while (x != NULL && (x->more->basis != as->more->basis ||
                         x->gap != as->gap || x->enters != as->enters))
        x = x->more->same;
    *out = x;
    if (x != NULL)
        return PERP_SUCCESS;
    *out = &k->nowhere;
    if (as->gap >= 0 && !compute(k, as))
        return PERP_SUCCESS;
    x = road_new(k, as, as->more);
    if (x == NULL)
        return PERP_NO_MEMORY(sizeof *x);
    if (x->gap < 0)
        PERP_TRY(conclude(k, x));
    else
        note_column(k, x);
    x->more->same = *first;
    *first = *out = x;
    k->places++;
    return PERP_SUCCESS;
}

perp_status roads_explore(roads *k, road *at, int row)
{
    road x;
    roads_more more;
    step(at, row, &x, &more);
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
    roads_more *m = at->more;
    for (int i = 0; i < m->ties && i < ROADS_TIES; i++)
        if (m->tied[i] == tied)
            return (int)m->picked[i] - 1;
    int row = pick(k, at, tied), slot = m->ties++ % ROADS_TIES;
    m->tied[slot] = (uint32_t)tied;
    m->picked[slot] = (uint32_t)(row + 1);
    return row;
}

perp_status roads_forget(roads *k)
{
    arena_free(&k->keep);
    k->bytes = 0;
    k->places = 0;
    memset(k->hash, 0, BUCKETS * sizeof(road *));
    const road begin = {.gap = -1, .waiting = -1};
    const roads_more more = {.basis = 0};
    k->start = road_new(k, &begin, &more);
    if (k->start == NULL)
        return PERP_NO_MEMORY(sizeof begin);
    for (int i = 0; i < k->n; i++) {
        ((double *)k->start->a)[i] = 1;
        ((double *)k->start->factor)[i] = -1;
    }
    return PERP_SUCCESS;
}

void roads_free(roads *k)
{
    arena_free(&k->keep);
}

perp_status roads_new(arena *a, int n, const double *A, roads *out)
{
    const mlcp_options *o = &mlcp_defaults;
    const tableau_f64_rules rules = {o->pivot_threshold, o->tie};
    *out = (roads){.n = n, .length = (n + 7) / 8 * 8, .A = A};
    const f64_kernel *kernel = f64_choose(F64_SMALL, 0, n, f64_widest());
    double *zeros = arena_take(a, (size_t)n, sizeof *zeros);
    out->hash = arena_take(a, BUCKETS, sizeof(road *));
    if (zeros == NULL || out->hash == NULL)
        return PERP_NO_MEMORY(BUCKETS * sizeof(road *));
    PERP_TRY(tableau_f64_new_as(a, 0, n, rules, kernel, &out->t));
    out->unit = condense_unit(kernel->take(&out->t, A, zeros));
    return roads_forget(out);
}
