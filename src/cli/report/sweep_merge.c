#include "cli/report/sweep_merge.h"

#include "base/file.h"
#include "base/memory.h"
#include "cli/report/sweep.h"
#include "cli/report/sweep_figure.h"
#include "cli/report/sweep_key.h"
#include "hp23/samples/reach_key.h"
#include "scene/run/apart.h"
#include "scene/run/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 20000 };

typedef struct {
    const char *path;
    char *text, *at; /* all of it; where reading goes on */
    long line;       /* that has been read */
    long runs;
    int shard, shards;
    size_t same;
} part;

typedef struct {
    part *parts;
    int count, fixed; /* fixed: columns up to "message" */
    int json;
    char **cell, **header;
    char *quoted;
    sweep_table t;
} merging;

int sweep_merge_is_part(const char *path)
{
    char begin[14] = "";
    FILE *f = fopen(path, "rb");
    const size_t n = f != NULL ? fread(begin, 1, 13, f) : 0;
    if (f != NULL)
        fclose(f);
    return n == 13 && strcmp(begin, "# perp sweep ") == 0;
}

static perp_status open_part(part *p)
{
    size_t n;
    PERP_TRY(sweep_file_text(p->path, &p->text, &n));
    char *end = strchr(p->text, '\n');
    if (end != NULL)
        *end = '\0';
    if (end == NULL || strlen(end + 1) != n - (size_t)(end + 1 - p->text) ||
        !sweep_key_read(p->text, &p->runs, &p->shard, &p->shards, &p->same))
        return PERP_FAIL(PERP_INPUT,
                         "%s:1: this is no part of a sweep; write one with "
                         "perp run --set NAME=a,b,c --shard i/n --csv FILE",
                         p->path);
    p->at = end + 1;
    p->line = 1;
    return PERP_SUCCESS;
}

static int by_shard(const void *x, const void *y)
{
    return ((const part *)x)->shard - ((const part *)y)->shard;
}

/** The word in which two first lines begin to differ says what is different. */
static perp_status strangers(const part *x, const part *y)
{
    size_t at = 0;
    for (size_t i = 0; x->text[i] == y->text[i]; i++)
        at = x->text[i] == ' ' ? i + 1 : at;
    const char *a = x->text + at, *b = y->text + at;
    return PERP_FAIL(PERP_INPUT,
                     "%s has %.*s, %s has %.*s: they are parts of different "
                     "sweeps",
                     x->path, (int)strcspn(a, " "), a, y->path,
                     (int)strcspn(b, " "), b);
}

static perp_status fit_together(merging *m)
{
    const part *first = &m->parts[0];
    qsort(m->parts, (size_t)m->count, sizeof *m->parts, by_shard);
    for (int i = 0; i < m->count; i++) {
        const part *p = &m->parts[i];
        if (p->same != first->same || p->shards != first->shards ||
            memcmp(p->text, first->text, p->same) != 0)
            return strangers(first, p);
        if (i > 0 && p->shard == p[-1].shard)
            return PERP_FAIL(PERP_INPUT, "%s and %s are the same shard %d/%d",
                             p[-1].path, p->path, p->shard, p->shards);
        if (p->shard != i + 1)
            break;
    }
    for (int i = 0; i < first->shards; i++)
        if (i >= m->count || m->parts[i].shard != i + 1)
            return PERP_FAIL(PERP_INPUT, "shard %d/%d is missing", i + 1,
                             first->shards);
    return PERP_SUCCESS;
}

/* The next record; *n = 0 at the end. */
static perp_status record(merging *m, part *p, int *n)
{
    const long line = p->line + 1;
    *n = sweep_table_record(&p->at, CELLS, m->cell, m->quoted, &p->line);
    if (*n >= 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT, "%s:%ld: %s", p->path, line,
                     *n == -3 ? "the last line has no end; the table is not "
                                "whole"
                              : "this is no row of a sweep");
}

/** Up to `message` all parts have the same columns, which every row has. */
static perp_status read_header(merging *m, part *p, int *columns)
{
    int at, fixed = 0;
    PERP_TRY(record(m, p, columns));
    for (int i = 0; i < *columns; i++) {
        m->header[i] = m->cell[i];
        if (strcmp(m->cell[i], "message") == 0)
            fixed = i + 1;
    }
    int fine = fixed >= 3 && strcmp(m->header[0], "run") == 0 &&
               strcmp(m->header[fixed - 2], "code") == 0 &&
               (p->shard == 1 || fixed == m->fixed);
    m->fixed = fixed;
    for (int i = 0; i < fixed && fine; i++) {
        PERP_TRY(sweep_table_column(&m->t, m->header[i], &at));
        fine = at == i;
    }
    return fine ? PERP_SUCCESS
                : PERP_FAIL(PERP_INPUT,
                            "%s:2: these are not the columns of "
                            "this sweep",
                            p->path);
}

static int is_whole(const char *text, long *out)
{
    char *end;
    *out = strtol(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0';
}

static perp_status put_row(merging *m, int columns)
{
    for (int i = 0; i < columns; i++)
        if (m->cell[i][0] != '\0' || m->quoted[i])
            PERP_TRY(sweep_table_put(&m->t, m->header[i], m->cell[i]));
    return sweep_table_end_row(&m->t);
}

static perp_status read_rows(merging *m, part *p)
{
    const uint64_t runs = (uint64_t)p->runs;
    const long last = (long)reach_key_first(runs, p->shard + 1, p->shards);
    long next = (long)reach_key_first(runs, p->shard, p->shards) + 1;
    int columns, n;
    PERP_TRY(read_header(m, p, &columns));
    for (;; next++) {
        long run = 0, code = 0;
        const long line = p->line + 1;
        PERP_TRY(record(m, p, &n));
        if (n == 0)
            break;
        if (n != columns || !is_whole(m->cell[0], &run) ||
            !is_whole(m->cell[m->fixed - 2], &code))
            return PERP_FAIL(PERP_INPUT, "%s:%ld: this is no row of %d cells",
                             p->path, line, columns);
        if (run != next || run > last)
            return PERP_FAIL(PERP_INPUT,
                             "%s:%ld: run %ld stands where %ld belongs",
                             p->path, line, run, next);
        PERP_TRY(put_row(m, columns));
    }
    if (next != last + 1)
        return PERP_FAIL(PERP_INPUT,
                         "%s ends before its last run; make the shard again",
                         p->path);
    return PERP_SUCCESS;
}

static perp_status read_all(merging *m)
{
    for (int i = 0; i < m->count; i++)
        PERP_TRY(open_part(&m->parts[i]));
    PERP_TRY(fit_together(m));
    for (int i = 0; i < m->count; i++)
        PERP_TRY(read_rows(m, &m->parts[i]));
    return PERP_SUCCESS;
}

/* The figure bears the name of the table. */
static perp_status write_all(const merging *m, const char *csv,
                             const char *plot)
{
    FILE *f;
    for (int i = 0; i < m->count; i++)
        PERP_TRY(apart_reads(m->parts[i].path));
    if (m->json)
        PERP_TRY(apart_writes("--json", "-"));
    PERP_TRY(output_rows(&f));
    if (f != NULL) {
        sweep_table_write(&m->t, f);
        PERP_TRY(file_end(f, "--csv"));
    }
    return plot == NULL
               ? PERP_SUCCESS
               : sweep_figure_draw(&m->t, csv != NULL && strcmp(csv, "-") != 0
                                              ? csv
                                              : "merged");
}

static perp_status put_out(const merging *m, const char *csv, const char *plot)
{
    output_begin(&(output_wish){csv, plot, 1, 0, 0});
    perp_status s = write_all(m, csv, plot);
    if (s.code == PERP_OK)
        return output_finish();
    output_abandon();
    return s;
}

static void put_summary(const merging *m)
{
    const int code = m->fixed - 2;
    long failed = 0;
    for (long r = 0; r < m->t.rows; r++)
        failed += strcmp(sweep_table_cell(&m->t, r, code), "0") != 0;
    printf("{\"runs\":%ld,\"failed\":%ld,\"shards\":%d}\n", m->t.rows, failed,
           m->count);
}

perp_status sweep_merge(const char *const *path, int count, const char *csv,
                        const char *plot, int json)
{
    merging m = {.parts = memory_new((size_t)count, sizeof *m.parts),
                 .cell = memory_new(CELLS, sizeof *m.cell),
                 .header = memory_new(CELLS, sizeof *m.header),
                 .quoted = memory_new(CELLS, 1)};
    perp_status s = PERP_NO_MEMORY(CELLS * sizeof *m.cell);
    if (m.parts != NULL && m.cell != NULL && m.header != NULL &&
        m.quoted != NULL) {
        m.count = count;
        m.json = json;
        for (int i = 0; i < count; i++)
            m.parts[i].path = path[i];
        s = read_all(&m);
        if (s.code == PERP_OK)
            s = put_out(&m, csv, plot);
        if (s.code == PERP_OK) {
            if (json)
                put_summary(&m);
            s = sweep_verdict(&m.t, json);
        }
    }
    for (int i = 0; i < m.count; i++)
        memory_free(m.parts[i].text);
    memory_free(m.parts);
    memory_free(m.cell);
    memory_free(m.header);
    memory_free(m.quoted);
    sweep_table_free(&m.t);
    return s;
}
