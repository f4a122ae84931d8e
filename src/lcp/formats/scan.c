#include "lcp/formats/scan.h"

#include "number/literal.h"

#include <string.h>

scan scan_of(const lcp_text *t, growing_text *out, int *wrote)
{
    return (scan){.name = t->name,
                  .text = t->text,
                  .len = t->len,
                  .line = 1,
                  .out = out,
                  .wrote = wrote};
}

perp_status scan_wrong(const scan *s, scan_word w, const char *why)
{
    char shown[32];
    size_t n = w.len < sizeof shown ? w.len : sizeof shown - 1;
    const char *start = w.at;
    while (start > s->text && start[-1] != '\n')
        start--;
    for (size_t i = 0; i < n; i++)
        shown[i] = w.at[i] < ' ' || w.at[i] > '~' ? '?' : w.at[i];
    shown[n] = '\0';
    return PERP_FAIL(PERP_INPUT, "%s:%d:%d: %s%s%s%s %s", s->name, w.line,
                     (int)(w.at - start) + 1, w.len > 0 ? "'" : "the end",
                     shown, n < w.len ? "..." : "", w.len > 0 ? "'" : "", why);
}

static int is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

void scan_blanks(scan *s)
{
    for (; s->at < s->len && is_blank(s->text[s->at]); s->at++)
        s->line += s->text[s->at] == '\n';
}

scan_word scan_line(scan *s)
{
    scan_word w = {s->text + s->at, 0, s->line};
    while (s->at < s->len && s->text[s->at] != '\n') {
        s->at++;
        w.len++;
    }
    if (s->at < s->len) {
        s->at++;
        s->line++;
    }
    return w;
}

scan_word scan_next(scan_word *line, const char *ends)
{
    while (line->len > 0 &&
           (is_blank(*line->at) || strchr(ends, *line->at) != NULL)) {
        line->at++;
        line->len--;
    }
    scan_word w = {line->at, 0, line->line};
    while (line->len > 0 && !is_blank(*line->at) &&
           (*line->at == '\0' || strchr(ends, *line->at) == NULL)) {
        line->at++;
        line->len--;
        w.len++;
    }
    return w;
}

int scan_count(scan_word w)
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

int scan_is(scan_word w, const char *text)
{
    size_t n = strlen(text), i = 0;
    while (i < n && i < w.len && (w.at[i] | 32) == (text[i] | 32))
        i++;
    return i == n && w.len == n;
}

/* Ends of lines up to the word's own line, then the word, with a sign before
   it. */
static void put(scan *s, const char *sign, scan_word w)
{
    while (*s->wrote < w.line) {
        text_add(s->out, "\n");
        ++*s->wrote;
    }
    text_add(s->out, " %s%.*s", sign, (int)w.len, w.at);
}

static int is_none(scan_word w)
{
    static const char *const names[] = {"nan", "inf", "infinity"};
    if (w.len > 0 && (*w.at == '-' || *w.at == '+')) {
        w.at++;
        w.len--;
    }
    for (int k = 0; k < 3; k++)
        if (scan_is(w, names[k]))
            return 1;
    return 0;
}

perp_status scan_number(scan *s, scan_word w, int flags)
{
    static const char why[] = "is no number; write a decimal, a hex float or "
                              "p/q, of at most 4096 digits and no larger than "
                              "a double";
    mpq_t q;
    double nearest;
    scan_word bare = w;
    int minus = w.len > 0 && *w.at == '-', none = is_none(w);
    if (w.len > 1 && (*w.at == '+' || minus)) {
        bare.at++;
        bare.len--;
    }
    perp_status status = PERP_SUCCESS;
    if (!none || !(flags & SCAN_VECTOR)) {
        mpq_init(q);
        status = literal_ratio(bare.at, bare.len, q);
        if (bare.len > 0 && *bare.at == '-') /* "--1" */
            status.code = PERP_INPUT;
        if (status.code == PERP_OK)
            status = literal_double(q, &nearest);
        mpq_clear(q);
    }
    if (status.code != PERP_OK)
        return scan_wrong(s, w, why);
    put(s, minus != (flags & SCAN_MINUS) / SCAN_MINUS ? "-" : "", bare);
    return PERP_SUCCESS;
}

perp_status scan_numbers(scan *s, const scan_word *w, size_t count, int flags)
{
    for (size_t i = 0; i < count; i++)
        PERP_TRY(scan_number(s, w[i], flags));
    return PERP_SUCCESS;
}

void scan_size(scan *s, int free, int n)
{
    if (free > 0)
        text_add(s->out, " free %d", free);
    text_add(s->out, " %d", n);
}
