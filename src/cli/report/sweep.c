#include "cli/report/sweep.h"

#include "base/file.h"
#include "base/memory.h"
#include "cli/report/sweep_figure.h"
#include "cli/report/sweep_key.h"
#include "cli/report/sweep_lists.h"
#include "cli/report/sweep_points.h"
#include "cli/report/workers.h"
#include "hp23/samples/reach_key.h"
#include "run/trace/lines.h"
#include "scene/run/apart.h"
#include "scene/run/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const sweep_wish *ask;
    const bind_options *b;
    sweep_points p;
    sweep_table t;
    long first, end; /* of the share, from 0 */
    FILE *lines;     /* of --json, until all is known; or null */
    char usage[512]; /* of the first run that had a wrong command line */
} sweep;

/** ## One run

In its own process: `perp run SCENE --set ... --json -q`, and nothing else. Its seconds
are left out, which would tell one machine's share from another's. */
static perp_status one_run(void *user, long run)
{
    const sweep *x = user;
    const sweep_points *p = &x->p;
    bind_options b = *x->b;
    const char **set = memory_new((size_t)p->names + 1, sizeof *set);
    if (set == NULL)
        return PERP_NO_MEMORY((size_t)p->names * sizeof *set);
    for (int k = 0; k < p->names; k++) {
        const char *name = sweep_points_name(p, k);
        const char *value = sweep_points_value(p, run, k);
        const size_t room = strlen(name) + strlen(value) + 2;
        char *text = memory_new(room, 1);
        if (text == NULL)
            return PERP_NO_MEMORY(room);
        snprintf(text, room, "%s=%s", name, value);
        set[k] = text;
    }
    b.sets = p->names;
    b.set = set;
    b.csv = b.plot = NULL;
    b.json = b.quiet = b.untimed = 1;
    return bind_run(&b);
}

/** ## Its row */
static perp_status put_row(sweep *x, long run, const worker_end *e)
{
    char text[300];
    snprintf(text, sizeof text, "%ld", run + 1);
    PERP_TRY(sweep_table_put(&x->t, "run", text));
    for (int k = 0; k < x->p.names; k++) {
        snprintf(text, sizeof text, "set.%.250s", sweep_points_name(&x->p, k));
        PERP_TRY(
            sweep_table_put(&x->t, text, sweep_points_value(&x->p, run, k)));
    }
    snprintf(text, sizeof text, "%d", e->code);
    PERP_TRY(sweep_table_put(&x->t, "code", text));
    if (e->message != NULL)
        PERP_TRY(sweep_table_put(&x->t, "message", e->message));
    if (e->out_length > 0)
        PERP_TRY(sweep_table_json(&x->t, e->out));
    return sweep_table_end_row(&x->t);
}

/* The columns that every table has, also one without a run. */
static perp_status fixed_columns(sweep *x)
{
    char text[300];
    int at;
    PERP_TRY(sweep_table_column(&x->t, "run", &at));
    for (int k = 0; k < x->p.names; k++) {
        snprintf(text, sizeof text, "set.%.250s", sweep_points_name(&x->p, k));
        PERP_TRY(sweep_table_column(&x->t, text, &at));
    }
    PERP_TRY(sweep_table_column(&x->t, "code", &at));
    return sweep_table_column(&x->t, "message", &at);
}

static void put_line(const sweep *x, long run, const worker_end *e)
{
    FILE *f = x->lines;
    if (f == NULL)
        return;
    fprintf(f, "{\"run\": %ld, \"set\": {", run + 1);
    for (int k = 0; k < x->p.names; k++) {
        fputs(k > 0 ? ", " : "", f);
        lines_text(f, sweep_points_name(&x->p, k));
        fputs(": ", f);
        lines_text(f, sweep_points_value(&x->p, run, k));
    }
    fprintf(f, "}, \"code\": %d, \"message\": ", e->code);
    if (e->message != NULL)
        lines_text(f, e->message);
    else
        fputs("null", f);
    const int n = (int)strcspn(e->out, "\n");
    fprintf(f, ", \"summary\": %.*s}\n", n > 0 ? n : 4,
            n > 0 ? e->out : "null");
}

/* What the scene has printed, line by line behind the number of its run. */
static void pass_on(const sweep *x, long run, const char *err)
{
    while (!x->b->quiet && *err != '\0') {
        const int n = (int)strcspn(err, "\n");
        if (strncmp(err, "perp: ", 6) != 0)
            fprintf(stderr, "run %ld: %.*s\n", run + 1, n, err);
        err += n + (err[n] == '\n');
    }
}

static void progress(sweep *x, long run)
{
    if (x->b->quiet || !isatty(2))
        return;
    fprintf(stderr, "\r%ld of %ld runs ", run + 1 - x->first,
            x->end - x->first);
    if (run + 1 == x->end)
        fputs("\r\033[K", stderr);
}

/** A wrong command line is wrong as a whole: no table begins with its other runs. It
is that of the first such run, on any number of processors, because all that come
before it have begun before it. */
static perp_status take(void *user, long run, const worker_end *e, int *stop)
{
    sweep *x = user;
    pass_on(x, run, e->err);
    progress(x, run);
    if (e->code == PERP_USAGE) {
        *stop = 1;
        if (x->usage[0] == '\0')
            snprintf(x->usage, sizeof x->usage, "run %ld: %s", run + 1,
                     e->message != NULL ? e->message : "wrong");
    }
    if (x->usage[0] != '\0')
        return PERP_SUCCESS;
    put_line(x, run, e);
    return put_row(x, run, e);
}

/** ## What is said of all */
perp_status sweep_verdict(const sweep_table *t, int quiet)
{
    const int code = sweep_table_find(t, "code");
    long failed = 0, first = 0;
    for (long r = t->rows - 1; r >= 0; r--)
        if (strcmp(sweep_table_cell(t, r, code), "0") != 0) {
            failed++;
            first = r;
        }
    if (!quiet)
        fprintf(stderr, "%ld runs, %ld failed\n", t->rows, failed);
    if (failed == 0)
        return PERP_SUCCESS;
    const char *why = sweep_table_cell(t, first, code + 1);
    const long number = strtol(sweep_table_cell(t, first, code), NULL, 10);
    return PERP_FAIL((perp_code)number,
                     "%ld of %ld runs failed; run %s: %.400s", failed, t->rows,
                     sweep_table_cell(t, first, 0),
                     why != NULL ? why : "no message");
}

static perp_status copy(FILE *from, FILE *to)
{
    char block[4096];
    size_t n;
    rewind(from);
    while ((n = fread(block, 1, sizeof block, from)) > 0)
        fwrite(block, 1, n, to);
    return ferror(from) ? PERP_FAIL(PERP_IO, "a temporary file is lost")
                        : PERP_SUCCESS;
}

static perp_status write_table(const sweep *x)
{
    char key[SWEEP_KEY];
    FILE *f;
    PERP_TRY(sweep_key_text(x->b, &x->p, x->ask->shard, x->ask->shards, key));
    PERP_TRY(output_rows(&f));
    if (f == NULL)
        return PERP_SUCCESS;
    if (x->ask->shards > 1)
        fprintf(f, "%s\n", key);
    sweep_table_write(&x->t, f);
    return file_end(f, "--csv");
}

/* A table for standard output, unless there is something else for it. */
static perp_status put_out(const sweep *x)
{
    const bind_options *b = x->b;
    output_begin(&(output_wish){b->csv != NULL || b->json ? b->csv : "-",
                                b->plot, b->quiet, 0, 0});
    perp_status s = apart_reads(b->script);
    if (s.code == PERP_OK && x->ask->file != NULL)
        s = apart_reads(x->ask->file);
    if (s.code == PERP_OK)
        s = write_table(x);
    if (s.code == PERP_OK && b->plot != NULL)
        s = sweep_figure_draw(&x->t, b->script);
    if (s.code == PERP_OK && x->lines != NULL)
        s = copy(x->lines, stdout);
    if (s.code == PERP_OK)
        return output_finish();
    output_abandon();
    return s;
}

/** ## All runs */
static perp_status promise(const sweep *x)
{
    PERP_TRY(apart_reads(x->b->script));
    if (x->ask->file != NULL)
        PERP_TRY(apart_reads(x->ask->file));
    if (x->b->csv != NULL && strcmp(x->b->csv, "-") != 0)
        PERP_TRY(apart_writes("--csv", x->b->csv));
    return PERP_SUCCESS;
}

static perp_status all(sweep *x)
{
    const sweep_wish *ask = x->ask;
    const uint64_t runs = (uint64_t)x->p.runs;
    x->first = (long)reach_key_first(runs, ask->shard, ask->shards);
    x->end = (long)reach_key_first(runs, ask->shard + 1, ask->shards);
    if (x->b->json)
        PERP_TRY(file_scratch(&x->lines));
    const workers w = {
        .first = x->first,
        .end = x->end,
        .side = (int)(ask->threads > 0 ? ask->threads : workers_cores()),
        .act = one_run,
        .take = take,
        .user = x};
    PERP_TRY(fixed_columns(x));
    PERP_TRY(workers_run(&w));
    apart_forget();
    if (x->usage[0] != '\0')
        return PERP_FAIL(PERP_USAGE, "%s", x->usage);
    PERP_TRY(put_out(x));
    return sweep_verdict(&x->t, x->b->quiet);
}

static perp_status begin(sweep *x, char *is_text, int *many)
{
    const bind_options *b = x->b;
    *many = x->ask->file != NULL;
    PERP_TRY(sweep_lists(b, *many, is_text));
    for (int k = 0; k < b->sets; k++) {
        const char *value = strchr(b->set[k], '=');
        *many |= value != NULL && !is_text[k] && sweep_points_listed(value + 1);
    }
    if (!*many)
        return PERP_SUCCESS;
    if (x->ask->single != NULL)
        return PERP_FAIL(PERP_USAGE,
                         "--%s is for a single run: choose one row of the "
                         "sweep, and give its values with --set",
                         x->ask->single);
    if (b->json && b->csv != NULL && strcmp(b->csv, "-") == 0)
        return PERP_FAIL(PERP_USAGE, "--csv - and --json both want standard "
                                     "output; give the table a file");
    if (x->ask->shards > 1 && (b->csv == NULL || b->plot != NULL))
        return PERP_FAIL(PERP_USAGE, "--shard writes a part, to --csv FILE; "
                                     "perp merge makes the whole, and its "
                                     "--plot the figure");
    PERP_TRY(promise(x));
    return sweep_points_read(x->ask->file, b->sets, b->set, is_text, &x->p);
}

perp_status sweep_try(const sweep_wish *w, const bind_options *b, int *many)
{
    sweep *x = memory_new(1, sizeof *x);
    char *is_text = memory_new((size_t)b->sets + 1, 1);
    perp_status s = PERP_NO_MEMORY(sizeof *x);
    if (x != NULL && is_text != NULL) {
        x->ask = w;
        x->b = b;
        s = begin(x, is_text, many);
        if (s.code == PERP_OK && *many)
            s = all(x);
        apart_forget();
        if (x->lines != NULL)
            fclose(x->lines);
        sweep_points_free(&x->p);
        sweep_table_free(&x->t);
    }
    memory_free(is_text);
    memory_free(x);
    return s;
}
