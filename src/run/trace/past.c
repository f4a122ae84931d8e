#include "run/trace/past.h"
#include "base/memory.h"
#include "run/trace/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static perp_status next_line(past *p, int *whole)
{
    p->number++;
    PERP_TRY(text_line(&p->line, p->f, whole));
    if (ferror(p->f))
        return PERP_FAIL(PERP_IO, "cannot read '%.300s': %s", p->path,
                         strerror(errno));
    return PERP_SUCCESS;
}

static int begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

static perp_status copied(const char *text, size_t n, char **to)
{
    char *copy = memory_new(n + 1, 1);
    if (copy == NULL)
        return PERP_NO_MEMORY(n + 1);
    memcpy(copy, text, n);
    memory_free(*to);
    *to = copy;
    return PERP_SUCCESS;
}

/** ## The first pass

It looks for the last state, and believes nothing of it but its form. A line that is
begun and not ended is what a kill leaves, wherever it stands it is the last. */
static void add_words(sha256 *states, const char *words, char spoken[65])
{
    if (states->bytes == 0)
        sha256_begin(states);
    sha256_add(states, words, strlen(words));
    sha256 copy = *states;
    sha256_end(&copy, spoken);
}

static const char state_key[] = "{\"state\": \"";
static const char place_key[] = "{\"places\": ";

static perp_status take_state(past *p, long rows)
{
    static const char behind[] = "\", \"digest\": \"";
    const size_t tail = sizeof behind - 1 + 64 + 2, at = sizeof state_key - 1;
    const char *end = p->line.text + p->line.used;
    if (p->line.used < at + tail || strcmp(end - 2, "\"}") != 0 ||
        !begins(end - tail, behind) || rows == 0)
        return PERP_FAIL(PERP_INPUT,
                         "%.300s:%ld: this is no state of a run; begin the "
                         "run anew, without --resume",
                         p->path, p->number);
    PERP_TRY(copied(p->line.text + at, p->line.used - tail - at, &p->words));
    memcpy(p->digest, end - 66, 64);
    add_words(&p->states, p->words, p->spoken);
    sha256_add(&p->states, p->digest, 64);
    p->rows = rows;
    p->end = ftell(p->f);
    return PERP_SUCCESS;
}

static perp_status take_head(past *p, int whole)
{
    const char *at;
    if (!whole)
        return PERP_FAIL(PERP_INPUT,
                         "'%.300s' ends before its first row: there is nothing "
                         "to go on from; begin the run anew, without --resume",
                         p->path);
    at = strstr(p->line.text, ", \"states\": ");
    if (!begins(p->line.text, "{\"run\": {") || at == NULL ||
        (p->every = strtol(at + 12, NULL, 10)) < 1)
        return PERP_FAIL(PERP_INPUT,
                         "'%.300s' holds no states: --resume wants a trace "
                         "that was written with --states",
                         p->path);
    p->shapes = strstr(p->line.text, ", \"shapes\": ") != NULL;
    return copied(p->line.text, p->line.used, &p->head);
}

static perp_status first_pass(past *p)
{
    int whole;
    long rows = 0;
    PERP_TRY(next_line(p, &whole));
    PERP_TRY(take_head(p, whole));
    for (;;) {
        PERP_TRY(next_line(p, &whole));
        if (!whole)
            break;
        p->finished = begins(p->line.text, "{\"digest\": ");
        if (begins(p->line.text, state_key))
            PERP_TRY(take_state(p, rows));
        else
            rows += !begins(p->line.text, place_key);
    }
    return PERP_SUCCESS;
}

/* Back to the first row. */
static perp_status rewound(past *p)
{
    int whole;
    p->number = 0;
    if (fseek(p->f, 0, SEEK_SET) != 0)
        return PERP_FAIL(PERP_IO, "cannot read '%.300s' twice: %s", p->path,
                         strerror(errno));
    return next_line(p, &whole);
}

perp_status past_open(const char *path, past *out)
{
    *out = (past){.path = path, .f = fopen(path, "rb")};
    if (out->f == NULL)
        return PERP_FAIL(PERP_IO, "cannot read '%.300s': %s", path,
                         strerror(errno));
    perp_status s = first_pass(out);
    if (s.code == PERP_OK)
        s = rewound(out);
    if (s.code != PERP_OK)
        past_free(out);
    return s;
}

void past_free(past *p)
{
    if (p->f != NULL)
        fclose(p->f);
    text_free(&p->line);
    memory_free(p->head);
    memory_free(p->words);
    *p = (past){0};
}

/** ## Is it the same run?

Both first lines are made by the same words in the same order, so the first byte that
differs stands in the value of a key that both have. A file's may be any line that
begins like one: where it has no such key, or a longer one, the value is empty. */
static const char *value_at(const char *line, size_t at, char *text,
                            size_t room)
{
    size_t n = 0;
    const size_t length = strlen(line);
    const char *c = line + (at < length ? at : length);
    for (; *c != '\0' && *c != '\n' && n + 1 < room; c++) {
        text[n++] = *c;
        if (c[0] == ',' || (c[0] == '"' && n > 1 && c[1] != ':'))
            break;
    }
    text[n] = '\0';
    return text;
}

perp_status past_same(const past *p, const char *head)
{
    char there[80], here[80];
    size_t i = 0, key = 0;
    while (p->head[i] != '\0' && p->head[i] == head[i]) {
        if (p->head[i] == '"' && i > 1 &&
            (p->head[i - 1] == '{' ||
             (p->head[i - 1] == ' ' && p->head[i - 2] == ',')))
            key = i;
        i++;
    }
    if (p->head[i] == '\0' && head[i] == '\n')
        return PERP_SUCCESS;
    const char *colon = strstr(p->head + key, "\": ");
    const int name = colon == NULL ? 0 : (int)(colon - p->head - (long)key) - 1;
    const size_t at = key + (size_t)name + 4;
    return PERP_FAIL(PERP_INPUT,
                     "%.200s:1: another run: '%.*s' was %s and is %s; give "
                     "scene and options as they were, or begin anew",
                     p->path, name < 60 ? name : 60, p->head + key + 1,
                     value_at(p->head, at, there, sizeof there),
                     value_at(head, at, here, sizeof here));
}

/** ## The second pass */
perp_status past_row(past *p, trace *t, int row)
{
    int whole = 1, column = 0;
    do
        PERP_TRY(next_line(p, &whole));
    while (whole && begins(p->line.text, state_key));
    perp_status s = whole ? lines_read(p->line.text, t, row, &column)
                          : PERP_FAIL(PERP_INPUT, "the file was cut");
    if (s.code != PERP_INPUT)
        return s;
    return PERP_FAIL(
        PERP_INPUT,
        "%.200s:%ld: row %d of this run cannot be read at '%.60s'; "
        "begin the run anew, without --resume",
        p->path, p->number, row, t->name[column]);
}

perp_status past_place(past *p, const char *line)
{
    int whole;
    PERP_TRY(next_line(p, &whole));
    const size_t n = strlen(line) - 1; /* without its newline */
    if (whole && p->line.used == n && memcmp(p->line.text, line, n) == 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "%.200s:%ld: this is not what is drawn of the row above; "
                     "begin the run anew, without --resume",
                     p->path, p->number);
}

static void both(const char rows[65], const char spoken[65], char out[65])
{
    sha256 sum;
    sha256_begin(&sum);
    sha256_add(&sum, rows, 64);
    sha256_add(&sum, spoken, 64);
    sha256_end(&sum, out);
}

void past_digest(sha256 *states, const char rows[65], const char *words,
                 char out[65])
{
    char spoken[65];
    add_words(states, words, spoken);
    both(rows, spoken, out);
    sha256_add(states, out, 64);
}

perp_status past_holds(const past *p, const char rows[65])
{
    char sum[65];
    both(rows, p->spoken, sum);
    if (strcmp(sum, p->digest) == 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "'%.300s': the state behind %ld rows has the digest "
                     "%.12s..., these rows and words have %.12s...: something "
                     "was changed; begin the run anew, without --resume",
                     p->path, p->rows, p->digest, sum);
}
