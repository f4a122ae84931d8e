#include "base/file.h"
#include "cli/impact_data.h"
#include "cli/report/asked_law.h"
#include "cli/report/impact_figure.h"
#include "cli/report/listing.h"
#include "cli/report/outcomes_table.h"
#include "cli/subcommand.h"
#include "hp23/impact/algebraic.h"
#include "hp23/impact/impact_record.h"
#include "hp23/within/within.h"
#include "number/literal.h"
#include "scene/bind/bind.h"
#include "scene/run/apart.h"
#include "scene/run/names.h"

#include <string.h>

static void tell(const situation *x, const outcomes *o)
{
    if (!x->pointed)
        fputs("note: the friction cone is not pointed; impulses have no bound, "
              "and a sequence need not end\n",
              stderr);
    if (o->count == 1 && o->first->impacts == 0)
        fputs("note: no impact: the velocity is not colliding, v+ = v\n",
              stderr);
}

/* The table goes to standard output, and nothing else. */
static int alone(const asked *ask)
{
    return ask->csv != NULL && strcmp(ask->csv, "-") == 0;
}

/* A search that a limit ended has found what is in the list, and says no more
   about the law. */
static perp_status list(asked *ask, situation *x, outcomes_search *s,
                        outcomes *out)
{
    straight lines = {.count = 0};
    listing l = {.s = x, .list = out, .law = asked_law_name[ask->law]};
    const perp_status found = asked_apply(ask, x, s, out, &l);
    if (found.code != PERP_OK && found.code != PERP_LIMIT)
        return found;
    tell(x, out);
    if (!x->rational) /* the proofs are about all */
        outcomes_merge(&x->exact, out);
    int untouched = out->count == 1 && out->first->impacts == 0;
    l.complete =
        found.code == PERP_OK &&
        (untouched || (ask->all && l.whole && ask->law != ASKED_ROUTH &&
                       !out->spread && !listing_cut(x, out)));
    l.passive = ask->passive;
    if (mpq_sgn(ask->e) > 0 || l.moves != NULL)
        l.e = ask->e;
    perp_status st = PERP_SUCCESS, looked = found;
    if (ask->law == ASKED_SIMULTANEOUS && !untouched && l.e == NULL) {
        st = straight_find(x, out, &s->limits.limit, &lines);
        l.lines = &lines;
    }
    within near;
    if (st.code == PERP_OK && found.code == PERP_OK &&
        mpq_sgn(ask->within) > 0) {
        looked = within_find(&x->a, &x->exact, ask->within, &(within_limits){0},
                             &near);
        l.near = looked.code == PERP_OK ? &near : NULL;
        l.eps = ask->within;
        if (looked.code != PERP_LIMIT)
            st = looked;
    }
    if (st.code == PERP_OK && ask->csv != NULL)
        st = outcomes_table_write(&l, ask->csv);
    if (st.code == PERP_OK && ask->json)
        listing_json(&l, stdout);
    else if (st.code == PERP_OK && !alone(ask) &&
             (found.code == PERP_OK || out->count > 0 || l.left_known))
        listing_text(&l, stdout);
    if (l.left_known)
        reached_clear(&l.ahead);
    straight_clear(&lines);
    return st.code == PERP_OK ? looked : st;
}

/** Newton's law is a function: the projections on a closed convex cone exist and
are unique, and what is printed has passed the check of paoli_newton_check. So
the list of its one outcome is complete without a search. */
static perp_status by_newton(const asked *ask, situation *x)
{
    newton n;
    outcomes out = listing_room(x, 0);
    listing l = {.s = x,
                 .list = &out,
                 .law = asked_law_name[ASKED_NEWTON],
                 .complete = 1,
                 .newton = &n};
    perp_status s = newton_find(&x->a, &x->exact, ask->e, &n, &out);
    if (s.code == PERP_OK) {
        if (out.first->impacts == 0)
            fputs("note: no impact: the velocity is not colliding, v+ = v\n",
                  stderr);
        if (x->exact.r > 0)
            fputs("note: Newton's law knows no friction; the coefficients of "
                  "the contacts are not looked at\n",
                  stderr);
        if (ask->csv != NULL)
            s = outcomes_table_write(&l, ask->csv);
        if (ask->json || !alone(ask))
            (ask->json ? listing_json : listing_text)(&l, stdout);
    }
    newton_clear(&n);
    outcomes_clear(&out);
    return s;
}

static perp_status write_record(const asked *ask, const impact_record *r,
                                const outcomes *out)
{
    char digest[65];
    const impact_claim c = {asked_law_name[ask->law], ask->turns,
                            ask->turn_count, (const mpq_t *)out->first->v};
    PERP_TRY(impact_record_write(r, &c, ask->cert, digest));
    fprintf(stderr,
            "certificate: %s; single impacts: %ld; its statement: %s.scene\n"
            "  SHA-256 of the statement: %s\n",
            ask->cert, r->count, ask->cert, digest);
    return PERP_SUCCESS;
}

static perp_status with_record(asked *ask, situation *x)
{
    impact_record r = {.d = &x->exact};
    outcomes_search s = {.one = 1, .record = &r};
    outcomes out = listing_room(x, ask->law != ASKED_SIMULTANEOUS);
    perp_status st = list(ask, x, &s, &out);
    if (st.code == PERP_OK)
        st = write_record(ask, &r, &out);
    outcomes_clear(&out);
    impact_record_clear(&r);
    return st;
}

static perp_status with_proof(asked *ask, situation *x)
{
    outcomes_search s = {.proof = NULL};
    outcomes out = listing_room(x, ask->law != ASKED_SIMULTANEOUS);
    if (ask->proof != NULL)
        PERP_TRY(file_new(ask->proof, &s.proof));
    perp_status st = list(ask, x, &s, &out);
    outcomes_clear(&out);
    return st.code == PERP_OK ? file_end(s.proof, ask->proof) : st;
}

static perp_status look(void *user, const experiment *e, const trace *t)
{
    asked *ask = user;
    situation x;
    (void)t;
    perp_status s = situation_new(e, &x);
    if (ask->law == ASKED_NEWTON && !ask->own_e && e->e != NULL)
        mpq_set(ask->e, e->e);
    if (s.code == PERP_OK && ask->plot)
        s = impact_figure_draw(&x, e);
    if (s.code == PERP_OK)
        s = ask->law == ASKED_NEWTON ? by_newton(ask, &x)
            : ask->cert != NULL      ? with_record(ask, &x)
                                     : with_proof(ask, &x);
    situation_clear(&x);
    return s;
}

enum {
    SET, LAW, RESTITUTION, PASSIVE, ORDER, ALL, WITHIN, JSON, RATIONAL,
    TOLERANCE, IMPACTS, PLOT, CSV, PROOF, CERT, DATA, COUNT
};

static const option impact_options[COUNT] = {
    [SET] = {"set", 0, OPTION_LIST, "NAME=VALUE",
             "change a parameter of the scene; p/q is exact"},
    [LAW] = {"law", 0, OPTION_VALUE, "L",
             "simultaneous (default), sequential, routh, poisson, interleaved "
             "or newton"},
    [RESTITUTION] = {"restitution", 0, OPTION_VALUE, "E",
                     "0 (default) to 1: Newton's of simultaneous and "
                     "sequential, Poisson's of routh and poisson, stored by "
                     "each contact of interleaved; of newton (the scene's e)"},
    [PASSIVE] = {"passive", 0, OPTION_FLAG, 0,
                 "with interleaved: no contact does more work than was done "
                 "on it"},
    [ORDER] = {"order", 0, OPTION_VALUE, "A,B",
               "contacts in turn, again and again (the scene's order)"},
    [ALL] = {"all", 0, OPTION_FLAG, 0,
             "every outcome, with a proof that these data have no other; of "
             "a law in turn those of all orders"},
    [WITHIN] = {"within", 0, OPTION_VALUE, "EPS",
                "with --all: every mode that no proof excludes for all data x "
                "within EPS max(1, |x|)"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "one JSON object"},
    [RATIONAL] = {"rational", 0, OPTION_FLAG, 0,
                  "nothing is rounded: numbers are p/q"},
    [TOLERANCE] = {"tolerance", 0, OPTION_VALUE, "X",
                   "a slower approach is none, m/s (0: exactly)"},
    [IMPACTS] = {"impacts", 0, OPTION_VALUE, "N",
                 "give up behind so many single impacts (100); of interleaved, "
                 "moves (8)"},
    [PLOT] = {"plot", 0, OPTION_VALUE, "DIR",
              "a figure: the scene's draw(q) before and behind, by (31) and in "
              "turn"},
    [CSV] = {"csv", 0, OPTION_VALUE, "FILE",
             "a row an outcome (-: stdout, instead of the report)"},
    [PROOF] = {"proof", 0, OPTION_VALUE, "FILE",
               "write the proofs that --all found"},
    [CERT] = {"cert", 0, OPTION_VALUE, "FILE",
              "write FILE and FILE.scene, from which perp-check sees that v+ "
              "follows"},
    [DATA] = IMPACT_DATA_OPTION,
};

static perp_status read_law(const option *o, asked_law *out)
{
    *out = ASKED_SIMULTANEOUS;
    if (o->value == NULL)
        return PERP_SUCCESS;
    for (asked_law l = ASKED_SIMULTANEOUS; l < ASKED_LAWS; l++)
        if (strcmp(o->value, asked_law_name[l]) == 0) {
            *out = l;
            return PERP_SUCCESS;
        }
    return PERP_FAIL(PERP_USAGE,
                     "--law is simultaneous, sequential, routh, poisson, "
                     "interleaved or newton, not '%.60s'",
                     o->value);
}

/* A slower approach than the tolerance leaves v as it is, which is no solution
   of law (31): the list of modes would miss it. */
static perp_status read_within(const option *o, asked *ask)
{
    const char *text = o[WITHIN].value;
    if (o[WITHIN].count == 0)
        return PERP_SUCCESS;
    if (ask->law != ASKED_SIMULTANEOUS || !ask->all || o[TOLERANCE].count > 0)
        return PERP_FAIL(PERP_USAGE, "--within wants --all and --law "
                                     "simultaneous, and no --tolerance");
    perp_status s = literal_ratio(text, strlen(text), ask->within);
    if (s.code == PERP_OK && mpq_sgn(ask->within) > 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_USAGE, "--within wants a number > 0, not '%.40s'",
                     text);
}

/* Options that a law does not go with: that of P10 has no friction, no order
   and one outcome; an approach with restitution has no threshold below which it
   is none, no modes of data nearby, no certificate. */
static perp_status refuse(const option *o, const int *other, const char *law)
{
    for (; *other != COUNT; other++)
        if (o[*other].count > 0)
            return PERP_FAIL(PERP_USAGE, "--%s does not go with %s",
                             o[*other].name, law);
    return PERP_SUCCESS;
}

static perp_status read_restitution(const option *o, asked *ask)
{
    static const int plain[] = {ORDER, WITHIN, TOLERANCE, IMPACTS,
                                PROOF, CERT,   COUNT},
                     back[] = {WITHIN, TOLERANCE, PROOF, CERT, COUNT},
                     phase[] = {ORDER, IMPACTS, WITHIN, PROOF, CERT, COUNT},
                     moves[] = {ORDER, ALL,  WITHIN, TOLERANCE,
                                PROOF, CERT, COUNT};
    const option *e = &o[RESTITUTION];
    if (o[PASSIVE].count > 0 && ask->law != ASKED_INTERLEAVED)
        return PERP_FAIL(PERP_USAGE, "--passive belongs to --law interleaved");
    if (ask->law == ASKED_NEWTON)
        PERP_TRY(refuse(o, plain, "--law newton"));
    if (ask->law == ASKED_POISSON)
        PERP_TRY(refuse(o, phase, "--law poisson"));
    if (ask->law == ASKED_INTERLEAVED)
        PERP_TRY(refuse(o, moves, "--law interleaved"));
    if (e->count == 0)
        return PERP_SUCCESS;
    perp_status s = literal_ratio(e->value, strlen(e->value), ask->e);
    ask->own_e = 1;
    if (s.code != PERP_OK || mpq_sgn(ask->e) < 0 ||
        mpq_cmp_ui(ask->e, 1, 1) > 0)
        return PERP_FAIL(PERP_USAGE,
                         "--restitution wants a number from 0 to 1, not "
                         "'%.40s'",
                         e->value);
    return ask->law == ASKED_NEWTON || mpq_sgn(ask->e) == 0
               ? PERP_SUCCESS
               : refuse(o, back, "--restitution");
}

static perp_status read_words(const option *o, asked *ask)
{
    double impacts = 100;
    PERP_TRY(read_law(&o[LAW], &ask->law));
    PERP_TRY(read_restitution(o, ask));
    if (ask->law == ASKED_INTERLEAVED)
        impacts = 8;
    if (ask->law == ASKED_SIMULTANEOUS && (o[ORDER].count || o[IMPACTS].count))
        return PERP_FAIL(PERP_USAGE, "--order and --impacts belong to --law "
                                     "sequential and --law routh");
    if (o[PROOF].count > 0 && (o[ALL].count == 0 || ask->law == ASKED_ROUTH))
        return PERP_FAIL(PERP_USAGE, "--proof wants --all and a law that is "
                                     "a complementarity problem");
    if (o[CERT].count > 0 &&
        (ask->all || ask->law == ASKED_ROUTH || o[TOLERANCE].count > 0))
        return PERP_FAIL(PERP_USAGE, "--cert is of one outcome of --law "
                                     "simultaneous or sequential, without "
                                     "--all and --tolerance");
    PERP_TRY(options_positive(&o[IMPACTS], 1000, &impacts));
    ask->impacts = impacts < 1 ? 1 : (int)impacts;
    PERP_TRY(read_within(o, ask));
    if (o[TOLERANCE].count == 0)
        return PERP_SUCCESS;
    perp_status s = literal_ratio(o[TOLERANCE].value,
                                  strlen(o[TOLERANCE].value), ask->tolerance);
    if (s.code != PERP_OK || mpq_sgn(ask->tolerance) < 0)
        return PERP_FAIL(PERP_USAGE,
                         "--tolerance wants a speed >= 0 in m/s, not '%.40s'",
                         o[TOLERANCE].value);
    return PERP_SUCCESS;
}

/* The report goes to standard output, and no proof among it. */
static perp_status promise(const asked *ask)
{
    const char *proof = ask->proof, *cert = ask->cert;
    char scene[NAMES_ROOM];
    perp_status s = PERP_SUCCESS;
    if (ask->csv != NULL)
        s = apart_writes("--csv", ask->csv);
    if (s.code == PERP_OK && (ask->json || !alone(ask)))
        s = apart_writes(ask->json ? "--json" : "the report", "-");
    if (s.code == PERP_OK && proof != NULL)
        s = apart_writes("--proof", proof);
    if (s.code == PERP_OK && cert != NULL)
        s = strcmp(cert, "-") == 0 || names_join(scene, cert, ".scene", "") != 0
                ? PERP_FAIL(PERP_USAGE, "--cert writes two files, FILE and "
                                        "FILE.scene; give it a (shorter) name")
                : apart_writes("--cert", cert);
    if (s.code == PERP_OK && cert != NULL)
        s = apart_writes("the statement of --cert", scene);
    if (s.code != PERP_OK)
        apart_forget();
    return s;
}

static perp_status act(const options_table *t, const option *o)
{
    asked ask = {.order = o[ORDER].value,
                 .all = o[ALL].count > 0,
                 .passive = o[PASSIVE].count > 0,
                 .json = o[JSON].count > 0,
                 .proof = o[PROOF].value,
                 .plot = o[PLOT].count > 0,
                 .csv = o[CSV].value,
                 .cert = o[CERT].value};
    mpq_t until;
    mpq_inits(until, ask.tolerance, ask.within, ask.e, NULL);
    perp_status s = read_words(o, &ask);
    if (s.code == PERP_OK &&
        (ask.proof != NULL || ask.cert != NULL || ask.csv != NULL))
        s = promise(&ask);
    bind_options b = {.sets = o[SET].count,
                      .set = o[SET].values,
                      .mode = o[RATIONAL].count > 0 ? EXPERIMENT_RATIONAL
                                                    : EXPERIMENT_DOUBLE,
                      .plot = o[PLOT].value,
                      .quiet = 1,
                      .look = look,
                      .user = &ask,
                      .until = until};
    if (s.code == PERP_OK)
        s = impact_data_run(t, &o[DATA], &b);
    mpq_clears(until, ask.tolerance, ask.within, ask.e, NULL);
    return s;
}

const subcommand subcommand_impact = {
    .name = "impact",
    .line = "what does an impact do to the velocities, by which law?",
    .words = "[SCRIPT.lua]",
    .summary = "What does an impact at a scene's initial state, or that of "
               "--data, do to the\nvelocities? With --all every outcome.",
    .options = impact_options,
    .option_count = COUNT,
    .least = 0,
    .most = 1,
    .act = act};
