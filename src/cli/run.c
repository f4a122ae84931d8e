#include "cli/report/fan.h"
#include "cli/report/sweep.h"
#include "cli/subcommand.h"
#include "hp23/samples/reach_key.h"
#include "scene/bind/bind.h"

#include <stdlib.h>
#include <string.h>

enum {
    SET,
    SWEEP,
    THREADS,
    SHARD,
    SCHEME,
    CSV,
    PLOT,
    MOVIE,
    VTK,
    CHECK,
    RATIONAL,
    TRACE,
    EVENTS,
    CERTIFY,
    CERT,
    CONES,
    LCP,
    LCPS,
    EVERY,
    HEADER,
    SHAPES,
    STATES,
    RESUME,
    JSON,
    QUIET,
    BRANCHES,
    DEPTH, FORK_ENERGY, KEEP, NEAR, SEPARATE,
    SAMPLES,
    RUN,
    BITS,
    SECONDS,
    SCENE_SECONDS,
    MEGABYTES,
    COUNT
};

static const option run_options[COUNT] = {
    [SET] = {"set", 0, OPTION_LIST, "NAME=VALUE",
             "change a parameter; a,b,c or a:b:n: a run of each"},
    [SWEEP] = {"sweep", 0, OPTION_VALUE, "FILE",
               "a run of each row of a CSV that names parameters"},
    [THREADS] = {"threads", 0, OPTION_VALUE, "T",
                 "of several runs, side by side (all processors)"},
    [SHARD] = {"shard", 0, OPTION_VALUE, "i/n",
               "of several runs, part i of n; perp merge joins"},
    [SCHEME] = {"scheme", 0, OPTION_VALUE, "S,...",
                "the scheme, in the place of the scene's; a run of each"},
    [CSV] = {"csv", 0, OPTION_VALUE, "FILE",
             "write the trajectory; - for "
             "standard output"},
    [PLOT] = {"plot", 0, OPTION_VALUE, "DIR", "write the scene's figures"},
    [MOVIE] = {"movie", 0, OPTION_VALUE, "FILE",
               "write a replay page; with --certify it checks itself"},
    [VTK] = {"vtk", 0, OPTION_VALUE, "DIR",
             "the bodies at each row for ParaView, in a new directory"},
    [CHECK] = {"exact-check", 0, OPTION_FLAG, 0,
               "solve and prove every step in exact arithmetic"},
    [RATIONAL] = {"rational", 0, OPTION_FLAG, 0,
                  "run wholly in fractions; nothing is rounded"},
    [TRACE] = {"trace", 0, OPTION_VALUE, "FILE",
               "write each row as a line of JSON while the run goes"},
    [EVENTS] = {"events", 0, OPTION_VALUE, "FILE",
                "write collisions and changes of contact modes as JSON"},
    [CERTIFY] = {"certify", 0, OPTION_VALUE, "L0|L1|L2|R",
                 "write a proof for perp-check: of residuals, or exact"},
    [CERT] = {"cert", 0, OPTION_VALUE, "FILE",
              "the proof; its statement is FILE.scene"},
    [CONES] = {"cones", 0, OPTION_FLAG, 0,
               "prove of each step's friction cone whether it is pointed"},
    [LCP] = {"lcp", 0, OPTION_PAIR, "K FILE",
             "write the K-th problem of the run, for perp solve"},
    [LCPS] = {"lcps", 0, OPTION_VALUE, "DIR",
              "write every problem of the run into a new directory"},
    [EVERY] = {"every", 0, OPTION_VALUE, "K",
               "rows 0, K, 2 K, ..., the last, in --csv, --trace, --vtk"},
    [HEADER] = {"header", 0, OPTION_FLAG, 0,
                "say in --csv and --trace what the run was, and a digest"},
    [SHAPES] = {"shapes", 0, OPTION_FLAG, 0,
                "put into --trace what perp movie draws of each row"},
    [STATES] = {"states", 0, OPTION_VALUE, "K",
                "behind every K-th row the state in --trace, for --resume"},
    [RESUME] = {"resume", 0, OPTION_VALUE, "FILE",
                "go on with the killed run of a trace with states"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "print the summary as JSON"},
    [QUIET] = {"quiet", 'q', OPTION_FLAG, 0, "say nothing that is not asked"},
    [BRANCHES] = {"branches", 0, OPTION_VALUE, "N",
                  "a run for each outcome, or solution of a step, N at most"},
    [FORK_ENERGY] = {"fork-energy", 0, OPTION_VALUE, "J",
                     "with --branches: no fork at a collision that loses less"},
    [KEEP] = {"keep", 0, OPTION_VALUE, "K",
              "with --branches: the K runs with the largest shares only"},
    [NEAR] = {"near", 0, OPTION_VALUE, "EPS",
              "with --branches: states that differ by less meet (1e-9)"},
    [SEPARATE] = {"separate", 0, OPTION_FLAG, 0,
                  "with --branches: those that meet again stay apart"},
    [DEPTH] = {"depth", 0, OPTION_VALUE, "K",
               "with --branches: the first K forks of a run only"},
    [SAMPLES] = {"samples", 0, OPTION_VALUE, "M",
                 "with --branches: samples of halm_posa's set (1024)"},
    [RUN] = {"run", 0, OPTION_VALUE, "NAME",
             "with --branches: which run of a scene with several"},
    [BITS] = {"bits", 0, OPTION_VALUE, "N",
              "give up (exit 5) at longer exact numbers"},
    [SECONDS] = {"seconds", 0, OPTION_VALUE, "S",
                 "give up (exit 5) when one exact problem takes longer"},
    [SCENE_SECONDS] = {"scene-seconds", 0, OPTION_VALUE, "S",
                 "CPU time for the scene's own program (10)"},
    [MEGABYTES] = {"scene-megabytes", 0, OPTION_VALUE, "N",
                   "memory for the scene's own program (1024)"},
};

static perp_status positive(const option *o, long most, long *out)
{
    char *end;
    if (o->count == 0)
        return PERP_SUCCESS;
    *out = strtol(o->value, &end, 10);
    if (end == o->value || *end != '\0' || *out < 1 || *out > most)
        return PERP_FAIL(PERP_USAGE,
                         "--%s wants a whole number from 1 to %ld, not '%.60s'",
                         o->name, most, o->value);
    return PERP_SUCCESS;
}

/** Level L0 leaves the run as it was, in doubles; L1 continues from the exact
velocity truncated toward zero, as `--exact-check` does. */
static perp_status check_level(const option *o)
{
    const char *level = o[CERTIFY].value;
    if (o[CERTIFY].count != o[CERT].count)
        return PERP_FAIL(PERP_USAGE, "--certify LEVEL and --cert FILE need "
                                     "each other");
    if (o[CONES].count > 0 && level == NULL)
        return PERP_FAIL(PERP_USAGE, "--cones is part of a proof: it needs "
                                     "--certify LEVEL --cert FILE");
    if (level == NULL)
        return PERP_SUCCESS;
    if (strcmp(level, "L0") != 0 && strcmp(level, "L1") != 0 &&
        strcmp(level, "L2") != 0 && strcmp(level, "R") != 0)
        return PERP_FAIL(PERP_USAGE, "--certify '%.40s': a certificate is L0 "
                                     "(residuals), L1 (exact steps), L2 (and "
                                     "the geometry) or R (of a --rational "
                                     "run)", level);
    if ((o[RATIONAL].count > 0) != (strcmp(level, "R") == 0))
        return PERP_FAIL(PERP_USAGE, "--certify R and --rational need each "
                                     "other: the other levels are about "
                                     "doubles");
    if (o[CHECK].count > 0 && strcmp(level, "L0") == 0)
        return PERP_FAIL(PERP_USAGE, "--exact-check and --certify L0 exclude "
                                     "each other; ask for L1");
    return PERP_SUCCESS;
}

/** Where one run is a row, its own files are not made: there would be one for each.
The message says how to have that of a run. */
static perp_status many(const option *o, const bind_options *b, int *done)
{
    static const int single[] = {TRACE,    CERT, LCP,     LCPS,   MOVIE, CONES,
                                 BRANCHES, RUN,  CERTIFY, RESUME, VTK};
    sweep_wish w = {.file = o[SWEEP].value};
    PERP_TRY(positive(&o[THREADS], 1024, &w.threads));
    PERP_TRY(options_share(&o[SHARD], REACH_SHARDS, &w.shard, &w.shards));
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (o[single[i]].count > 0)
            w.single = o[single[i]].name;
    PERP_TRY(sweep_try(&w, b, done));
    if (!*done && (o[THREADS].count > 0 || o[SHARD].count > 0))
        return PERP_FAIL(PERP_USAGE,
                         "--%s is for several runs; make them with --set "
                         "NAME=a,b,c or --sweep FILE",
                         o[THREADS].count > 0 ? "threads" : "shard");
    return PERP_SUCCESS;
}

/** In fractions states are equal or not. A replay has every run whole, since its buttons
lead along each of them. */
static perp_status how_near(const option *o, fan_wish *w)
{
    const int rational = o[RATIONAL].count > 0;
    w->near = rational ? 0 : 1e-9;
    if (o[NEAR].count > 0 && rational)
        return PERP_FAIL(PERP_USAGE, "--near is for doubles: in fractions "
                                     "states meet that are equal; leave it "
                                     "out");
    if (o[NEAR].count > 0 && o[SEPARATE].count > 0)
        return PERP_FAIL(PERP_USAGE, "--near and --separate exclude each "
                                     "other");
    PERP_TRY(options_positive(&o[NEAR], 1e-3, &w->near));
    if (o[SEPARATE].count > 0 || w->movie)
        w->near = -1;
    return PERP_SUCCESS;
}

/** All runs of a fan share one table and one summary. */
static perp_status fan(const option *o, bind_options *b)
{
    static const int theirs[] = {DEPTH,    FORK_ENERGY, KEEP, NEAR,
                                 SEPARATE, SAMPLES,     RUN};
    static const int others[] = {TRACE,  EVENTS, CERTIFY, LCP, LCPS,
                                 HEADER, EVERY,  RESUME,  VTK, SHAPES};
    fan_wish w = {.json = b->json, .quiet = b->quiet, .plot = b->plot,
                  .movie = b->movie != NULL};
    long samples = 1024;
    for (size_t i = 0; i < sizeof theirs / sizeof *theirs; i++)
        if (o[BRANCHES].count == 0 && o[theirs[i]].count > 0)
            return PERP_FAIL(PERP_USAGE, "--%s wants --branches",
                             o[theirs[i]].name);
    if (o[BRANCHES].count == 0)
        return bind_run(b);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (o[others[i]].count > 0)
            return PERP_FAIL(PERP_USAGE,
                             "--%s is for a single run, not for --branches",
                             o[others[i]].name);
    if (b->json && b->csv != NULL && strcmp(b->csv, "-") == 0)
        return PERP_FAIL(PERP_USAGE, "--csv - and --json both want standard "
                                     "output; give the table a file");
    PERP_TRY(positive(&o[BRANCHES], FAN_MOST, &w.branches));
    PERP_TRY(positive(&o[DEPTH], 1000000, &w.depth));
    PERP_TRY(positive(&o[KEEP], FAN_MOST, &w.keep));
    if (w.keep > 0 && w.movie)
        return PERP_FAIL(PERP_USAGE, "--movie has every run as it is made; "
                                     "--keep does not go with it");
    PERP_TRY(options_positive(&o[FORK_ENERGY], 1e300, &w.least));
    PERP_TRY(how_near(o, &w));
    PERP_TRY(positive(&o[SAMPLES], 1000000, &samples));
    w.samples = (int)samples;
    b->json = 0;
    b->run = o[RUN].value;
    return fan_run(&w, b);
}

/** A run that goes on makes again what its rows say. What a proof and the events say of
the rows before stands in their files; problems were given away as they came. The trace has
all rows, so `--every` speaks of the other files. */
static perp_status goes_on(const option *o)
{
    static const int others[] = {LCP, LCPS};
    const int i = o[RESUME].count > 0 ? RESUME : STATES;
    if (o[i].count == 0)
        return PERP_SUCCESS;
    if (i == STATES && o[TRACE].count == 0)
        return PERP_FAIL(PERP_USAGE, "--states puts states into a trace: it "
                                     "needs --trace FILE");
    if (i == RESUME && o[TRACE].count + o[STATES].count + o[SHAPES].count > 0)
        return PERP_FAIL(PERP_USAGE, "--resume FILE goes on with FILE as it "
                                     "was begun; leave out --trace, --states "
                                     "and --shapes");
    if (strcmp(o[i == STATES ? TRACE : RESUME].value, "-") == 0)
        return PERP_FAIL(PERP_USAGE, "--%s wants a file that can be read "
                                     "again, not standard output", o[i].name);
    if (o[EVENTS].count > 0 && strcmp(o[EVENTS].value, "-") == 0)
        return PERP_FAIL(PERP_USAGE, "--events with --%s wants a file that can "
                                     "be read again, not standard output",
                         o[i].name);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (o[others[k]].count > 0)
            return PERP_FAIL(PERP_USAGE,
                             "--%s and --%s exclude each other: a run that "
                             "goes on does not pose its first problems again",
                             o[i].name, o[others[k]].name);
    return PERP_SUCCESS;
}

/* Options that exclude each other, or want another. */
static perp_status go_together(const option *o)
{
    if (o[LCP].count > 0 && strcmp(o[LCP].second, "-") == 0 &&
        (o[JSON].count > 0 ||
         (o[CSV].count > 0 && strcmp(o[CSV].value, "-") == 0)))
        return PERP_FAIL(PERP_USAGE, "--lcp K - wants standard output for "
                                     "itself; give the problem a file");
    if (o[CHECK].count > 0 && o[RATIONAL].count > 0)
        return PERP_FAIL(PERP_USAGE, "--exact-check and --rational exclude "
                                     "each other: --rational checks every "
                                     "step too");
    PERP_TRY(goes_on(o));
    const int tables =
        o[CSV].count + o[TRACE].count + o[RESUME].count;
    if (o[HEADER].count > 0 && tables == 0)
        return PERP_FAIL(PERP_USAGE, "--header is for --csv and --trace: ask "
                                     "for one of them");
    if (o[EVERY].count > 0 && tables + o[VTK].count == 0)
        return PERP_FAIL(PERP_USAGE, "--every is for --csv, --trace and "
                                     "--vtk: ask for one of them");
    if (o[SHAPES].count > 0 && o[TRACE].count == 0)
        return PERP_FAIL(PERP_USAGE, "--shapes puts what is drawn into a "
                                     "trace: it needs --trace FILE");
    if (o[SHAPES].count > 0 && o[EVERY].count > 0)
        return PERP_FAIL(PERP_USAGE, "--shapes and --every exclude each other: "
                                     "a replay is made of all rows");
    if (o[LCP].count > 0 && o[LCPS].count > 0)
        return PERP_FAIL(PERP_USAGE, "--lcp and --lcps exclude each other: "
                                     "--lcps writes that problem, too");
    return PERP_SUCCESS;
}

static perp_status act(const options_table *t, const option *o)
{
    long megabytes = 0, problem = 0, every = 0, states = 0;
    double bits = 0, seconds = 0;
    ladder_limits limits = {0};
    PERP_TRY(options_positive(&o[BITS], 0x1p40, &bits));
    PERP_TRY(options_positive(&o[SECONDS], 1e9, &limits.seconds));
    limits.bits = bits > 0 && bits < 1 ? 1 : (size_t)bits;
    PERP_TRY(options_positive(&o[SCENE_SECONDS], 1e6, &seconds));
    PERP_TRY(positive(&o[MEGABYTES], 1000000, &megabytes));
    PERP_TRY(positive(&o[LCP], 1000000000, &problem));
    PERP_TRY(positive(&o[EVERY], 1000000000, &every));
    PERP_TRY(positive(&o[STATES], 1000000000, &states));
    PERP_TRY(go_together(o));
    PERP_TRY(check_level(o));
    int exact = o[CHECK].count > 0 ||
                (o[CERTIFY].count > 0 && (strcmp(o[CERTIFY].value, "L1") == 0 ||
                                          strcmp(o[CERTIFY].value, "L2") == 0));
    bind_options b = {.script = t->words[0],
                      .sets = o[SET].count,
                      .set = o[SET].values,
                      .scheme = o[SCHEME].value,
                      .mode = o[RATIONAL].count > 0 ? EXPERIMENT_RATIONAL
                              : exact               ? EXPERIMENT_EXACT_CHECK
                                                    : EXPERIMENT_DOUBLE,
                      .limits = limits,
                      .csv = o[CSV].value,
                      .lines = o[TRACE].value,
                      .events = o[EVENTS].value,
                      .cert = o[CERT].value,
                      .level2 = o[CERTIFY].count > 0 &&
                                strcmp(o[CERTIFY].value, "L2") == 0,
                      .cones = o[CONES].count > 0,
                      .problem = problem,
                      .lcp = o[LCP].second,
                      .lcps = o[LCPS].value,
                      .plot = o[PLOT].value,
                      .movie = o[MOVIE].value,
                      .vtk = o[VTK].value,
                      .quiet = o[QUIET].count > 0,
                      .json = o[JSON].count > 0,
                      .every = every,
                      .states = states,
                      .shapes = o[SHAPES].count > 0,
                      .resume = o[RESUME].value,
                      .header = o[HEADER].count > 0,
                      .seconds = seconds,
                      .megabytes = megabytes};
    int done = 0;
    perp_status s = many(o, &b, &done);
    return s.code != PERP_OK || done ? s : fan(o, &b);
}

const subcommand subcommand_run = {
    .name = "run",
    .line = "run a scene: trajectory, figures, a verdict on every step",
    .words = "SCRIPT.lua",
    .summary = "Runs the experiments of a scene.",
    .options = run_options,
    .option_count = COUNT,
    .least = 1,
    .most = 1,
    .act = act};
