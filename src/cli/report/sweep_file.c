#include "cli/report/sweep_file.h"

#include "base/memory.h"
#include "cli/report/sweep_table.h"

#include <errno.h>
#include <string.h>

static const char *kept(arena *a, const char *text, size_t n)
{
    char *copy = arena_take(a, n + 1, 1);
    return copy == NULL ? NULL : memcpy(copy, text, n);
}

/** ## The file

Its first line names parameters; each other line is a row. Empty lines and those that
begin with `#` are left out. An empty cell is a mistake, because the next who reads
takes it for a default; an empty text is written `""`. */
typedef struct {
    const char *path;
    char *text;
    long line;
    char *cell[SWEEP_NAMES], quoted[SWEEP_NAMES];
} table;

static perp_status bad_row(const table *t, int n)
{
    return PERP_FAIL(PERP_INPUT, "%s:%ld: %s", t->path, t->line + 1,
                     n == -1   ? "more than 1000 cells"
                     : n == -2 ? "a quote is not closed, or something stands "
                                 "behind it; a quote inside is written \"\""
                               : "the last line has no end; is the file "
                                 "whole?");
}

/* The next row that is no comment: its number of cells, 0 at the end. *at: its
   line. */
static perp_status next_row(table *t, int *n, long *at)
{
    for (;;) {
        while (*t->text == '#' || *t->text == '\n' ||
               (*t->text == '\r' && t->text[1] == '\n')) {
            t->text += strcspn(t->text, "\n");
            t->text += *t->text == '\n';
            t->line++;
        }
        *at = t->line + 1;
        *n = sweep_table_record(&t->text, SWEEP_NAMES, t->cell, t->quoted,
                                &t->line);
        if (*n < 0)
            return bad_row(t, *n);
        if (*n != 1 || t->quoted[0] || t->cell[0][0] != '\0')
            return PERP_SUCCESS;
    }
}

perp_status sweep_file_text(const char *path, char **out, size_t *length)
{
    size_t room = 1 << 16, n = 0;
    int lost = 0;
    FILE *f = fopen(path, "rb");
    *out = NULL;
    if (f == NULL)
        return PERP_FAIL(PERP_IO, "cannot read '%s': %s", path,
                         strerror(errno));
    for (;;) {
        char *grown = memory_resize(*out, room + 2);
        lost = grown == NULL;
        if (lost)
            break;
        *out = grown;
        n += fread(grown + n, 1, room - n, f);
        grown[n] = '\0';
        if (n < room)
            break;
        room *= 2;
    }
    const int bad = ferror(f);
    fclose(f);
    *length = n;
    if (bad)
        return PERP_FAIL(PERP_IO, "cannot read '%s'", path);
    return lost ? PERP_NO_MEMORY(room) : PERP_SUCCESS;
}

static perp_status take_names(arena *a, table *t, int n, sweep_factor *f)
{
    for (int i = 0; i < n; i++) {
        if (t->cell[i][0] == '\0' || strchr(t->cell[i], '=') != NULL)
            return PERP_FAIL(PERP_INPUT,
                             "%s:%ld: the first line names parameters; '%.60s' "
                             "is no name",
                             t->path, t->line, t->cell[i]);
        f->name[i] = kept(a, t->cell[i], strlen(t->cell[i]));
        if (f->name[i] == NULL)
            return PERP_NO_MEMORY(strlen(t->cell[i]));
    }
    return PERP_SUCCESS;
}

static perp_status take_row(arena *a, table *t, int n, long at, sweep_factor *f)
{
    if (n != f->width)
        return PERP_FAIL(PERP_INPUT,
                         "%s:%ld: %d cells, where the first line names %d "
                         "parameters",
                         t->path, at, n, f->width);
    for (int i = 0; i < n; i++) {
        if (t->cell[i][0] == '\0' && !t->quoted[i])
            return PERP_FAIL(PERP_INPUT,
                             "%s:%ld: no value for '%.60s'; write it, or \"\" "
                             "for an empty text",
                             t->path, at, f->name[i]);
        const char *own = kept(a, t->cell[i], strlen(t->cell[i]));
        if (own == NULL)
            return PERP_NO_MEMORY(strlen(t->cell[i]));
        f->value[f->n * f->width + i] = own;
    }
    f->n++;
    return PERP_SUCCESS;
}

static long count_lines(const char *text)
{
    long n = 0;
    for (; *text != '\0'; text++)
        n += *text == '\n';
    return n;
}

static perp_status take_table(arena *a, table *t, sweep_factor *f)
{
    int n;
    long at;
    const long most = count_lines(t->text);
    PERP_TRY(next_row(t, &n, &at));
    if (n == 0)
        return PERP_FAIL(PERP_INPUT, "%s: no line names parameters", t->path);
    *f = (sweep_factor){
        .width = n,
        .name = arena_take(a, (size_t)n, sizeof *f->name),
        .value = arena_take(a, (size_t)n * (size_t)most, sizeof *f->value)};
    if (f->name == NULL || f->value == NULL)
        return PERP_NO_MEMORY((size_t)n * (size_t)most * sizeof *f->value);
    PERP_TRY(take_names(a, t, n, f));
    for (;;) {
        PERP_TRY(next_row(t, &n, &at));
        if (n == 0)
            break;
        PERP_TRY(take_row(a, t, n, at, f));
    }
    if (f->n == 0)
        return PERP_FAIL(PERP_INPUT, "%s: names, and no row of values",
                         t->path);
    return PERP_SUCCESS;
}

perp_status sweep_file_read(const char *path, arena *a, sweep_factor *f)
{
    size_t n = 0;
    table *t = memory_new(1, sizeof *t);
    char *text = NULL;
    if (t == NULL)
        return PERP_NO_MEMORY(sizeof *t);
    perp_status s = sweep_file_text(path, &text, &n);
    if (s.code == PERP_OK && strlen(text) != n)
        s = PERP_FAIL(PERP_INPUT, "%s: a byte 0 in a table of texts", path);
    if (s.code == PERP_OK) {
        if (n > 0 && text[n - 1] != '\n')
            strcpy(text + n, "\n");
        t->path = path;
        t->text = text;
        s = take_table(a, t, f);
    }
    memory_free(text);
    memory_free(t);
    return s;
}
