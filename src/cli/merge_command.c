#include "base/file.h"
#include "cli/report/sweep_merge.h"
#include "cli/subcommand.h"
#include "hp23/samples/reach_key.h"
#include "hp23/samples/reach_table.h"
#include "scene/run/apart.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/** ## Merging

Parts of a sweep are put together by [their own room](report/sweep_merge.c#sweep_merge).

The parts of a reach are tables whose first line says what they are part of. Put
one behind the other in the order of their shards they are, byte for byte, the
table that one machine would have written; sums and ranges are taken from the
rows once more. */
enum { MOST_COLUMNS = 512, LINE = 32768 };

typedef struct {
    const char *path;
    FILE *f;
    char key[REACH_KEY];
    uint64_t samples;
    int shard, shards;
    size_t same;
} part;

typedef struct {
    arena a;
    part *parts;
    int count;
    char line[LINE], header[LINE];
    const char *name[MOST_COLUMNS];
    double value[MOST_COLUMNS];
    reach_table t;
    const char *csv;
} merging;

/* The next line without its end; 0 at the end of the file. */
static perp_status read_line(merging *m, const part *p, int *more)
{
    *more = fgets(m->line, LINE, p->f) != NULL;
    size_t n = *more ? strlen(m->line) : 0;
    if (!*more && ferror(p->f))
        return PERP_FAIL(PERP_IO, "cannot read %s", p->path);
    if (*more && (n == 0 || m->line[n - 1] != '\n'))
        return PERP_FAIL(PERP_INPUT,
                         "%s: its last line has no end; the table is not "
                         "whole",
                         p->path);
    if (n > 0)
        m->line[n - 1] = '\0';
    return PERP_SUCCESS;
}

static perp_status open_part(merging *m, part *p)
{
    int more;
    p->f = fopen(p->path, "r");
    if (p->f == NULL)
        return PERP_FAIL(PERP_IO, "cannot read %s: %s", p->path,
                         strerror(errno));
    PERP_TRY(read_line(m, p, &more));
    if (!more || strlen(m->line) >= REACH_KEY ||
        !reach_key_read(m->line, &p->samples, &p->shard, &p->shards, &p->same))
        return PERP_FAIL(PERP_INPUT,
                         "%s:1: this is no part of a reach; write one with "
                         "perp reach --shard i/n --csv FILE",
                         p->path);
    strcpy(p->key, m->line);
    return PERP_SUCCESS;
}

static int by_shard(const void *x, const void *y)
{
    return ((const part *)x)->shard - ((const part *)y)->shard;
}

/* Where the words of x and y begin to differ; there is such a place. */
static size_t other_word(const char *x, const char *y)
{
    size_t at = 0;
    for (size_t i = 0; x[i] == y[i]; i++)
        at = x[i] == ' ' ? i + 1 : at;
    return at;
}

static perp_status strangers(const part *x, const part *y)
{
    const size_t at = other_word(x->key, y->key);
    const char *a = x->key + at, *b = y->key + at;
    return PERP_FAIL(PERP_INPUT,
                     "%s has %.*s, %s has %.*s: they are parts of different "
                     "reaches",
                     x->path, (int)strcspn(a, " "), a, y->path,
                     (int)strcspn(b, " "), b);
}

static perp_status fit_together(merging *m)
{
    const part *first = &m->parts[0];
    qsort(m->parts, (size_t)m->count, sizeof *m->parts, by_shard);
    for (int i = 0; i < m->count; i++) {
        const part *p = &m->parts[i];
        if (p->same != first->same ||
            memcmp(p->key, first->key, p->same) != 0 ||
            p->shards != first->shards)
            return strangers(first, p);
        if (i > 0 && p->shard == p[-1].shard)
            return PERP_FAIL(PERP_INPUT, "%s and %s are the same shard %d/%d",
                             p[-1].path, p->path, p->shard, p->shards);
        if (p->shard != i + 1)
            return PERP_FAIL(PERP_INPUT, "shard %d/%d is missing", i + 1,
                             first->shards);
    }
    if (m->count != first->shards)
        return PERP_FAIL(PERP_INPUT, "shard %d/%d is missing", m->count + 1,
                         first->shards);
    return PERP_SUCCESS;
}

/* How many of the names begin with `group` and a dot. */
static int count_group(const merging *m, int columns, const char *group)
{
    int n = 0;
    size_t len = strlen(group);
    for (int i = 0; i < columns; i++)
        n += strncmp(m->name[i], group, len) == 0 && m->name[i][len] == '.';
    return n;
}

static perp_status read_header(merging *m, const part *p)
{
    int columns = 0, more;
    PERP_TRY(read_line(m, p, &more));
    if (p->shard > 1 && more && strcmp(m->line, m->header) == 0)
        return PERP_SUCCESS;
    if (p->shard > 1 || !more)
        return PERP_FAIL(PERP_INPUT, "%s:2: other columns than the first part",
                         p->path);
    strcpy(m->header, m->line);
    char *copy = arena_take(&m->a, strlen(m->line) + 1, 1);
    if (copy == NULL)
        return PERP_NO_MEMORY(strlen(m->line));
    strcpy(copy, m->line);
    for (char *at = copy; at != NULL && columns < MOST_COLUMNS; columns++) {
        m->name[columns] = at;
        at = strchr(at, ',');
        if (at != NULL)
            *at++ = '\0';
    }
    int nv = count_group(m, columns, "v"), c = count_group(m, columns, "vn");
    int r = count_group(m, columns, "vt");
    if (reach_table_columns(nv, c, r) != columns ||
        strcmp(m->name[columns - 1], "sample") != 0)
        return PERP_FAIL(PERP_INPUT, "%s:2: these are not the columns of a "
                                     "reach",
                         p->path);
    PERP_TRY(reach_table_new(&m->a, nv, c, r, m->name, &m->t));
    m->t.kept = strstr(p->key, " draw=held") != NULL;
    m->t.tree = strstr(p->key, " select=all") != NULL;
    if (m->csv == NULL)
        return PERP_SUCCESS;
    PERP_TRY(file_new(m->csv, &m->t.csv));
    reach_table_header(&m->t);
    return PERP_SUCCESS;
}

/* The numbers of the line; 0 when there are not as many as columns. */
static int split(merging *m)
{
    char *at = m->line, *end;
    for (int i = 0; i < m->t.columns; i++) {
        m->value[i] = strtod(at, &end);
        if (end == at || *end != (i + 1 < m->t.columns ? ',' : '\0'))
            return 0;
        at = end + 1;
    }
    return 1;
}

static perp_status read_rows(merging *m, const part *p)
{
    const uint64_t last = reach_key_first(p->samples, p->shard + 1, p->shards);
    uint64_t next = reach_key_first(p->samples, p->shard, p->shards);
    const double *tail = m->value + m->t.columns - 3;
    int more;
    for (long n = 3;; n++) {
        PERP_TRY(read_line(m, p, &more));
        if (!more)
            break;
        if (!split(m) || !(tail[0] >= 0 && tail[0] < 0x1p31))
            return PERP_FAIL(PERP_INPUT, "%s:%ld: this is no row of %d numbers",
                             p->path, n, m->t.columns);
        if (m->t.moded && !reach_mode_valid(m->t.p, tail[-1]))
            return PERP_FAIL(PERP_INPUT,
                             "%s:%ld: %.17g is no mode of %d contacts", p->path,
                             n, tail[-1], m->t.p);
        reach_row row = {m->value,
                         m->value + m->t.nv,
                         (int)tail[0],
                         tail[1] != 0,
                         (uint64_t)tail[2],
                         m->t.moded ? (uint64_t)tail[-1] : 0};
        if (row.number != next && row.number + 1 != next)
            return PERP_FAIL(PERP_INPUT,
                             "%s:%ld: sample %.0f stands where %llu belongs",
                             p->path, n, tail[2], (unsigned long long)next);
        next = row.number + 1;
        reach_table_row(&m->t, &row);
    }
    if (next != last)
        return PERP_FAIL(PERP_INPUT,
                         "%s ends before its last sample; the shard was "
                         "interrupted, run it again",
                         p->path);
    return PERP_SUCCESS;
}

static perp_status merge(merging *m)
{
    for (int i = 0; i < m->count; i++)
        PERP_TRY(open_part(m, &m->parts[i]));
    PERP_TRY(fit_together(m));
    for (int i = 0; i < m->count; i++) {
        PERP_TRY(read_header(m, &m->parts[i]));
        PERP_TRY(read_rows(m, &m->parts[i]));
    }
    return PERP_SUCCESS;
}

static perp_status finish(merging *m, perp_status s)
{
    FILE *f = m->t.csv;
    for (int i = 0; i < m->count; i++)
        if (m->parts[i].f != NULL)
            fclose(m->parts[i].f);
    if (s.code != PERP_OK)
        return s; /* the table is given up with the command */
    return file_end(f, m->csv);
}

static perp_status apart(const merging *m, int json)
{
    for (int i = 0; i < m->count; i++)
        PERP_TRY(apart_reads(m->parts[i].path));
    if (m->csv != NULL)
        PERP_TRY(apart_writes("--csv", m->csv));
    return json ? apart_writes("--json", "-") : PERP_SUCCESS;
}

enum { CSV, PLOT, JSON, COUNT };

static perp_status merge_reach(const options_table *t, const option *o)
{
    arena a = {0};
    merging *m = arena_take(&a, 1, sizeof *m);
    if (m == NULL)
        return PERP_NO_MEMORY(sizeof *m);
    m->csv = o[CSV].value;
    m->count = t->word_count;
    m->parts = arena_take(&a, (size_t)m->count, sizeof *m->parts);
    perp_status s = PERP_SUCCESS;
    if (m->parts == NULL)
        s = PERP_NO_MEMORY(sizeof *m->parts);
    for (int i = 0; i < m->count && s.code == PERP_OK; i++)
        m->parts[i].path = t->words[i];
    if (s.code == PERP_OK)
        s = apart(m, o[JSON].count > 0);
    apart_forget();
    if (s.code == PERP_OK)
        s = finish(m, merge(m));
    if (s.code == PERP_OK)
        reach_table_warn(&m->t, stderr);
    if (s.code == PERP_OK && o[JSON].count > 0) {
        reach_table_json(&m->t, stdout);
        printf(",\"shards\":%d}\n", m->count);
    } else if (s.code == PERP_OK)
        reach_table_text(&m->t, stderr);
    if (s.code == PERP_OK)
        s = file_appear();
    arena_free(&m->a);
    arena_free(&a);
    return s;
}

static perp_status act(const options_table *t, const option *o)
{
    if (sweep_merge_is_part(t->words[0]))
        return sweep_merge(t->words, t->word_count, o[CSV].value,
                           o[PLOT].value, o[JSON].count > 0);
    if (o[PLOT].count > 0)
        return PERP_FAIL(PERP_USAGE, "--plot is for the parts of a sweep; "
                                     "perp reach --plot draws samples");
    return merge_reach(t, o);
}

static const option merge_options[COUNT] = {
    [CSV] = {"csv", 0, OPTION_VALUE, "FILE",
             "the whole table (-: standard output)"},
    [PLOT] = {"plot", 0, OPTION_VALUE, "DIR", "of a sweep: its figure"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "the summary as one JSON object"},
};

const subcommand subcommand_merge = {
    .name = "merge",
    .line = "put the parts of a sharded reach or sweep together",
    .words = "PART...",
    .summary = "Puts the tables of perp reach --shard i/n, or those of perp "
               "run --shard i/n,\ntogether.",
    .options = merge_options,
    .option_count = COUNT,
    .least = 1,
    .most = REACH_SHARDS,
    .act = act};
