#include "lcp/problem/lcp_text.h"

#include "base/memory.h"
#include "number/literal.h"
#include "number/rational.h"

#include <string.h>

/* A word of the text: borrowed, not terminated; len 0 at the end. */
typedef struct {
    const char *at;
    size_t len;
} word;

/* What a message shows of a word. */
static int shown(word w)
{
    return w.len > 40 ? 40 : (int)w.len;
}

static int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip(lcp_text *t)
{
    int comment = 0;
    for (; t->at < t->len; t->at++) {
        char c = t->text[t->at];
        comment = c == '\n' ? 0 : comment || c == '#';
        t->line += c == '\n';
        if (!comment && !is_space(c))
            return;
    }
}

static word next_word(lcp_text *t)
{
    skip(t);
    word w = {t->text + t->at, 0};
    while (t->at < t->len && !is_space(t->text[t->at]) &&
           t->text[t->at] != '#') {
        t->at++;
        w.len++;
    }
    return w;
}

/* A count of at most 4 digits, or -1. */
static int count_of(word w)
{
    int n = 0;
    if (w.len == 0 || w.len > 4)
        return -1;
    for (size_t i = 0; i < w.len; i++) {
        if (w.at[i] < '0' || w.at[i] > '9')
            return -1;
        n = 10 * n + (w.at[i] - '0');
    }
    return n;
}

static perp_status bad_size(const lcp_text *t, word w)
{
    return PERP_FAIL(PERP_INPUT,
                     "%s:%d: '%.*s' is not the size n of a problem; write a "
                     "whole number from 1 to %d, or 'free f n'%s",
                     t->name, t->line, shown(w), w.at, LCP_TEXT_LARGEST,
                     t->problem > 0 ? ", or take the numbers out that are too "
                                      "many in the problem above"
                                    : "");
}

/* n, or free f n. */
static perp_status read_size(lcp_text *t, word w, int *f, int *n)
{
    *f = 0;
    if (w.len == 4 && memcmp(w.at, "free", 4) == 0) {
        w = next_word(t);
        if ((*f = count_of(w)) < 0)
            return bad_size(t, w);
        w = next_word(t);
    } else if (count_of(w) == 0) {
        return bad_size(t, w);
    }
    *n = count_of(w);
    if (*n < 0 || *f + *n < 1 || *f + *n > LCP_TEXT_LARGEST)
        return bad_size(t, w);
    return PERP_SUCCESS;
}

static perp_status cut(const lcp_text *t, int line, size_t wanted)
{
    return PERP_FAIL(PERP_INPUT,
                     "%s:%d: the file ends inside the problem that begins at "
                     "line %d; it wants %zu numbers, A by rows and then b",
                     t->name, t->line, line, wanted);
}

static perp_status read_number(lcp_text *t, word w, mpq_ptr exact,
                               double *nearest)
{
    perp_status s = literal_ratio(w.at, w.len, exact);
    if (s.code == PERP_OK)
        s = literal_double(exact, nearest);
    if (s.code == PERP_OK)
        return s;
    char why[256];
    snprintf(why, sizeof why, "%s", s.message);
    return PERP_FAIL(s.code, "%s:%d: %s", t->name, t->line, why);
}

perp_status lcp_text_numbers(lcp_text *t, int line, size_t count, mpq_t *q,
                             double *v)
{
    double unused;
    if (t->len - t->at < 2 * count) {
        t->at = t->len;
        return cut(t, line, count);
    }
    for (size_t i = 0; i < count; i++) {
        word w = next_word(t);
        if (w.len == 0)
            return cut(t, line, count);
        PERP_TRY(read_number(t, w, q[i], v != NULL ? &v[i] : &unused));
    }
    return PERP_SUCCESS;
}

int lcp_text_is(lcp_text *t, const char *text, int take)
{
    lcp_text ahead = *t;
    word w = next_word(&ahead);
    int is = w.len == strlen(text) && memcmp(w.at, text, w.len) == 0;
    if (is && take)
        *t = ahead;
    return is;
}

perp_status lcp_text_count(lcp_text *t, const char *what, int *out)
{
    word w = next_word(t);
    *out = count_of(w);
    if (*out >= 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "%s:%d: '%.*s' is not %s; write a whole number", t->name,
                     t->line, shown(w), w.at, what);
}

/** A number needs a character and a space. A size that the rest of the text
can not fill is found out before memory is asked for: a file of four characters
must not cost a gigabyte. */
perp_status lcp_text_next(lcp_text *t, arena *a, lcp_text_problem *out,
                          int *more)
{
    int f = 0, n = 0;
    word w = next_word(t);
    *more = w.len > 0;
    if (w.len == 0)
        return PERP_SUCCESS;
    *out = (lcp_text_problem){.line = t->line};
    PERP_TRY(read_size(t, w, &f, &n));
    size_t m = (size_t)f + (size_t)n, numbers = m * m + m;
    if (t->len - t->at < 2 * numbers) {
        t->at = t->len;
        return cut(t, out->line, numbers);
    }
    double *v = arena_take(a, numbers, sizeof *v);
    mpq_t *q = v == NULL ? NULL : rational_array(a, numbers);
    if (q == NULL)
        return PERP_NO_MEMORY(numbers * (sizeof *v + sizeof *q));
    out->exact =
        (lcp_exact_problem){f, n, (const mpq_t *)q, (const mpq_t *)(q + m * m)};
    out->nearest = (lcp_problem){f, n, v, v + m * m};
    perp_status s = lcp_text_numbers(t, out->line, numbers, q, v);
    if (s.code != PERP_OK)
        lcp_exact_problem_clear(&out->exact);
    t->problem++;
    return s;
}

/* "nan", "-inf", "Infinity", "NaN": what printf and others write. */
static int no_number(word w)
{
    static const char *const names[] = {"nan", "inf", "infinity"};
    char low[12];
    size_t n = 0;
    int sign = w.len > 0 && (w.at[0] == '-' || w.at[0] == '+');
    for (size_t i = (size_t)sign; i < w.len && n + 1 < sizeof low; i++)
        low[n++] = (char)(w.at[i] | 32);
    low[n] = '\0';
    for (int k = 0; k < 3; k++)
        if (n + (size_t)sign == w.len && strcmp(low, names[k]) == 0)
            return 1;
    return 0;
}

perp_status lcp_text_vector(lcp_text *t, int count, mpq_t *out, uint8_t *finite)
{
    double nearest;
    for (int i = 0; i < count; i++) {
        word w = next_word(t);
        if (w.len == 0)
            return PERP_FAIL(PERP_INPUT,
                             "%s:%d: the file ends behind %d of the %d numbers "
                             "of z for problem %d; give one for each unknown",
                             t->name, t->line, i, count, t->problem + 1);
        finite[i] = (uint8_t)!no_number(w);
        if (finite[i])
            PERP_TRY(read_number(t, w, out[i], &nearest));
    }
    t->problem++;
    return PERP_SUCCESS;
}

perp_status lcp_text_done(lcp_text *t)
{
    word w = next_word(t);
    if (w.len == 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "%s:%d: '%.*s' is a number too many; z has one for each "
                     "unknown of the problems that were read",
                     t->name, t->line, shown(w), w.at);
}

lcp_text lcp_text_of(const char *name, const char *text, size_t len)
{
    return (lcp_text){.name = name, .text = text, .len = len, .line = 1};
}

enum { MOST = 1 << 30 };

/** A pipe has no size: what comes is kept in a block that doubles. */
static perp_status load(FILE *file, const char *path, arena *a, lcp_text *out)
{
    char *text = NULL;
    size_t got = 0, room = 0, more = 1;
    perp_status s = PERP_SUCCESS;
    while (s.code == PERP_OK && more > 0 && got <= MOST) {
        if (got == room) {
            room = 2 * room + (1 << 16);
            char *grown = memory_resize(text, room);
            if (grown == NULL)
                s = PERP_NO_MEMORY(room);
            text = grown != NULL ? grown : text;
        }
        if (s.code == PERP_OK)
            got += more = fread(text + got, 1, room - got, file);
    }
    if (s.code == PERP_OK && ferror(file))
        s = PERP_FAIL(PERP_IO, "%s: reading stopped after %zu bytes", path,
                      got);
    if (s.code == PERP_OK && got > MOST)
        s = PERP_FAIL(PERP_IO, "%s: not a file of at most a gigabyte", path);
    char *kept = s.code == PERP_OK ? arena_take_any(a, got + 1, 1) : NULL;
    if (kept != NULL && got > 0)
        memcpy(kept, text, got);
    if (s.code == PERP_OK && kept == NULL)
        s = PERP_NO_MEMORY(got + 1);
    memory_free(text);
    *out = lcp_text_of(path, kept, kept != NULL ? got : 0);
    return s;
}

perp_status lcp_text_load(const char *path, arena *a, lcp_text *out)
{
    if (strcmp(path, "-") == 0)
        return load(stdin, "standard input", a, out);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return PERP_FAIL(PERP_IO, "%s: no such file, or no right to read it",
                         path);
    perp_status s = load(file, path, a, out);
    fclose(file);
    return s;
}

void lcp_text_size(FILE *out, int free, int n)
{
    if (free > 0)
        fprintf(out, "free %d %d\n", free, n);
    else
        fprintf(out, "%d\n", n);
}

void lcp_text_row(FILE *out, const lcp_exact_problem *p, int i)
{
    const size_t m = (size_t)p->free + (size_t)p->n;
    const mpq_t *row = (size_t)i < m ? p->A + (size_t)i * m : p->b;
    for (size_t j = 0; j < m; j++)
        gmp_fprintf(out, j + 1 < m ? "%Qd " : "%Qd\n", row[j]);
}
