#include "ap02/stiff.h"
#include "cli/report/cone_ask.h"
#include "cli/subcommand.h"
#include "gap08/run/steps.h"
#include "number/literal.h"
#include "number/rational.h"
#include "run/trace/columns.h"
#include "scene/bind/bind.h"

#include <stdio.h>
#include <string.h>

/** `perp cone` runs a scene up to a time and asks about the cone of the
configuration that is reached. The data are the primary data of a step there:
the same doubles, taken as rationals. A contact counts as active when its gap is
within the scene's tolerance, or when the step that ended here gave it a normal
impulse. */
typedef struct {
    int json, along, plot;
    const char *impulse; /* "z1,z2,..", or null */
} asking;

/* One run being looked at. */
typedef struct {
    const asking *ask;
    const experiment *e;
    const trace *t;
    arena a;
    columns at;
    assembler work;
    active_set set;
    step_data data, linked; /* linked: with AP02's rigid links as joints */
} looking;

static perp_status looking_new(looking *x)
{
    const perp_system *s = x->e->sys;
    size_t contacts = (size_t)s->contacts + 1;
    PERP_TRY(columns_layout(&x->a, s, &x->at));
    PERP_TRY(assembler_new(&x->a, s, 0, &x->work));
    PERP_TRY(step_data_new(&x->a, s, &x->data));
    x->set.id = arena_take(&x->a, contacts, sizeof *x->set.id);
    x->set.kept = arena_take(&x->a, contacts, sizeof *x->set.kept);
    return x->set.id != NULL && x->set.kept != NULL ? PERP_SUCCESS
                                                    : PERP_NO_MEMORY(contacts);
}

/* The primary data in row `row` of the trace. */
static perp_status configuration(looking *x, int row)
{
    const perp_system *s = x->e->sys;
    const double *cell = x->t->cell + (size_t)row * (size_t)x->t->columns;
    step_point at = {
        .t0 = cell[1], .t1 = cell[1], .q = cell + x->at.q, .v = cell + x->at.v};
    PERP_TRY(assemble_gaps(s, &x->work, at.q));
    for (int j = 0; j < s->contacts; j++)
        x->set.kept[j] = x->at.cn >= 0 && cell[x->at.cn + j] > 0;
    active_find(&x->set, s->contacts, x->work.gap, mpq_get_d(x->e->tolerance));
    PERP_TRY(assemble_step(s, &x->work, &at, &x->set, &x->data));
    x->linked = x->data;
    if (x->e->scheme != &scheme_stiff_limit)
        return PERP_SUCCESS;
    return stiff_links_as_joints(&x->a, &x->data, &x->linked);
}

/* The nv numbers of --impulse. */
static perp_status read_impulse(const looking *x, mpq_t *z)
{
    const char *at = x->ask->impulse;
    const int nv = x->e->sys->nv;
    int count = 0;
    for (size_t len; at != NULL; at = at[len] == ',' ? at + len + 1 : NULL) {
        len = strcspn(at, ",");
        perp_status s = PERP_SUCCESS;
        if (count < nv)
            s = literal_ratio(at, len, z[count]);
        if (s.code != PERP_OK)
            return PERP_FAIL(PERP_USAGE,
                             "--impulse: '%.*s' is no number; write p/q or "
                             "digits",
                             (int)(len < 40 ? len : 40), at);
        count++;
    }
    return count == nv ? PERP_SUCCESS
                       : PERP_FAIL(PERP_USAGE,
                                   "--impulse has %d numbers; the scene has "
                                   "%d velocities",
                                   count, nv);
}

static perp_status tell(looking *x, const cone_report *r, const mpq_t *z)
{
    cone_held held = {.z = NULL};
    cone_left left = {.rows = 0};
    const int json = x->ask->json;
    perp_status s = PERP_SUCCESS;
    if (z != NULL)
        s = cone_held_find(&x->a, r, z, &held);
    if (s.code == PERP_OK)
        s = cone_left_find(&x->a, r, &left);
    if (s.code == PERP_OK) {
        (json ? report_json : report_text)(r, stdout);
        (json ? cone_left_json : cone_left_text)(r, &left, stdout);
        if (z != NULL)
            (json ? cone_held_json : cone_held_text)(r, &held, stdout);
        fputs(json ? "}\n" : "", stdout);
    }
    cone_left_clear(&left);
    cone_held_clear(&held);
    return s;
}

/* The report, and what --impulse asks. */
static perp_status answer(looking *x, const cone_report *r)
{
    const size_t nv = (size_t)x->e->sys->nv;
    if (x->ask->impulse == NULL)
        return tell(x, r, NULL);
    mpq_t *z = rational_array(&x->a, nv);
    if (z == NULL)
        return PERP_NO_MEMORY(nv * sizeof *z);
    perp_status s = read_impulse(x, z);
    if (s.code == PERP_OK)
        s = tell(x, r, (const mpq_t *)z);
    rational_clear(z, nv);
    return s;
}

static perp_status look_here(looking *x)
{
    int row = x->t->rows - 1;
    cone_report r = {.sys = x->e->sys,
                     .set = &x->set,
                     .run = x->e->name,
                     .t = x->t->cell[(size_t)row * (size_t)x->t->columns + 1]};
    PERP_TRY(configuration(x, row));
    PERP_TRY(report_make(&x->a, &x->linked, 1, &r));
    perp_status s = answer(x, &r);
    if (s.code == PERP_OK && x->ask->plot)
        s = cone_draw(&r, x->t->cell + (size_t)row * (size_t)x->t->columns +
                              x->at.q);
    report_clear(&r);
    return s;
}

/* What is found on the way. */
typedef struct {
    int looked, blunt; /* configurations, those that are not pointed */
    double worst, worst_at, first_blunt;
} course;

static perp_status look_at_row(looking *x, int row, course *c)
{
    cone_report r = {.sys = x->e->sys, .set = &x->set};
    arena_mark mark = arena_here(&x->a);
    double t = x->t->cell[(size_t)row * (size_t)x->t->columns + 1];
    PERP_TRY(configuration(x, row));
    if (x->linked.p + x->linked.m == 0)
        return PERP_SUCCESS;
    PERP_TRY(report_make(&x->a, &x->linked, 0, &r));
    const report_side *s = &r.side[REPORT_STEP];
    c->looked++;
    if (s->bounded && s->limit.c > c->worst) {
        c->worst = s->limit.c;
        c->worst_at = t;
    }
    if (!s->bounded && c->blunt++ == 0)
        c->first_blunt = t;
    report_clear(&r);
    arena_release(&x->a, mark);
    return PERP_SUCCESS;
}

/* Of what the verdicts speak. */
static const char along_what[] =
    "the doubles of each row's state; between rows nothing is proven";

static void json_number(const char *key, int known, double x)
{
    if (known)
        printf(",\"%s\":%.17g", key, x);
    else
        printf(",\"%s\":null", key);
}

/** **Uniform pointedness**, as far as a run can show it: the largest of the
constants of the configurations that were visited, all of them proven. */
static perp_status look_along(looking *x)
{
    course c = {.looked = 0};
    for (int row = 0; row < x->t->rows; row++)
        PERP_TRY(look_at_row(x, row, &c));
    if (x->ask->json) {
        printf("{\"configurations\":%d,\"not_pointed\":%d", c.looked, c.blunt);
        json_number("c", c.looked > c.blunt, c.worst);
        json_number("c_at", c.looked > c.blunt, c.worst_at);
        json_number("first_not_pointed", c.blunt > 0, c.first_blunt);
        printf(",\"pointed_of\":\"%s\"}\n", along_what);
        return PERP_SUCCESS;
    }
    printf("%s%s%d of %d configurations with contacts or joints are pointed",
           x->e->name ? x->e->name : "", x->e->name ? ": " : "",
           c.looked - c.blunt, c.looked);
    if (c.looked > c.blunt)
        printf("; c_FC <= %.6g for all of these (t = %.6g s has the most)",
               c.worst, c.worst_at);
    if (c.blunt > 0)
        printf("; the first that is not: t = %.6g s", c.first_blunt);
    printf("\n  of %s\n", along_what);
    return PERP_SUCCESS;
}

static perp_status look(void *user, const experiment *e, const trace *t)
{
    looking x = {.ask = user, .e = e, .t = t};
    perp_status s = looking_new(&x);
    if (s.code == PERP_OK)
        s = x.ask->along ? look_along(&x) : look_here(&x);
    assembler_clear(&x.work);
    arena_free(&x.a);
    return s;
}

enum { SET, AT, ALONG, IMPULSE, PLOT, JSON, SCHEME, COUNT };

static const option cone_options[COUNT] = {
    [SET] = {"set", 0, OPTION_LIST, "NAME=VALUE",
             "change a parameter of the scene; p/q is exact"},
    [AT] = {"at", 0, OPTION_VALUE, "T",
            "run to this time first, s (0: the initial state)"},
    [ALONG] = {"along", 0, OPTION_FLAG, 0,
               "the constant of all configurations of the run"},
    [IMPULSE] = {"impulse", 0, OPTION_VALUE, "Z1,Z2,..",
                 "can joints and contacts give it? A number a velocity, N s"},
    [PLOT] = {"plot", 0, OPTION_VALUE, "DIR",
              "draw the direction that opens all contacts (plane)"},
    [JSON] = {"json", 0, OPTION_FLAG, 0,
              "one JSON object, certificates in fractions"},
    [SCHEME] = {"scheme", 0, OPTION_VALUE, "S", "the time-stepping scheme"},
};

static perp_status act(const options_table *t, const option *o)
{
    asking ask = {.json = o[JSON].count > 0,
                  .along = o[ALONG].count > 0,
                  .plot = o[PLOT].count > 0,
                  .impulse = o[IMPULSE].value};
    mpq_t until;
    mpq_init(until);
    perp_status s = PERP_SUCCESS;
    if (o[AT].count > 0)
        s = literal_ratio(o[AT].value, strlen(o[AT].value), until);
    if (s.code != PERP_OK || mpq_sgn(until) < 0)
        s = PERP_FAIL(PERP_USAGE,
                      "--at wants a time >= 0 in seconds, not "
                      "'%.40s'",
                      o[AT].value);
    if (s.code == PERP_OK && ask.plot && ask.along)
        s = PERP_FAIL(PERP_USAGE, "--plot draws one configuration, --along "
                                  "looks at all: give a time with --at");
    if (s.code == PERP_OK && ask.impulse != NULL && ask.along)
        s = PERP_FAIL(PERP_USAGE, "--impulse asks about one configuration, "
                                  "--along looks at all: give a time by --at");
    bind_options b = {.script = t->words[0],
                      .sets = o[SET].count,
                      .set = o[SET].values,
                      .scheme = o[SCHEME].value,
                      .mode = EXPERIMENT_DOUBLE,
                      .quiet = 1,
                      .plot = o[PLOT].value,
                      .look = look,
                      .user = &ask,
                      .until = ask.along && o[AT].count == 0 ? NULL : until};
    if (s.code == PERP_OK)
        s = bind_run(&b);
    mpq_clear(until);
    return s;
}

const subcommand subcommand_cone = {
    .name = "cone",
    .line = "is the friction cone of a configuration pointed?",
    .words = "SCRIPT.lua",
    .summary = "Is the friction cone of a configuration "
               "pointed? With a certificate either way, and "
               "the bounds\nthat follow.",
    .options = cone_options,
    .option_count = COUNT,
    .least = 1,
    .most = 1,
    .act = act};
