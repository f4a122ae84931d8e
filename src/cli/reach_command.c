#include "cli/report/ends_report.h"
#include "cli/impact_data.h"
#include "cli/inelastic.h"
#include "cli/report/reach_sampling.h"
#include "cli/subcommand.h"
#include "hp23/samples/reach.h"
#include "hp23/samples/reach_key.h"
#include "scene/bind/bind.h"
#include "scene/run/apart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static perp_status look(void *user, const experiment *e, const trace *t)
{
    const reach_wish *ask = user;
    (void)t;
    PERP_TRY(inelastic_scene(e, ask->inelastic, "reach"));
    return reach_scene(ask, e);
}

enum {
    SET, SAMPLES, SEED, THREADS, SHARD, SELECT, TOLERANCE, EPSILON, STEP,
    STEPS, DRAW, NORMALISED, SEVERAL, EXACT, PATHS, PANELS, PLOT, CSV, JSON,
    QUIET, OUTER, CONTAINS, WITHIN, LEGS, SECONDS, RATIONAL, DATA, RESTITUTION,
    COUNT
};

static const option reach_options[COUNT] = {
    [SET] = {"set", 0, OPTION_LIST, "NAME=VALUE",
             "change a parameter of the scene"},
    [SAMPLES] = {"samples", 0, OPTION_VALUE, "N",
                 "how many (the scene's impact.samples)"},
    [SEED] = {"seed", 0, OPTION_VALUE, "S", "of the random bounds (0)"},
    [THREADS] = {"threads", 0, OPTION_VALUE, "T", "side by side (1)"},
    [SHARD] = {"shard", 0, OPTION_VALUE, "i/n",
               "part i of n, i from 1; perp merge puts the tables together"},
    [SELECT] = {"select", 0, OPTION_VALUE, "W",
                "of several solutions of a step: first, random or all"},
    [TOLERANCE] = {"tolerance", 0, OPTION_VALUE, "X",
                   "a slower approach is none, m/s (0: exactly)"},
    [EPSILON] = {"epsilon", 0, OPTION_VALUE, "E",
                 "end with Algorithm 2's step, for an E-net"},
    [STEP] = {"step", 0, OPTION_VALUE, "H",
              "largest normal impulse of a step, N s (impact.h)"},
    [STEPS] = {"steps", 0, OPTION_VALUE, "N",
               "at most N + 1 steps (impact.N)"},
    [DRAW] = {"draw", 0, OPTION_VALUE, "W",
              "the bounds of a step: held for some steps (the default), "
              "uniform, sobol, normalised, corners, loguniform, or held- "
              "before uniform, corners, loguniform"},
    [NORMALISED] = {"normalised", 0, OPTION_FLAG, 0,
                    "bounds of a step have the sum H, however drawn"},
    [SEVERAL] = {"several", 0, OPTION_FLAG, 0,
                 "count the steps that have several solutions, of first, too"},
    [EXACT] = {"exact-check", 0, OPTION_FLAG, 0,
               "every LCP solved exactly and proven"},
    [CSV] = {"csv", 0, OPTION_VALUE, "FILE", "a row a sample (-: stdout)"},
    [PLOT] = {"plot", 0, OPTION_VALUE, "DIR",
              "a figure: how samples move and end, and what older laws say"},
    [PANELS] = {"panels", 0, OPTION_VALUE, "X:Y,...",
                "of the figure: columns against each other (of each contact "
                "vt:vn, and vn:vn of pairs)"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "the summary as one JSON object"},
    [QUIET] = {"quiet", 'q', OPTION_FLAG, 0, "no words, no progress"},
    [OUTER] = {"outer", 0, OPTION_FLAG, 0,
               "no samples: all ends of (39), as polyhedra"},
    [CONTAINS] = {"contains", 0, OPTION_VALUE, "V",
                  "no samples: is V an end of (39)? numbers with commas"},
    [WITHIN] = {"within", 0, OPTION_VALUE, "EPS",
                "of --contains: so near in the norm of M, or 1% of |v|_M (0)"},
    [LEGS] = {"legs", 0, OPTION_VALUE, "N",
              "of --outer, --contains: follow so many at most (1000)"},
    [SECONDS] = {"seconds", 0, OPTION_VALUE, "S",
                 "of --outer, --contains: follow no longer; the rest is loose"},
    [RATIONAL] = {"rational", 0, OPTION_FLAG, 0,
                  "of --outer, --contains: the scene's data are not rounded"},
    [DATA] = IMPACT_DATA_OPTION,
    [RESTITUTION] = INELASTIC_OPTION,
    [PATHS] = {"paths", 0, OPTION_VALUE, "K",
               "of the first K samples: with --json velocities and impulses of "
               "each step, with --plot a line"},
};

static perp_status whole_number(const option *o, double least, double most,
                                double *out)
{
    char *end;
    if (o->count == 0)
        return PERP_SUCCESS;
    double x = strtod(o->value, &end);
    if (*o->value == '\0' || *end != '\0' || !(x >= least && x <= most) ||
        x != floor(x))
        return PERP_FAIL(PERP_USAGE,
                         "--%s wants a whole number from %.0f to %.0f, not "
                         "'%.40s'",
                         o->name, least, most, o->value);
    *out = x;
    return PERP_SUCCESS;
}

static perp_status speed(const option *o, double *out)
{
    char *end;
    if (o->count == 0)
        return PERP_SUCCESS;
    *out = strtod(o->value, &end);
    if (*o->value == '\0' || *end != '\0' || !(*out >= 0 && *out <= 1e300))
        return PERP_FAIL(PERP_USAGE,
                         "--%s wants a speed >= 0 in m/s, not '%.40s'", o->name,
                         o->value);
    return PERP_SUCCESS;
}

static perp_status read_select(const option *o, reach_wish *ask)
{
    for (int i = 0; i < 3 && o->count > 0; i++)
        if (strcmp(o->value, reach_select_name[i]) == 0) {
            ask->select = (halm_posa_select)i;
            return PERP_SUCCESS;
        }
    if (o->count == 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_USAGE,
                     "--select is first, random or all, not '%.40s'",
                     o->value);
}

/* Where bounds come from; the first name is what nothing said means. */
static const struct draw_name {
    const char *name;
    int sobol, normalised, held;
    draw_shape shape;
} draw_names[] = {{"held", 0, 0, 1, DRAW_MIXED},
                  {"uniform", 0, 0, 0, DRAW_UNIFORM},
                  {"sobol", 1, 0, 0, DRAW_UNIFORM},
                  {"normalised", 0, 1, 0, DRAW_UNIFORM},
                  {"corners", 0, 0, 0, DRAW_CORNERS},
                  {"loguniform", 0, 0, 0, DRAW_LOGUNIFORM},
                  {"held-uniform", 0, 0, 1, DRAW_UNIFORM},
                  {"held-corners", 0, 0, 1, DRAW_CORNERS},
                  {"held-loguniform", 0, 0, 1, DRAW_LOGUNIFORM}};

static perp_status read_draw(const option *o, reach_wish *ask)
{
    enum { NAMES = sizeof draw_names / sizeof *draw_names };
    const struct draw_name *k = draw_names;
    while (o->count > 0 && k < draw_names + NAMES &&
           strcmp(o->value, k->name) != 0)
        k++;
    if (k == draw_names + NAMES)
        return PERP_FAIL(PERP_USAGE,
                         "--draw is held, uniform, sobol, normalised, corners, "
                         "loguniform, held-uniform, held-corners or "
                         "held-loguniform, not '%.40s'",
                         o->value);
    ask->draw = k->name;
    ask->sobol = k->sobol;
    ask->normalised |= k->normalised;
    ask->held = k->held;
    ask->shape = k->shape;
    return PERP_SUCCESS;
}

static perp_status read_words(const option *o, reach_wish *ask)
{
    PERP_TRY(whole_number(&o[SAMPLES], 1, 0x1p40, &ask->samples));
    PERP_TRY(whole_number(&o[PATHS], 1, 1000, &ask->paths));
    PERP_TRY(whole_number(&o[SEED], 0, 0x1p53, &ask->seed));
    PERP_TRY(whole_number(&o[THREADS], 1, REACH_THREADS, &ask->threads));
    PERP_TRY(whole_number(&o[STEPS], 0, 1000000, &ask->N));
    PERP_TRY(options_positive(&o[STEP], 1e300, &ask->h));
    PERP_TRY(speed(&o[TOLERANCE], &ask->tolerance));
    PERP_TRY(speed(&o[EPSILON], &ask->epsilon));
    PERP_TRY(options_share(&o[SHARD], REACH_SHARDS, &ask->shard, &ask->shards));
    PERP_TRY(read_select(&o[SELECT], ask));
    PERP_TRY(read_draw(&o[DRAW], ask));
    if ((ask->exact || ask->select != HALM_POSA_FIRST) && ask->epsilon > 0)
        return PERP_FAIL(PERP_USAGE,
                         "--epsilon ends samples of the first solution in "
                         "doubles; it has neither --select nor --exact-check");
    if (ask->paths > 0 &&
        ((!ask->json && ask->plot == NULL) || ask->epsilon > 0 ||
         ask->select == HALM_POSA_ALL ||
         (ask->json && ask->select != HALM_POSA_FIRST)))
        return PERP_FAIL(PERP_USAGE,
                         "--paths are of samples of the first solution in "
                         "--json, or lines in --plot; it has no --epsilon, and "
                         "in --json no --select; with --select all a sample is "
                         "a tree and no line");
    if (ask->panels != NULL && ask->plot == NULL)
        return PERP_FAIL(PERP_USAGE, "--panels wants --plot");
    if (ask->several && (ask->epsilon > 0 ||
                         (ask->exact && ask->select == HALM_POSA_FIRST)))
        return PERP_FAIL(PERP_USAGE,
                         "--several counts by lists of each step, and neither "
                         "--epsilon nor --exact-check of the first solution "
                         "has them; say --select random or all for the check");
    return PERP_SUCCESS;
}

/* bind_run knows of --plot alone. */
static perp_status promise(const reach_wish *ask)
{
    perp_status s = PERP_SUCCESS;
    if (ask->csv != NULL)
        s = apart_writes("--csv", ask->csv);
    if (s.code == PERP_OK && ask->json)
        s = apart_writes("--json", "-");
    if (s.code != PERP_OK)
        apart_forget();
    return s;
}

static perp_status look_ends(void *user, const experiment *e, const trace *t)
{
    const ends_ask *ask = user;
    (void)t;
    PERP_TRY(inelastic_scene(e, ask->inelastic, "reach"));
    return ends_scene(ask, e);
}

static perp_status refuse(const option *o, int first, int last,
                          const char *why)
{
    for (int k = first; k <= last; k++)
        if (o[k].count > 0)
            return PERP_FAIL(PERP_USAGE, "--%s %s", o[k].name, why);
    return PERP_SUCCESS;
}

static perp_status read_ends(const option *o, ends_ask *ask)
{
    PERP_TRY(refuse(o, SAMPLES, PATHS,
                    "is of samples, and goes with neither --outer nor "
                    "--contains"));
    if (o[OUTER].count > 0 && o[CONTAINS].count > 0)
        return PERP_FAIL(PERP_USAGE,
                         "--outer and --contains are two questions");
    if (o[CONTAINS].count == 0)
        PERP_TRY(refuse(o, WITHIN, WITHIN, "wants --contains"));
    else
        PERP_TRY(refuse(o, PANELS, CSV, "wants --outer or samples"));
    if (o[PANELS].count > 0 && o[PLOT].count == 0)
        return PERP_FAIL(PERP_USAGE, "--panels wants --plot");
    PERP_TRY(whole_number(&o[LEGS], 0, 1e6, &ask->legs));
    PERP_TRY(options_positive(&o[SECONDS], 1e9, &ask->seconds));
    if (ask->json && ask->csv != NULL && strcmp(ask->csv, "-") == 0)
        return PERP_FAIL(PERP_USAGE, "--json and --csv - both want standard "
                                     "output; give the table a file");
    return PERP_SUCCESS;
}

/* --outer, --contains: the set itself. */
static perp_status act_ends(const options_table *t, const option *o)
{
    ends_ask ask = {.contains = o[CONTAINS].value,
                    .within = o[WITHIN].value,
                    .csv = o[CSV].value,
                    .plot = o[PLOT].value,
                    .panels = o[PANELS].value,
                    .legs = 1000,
                    .inelastic = o[RESTITUTION].count > 0,
                    .json = o[JSON].count > 0,
                    .quiet = o[QUIET].count > 0 ||
                             (o[CSV].value != NULL &&
                              strcmp(o[CSV].value, "-") == 0)};
    const reach_wish outputs = {.csv = ask.csv, .json = ask.json};
    mpq_t until;
    PERP_TRY(read_ends(o, &ask));
    PERP_TRY(promise(&outputs));
    mpq_init(until);
    bind_options b = {.sets = o[SET].count,
                      .set = o[SET].values,
                      .mode = o[RATIONAL].count > 0 ? EXPERIMENT_RATIONAL
                                                    : EXPERIMENT_DOUBLE,
                      .plot = ask.plot,
                      .quiet = 1,
                      .look = look_ends,
                      .user = &ask,
                      .until = until};
    perp_status s = impact_data_run(t, &o[DATA], &b);
    mpq_clear(until);
    return s;
}

static perp_status act(const options_table *t, const option *o)
{
    reach_wish ask = {.threads = 1,
                  .N = -1,
                  .exact = o[EXACT].count > 0,
                  .normalised = o[NORMALISED].count > 0,
                  .several = o[SEVERAL].count > 0,
                  .inelastic = o[RESTITUTION].count > 0,
                  .json = o[JSON].count > 0,
                  .quiet = o[QUIET].count > 0,
                  .csv = o[CSV].value,
                  .plot = o[PLOT].value,
                  .panels = o[PANELS].value};
    mpq_t until;
    PERP_TRY(inelastic_asked(&o[RESTITUTION], "reach"));
    if (o[OUTER].count > 0 || o[CONTAINS].count > 0)
        return act_ends(t, o);
    PERP_TRY(refuse(o, WITHIN, RATIONAL, "wants --outer or --contains"));
    PERP_TRY(read_words(o, &ask));
    if (ask.json && ask.csv != NULL && strcmp(ask.csv, "-") == 0)
        return PERP_FAIL(PERP_USAGE, "--json and --csv - both want standard "
                                     "output; give the table a file");
    PERP_TRY(promise(&ask));
    mpq_init(until);
    bind_options b = {.sets = o[SET].count,
                      .set = o[SET].values,
                      .plot = ask.plot,
                      .quiet = 1,
                      .look = look,
                      .user = &ask,
                      .until = until};
    perp_status s = impact_data_run(t, &o[DATA], &b);
    mpq_clear(until);
    return s;
}

const subcommand subcommand_reach = {
    .name = "reach",
    .line = "sample the set of outcomes of an impact",
    .words = "[SCRIPT.lua]",
    .summary = "Samples the set of outcomes of an impact "
               "at a scene's initial state, or that of --data,\n"
               "or finds all ends of the inclusion (39) in fractions, and "
               "whether a velocity is one.",
    .options = reach_options,
    .option_count = COUNT,
    .least = 0,
    .most = 1,
    .act = act};
