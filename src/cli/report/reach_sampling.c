#include "cli/report/reach_sampling.h"

#include "base/file.h"
#include "hp23/samples/contact_modes.h"
#include "hp23/samples/reach.h"
#include "cli/report/reach_evolution.h"
#include "cli/report/reach_paths.h"
#include "hp23/samples/reach_key.h"
#include "hp23/samples/reach_table.h"
#include "hp23/run/situation.h"
#include "hp23/impact/held.h"
#include "hp23/impact/halm_posa_exact.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *const reach_select_name[3] = {"first", "random", "all"};

/* One reach under way. */
typedef struct {
    const reach_wish *ask;
    const situation *x;
    halm_posa g;
    halm_posa_options o;
    sobol points;
    reach_key key;
    reach_table t;
    reach_figure figure;
    uint64_t first, last;
    struct timespec begun;
    long proven, climbed, doubtful; /* left to fractions by modes in doubles */
    long several, branched; /* steps with more than one v', their samples */
    long cut;               /* branches that ran out of steps */
    arena a;
} reaching;

/** ## Interrupts

What is there when the user has had enough is a valid part: the rows so far, in
order, and a summary that counts them. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static double seconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) +
           1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

static void progress(const reaching *r)
{
    const double all = (double)(r->last - r->first),
                 done = (double)r->t.samples, took = seconds_since(&r->begun);
    if (r->ask->quiet || !isatty(2) || took < 1)
        return;
    fprintf(stderr, "\r%3.0f %%, %.3g samples a second, %.0f s left ",
            100 * done / all, done / took, took * (all - done) / done);
}

static void put(reaching *r, reach_row *row)
{
    reach_table_row(&r->t, row);
    if (row->ended && r->ask->plot != NULL)
        reach_figure_add(&r->figure, row->u);
}

/* A block row by row, for who writes rows or draws them. */
static void put_rows(reaching *r, const reach_samples *x)
{
    const halm_posa_samples *s = x->s;
    const int nv = r->g.nv, each = r->g.p + r->g.r;
    for (int i = 0; i < x->count; i++) {
        reach_row row = {s->v + i * nv, s->u + i * each, s->lcps[i],
                         s->ended[i], x->at + (uint64_t)i, 0};
        row.mode = r->t.moded ? x->mode[i] : 0;
        put(r, &row);
    }
}

static perp_status take(void *user, const reach_samples *x, int *stop)
{
    reaching *r = user;
    const halm_posa_samples *s = x->s;
    if (r->ask->plot == NULL && reach_table_sums(&r->t, x->sums))
        reach_table_add(&r->t, x->sums, x->at);
    else
        put_rows(r, x);
    r->climbed += s->climbed;
    r->several += s->several;
    r->branched += s->branched;
    r->doubtful += s->doubtful;
    progress(r);
    *stop = interrupted != 0;
    return PERP_SUCCESS;
}

/** ## Exactly

With `--exact-check`, or when more than one solution of a step is wanted of contacts that
[modes](../../lcp/enumerate/step_modes.h) are not made for, a sample is gone through in
fractions: every LCP solved exactly, energy and Theorem 7 checked. */
static int exactly(const reaching *r)
{
    return r->ask->exact || (r->ask->select != HALM_POSA_FIRST &&
                             !contact_modes_fit(&r->g));
}

/* Rows of samples that choose, which come with what was counted so far. */
static perp_status take_rows(void *user, const choosing *c, int *stop)
{
    reaching *r = user;
    const step_exact *d = &r->x->exact;
    for (int i = 0; i < c->rows; i++) {
        const choosing_row *k = &c->row[i];
        reach_row row = {k->v, k->u, k->lcps, k->ended, k->number, 0};
        if (r->t.moded)
            row.mode = reach_mode_of(d->p, d->slip_at, k->u, r->o.tolerance);
        put(r, &row);
    }
    r->several += c->several;
    r->branched += c->branched;
    r->cut += c->cut;
    r->proven += c->proven;
    r->doubtful += exactly(r) ? 0 : c->doubtful;
    progress(r);
    *stop = interrupted != 0;
    return PERP_SUCCESS;
}

/** ## The columns */
static perp_status name_columns(reaching *r, const char **name)
{
    const situation *x = r->x;
    const step_exact *d = &x->exact;
    const int nv = d->nv, each = d->p + d->r,
              tail = reach_table_columns(nv, d->p, d->r) - 3;
    int missing = 0;
    for (int i = 0; i < nv; i++) {
        const size_t n = strlen(x->sys->v_name[i]) + 3;
        char *text = arena_take(&r->a, n, 1);
        missing |= text == NULL;
        if (text != NULL)
            snprintf(text, n, "v.%s", x->sys->v_name[i]);
        name[i] = text;
    }
    PERP_TRY(reach_panels_names(&r->a, x, name + nv));
    name[nv + each] = "mode"; /* or none, and the next one has its place */
    name[tail] = "lcps";
    name[tail + 1] = "ended";
    name[tail + 2] = "sample";
    return missing ? PERP_NO_MEMORY(nv) : PERP_SUCCESS;
}

static perp_status open_table(reaching *r)
{
    const step_exact *d = &r->x->exact;
    const reach_wish *ask = r->ask;
    const size_t columns = (size_t)reach_table_columns(d->nv, d->p, d->r);
    char key[REACH_KEY];
    const char **name = arena_take(&r->a, columns, sizeof *name);
    if (name == NULL)
        return PERP_NO_MEMORY(d->nv);
    PERP_TRY(name_columns(r, name));
    PERP_TRY(reach_table_new(&r->a, d->nv, d->p, d->r, name, &r->t));
    r->t.kept = r->o.levels > 0;
    r->t.tree = ask->select == HALM_POSA_ALL;
    if (ask->plot != NULL)
        PERP_TRY(reach_figure_new(&r->a, r->x, r->t.name + d->nv, &r->figure));
    PERP_TRY(reach_panels_find(ask->panels, d, r->t.name + d->nv,
                               &r->figure.panels));
    if (ask->csv == NULL)
        return PERP_SUCCESS;
    PERP_TRY(file_new(ask->csv, &r->t.csv));
    reach_key_text(&r->key, key);
    if (r->key.shards > 1)
        fprintf(r->t.csv, "%s\n", key);
    reach_table_header(&r->t);
    return PERP_SUCCESS;
}

static perp_status sample(reaching *r)
{
    const halm_posa_proof choice = {.d = &r->x->exact,
                                    .g = &r->g,
                                    .o = &r->o,
                                    .select = r->ask->select};
    reach job = {.g = &r->g,
                 .o = &r->o,
                 .epsilon = r->ask->epsilon,
                 .first = r->first,
                 .last = r->last,
                 .threads = (int)r->ask->threads,
                 .slip_at = r->t.moded ? r->x->exact.slip_at : NULL,
                 .take = take,
                 .exact = exactly(r),
                 .rows = take_rows,
                 .user = r};
    if (job.exact || r->ask->select != HALM_POSA_FIRST)
        job.choice = &choice;
    else if (r->ask->several)
        job.counted = &choice;
    struct sigaction mine = {.sa_handler = on_interrupt}, old;
    interrupted = 0;
    sigaction(SIGINT, &mine, &old);
    clock_gettime(CLOCK_MONOTONIC, &r->begun);
    perp_status s = reach_run(&job);
    sigaction(SIGINT, &old, NULL);
    return s;
}

/** ## What is said at the end */
static void notes(const reaching *r)
{
    if (!r->x->pointed)
        fputs("note: the friction cone is not pointed; Theorem 9 promises no "
              "end within any number of steps\n",
              stderr);
    if (r->t.lcps == 0 && r->t.unfinished == 0)
        fputs("note: no impact: the velocity is not colliding, v+ = v\n",
              stderr);
    reach_table_warn(&r->t, stderr);
}

/* Did anybody look whether steps had several v'? */
static int counted(const reaching *r)
{
    return r->ask->several || r->ask->select != HALM_POSA_FIRST;
}

static void tell_text(reaching *r)
{
    reach_table_text(&r->t, stderr);
    if (r->t.tree)
        fprintf(stderr, "  %ld branches ran out of steps\n", r->cut);
    if (counted(r))
        fprintf(stderr,
                "  %ld steps, in %ld samples, had several solutions\n",
                r->several, r->branched);
    else
        fputs("  of several solutions of a step the first was taken; how many "
              "steps had several is not known (--several)\n",
              stderr);
}

/* What `proven` counts, and of which data. */
static const char *proven_of(const reaching *r)
{
    return r->proven == 0 ? "null"
           : r->ask->select == HALM_POSA_FIRST
               ? "\"one v' of a step, for the doubles of M, nu, n, d, mu "
                 "and v\""
               : "\"the list of all v' of a step, for the doubles of M, nu, n, "
                 "d, mu and v\"";
}

static void tell_json(reaching *r, FILE *paths)
{
    char known[32] = "null", among[32] = "null";
    if (counted(r)) {
        snprintf(known, sizeof known, "%ld", r->several);
        snprintf(among, sizeof among, "%ld", r->branched);
    }
    reach_table_json(&r->t, stdout);
    printf(",\"seconds\":%.6g,\"threads\":%d,\"contacts\":[",
           seconds_since(&r->begun), (int)r->ask->threads);
    for (int j = 0; j < r->x->exact.p; j++)
        printf("%s\"%s\"", j > 0 ? "," : "", situation_contact(r->x, j));
    printf("],\"seed\":%.0f,\"draw\":\"%s\",\"select\":\"%s\",\"proven\":%ld,"
           "\"proven_of\":%s,\"several\":%s,\"several_samples\":%s,"
           "\"doubtful\":%ld,\"fallbacks\":%ld,"
           "\"branches_cut\":%ld,\"interrupted\":%s",
           r->ask->seed, r->ask->draw, reach_select_name[r->ask->select],
           r->proven, proven_of(r), known, among, r->doubtful, r->climbed,
           r->t.tree ? r->cut : (long)r->t.unfinished,
           interrupted ? "true" : "false");
    reach_paths_put(paths, stdout);
    fputs("}\n", stdout);
}

static perp_status tell(reaching *r, const char *run)
{
    FILE *paths = NULL;
    if (r->ask->paths > 0 && r->ask->json && !interrupted)
        PERP_TRY(reach_paths_find(&(reach_paths){&r->x->exact, &r->g, &r->o,
                                                 r->first, r->last},
                                  r->ask->paths, &paths));
    notes(r);
    if (r->ask->json)
        tell_json(r, paths);
    else if (!r->ask->quiet)
        tell_text(r);
    if (r->ask->plot != NULL) {
        const reach_evolution way = {&r->x->exact, &r->g,    &r->o,
                                     r->ask->select, r->first, r->last};
        r->figure.paths = (int)r->ask->paths;
        r->figure.tree = r->t.tree;
        PERP_TRY(reach_evolution_find(&way, &r->figure));
        PERP_TRY(reach_figure_draw(&r->figure, run != NULL ? run : "run"));
    }
    if (interrupted) {
        PERP_TRY(file_appear());
        return PERP_FAIL(PERP_LIMIT,
                         "interrupted: %llu of %llu samples are done and "
                         "written",
                         (unsigned long long)r->t.samples,
                         (unsigned long long)(r->last - r->first));
    }
    return PERP_SUCCESS;
}

/** ## From a scene to samples

What the command line leaves open, the scene's `impact = { h, N, samples }`
says. */
static perp_status lay_points(reaching *r)
{
    const long dimensions = (long)r->x->exact.p * (r->o.N + 1);
    if (!r->ask->sobol)
        return PERP_SUCCESS;
    if (dimensions < 1 || dimensions > SOBOL_DIMENSIONS)
        return PERP_FAIL(PERP_USAGE,
                         "--draw sobol: %ld steps with %d contacts want %ld "
                         "coordinates, it has 1 to %d; say --steps",
                         r->o.N + 1, r->x->exact.p, dimensions,
                         SOBOL_DIMENSIONS);
    r->o.points = &r->points;
    return sobol_new(&r->a, (int)dimensions, r->o.N, &r->points);
}

static perp_status settle(reaching *r, const experiment *e)
{
    const reach_wish *ask = r->ask;
    double samples = ask->samples > 0 ? ask->samples
                                      : (double)e->impact_samples;
    r->o = (halm_posa_options){.h = ask->h > 0 ? ask->h : e->impact_h,
                               .N = ask->N >= 0 ? (long)ask->N : e->impact_N,
                               .tolerance = ask->tolerance,
                               .seed = (uint64_t)ask->seed,
                               .normalised = ask->normalised};
    if (!(r->o.h > 0) || !(samples > 0) || (ask->N < 0 && e->impact_h <= 0))
        return PERP_FAIL(PERP_INPUT,
                         "the scene has no impact = { h = ..., N = ..., "
                         "samples = ... }; say --step, --steps and --samples");
    r->key = (reach_key){.samples = (uint64_t)samples,
                         .shard = ask->shard,
                         .shards = ask->shards,
                         .epsilon = ask->epsilon,
                         .select = reach_select_name[ask->select],
                         .draw = ask->draw,
                         .o = &r->o,
                         .g = &r->g};
    PERP_TRY(lay_points(r));
    r->first = reach_key_first(r->key.samples, ask->shard, ask->shards);
    r->last = reach_key_first(r->key.samples, ask->shard + 1, ask->shards);
    r->o.shape = ask->shape;
    PERP_TRY(halm_posa_new(&r->a, &r->x->data, &r->g));
    if (ask->several && ask->select == HALM_POSA_FIRST &&
        !contact_modes_fit(&r->g))
        return PERP_FAIL(PERP_LIMIT,
                         "--several: of more than %d contacts, or several "
                         "slips at one, no step is listed beside the first "
                         "solution; say --select random or all",
                         MODE_CONTACTS);
    r->o.levels = ask->held ? held_levels(&r->g, r->o.h) : 0;
    return PERP_SUCCESS;
}

static perp_status go(reaching *r, const experiment *e)
{
    PERP_TRY(settle(r, e));
    PERP_TRY(open_table(r));
    perp_status s = sample(r), closed = file_end(r->t.csv, r->ask->csv);
    r->t.csv = NULL;
    if (!r->ask->quiet && isatty(2))
        fputc('\n', stderr);
    PERP_TRY(s);
    PERP_TRY(closed);
    return tell(r, e->name);
}

perp_status reach_scene(const reach_wish *wish, const experiment *e)
{
    situation x;
    reaching r = {.ask = wish, .x = &x};
    perp_status s = situation_new(e, &x);
    if (s.code == PERP_OK)
        s = go(&r, e);
    arena_free(&r.a);
    situation_clear(&x);
    return s;
}
