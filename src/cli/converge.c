#include "base/file.h"
#include "cli/report/converge_report.h"
#include "cli/report/step_list.h"
#include "cli/subcommand.h"
#include "scene/bind/bind.h"
#include "scene/run/drive.h"

#include <string.h>

/** `perp converge` runs one scene at several step sizes. The scene is recorded
once; what changes is $h$. Each run is compared with the motion that the scene
knows otherwise (`reference = function(t) ... end`), or with the run of the
smallest step. */
typedef struct {
    step_list at;     /* as given; none: halvings of the scene's */
    const char *plot; /* --plot, or null */
    converge_table out; /* filled on the way */
} asking;

static void halve(mpq_srcptr h, asking *a)
{
    step_list *l = &a->at;
    for (l->steps = 0; l->steps < 4; l->steps++)
        mpq_div_2exp(l->step[l->steps], h, (mp_bitcnt_t)l->steps);
}

/** ## Runs */
static perp_status run_at(const bind_case *c, mpq_srcptr h, trace *t,
                          summary *sum)
{
    experiment e = *c->e;
    *e.h = *h;
    perp_status s = drive_run(&e, t, sum);
    if (s.code != PERP_OK)
        return PERP_FAIL(s.code, "h = %.6g: %s", mpq_get_d(h), s.message);
    return s;
}

static perp_status judge(const bind_case *c, const trace *t, const motion *ref,
                         converge_row *row)
{
    const perp_system *s = c->e->sys;
    PERP_TRY(residual_of(s, t, mpq_get_d(c->e->tolerance), &row->residual));
    row->compared = ref->exact != NULL || ref->run != t;
    if (!row->compared)
        return PERP_SUCCESS;
    return compare_runs(s, t, ref, mpq_get_d(c->e->T), &row->error);
}

static perp_status one_run(asking *a, const bind_case *c, int i,
                           const motion *ref)
{
    trace t = {0};
    summary sum = {0};
    converge_row *row = &a->out.row[i];
    PERP_TRY(run_at(c, a->at.step[i], &t, &sum));
    motion own = *ref;
    if (ref->exact == NULL && ref->run == NULL)
        own.run = &t;
    row->h = mpq_get_d(a->at.step[i]);
    row->steps = sum.steps;
    row->collisions = sum.collisions;
    row->tv_v = sum.tv_v;
    row->tv_va = sum.tv_va;
    summary_clear(&sum);
    perp_status s = judge(c, &t, &own, row);
    trace_free(&t);
    return s;
}

/** Without a reference the smallest step is run twice, first to be compared
with: so every run is judged in the same way, and one table is held at a time. */
static perp_status all_runs(asking *a, const bind_case *c)
{
    const int last = a->at.steps - 1;
    trace finest = {0};
    summary sum = {0};
    motion ref = {c->reference, c->scene, NULL}, none = {NULL, NULL, NULL};
    if (ref.exact == NULL) {
        PERP_TRY(run_at(c, a->at.step[last], &finest, &sum));
        summary_clear(&sum);
        ref.run = &finest;
    }
    perp_status s = PERP_SUCCESS;
    for (int i = 0; i <= last && s.code == PERP_OK; i++)
        s = one_run(a, c, i, ref.run != NULL && i == last ? &none : &ref);
    trace_free(&finest);
    return s;
}

static perp_status study(void *user, const bind_case *c)
{
    asking *a = user;
    converge_table *out = &a->out;
    if (a->at.steps == 0)
        halve(c->e->h, a);
    for (int i = 0; i < a->at.steps; i++)
        PERP_TRY(step_list_divides(a->at.step[i], c->e->T));
    out->rows = a->at.steps;
    out->exact = c->reference != NULL;
    for (const char *const *key = c->e->scheme->tells; key && *key; key++)
        out->weighted = out->weighted || strcmp(*key, "alpha") == 0;
    out->T = mpq_get_d(c->e->T);
    snprintf(out->name, sizeof out->name, "%s",
             c->e->name != NULL ? c->e->name : "run");
    snprintf(out->scheme, sizeof out->scheme, "%s", c->e->scheme->name);
    PERP_TRY(all_runs(a, c));
    converge_orders(out);
    return a->plot != NULL ? converge_draw(out) : PERP_SUCCESS;
}

enum { STEPS, SET, SCHEME, RUN, CSV, PLOT, JSON, COUNT };

static const option converge_options[COUNT] = {
    [STEPS] = {"h", 0, OPTION_VALUE, "H1,H2,...",
               "the steps, s, descending (the scene's and 3 halvings)"},
    [SET] = {"set", 0, OPTION_LIST, "NAME=VALUE",
             "change a parameter of the scene; p/q is exact"},
    [SCHEME] = {"scheme", 0, OPTION_VALUE, "S", "the time-stepping scheme"},
    [RUN] = {"run", 0, OPTION_VALUE, "NAME",
             "which run, when the scene makes several"},
    [CSV] = {"csv", 0, OPTION_VALUE, "FILE",
             "write the table; - for standard output"},
    [PLOT] = {"plot", 0, OPTION_VALUE, "DIR", "draw errors against h"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "one JSON object of lists"},
};

static perp_status act(const options_table *t, const option *o)
{
    asking a = {.plot = o[PLOT].value};
    mpq_t step[STEP_LIST_MOST];
    for (int i = 0; i < STEP_LIST_MOST; i++)
        mpq_init(step[i]);
    a.at.step = step;
    bind_options b = {.script = t->words[0],
                      .sets = o[SET].count,
                      .set = o[SET].values,
                      .scheme = o[SCHEME].value,
                      .mode = EXPERIMENT_DOUBLE,
                      .csv = o[CSV].value,
                      .plot = o[PLOT].value,
                      .json = o[JSON].count > 0,
                      .quiet = 1,
                      .study = study,
                      .user = &a,
                      .run = o[RUN].value};
    perp_status s = PERP_SUCCESS;
    if (o[STEPS].count > 0)
        s = step_list_read(o[STEPS].value, 2, &a.at);
    if (s.code == PERP_OK)
        s = bind_run(&b);
    if (s.code == PERP_OK && b.csv != NULL)
        s = converge_csv(&a.out, b.csv);
    if (s.code == PERP_OK && b.json)
        converge_json(&a.out);
    else if (s.code == PERP_OK && (b.csv == NULL || strcmp(b.csv, "-") != 0))
        converge_text(&a.out);
    if (s.code == PERP_OK)
        s = file_appear();
    for (int i = 0; i < STEP_LIST_MOST; i++)
        mpq_clear(step[i]);
    return s;
}

const subcommand subcommand_converge = {
    .name = "converge",
    .line = "run a scene at several step sizes: errors and their orders",
    .words = "SCRIPT.lua",
    .summary = "Runs a scene at several steps: errors against its "
               "reference(t) or its finest\nrun, their orders, total "
               "variations, the residual of the inclusion.",
    .options = converge_options,
    .option_count = COUNT,
    .least = 1,
    .most = 1,
    .act = act};
