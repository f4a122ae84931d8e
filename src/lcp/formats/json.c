#include "lcp/formats/json.h"

#include <string.h>

enum { DEEPEST = 64 };

/* Words of one list of numbers, kept until the whole object is known. */
typedef struct {
    scan_word *word; /* arena */
    size_t count, room;
    int rows, seen;
    size_t longest; /* of the rows */
} list;

typedef struct {
    scan *s;
    arena *a;
    int vector, any;
    list A, b; /* b: of a vector, z; or W and q of contacts */
    list mu;
    int free, plain, contacts; /* keys of either kind that were met */
} reading;

static int here(scan *s)
{
    scan_blanks(s);
    return s->at < s->len ? (unsigned char)s->text[s->at] : -1;
}

static scan_word at(const scan *s, size_t len)
{
    return (scan_word){s->text + s->at, s->at + len <= s->len ? len : 0,
                       s->line};
}

static perp_status wrong(reading *r, const char *why)
{
    here(r->s);
    return scan_wrong(r->s, at(r->s, 1), why);
}

static int take(scan *s, char c)
{
    if (here(s) != c)
        return 0;
    s->at++;
    return 1;
}

/* Behind the opening quote: the text as it stands; an escape has no place in a
   key or a number that is asked for. */
static perp_status quoted(reading *r, scan_word *out)
{
    scan *s = r->s;
    size_t begin = ++s->at;
    while (s->at < s->len && s->text[s->at] != '"' && s->text[s->at] != '\n')
        s->at += s->text[s->at] == '\\' ? 2 : 1;
    if (s->at >= s->len || s->text[s->at] != '"') {
        s->at = s->at < s->len ? s->at : s->len;
        return wrong(r, "where a text should end: a quote is missing");
    }
    *out = (scan_word){s->text + begin, s->at - begin, s->line};
    s->at++;
    return PERP_SUCCESS;
}

/* A number, true, NaN: letters up to what separates. */
static scan_word bare(scan *s)
{
    scan_word w = at(s, 0);
    while (s->at < s->len &&
           strchr(",:[]{}\" \t\r\n", s->text[s->at]) == NULL) {
        s->at++;
        w.len++;
    }
    return w;
}

/** Values that nobody asks for are passed over without a stack: brackets are
counted, texts skipped whole. */
static perp_status pass_over(reading *r)
{
    int depth = 0;
    scan_word unused;
    do {
        int c = here(r->s);
        if (c == '"') {
            PERP_TRY(quoted(r, &unused));
        } else if (c == '[' || c == '{') {
            if (++depth > DEEPEST)
                return wrong(r, "is a bracket in more than 64 others");
            r->s->at++;
        } else if (depth > 0 && (c == ']' || c == '}')) {
            depth--;
            r->s->at++;
        } else if (depth > 0 && (c == ',' || c == ':')) {
            r->s->at++;
        } else if (c < 0 || bare(r->s).len == 0) {
            return wrong(r, "where a value should stand");
        }
    } while (depth > 0);
    return PERP_SUCCESS;
}

static perp_status keep(reading *r, list *l, scan_word w)
{
    if (l->count == l->room) {
        size_t room = 2 * l->room + 64;
        scan_word *grown = arena_take_any(r->a, room, sizeof *grown);
        if (grown == NULL)
            return PERP_NO_MEMORY(room * sizeof *grown);
        if (l->count > 0)
            memcpy(grown, l->word, l->count * sizeof *grown);
        l->word = grown;
        l->room = room;
    }
    l->word[l->count++] = w;
    return PERP_SUCCESS;
}

/* [1, "1/3", ...]; a row's length is compared with the first one's. */
static perp_status numbers(reading *r, list *l)
{
    size_t before = l->count;
    scan_word w;
    if (!take(r->s, '['))
        return wrong(r, "where '[' and numbers should stand");
    while (!take(r->s, ']')) {
        if (l->count > before && !take(r->s, ','))
            return wrong(r, "where ',' or ']' should stand");
        if (here(r->s) == '"')
            PERP_TRY(quoted(r, &w));
        else
            w = bare(r->s);
        if (w.len == 0)
            return wrong(r, "where a number should stand");
        PERP_TRY(keep(r, l, w));
    }
    size_t length = l->count - before;
    if (l->rows++ > 0 && length != l->longest)
        return wrong(r, "behind a row of another length than the first");
    l->longest = length;
    return PERP_SUCCESS;
}

static perp_status rows(reading *r, list *l)
{
    if (!take(r->s, '['))
        return wrong(r, "where the rows of \"A\" should stand: [[...], ...]");
    while (!take(r->s, ']')) {
        if (l->rows > 0 && !take(r->s, ','))
            return wrong(r, "where ',' or ']' should stand");
        PERP_TRY(numbers(r, l));
    }
    return PERP_SUCCESS;
}

static perp_status once(reading *r, list *l, scan_word key)
{
    return l->seen++ > 0 ? scan_wrong(r->s, key, "stands twice") : PERP_SUCCESS;
}

static int is(scan_word w, const char *text)
{
    return w.len == strlen(text) && memcmp(w.at, text, w.len) == 0;
}

/** What a key is the name of: a list of numbers, rows, or nothing. A, b and free
are a complementarity problem, W, q and mu one of contacts, z or r an answer. */
static list *meant(reading *r, scan_word key, int *of_rows)
{
    *of_rows = !r->vector && (is(key, "A") || is(key, "W"));
    if (r->vector)
        return is(key, "z") || is(key, "r") ? &r->b : NULL;
    int plain = is(key, "A") || is(key, "b") || is(key, "free");
    int contacts = is(key, "W") || is(key, "q") || is(key, "mu");
    r->plain += plain;
    r->contacts += contacts;
    return *of_rows                       ? &r->A
           : is(key, "b") || is(key, "q") ? &r->b
           : is(key, "mu")                ? &r->mu
                                          : NULL;
}

static perp_status member(reading *r)
{
    scan_word key;
    int of_rows;
    if (here(r->s) != '"')
        return wrong(r, "where a key should stand");
    PERP_TRY(quoted(r, &key));
    if (!take(r->s, ':'))
        return wrong(r, "where ':' should stand");
    list *l = meant(r, key, &of_rows);
    if (l != NULL) {
        PERP_TRY(once(r, l, key));
        return of_rows ? rows(r, l) : numbers(r, l);
    }
    if (r->vector || !is(key, "free"))
        return pass_over(r);
    here(r->s);
    scan_word w = bare(r->s);
    r->free = scan_count(w);
    return r->free >= 0 ? PERP_SUCCESS
                        : scan_wrong(r->s, w, "is no count of free unknowns");
}

/* The size of what an object said; INPUT when it is no problem. */
static perp_status size(reading *r, scan_word begin)
{
    const size_t m = r->b.count, p = r->mu.count;
    if (m == 0 || m > LCP_TEXT_LARGEST || r->A.rows != (int)m ||
        r->A.longest != m || r->free > (int)m)
        return scan_wrong(r->s, begin,
                          "begins a problem whose matrix is not square, of "
                          "the length of its vector and of size 1 to 4096");
    if (!r->contacts) {
        scan_size(r->s, r->free, (int)m - r->free);
        return PERP_SUCCESS;
    }
    if (p == 0 || (m != 2 * p && m != 3 * p))
        return scan_wrong(r->s, begin,
                          "begins contacts whose q has not two or three "
                          "numbers for each of mu");
    text_add(r->s->out, " contacts %d", (int)(m / p));
    scan_size(r->s, 0, (int)p);
    return PERP_SUCCESS;
}

/* What an object said is whole: written. */
static perp_status finish(reading *r, scan_word begin)
{
    r->any = 1;
    if (r->plain > 0 && r->contacts > 0)
        return scan_wrong(r->s, begin,
                          "begins an object with keys of two kinds: A, b, "
                          "free and W, q, mu");
    if (!r->b.seen || (!r->vector && !r->A.seen) ||
        (r->contacts > 0 && !r->mu.seen))
        return scan_wrong(r->s, begin,
                          r->vector     ? "begins an object without \"z\""
                          : r->contacts ? "begins an object without \"W\", "
                                          "\"q\" or \"mu\""
                                        : "begins an object without \"A\" or "
                                          "\"b\"");
    if (r->vector)
        return scan_numbers(r->s, r->b.word, r->b.count, SCAN_VECTOR);
    PERP_TRY(size(r, begin));
    PERP_TRY(scan_numbers(r->s, r->A.word, r->A.count, 0));
    PERP_TRY(scan_numbers(r->s, r->b.word, r->b.count, 0));
    return scan_numbers(r->s, r->mu.word, r->mu.count, 0);
}

static perp_status object(reading *r)
{
    arena_mark mark = arena_here(r->a);
    scan_word begin = at(r->s, 1);
    r->A = r->b = r->mu = (list){0};
    r->free = r->plain = r->contacts = 0;
    r->s->at++;
    for (int first = 1; !take(r->s, '}'); first = 0) {
        if (!first && !take(r->s, ','))
            return wrong(r, "where ',' or '}' should stand");
        PERP_TRY(member(r));
    }
    perp_status s = finish(r, begin);
    arena_release(r->a, mark);
    return s;
}

/* A list of numbers is a vector. */
static perp_status plain(reading *r)
{
    r->b = (list){0};
    PERP_TRY(numbers(r, &r->b));
    r->any = 1;
    return scan_numbers(r->s, r->b.word, r->b.count, SCAN_VECTOR);
}

/* Is this '[' that of a list of objects? */
static int of_objects(reading *r)
{
    scan back = *r->s;
    r->s->at++;
    int yes = here(r->s) == '{';
    *r->s = back;
    return yes;
}

perp_status json_read(scan *s, int vector, arena *a)
{
    reading r = {.s = s, .a = a, .vector = vector};
    int inside = 0, c;
    while ((c = here(s)) >= 0) {
        if (c == '{')
            PERP_TRY(object(&r));
        else if (c == '[' && !inside && of_objects(&r))
            inside = ++s->at > 0;
        else if (c == '[' && vector && !inside)
            PERP_TRY(plain(&r));
        else if (inside && c == ',')
            s->at++;
        else if (inside && c == ']')
            inside = !++s->at;
        else
            return wrong(&r, "where an object {...} should stand");
    }
    if (inside)
        return wrong(&r, "where ']' should stand");
    return r.any ? PERP_SUCCESS : wrong(&r, "and nothing before it");
}
