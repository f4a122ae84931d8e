#include "base/file.h"
#include "base/memory.h"
#include "cli/inelastic.h"
#include "cli/report/zeno.h"
#include "cli/subcommand.h"
#include "hp23/inclusion/axis.h"
#include "hp23/inclusion/followed.h"
#include "hp23/run/straight.h"
#include "scene/bind/bind.h"
#include "scene/run/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    followed_wish wish;
    int json, wobble, digits, rows, quiet;
    int inelastic; /* --restitution 0, whatever the scene says */
    const char *plot, *csv; /* or null */
} asking;

static void print_range(const char *key, const followed *f, int from, int count)
{
    printf(",\"%s\":[", key);
    for (int i = from; i < from + count; i++)
        printf("%s[%.17g,%.17g]", i > from ? "," : "", f->low[i], f->high[i]);
    printf("]");
}

static void print_json(const straight *e, const situation *x,
                       const followed_wish *w, const followed *f, const axis *c)
{
    printf("{\"complete\":false,\"solutions\":%ld,\"ended\":%ld,"
           "\"legs_mean\":%.17g,"
           "\"longest\":%.17g,\"bound\":%.17g",
           w->solutions, f->ended, (double)f->legs / (double)w->solutions,
           f->longest, f->bound);
    if (f->kappa > 0)
        printf(",\"kappa\":%.17g", f->kappa);
    if (f->ended > 0) {
        print_range("vn", f, 0, x->exact.p);
        print_range("vt", f, x->exact.p, x->exact.r);
    }
    printf(",\"alpha\":[");
    for (int k = 0; k < FOLLOWED_TIMES && f->alive[k] > 0; k++)
        printf("%s[%.17g,%.17g]", k > 0 ? "," : "",
               f->bound * (k + 1) / FOLLOWED_TIMES, f->least[k]);
    printf("]");
    if (w->ends != NULL)
        straight_list_json(e, f->at_end, stdout);
    printf(",\"axis\":[");
    for (int i = 0; i < c->nv; i++)
        printf("%s%.17g", i > 0 ? "," : "", mpq_get_d(c->d[i]));
    printf("],\"p\":%.17g}\n", sqrt(mpq_get_d(c->p)));
}

static void print_text(const straight *e, const situation *x,
                       const followed_wish *w, const followed *f, const axis *c)
{
    printf("%ld solution%s of (39) drawn, each proven; %ld end, with %.3g legs "
           "in the mean\n",
           w->solutions, w->solutions == 1 ? "" : "s", f->ended,
           (double)f->legs / (double)w->solutions);
    printf("they are a sample: ranges are theirs, the set may have more\n");
    printf("longest: s = %.6g |v(0)|_M; none is longer than 2 |r| = %.6g\n",
           f->longest, f->bound);
    if (f->kappa > 0)
        printf("one contact: nor longer than kappa = %.6g (Lemma 2)\n",
               f->kappa);
    for (int j = 0; j < x->exact.p && f->ended > 0; j++) {
        printf("  vn of %s from %.9g to %.9g m/s", situation_contact(x, j),
               f->low[j], f->high[j]);
        for (int k = x->exact.slip_at[j]; k < x->exact.slip_at[j + 1]; k++)
            printf(", vt from %.9g to %.9g", f->low[x->exact.p + k],
                   f->high[x->exact.p + k]);
        printf("\n");
    }
    for (int k = 0; k < FOLLOWED_TIMES && f->alive[k] > 0; k++)
        printf("  at s = %.4g |v(0)|_M the least loss of %ld is %.4g\n",
               f->bound * (k + 1) / FOLLOWED_TIMES, f->alive[k], f->least[k]);
    if (w->ends != NULL)
        straight_list_text(e, f->at_end, stdout);
    printf("axis d of (24), |d| = %.9g:", sqrt(mpq_get_d(c->square)));
    for (int i = 0; i < c->nv; i++)
        printf(" %.9g", mpq_get_d(c->d[i]));
    printf("; p of (25) = %.9g\n", sqrt(mpq_get_d(c->p)));
}

static void write_header(const situation *x, FILE *csv)
{
    fputs("solution,s", csv);
    for (int i = 0; i < x->sys->nv; i++)
        fprintf(csv, ",v.%s", x->sys->v_name[i]);
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < x->exact.p; j++)
            if (k == 0 || x->exact.slip_at[j] < x->exact.slip_at[j + 1])
                fprintf(csv, ",%s.%s", k == 0 ? "vn" : "vt",
                        situation_contact(x, j));
    fputc('\n', csv);
}

/* One panel for each contact with a slip: the path of (vt, vn), as in the
   paper's figures. Null when there is none. */
static char *describe(const situation *x, const followed *f, const char *name)
{
    const int each = x->exact.p + x->exact.r, knots = f->line[f->lines];
    size_t room = 4096 + (size_t)(x->exact.p) * ((size_t)knots * 64 + 8192);
    char *text = memory_new(room, 1);
    FILE *out = text == NULL ? NULL : fmemopen(text, room, "w");
    if (out == NULL) {
        memory_free(text);
        return NULL;
    }
    fprintf(out,
            "return { name = \"%.150s\", title = \"%d solutions\", "
            "panels = {\n",
            name, f->lines);
    for (int j = 0; j < x->exact.p; j++) {
        int slip = x->exact.slip_at[j] + x->exact.p;
        if (x->exact.slip_at[j] == x->exact.slip_at[j + 1])
            continue;
        fprintf(out,
                "{ xlabel = \"vt of %.60s (m/s)\", ylabel = \"vn of %.60s "
                "(m/s)\", legend = \"none\", series = {\n",
                situation_contact(x, j), situation_contact(x, j));
        for (int l = 0; l < f->lines; l++) {
            for (int y = 0; y < 2; y++) {
                fprintf(out, y == 0 ? "{ x = {" : "}, y = {");
                for (int k = f->line[l]; k < f->line[l + 1]; k++)
                    fprintf(out, "%.9g,",
                            f->knot[k * each + (y == 0 ? slip : j)]);
            }
            fputs("}, color = 1 },\n", out);
        }
        fputs("} },\n", out);
    }
    fputs("} }\n", out);
    fclose(out);
    return text;
}

static perp_status draw(const asking *ask, const situation *x,
                        const followed *f, const experiment *e)
{
    char name[200];
    if (ask->plot == NULL || x->exact.r == 0)
        return PERP_SUCCESS;
    snprintf(name, sizeof name, "%.150s_inclusion",
             e->name != NULL ? e->name : "impact");
    char *text = describe(x, f, name);
    if (text == NULL)
        return PERP_NO_MEMORY(FOLLOWED_KNOTS);
    perp_status s = bind_draw(name, text);
    memory_free(text);
    return s;
}

/* All solutions, and their rows in the table of --csv. */
static perp_status find(const asking *ask, situation *x, followed_wish *w,
                        followed *out)
{
    PERP_TRY(output_rows(&w->csv));
    if (w->csv != NULL)
        write_header(x, w->csv);
    perp_status s = followed_find(&x->a, &x->exact, w, out);
    return s.code == PERP_OK ? file_end(w->csv, ask->csv) : s;
}

static perp_status follow_to(const asking *ask, situation *x,
                             const experiment *e, followed_wish *w,
                             const straight *to)
{
    followed f;
    axis c;
    PERP_TRY(find(ask, x, w, &f));
    PERP_TRY(draw(ask, x, &f, e));
    perp_status s = axis_find(&x->a, &x->exact, &c);
    if (s.code == PERP_OK && (ask->json || !ask->quiet) &&
        (ask->csv == NULL || strcmp(ask->csv, "-") != 0))
        (ask->json ? print_json : print_text)(to, x, w, &f, &c);
    axis_clear(&c);
    return s;
}

/* Law (31) is asked where something collides, of contacts in the plane. */
static int aims(const asking *ask, const situation *x)
{
    mpq_t zero;
    mpq_init(zero);
    const int any =
        impact_colliding(&x->exact, (const mpq_t *)x->exact.v, zero) >= 0;
    mpq_clear(zero);
    return any && ways_planar(&x->exact) && !ask->wish.everywhere &&
           !ask->wish.ordered;
}

static perp_status follow(const asking *ask, situation *x, const experiment *e)
{
    outcomes all = {.nv = x->exact.nv};
    straight to = {.count = 0};
    followed_wish w = ask->wish;
    perp_status s = PERP_SUCCESS;
    if (aims(ask, x)) {
        w.ends = &all;
        s = straight_of_law(x, &w.limit, &all, &to);
    }
    if (s.code == PERP_OK)
        s = follow_to(ask, x, e, &w, &to);
    straight_clear(&to);
    outcomes_clear(&all);
    return s;
}

/* The block that pivots about its corners. */
static perp_status wobbling(const asking *ask, situation *x,
                            const experiment *e)
{
    const zeno_wish w = {.digits = ask->digits,
                         .json = ask->json,
                         .quiet = ask->quiet,
                         .rows = ask->rows,
                         .csv = ask->csv,
                         .start = (const mpq_t *)e->q};
    return zeno_tell(x, &w);
}

static perp_status look(void *user, const experiment *e, const trace *t)
{
    const asking *ask = user;
    situation x;
    (void)t;
    PERP_TRY(inelastic_scene(e, ask->inelastic, "inclusion"));
    perp_status s = situation_new(e, &x);
    if (s.code == PERP_OK)
        s = ask->wobble ? wobbling(ask, &x, e) : follow(ask, &x, e);
    situation_clear(&x);
    return s;
}

enum {
    SET,
    SOLUTIONS,
    SEED,
    LEGS,
    SECONDS,
    ORDERED,
    EVERYWHERE,
    PLOT,
    CSV,
    WOBBLE,
    DIGITS,
    ROWS,
    RATIONAL,
    QUIET,
    JSON,
    RESTITUTION,
    COUNT
};

static const option inclusion_options[COUNT] = {
    [SET] = {"set", 0, OPTION_LIST, "NAME=VALUE",
             "change a parameter of the scene; p/q is exact"},
    [SOLUTIONS] = {"solutions", 0, OPTION_VALUE, "N", "how many (100)"},
    [SEED] = {"seed", 0, OPTION_VALUE, "S", "of the random rates (0)"},
    [LEGS] = {"legs", 0, OPTION_VALUE, "N", "of one solution at most (400)"},
    [SECONDS] = {"seconds", 0, OPTION_VALUE, "S",
                 "give up (exit 5) when all of them take longer"},
    [ORDERED] = {"ordered", 0, OPTION_FLAG, 0,
                 "one contact at a time, each to its end"},
    [EVERYWHERE] = {"everywhere", 0, OPTION_FLAG, 0,
                    "from random colliding velocities"},
    [CSV] = {"csv", 0, OPTION_VALUE, "FILE",
             "a row a knot, or an s (-: stdout)"},
    [PLOT] = {"plot", 0, OPTION_VALUE, "DIR",
              "a figure of the first ones: slip and normal speed"},
    [WOBBLE] = {"wobble", 0, OPTION_FLAG, 0,
                "the numbers of a block that pivots about its corners"},
    [DIGITS] = {"digits", 0, OPTION_VALUE, "D", "of these numbers (50)"},
    [ROWS] = {"rows", 0, OPTION_VALUE, "N",
              "of its table over s, each judged (200)"},
    [RATIONAL] = {"rational", 0, OPTION_FLAG, 0,
                  "the scene's data are not rounded"},
    [QUIET] = {"quiet", 'q', OPTION_FLAG, 0,
               "no words: only what is asked for"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "one JSON object"},
    [RESTITUTION] = INELASTIC_OPTION,
};

static perp_status whole(const option *o, double most, long *out)
{
    double x = (double)*out;
    PERP_TRY(options_positive(o, most, &x));
    if (x != floor(x))
        return PERP_FAIL(PERP_USAGE, "--%s wants a whole number, not '%.40s'",
                         o->name, o->value);
    *out = (long)x;
    return PERP_SUCCESS;
}

static perp_status read_words(const option *o, asking *ask)
{
    long seed = 0, legs = 0, digits = 50, rows = 200;
    double seconds = 0;
    PERP_TRY(whole(&o[SOLUTIONS], 1e9, &ask->wish.solutions));
    PERP_TRY(whole(&o[LEGS], 1e6, &legs));
    PERP_TRY(whole(&o[SEED], 0x1p53, &seed));
    PERP_TRY(whole(&o[DIGITS], 1000, &digits));
    PERP_TRY(whole(&o[ROWS], 1e6, &rows));
    PERP_TRY(options_positive(&o[SECONDS], 1e9, &seconds));
    ask->wish.limit.until = seconds > 0 ? limit_now() + seconds : 0;
    ask->wish.seed = (uint64_t)seed;
    ask->wish.most = (int)legs;
    ask->digits = (int)digits;
    ask->rows = (int)rows;
    for (int k = DIGITS; k <= ROWS; k++)
        if (!ask->wobble && o[k].count > 0)
            return PERP_FAIL(PERP_USAGE, "--%s belongs to --wobble",
                             o[k].name);
    if (rows < 2)
        return PERP_FAIL(PERP_USAGE, "--rows wants 2 at least: both ends");
    if (ask->json && ask->csv != NULL && strcmp(ask->csv, "-") == 0)
        return PERP_FAIL(PERP_USAGE, "--csv - and --json both want standard "
                                     "output; give the table a file");
    for (int k = SOLUTIONS; k <= PLOT; k++)
        if (ask->wobble && o[k].count > 0)
            return PERP_FAIL(PERP_USAGE, "--%s does not go with --wobble",
                             o[k].name);
    return PERP_SUCCESS;
}

static perp_status act(const options_table *t, const option *o)
{
    asking ask = {.wish = {.solutions = 100,
                           .ordered = o[ORDERED].count > 0,
                           .everywhere = o[EVERYWHERE].count > 0},
                  .json = o[JSON].count > 0,
                  .quiet = o[QUIET].count > 0,
                  .plot = o[PLOT].value,
                  .csv = o[CSV].value,
                  .wobble = o[WOBBLE].count > 0,
                  .inelastic = o[RESTITUTION].count > 0};
    mpq_t until;
    PERP_TRY(inelastic_asked(&o[RESTITUTION], "inclusion"));
    mpq_init(until);
    perp_status s = read_words(o, &ask);
    bind_options b = {.script = t->words[0],
                      .sets = o[SET].count,
                      .set = o[SET].values,
                      .mode = o[RATIONAL].count > 0 ? EXPERIMENT_RATIONAL
                                                    : EXPERIMENT_DOUBLE,
                      .quiet = 1,
                      .plot = ask.plot,
                      .csv = ask.csv,
                      .look = look,
                      .user = &ask,
                      .until = until};
    if (s.code == PERP_OK)
        s = bind_run(&b);
    mpq_clear(until);
    return s;
}

const subcommand subcommand_inclusion = {
    .name = "inclusion",
    .line = "how may an impact go, exactly: solutions of an inclusion",
    .words = "SCRIPT.lua",
    .summary = "Solutions of HP23's inclusion (39) from a "
               "scene's initial state, drawn at random, "
               "each exact and proven:\n"
               "where impacts can end, after how much "
               "impulse, and what they dissipate.",
    .options = inclusion_options,
    .option_count = COUNT,
    .least = 1,
    .most = 1,
    .act = act};
