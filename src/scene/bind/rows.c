/**
# The rows of a run, on their way

Each row goes to the table of `--csv`, which is whole or is not, and to the lines of
`--trace`, which can be read while the run goes.
*/
#include "base/file.h"
#include "run/events.h"
#include "run/trace/lines.h"
#include "scene/bind/own_run.h"

int rows_put_out(const bind_options *o)
{
    return o != NULL && o->look == NULL && o->study == NULL && o->host == NULL;
}

/* The file of --csv, which may begin with what the run is; null: no such
   file. */
static perp_status open_rows(const bind_options *o, const experiment *e,
                             FILE **rows)
{
    run_header x;
    PERP_TRY(output_rows_of(e->name, rows));
    if (*rows == NULL || !o->header)
        return PERP_SUCCESS;
    PERP_TRY(header_make(e, NULL, &x));
    header_comment(&x, *rows);
    header_free(&x);
    return PERP_SUCCESS;
}

/* A row for the file of --csv. A disk that is full ends the run at once. */
static perp_status put_row(void *self, const trace *t, int row)
{
    FILE *f = self;
    if (row == 0)
        trace_head(t, f);
    trace_line(t, row, f);
    return ferror(f) ? file_written(f, "the table") : PERP_SUCCESS;
}

/* Behind the last row: what only then is known of the run. */
static void end_rows(const bind_call *c, const own_run *r, FILE *rows)
{
    const bind_options *o = c->asked;
    FILE *lines = c->files.lines;
    const int shapes = resumed_shapes(c);
    if (rows != NULL && o->header)
        header_comment_end(r->sum.digest, rows);
    if (lines != NULL && shapes)
        fprintf(lines, "{\"digest\": \"%s\", \"collisions\": %ld}\n",
                r->sum.digest, r->sum.collisions);
    else if (lines != NULL && (o->header || resumed_wanted(o)))
        fprintf(lines, "{\"digest\": \"%s\"}\n", r->sum.digest);
}

/* The readers of a run's rows: those of them whose files are open. */
typedef struct {
    row_reader reader[4];
    int n;
} audience;

static void seat(audience *all, row_reader reader)
{
    const int n = all->n++;
    all->reader[n] = reader;
    all->reader[n].next = n > 0 ? &all->reader[n - 1] : NULL;
}

/* How often states are wanted; 0: never. */
static long every_state(const bind_call *c)
{
    const bind_options *o = c != NULL ? c->asked : NULL;
    if (o == NULL || !rows_put_out(o))
        return 0;
    return o->states > 0 ? o->states : c->files.before.every;
}

/* The run itself, whose rows go to the files that are open. */
static perp_status drive(bind_call *c, experiment *e, FILE *rows, own_run *r)
{
    const bind_options *o = c != NULL ? c->asked : NULL;
    const long every = o != NULL ? o->every : 0;
    FILE *lines = c != NULL ? c->files.lines : NULL;
    state_reader states = {resumed_state, c, every_state(c), NULL, NULL};
    FILE *happens = c != NULL ? c->files.events : NULL;
    audience all = {.n = 0};
    events seen = {0};
    resumed_drawn drawn = {c, drawn_of(e->sys, e->marks)};
    perp_status s = PERP_SUCCESS;
    if (rows != NULL)
        seat(&all, (row_reader){put_row, rows, every, NULL});
    if (resumed_shapes(c)) /* behind its row */
        seat(&all, (row_reader){resumed_place, &drawn, 1, NULL});
    if (states.every > 0)
        seat(&all, (row_reader){resumed_row, c, 1, NULL});
    else if (lines != NULL)
        seat(&all, (row_reader){lines_row, lines, every, NULL});
    if (c != NULL && o->events != NULL && rows_put_out(o)) {
        s = events_begin(e, o->events, happens, &seen);
        seat(&all, (row_reader){events_row, &seen, 1, NULL});
        states.also = events_freeze;
        states.other = &seen;
    }
    e->readers = all.n > 0 ? &all.reader[all.n - 1] : NULL;
    e->states = states.every > 0 ? &states : NULL;
    if (c != NULL && c->files.before.f != NULL)
        e->before = &c->files.before;
    if (s.code == PERP_OK)
        s = drive_run(e, &r->t, &r->sum);
    if (seen.f != NULL)
        c->files.events = seen.f;
    e->readers = NULL;
    e->states = NULL;
    e->before = NULL;
    events_free(&seen);
    drawn_free(&drawn.of);
    r->made = s.code == PERP_OK;
    if (s.code != PERP_OK)
        return s;
    if (o != NULL)
        end_rows(c, r, rows);
    return header_make(e, &r->sum, &r->head);
}

perp_status rows_drive(bind_call *c, experiment *e, own_run *r)
{
    const bind_options *o = c != NULL ? c->asked : NULL;
    FILE *rows = NULL;
    perp_status s = rows_put_out(o) ? open_rows(o, e, &rows) : PERP_SUCCESS;
    if (s.code == PERP_OK)
        s = drive(c, e, rows, r);
    perp_status put = file_end(rows, "the table");
    return s.code == PERP_OK ? put : s;
}
