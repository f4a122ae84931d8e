#include "base/file.h"
#include "base/nearest.h"
#include "cli/report/bars_report.h"
#include "cli/report/judge_report.h"
#include "cli/subcommand.h"
#include "number/literal.h"
#include "run/scheme.h"
#include "scene/bind/bind.h"
#include "scene/run/apart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** `perp judge` reads a scene, which says what the system is, and a table, which says
what somebody computed. */
enum {
    SET,
    SCHEME,
    RUN,
    STEP,
    MAP,
    IMPULSES,
    LAW,
    CLOSED,
    WEIGHT,
    PROVE,
    REQUIRE,
    BARS,
    KEPT,
    CONE,
    PLOT,
    JSON,
    COUNT
};

static const option judge_options[COUNT] = {
    [SET] = {"set", 0, OPTION_LIST, "NAME=VALUE",
             "change a parameter of the scene; p/q is exact"},
    [SCHEME] =
        {"scheme", 0, OPTION_VALUE, "S",
         "where M, n, D, k stand: begin (the default), midpoint, end, or "
         "a scheme of perp"},
    [RUN] = {"run", 0, OPTION_VALUE, "NAME",
             "which run, when the scene makes several"},
    [STEP] = {"h", 0, OPTION_VALUE, "H",
              "length of every interval, s; else the differences of t"},
    [MAP] = {"map", 0, OPTION_VALUE, "FILE",
             "lines 'q.x = -column' or 'q.x = factor * column'"},
    [IMPULSES] = {"impulses", 0, OPTION_FLAG, 0,
                  "judge the table's cn.* and ft.*, too"},
    [LAW] = {"law", 0, OPTION_VALUE, "e=X", "Newton's restitution, 0 to 1"},
    [CLOSED] = {"closed", 0, OPTION_VALUE, "X",
                "gap up to which a contact is closed, m"},
    [WEIGHT] = {"weight", 0, OPTION_VALUE, "W",
                "of the new velocity in the positions; else the best"},
    [PROVE] = {"prove", 0, OPTION_VALUE, "N",
               "rows of each law looked at in fractions; 3"},
    [REQUIRE] = {"require", 0, OPTION_LIST, "LAW<=X,...",
                 "end with 1 when the worst of a law is more"},
    [BARS] = {"error", 0, OPTION_VALUE, "q=X,v=Y",
              "bars of measurement: can a motion within them keep the laws?"},
    [KEPT] = {"kept", 0, OPTION_VALUE, "FILE",
              "writes the motion that --error proves, in fractions"},
    [CONE] = {"cone", 0, OPTION_VALUE, "C",
              "friction of two slips: polygon (the default) or round"},
    [PLOT] = {"plot", 0, OPTION_VALUE, "DIR", "a strip over time for each law"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "one JSON object"},
};

typedef struct {
    const char *motion;
    const option *o;
    stretch_place place;
    int own; /* of a scheme of perp */
    double law_e;
    claimed_wish claim;
    judge_wish wish;
    double most[LAWS];
    growing_text out, kept;
    perp_status verdict;
    char failed[300];
} asking;

/** ## The command line */
static perp_status number(const option *o, double low, double high,
                          const char *wants, double *out)
{
    char *end;
    if (o->count == 0)
        return PERP_SUCCESS;
    *out = strtod(o->value, &end);
    if (end != o->value && *end == '\0' && *out >= low && *out <= high)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_USAGE, "--%s wants %s, not '%.40s'", o->name, wants,
                     o->value);
}

static perp_status read_law(const option *o, double *e)
{
    *e = -1;
    if (o->count == 0)
        return PERP_SUCCESS;
    char *end;
    if (strncmp(o->value, "e=", 2) == 0) {
        *e = strtod(o->value + 2, &end);
        if (end != o->value + 2 && *end == '\0' && *e >= 0 && *e <= 1)
            return PERP_SUCCESS;
    }
    return PERP_FAIL(PERP_USAGE,
                     "--law wants e=X with 0 <= X <= 1, not '%.40s'", o->value);
}

static perp_status unknown_law(const char *name, size_t n)
{
    const char *all[LAWS];
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(n < 60 ? n : 60), name);
    for (int id = 0; id < LAWS; id++)
        all[id] = laws[id].name;
    int near = nearest_word(word, all, LAWS);
    return PERP_FAIL(PERP_USAGE,
                     "--require: there is no law '%s'%s%s%s; the table of a "
                     "verdict has their names",
                     word, near < 0 ? "" : " (did you mean '",
                     near < 0 ? "" : all[near], near < 0 ? "" : "'?)");
}

static perp_status require_one(const char *text, size_t n, double *most)
{
    const char *sign = memchr(text, '<', n);
    char *end;
    if (sign == NULL || sign[1] != '=')
        return PERP_FAIL(PERP_USAGE, "--require wants LAW<=X,..., not '%.*s'",
                         (int)(n < 60 ? n : 60), text);
    for (int id = 0; id < LAWS; id++) {
        if (strlen(laws[id].name) != (size_t)(sign - text) ||
            strncmp(laws[id].name, text, (size_t)(sign - text)) != 0)
            continue;
        most[id] = strtod(sign + 2, &end);
        if (end == text + n && end > sign + 2 && most[id] >= 0)
            return PERP_SUCCESS;
        return PERP_FAIL(PERP_USAGE,
                         "--require: '%.*s' has no number >= 0 behind <=",
                         (int)(n < 60 ? n : 60), text);
    }
    return unknown_law(text, (size_t)(sign - text));
}

static perp_status read_requires(const option *o, double *most)
{
    for (int id = 0; id < LAWS; id++)
        most[id] = NAN;
    for (int i = 0; i < o->count; i++)
        for (const char *at = o->values[i]; at != NULL;) {
            const char *comma = strchr(at, ',');
            size_t n = comma != NULL ? (size_t)(comma - at) : strlen(at);
            PERP_TRY(require_one(at, n, most));
            at = comma != NULL ? comma + 1 : NULL;
        }
    return PERP_SUCCESS;
}

static perp_status read_cone(const option *o, int *round)
{
    *round = o->count > 0 && strcmp(o->value, "round") == 0;
    if (o->count == 0 || *round || strcmp(o->value, "polygon") == 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_USAGE, "--cone is polygon or round, not '%.40s'",
                     o->value);
}

/** q=X,v=Y in any order, one of them or both. */
static perp_status read_bars(const option *o, bars_width *out)
{
    for (const char *at = o->count > 0 ? o->value : NULL; at != NULL;) {
        double *to = *at == 'q' ? &out->q : *at == 'v' ? &out->v : NULL;
        char *end = NULL;
        if (to != NULL && at[1] == '=' && *to == 0)
            *to = strtod(at + 2, &end);
        if (end == NULL || end == at + 2 || (*end != '\0' && *end != ',') ||
            !(*to > 0) || !isfinite(*to))
            return PERP_FAIL(PERP_USAGE,
                             "--error wants q=X,v=Y with X, Y > 0 (or one of "
                             "the two), not '%.40s'",
                             o->value);
        at = *end == ',' ? end + 1 : NULL;
    }
    return PERP_SUCCESS;
}

static void read_place(asking *a)
{
    static const char *const places[] = {"begin", "midpoint", "end"};
    const char *word = a->o[SCHEME].value;
    a->place = STRETCH_BEGIN;
    a->own = word != NULL;
    for (int p = 0; p < 3 && word != NULL; p++)
        if (strcmp(word, places[p]) == 0) {
            a->place = (stretch_place)p;
            a->own = 0;
        }
    if (a->own)
        a->place = STRETCH_OWN;
}

static perp_status read_wishes(asking *a)
{
    const option *o = a->o;
    double prove = 3;
    a->wish.weight = -1;
    a->wish.rule.closed = -1;
    a->claim = (claimed_wish){.path = a->motion,
                              .map = o[MAP].value,
                              .impulses = o[IMPULSES].count > 0};
    PERP_TRY(options_positive(&o[STEP], 1e9, &a->claim.h));
    PERP_TRY(number(&o[CLOSED], 0, 1e300, "a length >= 0 in m",
                    &a->wish.rule.closed));
    PERP_TRY(number(&o[WEIGHT], 0, 1, "a number from 0 to 1", &a->wish.weight));
    PERP_TRY(number(&o[PROVE], 1, 64, "a whole number from 1 to 64", &prove));
    PERP_TRY(read_law(&o[LAW], &a->law_e));
    PERP_TRY(read_requires(&o[REQUIRE], a->most));
    PERP_TRY(read_bars(&o[BARS], &a->wish.bars));
    PERP_TRY(read_cone(&o[CONE], &a->wish.rule.round));
    if (o[KEPT].count > 0 && o[BARS].count == 0)
        return PERP_FAIL(PERP_USAGE, "--kept writes the motion that --error "
                                     "finds; give the bars with --error");
    a->wish.kept = o[KEPT].count > 0 ? &a->kept : NULL;
    read_place(a);
    a->wish.prove = (int)prove;
    a->wish.compare = !a->own;
    if (strcmp(a->motion, "-") != 0)
        PERP_TRY(apart_reads(a->motion));
    if (o[MAP].value != NULL)
        PERP_TRY(apart_reads(o[MAP].value));
    if (o[KEPT].count > 0)
        PERP_TRY(apart_writes("--kept", o[KEPT].value));
    return PERP_SUCCESS;
}

/** ## The scene's experiment

Which step a scheme of perp takes is its `variant`; the schemes that step in
velocities have one. A restitution of the scene is Newton's only where no collision
of its own is behind it. */
static const double closed_least = 1e-4;

static perp_status rule_of(asking *a, const experiment *e, mpq_t alpha,
                           mpq_t gamma)
{
    stretch_rule *r = &a->wish.rule;
    const struct scheme *s = e->scheme;
    r->place = a->place;
    if (a->own &&
        (strcmp(s->paper, "GAP08") != 0 && strcmp(s->paper, "AP02") != 0))
        return PERP_FAIL(PERP_USAGE,
                         "--scheme %s: motions are judged by begin, midpoint, "
                         "end, alpha-gamma, semi-implicit or linear-implicit",
                         s->name);
    if (a->own && s->variant == STEP_LIMIT && e->sys->springs > 0)
        return PERP_FAIL(PERP_USAGE,
                         "--scheme %s: its springs are rigid, and this command "
                         "takes them for forces; leave it out",
                         s->name);
    if (e->sys->yields)
        return PERP_FAIL(PERP_INPUT, "the scene's contacts yield; the laws of "
                                     "perp judge are those of rigid contacts");
    scheme_weights(e, alpha, gamma);
    r->form = s->variant == STEP_LIMIT ? STEP_LINEAR : (step_form)s->variant;
    r->alpha = alpha;
    r->gamma = gamma;
    r->jacobians = e->jacobians;
    if (a->o[CONE].count == 0)
        r->round = e->judge_round;
    r->e = a->law_e >= 0            ? a->law_e
           : a->own || e->e == NULL ? 0
                                    : mpq_get_d(e->e);
    if (r->closed < 0) {
        r->closed = mpq_get_d(e->tolerance);
        r->closed = r->closed > closed_least ? r->closed : closed_least;
    }
    if (a->own && a->wish.weight < 0)
        a->wish.weight = mpq_get_d(gamma);
    return PERP_SUCCESS;
}

static void note_failed(asking *a, const judgement *j, const judge_words *w)
{
    for (int id = 0; id < LAWS; id++) {
        if (judge_met(j, w, id))
            continue;
        snprintf(a->failed, sizeof a->failed,
                 "--require %s<=%g is not met: %g %s in row %d", laws[id].name,
                 a->most[id], j->law[id].worst, laws[id].unit, j->law[id].row);
        return;
    }
}

static perp_status put_out(asking *a, const judgement *j, const char *run)
{
    const judge_words w = {
        .run = run,
        .scheme = a->o[SCHEME].value != NULL ? a->o[SCHEME].value : "begin",
        .most = a->most};
    if (a->o[JSON].count > 0)
        judge_json(j, &w, &a->out);
    else
        judge_text(j, &w, &a->out);
    note_failed(a, j, &w);
    perp_status s = text_end(&a->out);
    if (a->o[PLOT].value == NULL || s.code != PERP_OK)
        return s;
    growing_text lua = {0};
    char name[160];
    snprintf(name, sizeof name, "%.140s_judged", run);
    judge_strips(j, &w, &lua);
    s = text_end(&lua);
    if (s.code == PERP_OK)
        s = bind_draw(name, lua.text);
    text_free(&lua);
    return s;
}

static perp_status study(void *user, const bind_case *c)
{
    asking *a = user;
    const experiment *e = c->e;
    arena room = {0};
    claimed_motion m;
    judgement j;
    mpq_t alpha, gamma;
    mpq_init(alpha);
    mpq_init(gamma);
    perp_status s = rule_of(a, e, alpha, gamma);
    a->claim.columns = e->judge;
    a->claim.scene = e->file != NULL ? e->file : "the scene";
    if (s.code == PERP_OK)
        s = claimed_read(e->sys, &a->claim, &room, &m);
    if (s.code == PERP_OK)
        s = judge_motion(e->sys, &m, &a->wish, &room, &j);
    if (s.code == PERP_OK)
        s = put_out(a, &j, e->name != NULL ? e->name : "run");
    arena_free(&room);
    mpq_clear(alpha);
    mpq_clear(gamma);
    return s;
}

static perp_status judge(asking *a, const options_table *t)
{
    const option *o = a->o;
    PERP_TRY(read_wishes(a));
    bind_options b = {.script = t->words[0],
                      .sets = o[SET].count,
                      .set = o[SET].values,
                      .scheme = a->own && strcmp(o[SCHEME].value, "own") != 0
                                    ? o[SCHEME].value
                                    : NULL,
                      .mode = EXPERIMENT_DOUBLE,
                      .plot = o[PLOT].value,
                      .quiet = 1,
                      .study = study,
                      .user = a,
                      .run = o[RUN].value};
    PERP_TRY(bind_run(&b));
    PERP_TRY(bars_write(&a->kept, o[KEPT].value));
    fputs(a->out.text, stdout);
    PERP_TRY(file_written(stdout, "standard output"));
    return a->failed[0] == '\0' ? PERP_SUCCESS
                                : PERP_FAIL(PERP_REFUTED, "%s", a->failed);
}

static perp_status act(const options_table *t, const option *o)
{
    asking a = {.motion = t->words[1], .o = o};
    perp_status s = judge(&a, t);
    text_free(&a.out);
    text_free(&a.kept);
    apart_forget();
    return s;
}

const subcommand subcommand_judge = {
    .name = "judge",
    .line = "which law does somebody's motion break, where, by how much?",
    .words = "SCENE.lua MOTION.csv",
    .summary = "Which law of contact does a computed motion break, where and "
               "by how much?\nThe table has t, q.NAME, v.NAME of the scene, "
               "and cn.CONTACT, ft.CONTACT.",
    .options = judge_options,
    .option_count = COUNT,
    .least = 2,
    .most = 2,
    .act = act};
