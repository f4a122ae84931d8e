#include "cli/report/sweep_points.h"

#include "number/literal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *kept(sweep_points *p, const char *text, size_t n)
{
    char *copy = arena_take(&p->a, n + 1, 1);
    return copy == NULL ? NULL : memcpy(copy, text, n);
}

static perp_status more_runs(sweep_points *p, long n)
{
    if (n > SWEEP_MOST / p->runs)
        return PERP_FAIL(PERP_USAGE,
                         "the sweep has more than %d runs; take fewer values, "
                         "or several sweeps",
                         SWEEP_MOST);
    p->runs *= n;
    return PERP_SUCCESS;
}

/* Room for a factor's texts, its name in it. */
static perp_status open_factor(sweep_points *p, int width, long n,
                               sweep_factor **out)
{
    sweep_factor *f = *out = &p->factor[p->factors];
    PERP_TRY(more_runs(p, n));
    const size_t cells = (size_t)width * (size_t)n;
    *f = (sweep_factor){
        .width = width,
        .n = n,
        .name = arena_take(&p->a, (size_t)width, sizeof *f->name),
        .value = arena_take(&p->a, cells + 1, sizeof *f->value)};
    if (f->name == NULL || f->value == NULL)
        return PERP_NO_MEMORY(cells * sizeof *f->value);
    p->factors++;
    p->names += width;
    return PERP_SUCCESS;
}

/** ## Lists and ranges

`0.1,0.2,0.4` are three values. `0:1/2:6` are six, of which the first and the last are
written and the others $a + k (b - a) / 5$: in fractions, from the numbers as they are
written, and each is handed on as the fraction that it is. So `0:0.3:4` has the value
3/10, where adding 0.1 three times in doubles has 0.30000000000000004; and how many
points there are is said and not found by comparing doubles. */
int sweep_points_listed(const char *value)
{
    const char *colon = strchr(value, ':');
    return strchr(value, ',') != NULL ||
           (colon != NULL && strchr(colon + 1, ':') != NULL);
}

typedef struct {
    const char *set;  /* NAME=VALUE, for messages */
    const char *text; /* of one item */
    size_t length;
    int number; /* from 1 */
} item;

static perp_status bad_item(const item *i, const char *why)
{
    return PERP_FAIL(PERP_USAGE, "--set %.100s: value %d, '%.*s', %s", i->set,
                     i->number, (int)(i->length < 60 ? i->length : 60), i->text,
                     why);
}

/* A number, or true or false. */
static perp_status look_at(const item *i, mpq_t q)
{
    if (i->length == 0)
        return bad_item(i, "is empty; write a,b,c");
    if ((i->length == 4 && memcmp(i->text, "true", 4) == 0) ||
        (i->length == 5 && memcmp(i->text, "false", 5) == 0))
        return PERP_SUCCESS;
    if (literal_ratio(i->text, i->length, q).code != PERP_OK)
        return bad_item(i, "is no number (a decimal, p/q, or a:b:n); texts are "
                           "swept with --sweep FILE");
    return PERP_SUCCESS;
}

typedef struct {
    mpq_t from, to;
    long n; /* points; 1: the item is a value */
} range;

/* The item, if it has colons, as a range. */
static perp_status read_range(const item *i, range *r)
{
    const char *end = i->text + i->length;
    const char *first = memchr(i->text, ':', i->length);
    const char *second =
        first == NULL ? NULL
                      : memchr(first + 1, ':', (size_t)(end - first - 1));
    char digits[16] = "", *rest = digits;
    r->n = 1;
    if (first == NULL)
        return look_at(i, r->from);
    const size_t last = second == NULL ? 0 : (size_t)(end - second - 1);
    if (last > 0 && last < sizeof digits) {
        memcpy(digits, second + 1, last);
        r->n = strspn(digits, "0123456789") == last ? strtol(digits, &rest, 10)
                                                    : 0;
    }
    if (last == 0 || r->n < 2 || *rest != '\0' || last >= sizeof digits)
        return bad_item(i, "is no range a:b:n of n points, n from 2, from a "
                           "to b");
    if (r->n > SWEEP_MOST)
        return bad_item(i, "has more than 1000000 points; take fewer");
    if (literal_ratio(i->text, (size_t)(first - i->text), r->from).code !=
            PERP_OK ||
        literal_ratio(first + 1, (size_t)(second - first - 1), r->to).code !=
            PERP_OK)
        return bad_item(i, "is no range a:b:n; a and b are numbers");
    return PERP_SUCCESS;
}

/* Point k of the range, as text. */
static perp_status point_text(sweep_points *p, const range *r, long k,
                              const char **out)
{
    mpq_t x, share;
    mpq_inits(x, share, NULL);
    mpq_sub(x, r->to, r->from);
    mpq_set_si(share, k, (unsigned long)(r->n - 1));
    mpq_canonicalize(share);
    mpq_mul(x, x, share);
    mpq_add(x, x, r->from); /* from + k (to - from) / (n - 1) */
    const size_t n = mpz_sizeinbase(mpq_numref(x), 10) +
                     mpz_sizeinbase(mpq_denref(x), 10) + 3;
    char *text = arena_take(&p->a, n, 1);
    if (text != NULL)
        mpq_get_str(text, 10, x);
    mpq_clears(x, share, NULL);
    *out = text;
    return text != NULL ? PERP_SUCCESS : PERP_NO_MEMORY(n);
}

/* Goes through the items: counts, and with a factor fills it. */
static perp_status items(sweep_points *p, const char *set, range *r,
                         sweep_factor *f, long *count)
{
    item i = {.set = set, .text = strchr(set, '=') + 1};
    for (*count = 0;; i.text += i.length + 1) {
        i.length = strcspn(i.text, ",");
        i.number++;
        PERP_TRY(read_range(&i, r));
        for (long k = 0; f != NULL && k < r->n; k++) {
            const char **to = &f->value[*count + k];
            if (r->n > 1)
                PERP_TRY(point_text(p, r, k, to));
            else if ((*to = kept(p, i.text, i.length)) == NULL)
                return PERP_NO_MEMORY(i.length);
        }
        *count += r->n;
        if (*count > SWEEP_MOST)
            return bad_item(&i, "makes more than 1000000 values; take fewer");
        if (i.text[i.length] == '\0')
            return PERP_SUCCESS;
    }
}

static perp_status add_list(sweep_points *p, const char *set)
{
    range r;
    long n;
    sweep_factor *f;
    mpq_inits(r.from, r.to, NULL);
    perp_status s = items(p, set, &r, NULL, &n);
    if (s.code == PERP_OK)
        s = open_factor(p, 1, n, &f);
    if (s.code == PERP_OK)
        s = items(p, set, &r, f, &n);
    mpq_clears(r.from, r.to, NULL);
    if (s.code == PERP_OK &&
        (f->name[0] = kept(p, set, strcspn(set, "="))) == NULL)
        return PERP_NO_MEMORY(strlen(set));
    return s;
}

static perp_status add_one(sweep_points *p, const char *set)
{
    sweep_factor *f;
    PERP_TRY(open_factor(p, 1, 1, &f));
    f->name[0] = kept(p, set, strcspn(set, "="));
    f->value[0] = kept(p, strchr(set, '=') + 1, strlen(strchr(set, '=') + 1));
    return f->name[0] != NULL && f->value[0] != NULL
               ? PERP_SUCCESS
               : PERP_NO_MEMORY(strlen(set));
}

/** ## All of them */
static perp_status once_each(const sweep_points *p)
{
    for (int k = 0; k < p->names; k++)
        for (int i = 0; i < k; i++)
            if (strcmp(sweep_points_name(p, i), sweep_points_name(p, k)) == 0)
                return PERP_FAIL(PERP_USAGE,
                                 "the sweep has '%.60s' twice; give each "
                                 "parameter one list, or one column",
                                 sweep_points_name(p, k));
    return PERP_SUCCESS;
}

/* Is the k-th given again? Of single values the last one counts, as ever. */
static int again(int k, int sets, const char *const *set, const char *is_text)
{
    const size_t n = strcspn(set[k], "=") + 1;
    const int list = !is_text[k] && sweep_points_listed(set[k] + n);
    for (int i = k + 1; i < sets; i++)
        if (strncmp(set[i], set[k], n) == 0 && !list &&
            (is_text[i] || !sweep_points_listed(set[i] + n)))
            return 1;
    return 0;
}

perp_status sweep_points_read(const char *file, int sets,
                              const char *const *set, const char *is_text,
                              sweep_points *out)
{
    *out = (sweep_points){.runs = 1};
    out->factor = arena_take(&out->a, (size_t)sets + 1, sizeof *out->factor);
    if (out->factor == NULL)
        return PERP_NO_MEMORY(sizeof *out->factor);
    if (file != NULL) {
        PERP_TRY(sweep_file_read(file, &out->a, &out->factor[0]));
        out->factors = 1;
        out->names = out->factor[0].width;
        PERP_TRY(more_runs(out, out->factor[0].n));
    }
    for (int k = 0; k < sets; k++) {
        const char *value = strchr(set[k], '=');
        if (value == NULL || value == set[k])
            return PERP_FAIL(PERP_USAGE, "--set '%.80s': write name=value",
                             set[k]);
        if (again(k, sets, set, is_text))
            continue;
        PERP_TRY(!is_text[k] && sweep_points_listed(value + 1)
                     ? add_list(out, set[k])
                     : add_one(out, set[k]));
    }
    if (out->names > SWEEP_NAMES)
        return PERP_FAIL(PERP_USAGE, "more than %d parameters", SWEEP_NAMES);
    return once_each(out);
}

const char *sweep_points_name(const sweep_points *p, int k)
{
    const sweep_factor *f = p->factor;
    for (; k >= f->width; f++)
        k -= f->width;
    return f->name[k];
}

const char *sweep_points_value(const sweep_points *p, long run, int k)
{
    int i = p->factors - 1, last = p->names;
    for (;; i--) {
        const sweep_factor *f = &p->factor[i];
        last -= f->width;
        if (k >= last)
            return f->value[run % f->n * f->width + (k - last)];
        run /= f->n;
    }
}

void sweep_points_free(sweep_points *p)
{
    arena_free(&p->a);
    *p = (sweep_points){0};
}
