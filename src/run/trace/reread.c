#include "run/trace/reread.h"
#include "base/memory.h"
#include "base/text.h"
#include "run/trace/digest.h"
#include "run/trace/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *path;
    FILE *f;
    growing_text line;
    long number;  /* of the line, from 1 */
    int whole;    /* it has its newline */
    reread *to;
    run_digest sum;
} reading;

static int begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

static perp_status wrong(const reading *r, const char *what)
{
    return PERP_FAIL(PERP_INPUT, "%.300s:%ld: %s", r->path, r->number, what);
}

static perp_status next(reading *r)
{
    r->number++;
    PERP_TRY(text_line(&r->line, r->f, &r->whole));
    if (ferror(r->f))
        return PERP_FAIL(PERP_IO, "cannot read '%.300s': %s", r->path,
                         strerror(errno));
    return PERP_SUCCESS;
}

static perp_status copied(const reading *r, char **to)
{
    *to = memory_new(r->line.used + 1, 1);
    if (*to == NULL)
        return PERP_NO_MEMORY(r->line.used + 1);
    memcpy(*to, r->line.text, r->line.used);
    return PERP_SUCCESS;
}

/** ## The columns

Their names are those of the first row: strings of JSON as `lines_text` writes them.
*/
static int unescaped(char **at, char *to)
{
    char *c = *at;
    if (c[0] == '\\' && c[1] == 'u') {
        char hex[5] = {0};
        strncpy(hex, c + 2, 4);
        *to = (char)strtol(hex, NULL, 16);
        *at += 2 + strlen(hex);
        return 1;
    }
    c += c[0] == '\\';
    *to = *c;
    *at = c + (*c != '\0');
    return *c != '\0';
}

/* The next name of the line at *at, into itself; null: there is none. What
   stands behind it is left to lines_read. */
static char *next_name(char **at)
{
    char *from = strchr(*at, '"'), *to = from, *c = from;
    if (from == NULL)
        return NULL;
    c++;
    while (*c != '"')
        if (!unescaped(&c, to++))
            return NULL;
    *to = '\0';
    *at = c + 1;
    return from;
}

enum { COLUMNS = 1 << 20 };

static perp_status name_columns(reading *r)
{
    char *line, *at, *name = NULL;
    const char **names;
    int n = 0, exact = 0;
    const size_t most = r->line.used / 4 + 1; /* "": 0 */
    PERP_TRY(copied(r, &line));
    names = memory_new(most, sizeof *names);
    if (names == NULL) {
        memory_free(line);
        return PERP_NO_MEMORY(most);
    }
    at = line;
    while (n < COLUMNS && (size_t)n < most && (name = next_name(&at)) != NULL) {
        names[n++] = name;
        at += strspn(at, ": ");
        if (*at == '"') { /* p/q */
            exact = 1;
            at += 1 + strcspn(at + 1, "\"");
            at += *at == '"';
        }
    }
    perp_status s = n < 2 ? wrong(r, "this is no row of a run")
                          : trace_new(16, n, names, exact, &r->to->t);
    memory_free(names);
    memory_free(line);
    return s;
}

/** ## Rows */
static perp_status take_row(reading *r)
{
    trace *t = &r->to->t;
    int column = 0;
    if (t->rows > r->to->places)
        return wrong(r, "a row, and nothing is said of what is drawn of the "
                        "row before; write the trace anew, with --shapes");
    if (t->columns == 0)
        PERP_TRY(name_columns(r));
    if (t->rows == t->capacity)
        PERP_TRY(trace_grow(t, t->rows + t->rows / 2 + 16));
    perp_status s = lines_read(r->line.text, t, t->rows, &column);
    if (s.code == PERP_INPUT)
        return PERP_FAIL(PERP_INPUT,
                         "%.200s:%ld: row %d of this run cannot be read at "
                         "'%.60s'; write the trace anew",
                         r->path, r->number, t->rows, t->name[column]);
    PERP_TRY(s);
    PERP_TRY(digest_row(&r->sum, t, t->rows));
    t->rows++;
    return PERP_SUCCESS;
}

static perp_status take_place(reading *r)
{
    reread *x = r->to;
    if (x->t.rows != x->places + 1)
        return wrong(r, "this is not behind a row; write the trace anew");
    if ((x->places & (x->places - 1)) == 0) { /* 0, 1, 2, 4, ... */
        const size_t room = (size_t)x->places * 2 + 1;
        char **grown = memory_resize(x->place, room * sizeof *grown);
        if (grown == NULL)
            return PERP_NO_MEMORY(room);
        x->place = grown;
    }
    PERP_TRY(copied(r, &x->place[x->places]));
    x->places++;
    return PERP_SUCCESS;
}

static perp_status take_last(reading *r)
{
    char sum[65];
    const char *at = r->line.text + strlen("{\"digest\": \"");
    digest_end(&r->sum, sum);
    if (r->to->t.rows != r->to->places || strncmp(at, sum, 64) != 0 ||
        at[64] != '"')
        return PERP_FAIL(PERP_INPUT,
                         "%.300s:%ld: %d rows have the digest %.12s..., and "
                         "the line says %.12s: something was changed; write "
                         "the trace anew",
                         r->path, r->number, r->to->t.rows, sum, at);
    PERP_TRY(copied(r, &r->to->last));
    PERP_TRY(next(r));
    return r->whole || r->line.used > 0
               ? wrong(r, "more lines behind the last one; write the trace "
                          "anew")
               : PERP_SUCCESS;
}

static perp_status take_lines(reading *r)
{
    PERP_TRY(next(r));
    if (!r->whole || !begins(r->line.text, "{\"run\": {") ||
        strstr(r->line.text, ", \"shapes\": {") == NULL)
        return PERP_FAIL(PERP_INPUT,
                         "'%.300s' holds no shapes: perp movie wants a trace "
                         "that perp run has written with --trace and --shapes",
                         r->path);
    PERP_TRY(copied(r, &r->to->head));
    while (r->to->last == NULL) {
        PERP_TRY(next(r));
        if (!r->whole) /* a run that was killed */
            break;
        const char *line = r->line.text;
        if (begins(line, "{\"places\": "))
            PERP_TRY(take_place(r));
        else if (begins(line, "{\"digest\": \""))
            PERP_TRY(take_last(r));
        else if (!begins(line, "{\"state\": "))
            PERP_TRY(take_row(r));
    }
    if (r->to->places == 0)
        return PERP_FAIL(PERP_INPUT,
                         "'%.300s' ends before its first row: there is "
                         "nothing to draw",
                         r->path);
    r->to->t.rows = r->to->places;
    return PERP_SUCCESS;
}

perp_status reread_open(const char *path, reread *out)
{
    reading r = {.path = path, .f = fopen(path, "rb"), .to = out};
    *out = (reread){.place = NULL};
    if (r.f == NULL)
        return PERP_FAIL(PERP_IO, "cannot read '%.300s': %s", path,
                         strerror(errno));
    perp_status s = take_lines(&r);
    fclose(r.f);
    text_free(&r.line);
    if (s.code != PERP_OK)
        reread_free(out);
    return s;
}

void reread_free(reread *x)
{
    for (int i = 0; i < x->places; i++)
        memory_free(x->place[i]);
    memory_free(x->place);
    memory_free(x->head);
    memory_free(x->last);
    trace_free(&x->t);
    *x = (reread){.place = NULL};
}
