#include "cli/subcommand.h"
#include "gap08/bounds/gap08.h"
#include "p10/paoli_assume.h"
#include "pks05/ends/pks05.h"
#include "scene/bind/bind.h"
#include "scene/run/drive.h"

#include <stdio.h>
#include <string.h>

/** `perp hypotheses` runs a scene once and asks what the theorems about its
scheme assume. A schemes's paper is a table; a paper is added by a line here and
a file with its list. */
static const hypotheses *const papers[] = {&gap08_hypotheses,
                                           &pks05_hypotheses,
                                           &paoli_hypotheses};
enum { PAPERS = sizeof papers / sizeof *papers, MOST_FINDINGS = 16 };

enum { MOST_ROWS = 200 };

typedef struct {
    char name[128];
    const hypotheses *paper;
    int rows;
    finding found[MOST_FINDINGS];
} asking;

static perp_status choose(const struct scheme *scheme, asking *a)
{
    for (int i = 0; i < PAPERS; i++)
        if (papers[i]->scheme == scheme)
            a->paper = papers[i];
    if (a->paper != NULL)
        return PERP_SUCCESS;
    char known[200];
    size_t at = 0;
    for (int i = 0; i < PAPERS && at < sizeof known; i++)
        at += (size_t)snprintf(known + at, sizeof known - at, "%s'%s' (%s)",
                               i > 0 ? ", " : "", papers[i]->scheme->name,
                               papers[i]->scheme->paper);
    return PERP_FAIL(PERP_INPUT,
                     "perp hypotheses knows what is assumed of the schemes "
                     "%.120s, not of '%.40s'",
                     known, scheme->name);
}

static perp_status look(asking *a, inquiry *x)
{
    PERP_TRY(survey_turning(&x->at, &x->normal, &x->directions));
    a->rows = x->at.rows;
    for (int i = 0; i < a->paper->count; i++) {
        perp_status s = a->paper->list[i].look(x, &a->found[i]);
        if (s.code != PERP_OK)
            return PERP_FAIL(s.code, "(%s): %s", a->paper->list[i].tag,
                             s.message);
    }
    return PERP_SUCCESS;
}

/** Of schemes with contacts that yield the force has the springs in it, and what is asked
of it is asked of them; GAP08 and P10 write springs as forces. */
static perp_status study(void *user, const bind_case *c)
{
    asking *a = user;
    inquiry x = {.e = c->e};
    trace t = {0};
    summary sum = {0};
    PERP_TRY(choose(c->e->scheme, a));
    if (c->e->sys->springs > 0 && !c->e->scheme->yields)
        return PERP_FAIL(PERP_INPUT,
                         "perp hypotheses looks at forces, not at springs and "
                         "dampers; write '%s' as a force",
                         c->e->sys->spring_name[0]);
    snprintf(a->name, sizeof a->name, "%s",
             c->e->name != NULL ? c->e->name : "run");
    PERP_TRY(drive_run(c->e, &t, &sum));
    x.collisions = sum.collisions;
    summary_clear(&sum);
    perp_status s =
        survey_new(&x.at, c->e->sys, &t, mpq_get_d(c->e->tolerance), MOST_ROWS);
    if (s.code == PERP_OK)
        s = look(a, &x);
    survey_free(&x.at);
    trace_free(&t);
    return s;
}

/** ## What is printed */
static const char *const verdict_name[] = {"met", "not met", "undecided"};
static const char *const basis_name[] = {"form", "visited", "runs", "data"};
static const char *const basis_text[] = {
    "for all states, by the form of the expressions", "where the run has been",
    "by these runs", "by the experiment"};

static void text(const asking *a)
{
    printf("%s: what %s assumes, at %d configurations of the run\n", a->name,
           a->paper->scheme->paper, a->rows);
    for (int i = 0; i < a->paper->count; i++) {
        const finding *f = &a->found[i];
        printf("%-6s %s\n       %s", a->paper->list[i].tag,
               a->paper->list[i].says, verdict_name[f->verdict]);
        if (f->verdict == VERDICT_OPEN)
            printf(" from one run: %s\n", f->text);
        else
            printf(" (%s): %s\n", basis_text[f->basis], f->text);
    }
}

static void json_text(const char *s)
{
    putchar('"');
    for (; *s != '\0'; s++)
        if (*s == '"' || *s == '\\')
            printf("\\%c", *s);
        else if ((unsigned char)*s >= 32)
            putchar(*s);
    putchar('"');
}

static void json(const asking *a)
{
    printf("{\"name\":\"%s\",\"scheme\":\"%s\",\"paper\":\"%s\","
           "\"configurations\":%d,\"hypotheses\":[",
           a->name, a->paper->scheme->name, a->paper->scheme->paper, a->rows);
    for (int i = 0; i < a->paper->count; i++) {
        const finding *f = &a->found[i];
        printf("%s{\"tag\":\"%s\",\"verdict\":\"%s\",\"basis\":\"%s\","
               "\"number\":",
               i > 0 ? "," : "", a->paper->list[i].tag,
               verdict_name[f->verdict], basis_name[f->basis]);
        if (f->has_number)
            printf("%.17g", f->number);
        else
            printf("null");
        printf(",\"text\":");
        json_text(f->text);
        printf("}");
    }
    printf("]}\n");
}

enum { SET, SCHEME, RUN, JSON, COUNT };

static const option hypotheses_options[COUNT] = {
    [SET] = {"set", 0, OPTION_LIST, "NAME=VALUE",
             "change a parameter of the scene; p/q is exact"},
    [SCHEME] = {"scheme", 0, OPTION_VALUE, "S", "the time-stepping scheme"},
    [RUN] = {"run", 0, OPTION_VALUE, "NAME",
             "which run, when the scene makes several"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "one JSON object"},
};

static perp_status act(const options_table *t, const option *o)
{
    asking a = {.paper = NULL};
    bind_options b = {.script = t->words[0],
                      .sets = o[SET].count,
                      .set = o[SET].values,
                      .scheme = o[SCHEME].value,
                      .mode = EXPERIMENT_DOUBLE,
                      .quiet = 1,
                      .study = study,
                      .user = &a,
                      .run = o[RUN].value};
    PERP_TRY(bind_run(&b));
    if (o[JSON].count > 0)
        json(&a);
    else
        text(&a);
    return PERP_SUCCESS;
}

const subcommand subcommand_hypotheses = {
    .name = "hypotheses",
    .line = "which assumptions of the theorems does a run meet?",
    .words = "SCRIPT.lua",
    .summary = "Which assumptions of its scheme's theorems does a run "
               "meet? With the number or\nthe counterexample.",
    .options = hypotheses_options,
    .option_count = COUNT,
    .least = 1,
    .most = 1,
    .act = act};
