#include "run/header.h"
#include "base/memory.h"
#include "base/text.h"
#include "number/literal.h"
#include "run/scheme.h"
#include "run/trace/lines.h"

#include <stdlib.h>
#include <string.h>

/** A number as `--set` reads it: a short fraction as it is, any other by the shortest
decimal that is its double. */
static const char *shown(mpq_srcptr q, char to[64])
{
    if (mpz_sizeinbase(mpq_numref(q), 10) + mpz_sizeinbase(mpq_denref(q), 10) <
        24)
        return mpq_get_str(to, 10, q);
    literal_shortest(mpq_get_d(q), to, 64);
    return to;
}

/* The weights that a scheme says its runs are told apart by, in turn. */
typedef void weight_put(void *user, const char *key, const char *value);

static void each_weight(const experiment *e, weight_put *put, void *user)
{
    const struct {
        const char *key;
        mpq_srcptr x;
    } number[] = {{"alpha", e->alpha},
                  {"gamma", e->gamma},
                  {"e", e->e},
                  {"theta", e->theta}};
    const char *const *tells = e->scheme->tells;
    char x[64];
    for (; tells != NULL && *tells != NULL; tells++)
        for (int i = 0; i < 4; i++)
            if (strcmp(number[i].key, *tells) == 0 && number[i].x != NULL)
                put(user, *tells, shown(number[i].x, x));
}

static void add_how(void *user, const char *key, const char *value)
{
    text_add(user, ", %s = %s", key, value);
}

char *header_how(const experiment *e)
{
    growing_text t = {0};
    char x[64];
    text_add(&t, "%s s with %s", shown(e->h, x), e->scheme->name);
    each_weight(e, add_how, &t);
    if (text_end(&t).code != PERP_OK)
        text_free(&t);
    return t.text;
}

/* ---- the pairs -------------------------------------------------------- */

typedef struct {
    growing_text t; /* each word ends with \1 until all are there */
    int pairs;
} writing;

/** A growing text is a text of C: words are parted by a byte that no word has, and that
becomes the 0 behind it in the end. */
enum { PART = '\1' };

static void add(void *user, const char *key, const char *value)
{
    writing *w = user;
    text_add(&w->t, "%s%c", key, PART);
    for (; *value != '\0'; value++)
        if ((unsigned char)*value >= ' ')
            text_add(&w->t, "%c", *value);
    text_add(&w->t, "%c", PART);
    w->pairs++;
}

static const char *arithmetic(experiment_mode mode)
{
    return mode == EXPERIMENT_RATIONAL      ? "rational"
           : mode == EXPERIMENT_EXACT_CHECK ? "exact-check"
                                            : "double";
}

perp_status header_make(const experiment *e, const summary *sum,
                        run_header *out)
{
    writing w = {0};
    char x[64];
    *out = (run_header){.seconds = -1};
    add(&w, "version", PERP_VERSION);
    add(&w, "commit", PERP_COMMIT);
    add(&w, "name", e->name != NULL ? e->name : "run");
    add(&w, "scheme", e->scheme->name);
    each_weight(e, add, &w);
    add(&w, "h", shown(e->h, x));
    add(&w, "T", shown(e->T, x));
    add(&w, "t0", e->t0 != NULL ? shown(e->t0, x) : "0");
    add(&w, "arithmetic", arithmetic(e->mode));
    if (e->keeps)
        add(&w, "basis", "kept");
    out->own = w.pairs;
    for (int i = 0; i + 1 < e->parameters; i += 2)
        add(&w, e->parameter[i], e->parameter[i + 1]);
    perp_status s = text_end(&w.t);
    if (s.code != PERP_OK) {
        text_free(&w.t);
        return s;
    }
    for (size_t i = 0; i < w.t.used; i++)
        if (w.t.text[i] == PART)
            w.t.text[i] = '\0';
    out->text = w.t.text;
    out->pairs = w.pairs;
    if (sum != NULL) {
        memcpy(out->digest, sum->digest, sizeof out->digest);
        out->seconds = sum->seconds;
    }
    return PERP_SUCCESS;
}

void header_free(run_header *x)
{
    memory_free(x->text);
    *x = (run_header){0};
}

void header_each(const run_header *x, header_pair *put, void *user)
{
    const char *at = x->text;
    for (int i = 0; i < x->pairs; i++) {
        const char *value = at + strlen(at) + 1;
        put(user, at, value, i >= x->own);
        at = value + strlen(value) + 1;
    }
}

/* ---- syntaxes ---------------------------------------------------------- */

static void comment(void *user, const char *key, const char *value,
                    int parameter)
{
    fprintf(user, "# %s%s %s\n", parameter ? "set " : "", key, value);
}

void header_comment(const run_header *x, FILE *f)
{
    header_each(x, comment, f);
}

void header_comment_end(const char *digest, FILE *f)
{
    fprintf(f, "# digest %s\n", digest);
}

typedef struct {
    FILE *f;
    int parameters; /* so many were written, or -1: none is to be */
} object;

static void member(void *user, const char *key, const char *value,
                   int parameter)
{
    object *o = user;
    if (parameter != (o->parameters >= 0))
        return;
    if (parameter)
        fputs(o->parameters++ > 0 ? ", " : "", o->f);
    lines_text(o->f, key);
    fputs(": ", o->f);
    if (strcmp(key, "commit") == 0 && !parameter && *value == '\0')
        fputs("null", o->f);
    else
        lines_text(o->f, value);
    if (!parameter)
        fputs(", ", o->f);
}

void header_json(const run_header *x, FILE *f)
{
    object own = {f, -1}, set = {f, 0};
    fputs("{", f);
    header_each(x, member, &own);
    fputs("\"parameters\": {", f);
    header_each(x, member, &set);
    fputs("}, \"digest\": ", f);
    if (x->digest[0] != '\0')
        lines_text(f, x->digest);
    else
        fputs("null", f);
    if (x->seconds >= 0)
        fprintf(f, ", \"seconds\": %.6g}", x->seconds);
    else
        fputs(", \"seconds\": null}", f);
}
