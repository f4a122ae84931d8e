#include "lcp/formats/fclib.h"

#include "lcp/formats/hdf5.h"
#include "number/rational.h"

#include <math.h>
#include <stdlib.h>

/* What is read, and a path of it for messages. */
typedef struct {
    hdf5_file f;
    growing_text *out;
    arena *a;
} reading;

static perp_status wrong(const reading *r, const char *path, const char *why)
{
    return PERP_FAIL(PERP_INPUT, "%s: %s %s", r->f.name, path, why);
}

/* An array of this kind with `count` elements, or with any number of them when
   it is negative. */
static perp_status array(const reading *r, const char *path, hdf5_kind kind,
                         int64_t count, hdf5_data *d)
{
    PERP_TRY(hdf5_find(&r->f, path, d));
    if (d->kind == HDF5_NONE)
        return wrong(r, path,
                     "is missing; write the file with fclib's own "
                     "functions");
    if (d->kind != kind)
        return wrong(r, path,
                     kind == HDF5_REAL
                         ? "is no array of floats or doubles of IEEE's"
                         : "is no array of whole numbers");
    if (count < 0 || d->count == (uint64_t)count)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT, "%s: %s has %llu numbers, and %lld are wanted",
                     r->f.name, path, (unsigned long long)d->count,
                     (long long)count);
}

static perp_status whole(const reading *r, const char *path, int64_t *out)
{
    hdf5_data d;
    PERP_TRY(array(r, path, HDF5_WHOLE, 1, &d));
    *out = hdf5_whole(&d, 0);
    return PERP_SUCCESS;
}

/** A double is written as the hexadecimal float that it is; of a vector, what is not
finite stays, as words. */
static perp_status put(const reading *r, const char *path, const hdf5_data *d,
                       uint64_t k, int vector)
{
    double x = hdf5_real(d, k);
    if (!isfinite(x) && !vector)
        return PERP_FAIL(
            PERP_INPUT, "%s: %s[%llu] is %s; a problem has finite numbers",
            r->f.name, path, (unsigned long long)k, isnan(x) ? "nan" : "inf");
    if (isnan(x))
        text_add(r->out, "nan\n");
    else
        text_add(r->out, "%a\n", x == 0 ? 0 : x);
    return PERP_SUCCESS;
}

static perp_status list(const reading *r, const char *path, int64_t count,
                        int vector)
{
    hdf5_data d;
    PERP_TRY(array(r, path, HDF5_REAL, count, &d));
    if (vector && d.count > LCP_TEXT_LARGEST)
        return wrong(r, path, "has more than 4096 numbers");
    for (uint64_t k = 0; k < d.count; k++)
        PERP_TRY(put(r, path, &d, k, vector));
    return PERP_SUCCESS;
}

/* A place of W that is not empty, and which of x stands there. */
typedef struct {
    int row, column;
    uint64_t k;
} place;

static int before(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return (x->k > y->k) - (x->k < y->k);
}

typedef struct {
    int64_t m, nz;
    hdf5_data p, i, x;
    uint64_t count; /* of places */
    place *at;
} sparse;

#define W_PATH "/fclib_local/W/"

static perp_status bad_index(const reading *r, const char *path, uint64_t k,
                             int64_t v, const char *why)
{
    return PERP_FAIL(PERP_INPUT, "%s: %s[%llu] = %lld %s", r->f.name, path,
                     (unsigned long long)k, (long long)v, why);
}

static perp_status index_of(const reading *r, const char *path,
                            const hdf5_data *d, uint64_t k, const sparse *s,
                            int *out)
{
    int64_t v = hdf5_whole(d, k);
    if (v < 0 || v >= s->m)
        return bad_index(r, path, k, v,
                         "is no row or column of W; the first "
                         "is 0");
    *out = (int)v;
    return PERP_SUCCESS;
}

/** Three ways to store a matrix: `nz` places with row, column and number; or, by columns
(`nz` is -1) or rows (-2), where each begins in the list of the others' indices. */
static perp_status triplets(const reading *r, sparse *s)
{
    for (uint64_t k = 0; k < s->count; k++) {
        place *at = &s->at[k];
        at->k = k;
        PERP_TRY(index_of(r, W_PATH "p", &s->p, k, s, &at->row));
        PERP_TRY(index_of(r, W_PATH "i", &s->i, k, s, &at->column));
    }
    return PERP_SUCCESS;
}

static perp_status compressed(const reading *r, sparse *s)
{
    const char *why =
        "does not continue a list that begins with 0 and ends with "
        "the number of entries";
    uint64_t k = 0;
    for (uint64_t line = 0; line < (uint64_t)s->m; line++) {
        int64_t from = hdf5_whole(&s->p, line),
                to = hdf5_whole(&s->p, line + 1);
        if (from < 0 || (uint64_t)from != k)
            return bad_index(r, W_PATH "p", line, from, why);
        if (to < from || (uint64_t)to > s->count)
            return bad_index(r, W_PATH "p", line + 1, to, why);
        for (; k < (uint64_t)to; k++) {
            place *at = &s->at[k];
            int other = 0, own = (int)line;
            PERP_TRY(index_of(r, W_PATH "i", &s->i, k, s, &other));
            *at = (place){s->nz == -1 ? other : own, s->nz == -1 ? own : other,
                          k};
        }
    }
    return PERP_SUCCESS;
}

static perp_status places(const reading *r, sparse *s)
{
    const int triple = s->nz >= 0;
    PERP_TRY(
        array(r, W_PATH "p", HDF5_WHOLE, triple ? s->nz : s->m + 1, &s->p));
    PERP_TRY(array(r, W_PATH "x", HDF5_REAL, -1, &s->x));
    PERP_TRY(array(r, W_PATH "i", HDF5_WHOLE, triple ? s->nz : -1, &s->i));
    int64_t last = triple ? s->nz : hdf5_whole(&s->p, (uint64_t)s->m);
    if (last < 0 || (uint64_t)last > s->x.count || (uint64_t)last > s->i.count)
        return PERP_FAIL(PERP_INPUT,
                         "%s: " W_PATH
                         "x has %llu numbers and i %llu, and %lld "
                         "entries are said to be there",
                         r->f.name, (unsigned long long)s->x.count,
                         (unsigned long long)s->i.count, (long long)last);
    s->count = (uint64_t)last;
    s->at = arena_take_any(r->a, s->count + 1, sizeof *s->at);
    if (s->at == NULL)
        return PERP_NO_MEMORY(s->count * sizeof *s->at);
    PERP_TRY(triple ? triplets(r, s) : compressed(r, s));
    qsort(s->at, s->count, sizeof *s->at, before);
    return PERP_SUCCESS;
}

static perp_status size(const reading *r, int64_t *d, sparse *s)
{
    int64_t n;
    PERP_TRY(whole(r, "/fclib_local/spacedim", d));
    PERP_TRY(whole(r, W_PATH "m", &s->m));
    PERP_TRY(whole(r, W_PATH "n", &n));
    PERP_TRY(whole(r, W_PATH "nz", &s->nz));
    if (*d != 2 && *d != 3)
        return bad_index(r, "/fclib_local/spacedim", 0, *d, "is not 2 or 3");
    if (s->m < 1 || s->m > LCP_TEXT_LARGEST || n != s->m || s->m % *d != 0)
        return PERP_FAIL(PERP_INPUT,
                         "%s: /fclib_local/W has %lld rows and %lld columns; "
                         "it is square, of at most %d, with %lld for each "
                         "contact",
                         r->f.name, (long long)s->m, (long long)n,
                         LCP_TEXT_LARGEST, (long long)*d);
    if (s->nz < -2)
        return bad_index(r, W_PATH "nz", 0, s->nz,
                         "is not -2 (rows), -1 (columns) or a number of "
                         "triplets");
    return PERP_SUCCESS;
}

/** Entries of one place are added, and their sum is a fraction that need not be a
double: it is written as p/q. */
static perp_status sum_of(const reading *r, const sparse *s, uint64_t from,
                          uint64_t to)
{
    arena_mark mark = arena_here(r->a);
    mpq_t sum, one;
    char *text = NULL;
    mpq_inits(sum, one, NULL);
    for (uint64_t k = from; k < to; k++) {
        mpq_set_d(one, hdf5_real(&s->x, s->at[k].k));
        mpq_add(sum, sum, one);
    }
    size_t room = mpz_sizeinbase(mpq_numref(sum), 10) +
                  mpz_sizeinbase(mpq_denref(sum), 10) + 3;
    text = arena_take_any(r->a, room, 1);
    if (text != NULL)
        text_add(r->out, "%s\n", mpq_get_str(text, 10, sum));
    mpq_clears(sum, one, NULL);
    arena_release(r->a, mark);
    return text != NULL ? PERP_SUCCESS : PERP_NO_MEMORY(room);
}

static perp_status entry(const reading *r, const sparse *s, uint64_t *next)
{
    const uint64_t k = *next;
    const place *p = &s->at[k];
    uint64_t to = k;
    for (; to < s->count && s->at[to].row == p->row &&
           s->at[to].column == p->column;
         to++)
        if (!isfinite(hdf5_real(&s->x, s->at[to].k)))
            return put(r, W_PATH "x", &s->x, s->at[to].k, 0);
    *next = to;
    return to == k + 1 ? put(r, W_PATH "x", &s->x, p->k, 0)
                       : sum_of(r, s, k, to);
}

/* Zeros for so many places: many at a time, for most of W is empty. */
static void empty(const reading *r, int count)
{
    static const char zeros[] = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
    for (; count > 0; count -= 16)
        text_add(r->out, "%.*s\n", 2 * (count < 16 ? count : 16) - 1, zeros);
}

static perp_status matrix(const reading *r, const sparse *s)
{
    const int m = (int)s->m;
    uint64_t k = 0;
    for (int row = 0; row < m; row++) {
        int done = 0;
        while (k < s->count && s->at[k].row == row) {
            int column = s->at[k].column;
            empty(r, column - done);
            PERP_TRY(entry(r, s, &k));
            done = column + 1;
        }
        empty(r, m - done);
    }
    return PERP_SUCCESS;
}

/** What perp has no form for is refused by name: equations beside the contacts, and
a problem of bodies that has not been condensed to its contacts. */
static perp_status refuse_others(const reading *r)
{
    hdf5_data local, global, V;
    PERP_TRY(hdf5_find(&r->f, "/fclib_local", &local));
    PERP_TRY(hdf5_find(&r->f, "/fclib_global", &global));
    PERP_TRY(hdf5_find(&r->f, "/fclib_local/V", &V));
    if (local.kind != HDF5_GROUP && global.kind == HDF5_GROUP)
        return wrong(
            r, "/fclib_global",
            "is a problem of bodies; take its local one, W = H' inv(M) "
            "H and q = w + H' inv(M) f");
    if (local.kind != HDF5_GROUP)
        return wrong(r, "/fclib_local",
                     "is missing: no problem of FCLIB's is in the file");
    if (V.kind != HDF5_NONE)
        return wrong(r, "/fclib_local/V",
                     "says that there are equations beside the contacts; take "
                     "W - V inv(R) V' for W and q - V inv(R) s for q");
    return PERP_SUCCESS;
}

static perp_status problem(const reading *r)
{
    sparse s = {0};
    int64_t d;
    PERP_TRY(refuse_others(r));
    PERP_TRY(size(r, &d, &s));
    PERP_TRY(places(r, &s));
    text_add(r->out, "contacts %d %d\n", (int)d, (int)(s.m / d));
    PERP_TRY(matrix(r, &s));
    PERP_TRY(list(r, "/fclib_local/vectors/q", s.m, 0));
    return list(r, "/fclib_local/vectors/mu", s.m / d, 0);
}

perp_status fclib_read(const lcp_text *t, int vector, growing_text *out,
                       arena *a)
{
    reading r = {.out = out, .a = a};
    PERP_TRY(hdf5_open(t, &r.f));
    return vector ? list(&r, "/solution/r", -1, 1) : problem(&r);
}
