#include "base/file.h"
#include "cli/report/compare_ask.h"
#include "cli/report/compare_figure.h"
#include "cli/report/compare_run.h"
#include "cli/report/step_list.h"
#include "cli/subcommand.h"
#include "hp23/run/law.h"
#include "scene/run/drive.h"

#include <string.h>

/** `perp compare` runs one scene in every way that fits it: every scheme, those with
weights by each of them, and where a scheme with laws of impact has a collision, by
each law. Nobody says here which fit: a scheme that is asked for a scene it does not
know refuses in its own words, and these words are the reason that is printed. */
enum { ZERO, HALF, ALPHA, GAMMA, THETA, OWN };

typedef struct {
    step_list at; /* as given; none: the scene's step */
    compare_asked ask;
    mpq_t *own; /* 0 and 1/2, of theta; the scene's own alpha, gamma, theta */
    long finest; /* the finest run has h / finest */
    const char *plot;
    compare_table out; /* filled on the way */
    compare_setting with;
    trace fine; /* of the finest run */
} asking;

/** ## Runs

A way that does not fit says so before its first row, and is asked with no other
step. A run that ends on the way, at a limit or without a solution, is one step of
this way only. Two failures end the command: memory that the system does not have,
because every run behind it would be left out for that; and a law that is refuted. */
static int ends_all(perp_status s)
{
    return s.code == PERP_REFUTED || s.code == PERP_BUG || s.code == PERP_IO ||
           strstr(s.message, "out of memory") != NULL;
}

static perp_status leave(asking *a, const compare_way *w, double h,
                         perp_status why)
{
    if (ends_all(why))
        return why;
    compare_left *l = compare_leave(&a->out, w);
    if (l == NULL)
        return PERP_NO_MEMORY(sizeof *l);
    l->h = h;
    l->code = why.code;
    snprintf(l->why, sizeof l->why, "%s", why.message);
    return PERP_SUCCESS;
}

/* Adds to *collisions those of its runs. */
static perp_status run_way(asking *a, const compare_way *w, long *collisions)
{
    for (int i = 0; i < a->at.steps; i++) {
        int fits = 0, ran = 0;
        compare_row *row = compare_add(&a->out, w);
        if (row == NULL)
            return PERP_NO_MEMORY(sizeof *row);
        a->with.curves = i == 0 && a->plot != NULL;
        perp_status s =
            compare_measure(&a->with, a->at.step[i], &fits, &ran, row);
        if (s.code == PERP_OK) {
            *collisions += row->collisions;
            continue;
        }
        a->out.rows--;
        if (ran)
            return s;
        PERP_TRY(leave(a, w, fits ? mpq_get_d(a->at.step[i]) : 0.0, s));
        if (!fits)
            return PERP_SUCCESS;
    }
    return PERP_SUCCESS;
}

static perp_status run_laws(asking *a, compare_way w)
{
    long collisions = 0;
    const int own = !w.scheme->laws || a->ask.laws[LAWS];
    w.law = LAWS;
    if (own)
        PERP_TRY(run_way(a, &w, &collisions));
    if (!w.scheme->laws || (own && collisions == 0))
        return PERP_SUCCESS;
    for (w.law = 0; w.law < LAWS; w.law++)
        if (a->ask.laws[w.law])
            PERP_TRY(run_way(a, &w, &collisions));
    return PERP_SUCCESS;
}

/* Is the scene's own alpha = gamma among the weights? */
static int has_weight(const asking *a)
{
    for (int i = 0; i < a->ask.weights; i++)
        if (mpq_equal(a->ask.weight[i], a->own[ALPHA]))
            return mpq_equal(a->own[ALPHA], a->own[GAMMA]);
    return 0;
}

static perp_status run_thetas(asking *a, compare_way w)
{
    for (int i = ZERO; i <= HALF; i++) {
        w.theta = a->own[i];
        PERP_TRY(run_laws(a, w));
    }
    w.theta = a->own[THETA];
    return mpq_equal(w.theta, a->own[ZERO]) || mpq_equal(w.theta, a->own[HALF])
               ? PERP_SUCCESS
               : run_laws(a, w);
}

static perp_status run_scheme(asking *a, const struct scheme *s)
{
    compare_way w = {.scheme = s, .law = LAWS};
    if (compare_reads(s, "theta"))
        return run_thetas(a, w);
    if (!compare_reads(s, "alpha"))
        return run_laws(a, w);
    for (int i = 0; i < a->ask.weights; i++) {
        w.alpha = w.gamma = a->ask.weight[i];
        PERP_TRY(run_laws(a, w));
    }
    w.alpha = a->own[ALPHA];
    w.gamma = a->own[GAMMA];
    return a->ask.chosen || has_weight(a) ? PERP_SUCCESS : run_laws(a, w);
}

/** ## What they are compared with

The scene's reference; or the finest run, by the scene's own scheme, weights and law,
and when that does not fit its own scene or comes to no end, by the first scheme that
does. It is named: a distance from it is no error, and of two schemes with one
distance the finest run's own is favoured. */
static perp_status finest_by(asking *a, const compare_way *w, mpq_srcptr h,
                             int *found)
{
    summary sum;
    int fits;
    char name[COMPARE_NAME];
    perp_status s = compare_drive(&a->with, w, h, &fits, &a->fine, &sum);
    if (s.code != PERP_OK)
        return ends_all(s) ? s : PERP_SUCCESS;
    summary_clear(&sum);
    a->with.ref.run = &a->fine;
    a->out.finest = mpq_get_d(h);
    compare_name(w, name);
    snprintf(a->out.against, sizeof a->out.against,
             "the run of %s with h = %.6g", name, a->out.finest);
    *found = 1;
    return PERP_SUCCESS;
}

static perp_status find_finest(asking *a)
{
    const experiment *e = a->with.c->e;
    int found = 0;
    mpq_t h;
    mpq_init(h);
    mpq_set_ui(h, 1, (unsigned long)a->finest);
    mpq_mul(h, h, a->at.step[a->at.steps - 1]);
    compare_way w = compare_own(e);
    perp_status s = finest_by(a, &w, h, &found);
    for (int i = 0; s.code == PERP_OK && !found && drive_schemes[i]; i++) {
        experiment other = *e;
        other.scheme = drive_schemes[i];
        w = compare_own(&other);
        s = finest_by(a, &w, h, &found);
    }
    mpq_clear(h);
    return s;
}

/** Without any row the reason of the scene's own scheme is the one to tell; if all began
and none ended, with the code of that. */
static perp_status nothing(const asking *a)
{
    const compare_left *l = &a->out.left[0];
    for (int i = 0; i < a->out.lefts; i++)
        if (a->out.left[i].way.scheme == a->with.c->e->scheme) {
            l = &a->out.left[i];
            break;
        }
    char name[COMPARE_NAME];
    compare_name(&l->way, name);
    return PERP_FAIL(l->code, "no scheme runs this scene; %s: %s", name,
                     l->why);
}

static perp_status known_energy(const asking *a)
{
    int known = a->with.energy == NULL;
    for (int i = 0; i < a->out.rows; i++)
        known |= a->out.row[i].energy_last == a->out.row[i].energy_last;
    return known ? PERP_SUCCESS
                 : PERP_FAIL(PERP_USAGE,
                             "--energy '%.60s': no run has a column of that "
                             "name",
                             a->with.energy);
}

static perp_status begin(asking *a, const bind_case *c)
{
    compare_table *out = &a->out;
    a->with.c = c;
    a->with.ref = (motion){c->reference, c->scene, NULL};
    mpq_set(a->own[ALPHA], c->e->alpha);
    mpq_set(a->own[GAMMA], c->e->gamma);
    if (c->e->theta != NULL)
        mpq_set(a->own[THETA], c->e->theta);
    if (a->at.steps == 0)
        mpq_set(a->at.step[a->at.steps++], c->e->h);
    for (int i = 0; i < a->at.steps; i++)
        PERP_TRY(step_list_divides(a->at.step[i], c->e->T));
    out->exact = c->reference != NULL;
    out->T = mpq_get_d(c->e->T);
    snprintf(out->name, sizeof out->name, "%s",
             c->e->name != NULL ? c->e->name : "run");
    snprintf(out->against, sizeof out->against, "the scene's reference");
    snprintf(out->energy_of, sizeof out->energy_of, "%s",
             a->with.energy != NULL       ? a->with.energy
             : c->e->sys->springs > 0     ? "kinetic and elastic energy"
                                          : "kinetic energy");
    return out->exact ? PERP_SUCCESS : find_finest(a);
}

static perp_status study(void *user, const bind_case *c)
{
    asking *a = user;
    PERP_TRY(begin(a, c));
    for (int i = 0; drive_schemes[i] != NULL; i++) {
        const struct scheme *s = drive_schemes[i];
        if (compare_asks(&a->ask, s->name))
            PERP_TRY(run_scheme(a, s));
    }
    if (a->out.rows == 0)
        return nothing(a);
    PERP_TRY(known_energy(a));
    return a->plot != NULL ? compare_draw(&a->out) : PERP_SUCCESS;
}

enum {
    STEPS, SET, SCHEME, LAW, WEIGHT, FINE, ENERGY, RUN, CSV, PLOT, JSON, TIME,
    COUNT
};

static const option compare_options[COUNT] = {
    [STEPS] = {"h", 0, OPTION_VALUE, "H1,H2,...",
               "the steps, s, descending (the scene's)"},
    [SET] = {"set", 0, OPTION_LIST, "NAME=VALUE",
             "change a parameter of the scene; p/q is exact"},
    [SCHEME] = {"scheme", 0, OPTION_VALUE, "S,...", "these schemes only"},
    [LAW] = {"law", 0, OPTION_VALUE, "L,...",
             "these laws of impact only; phases: the scheme's own"},
    [WEIGHT] = {"weights", 0, OPTION_VALUE, "A1,A2,...",
                "alpha = gamma (1/2,3/4,1 and the scene's own)"},
    [FINE] = {"finest", 0, OPTION_VALUE, "K",
              "without a reference: distances from a run with h/K (16)"},
    [ENERGY] = {"energy", 0, OPTION_VALUE, "COLUMN",
                "what energy is: a measure (kinetic, with springs elastic)"},
    [RUN] = {"run", 0, OPTION_VALUE, "NAME",
             "which run, when the scene makes several"},
    [CSV] = {"csv", 0, OPTION_VALUE, "FILE",
             "write the table; - for standard output"},
    [PLOT] = {"plot", 0, OPTION_VALUE, "DIR",
              "draw errors against problems, energies, variations"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "one JSON object"},
    [TIME] = {"time", 0, OPTION_FLAG, 0,
              "seconds of each run, too; no two are the same"},
};

static perp_status read_asked(const option *o, asking *a)
{
    mpq_set_ui(a->own[HALF], 1, 2);
    PERP_TRY(compare_read_weights(o[WEIGHT].value, &a->ask));
    PERP_TRY(compare_read_schemes(o[SCHEME].value, &a->ask));
    PERP_TRY(compare_read_laws(o[LAW].value, &a->ask));
    PERP_TRY(compare_read_finest(o[FINE].value, &a->finest));
    return o[STEPS].count > 0 ? step_list_read(o[STEPS].value, 1, &a->at)
                              : PERP_SUCCESS;
}

/* The numbers of an asking, all of them. */
typedef struct {
    mpq_t step[STEP_LIST_MOST], weight[COMPARE_WEIGHTS], own[OWN];
} numbers;

static void each(numbers *n, void act(mpq_ptr))
{
    for (int i = 0; i < STEP_LIST_MOST; i++)
        act(n->step[i]);
    for (int i = 0; i < COMPARE_WEIGHTS; i++)
        act(n->weight[i]);
    for (int i = 0; i < OWN; i++)
        act(n->own[i]);
}

static void number_init(mpq_ptr x)
{
    mpq_init(x);
}

static void number_clear(mpq_ptr x)
{
    mpq_clear(x);
}

static perp_status tell(const asking *a, const bind_options *b)
{
    if (b->csv != NULL)
        PERP_TRY(compare_csv(&a->out, b->csv));
    if (b->json)
        compare_json(&a->out);
    else if (b->csv == NULL || strcmp(b->csv, "-") != 0)
        PERP_TRY(compare_text(&a->out));
    return file_appear();
}

static perp_status act(const options_table *t, const option *o)
{
    numbers n;
    asking a = {.at.step = n.step,
                .ask.weight = n.weight,
                .own = n.own,
                .with.energy = o[ENERGY].value,
                .out.timed = o[TIME].count > 0,
                .plot = o[PLOT].value};
    bind_options b = {.script = t->words[0],
                      .sets = o[SET].count,
                      .set = o[SET].values,
                      .mode = EXPERIMENT_DOUBLE,
                      .csv = o[CSV].value,
                      .plot = o[PLOT].value,
                      .json = o[JSON].count > 0,
                      .quiet = 1,
                      .study = study,
                      .user = &a,
                      .run = o[RUN].value};
    each(&n, number_init);
    perp_status s = read_asked(o, &a);
    if (s.code == PERP_OK)
        s = bind_run(&b);
    if (s.code == PERP_OK)
        s = tell(&a, &b);
    trace_free(&a.fine);
    compare_free(&a.out);
    each(&n, number_clear);
    return s;
}

const subcommand subcommand_compare = {
    .name = "compare",
    .line = "run a scene by every scheme, weight and law that fits it",
    .words = "SCRIPT.lua",
    .summary = "Runs a scene by every scheme, weight and law of impact that "
               "fits it: errors,\ngaps, energy, total variations, what it "
               "costs; and says why others do not fit.",
    .options = compare_options,
    .option_count = COUNT,
    .least = 1,
    .most = 1,
    .act = act};
