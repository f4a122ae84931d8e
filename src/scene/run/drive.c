#include "scene/run/drive.h"
#include "p10/paoli_step.h"
#include "gap08/run/moreau_jean_run.h"
#include "gap08/run/steps.h"
#include "pks05/ends/ends.h"

#include <stdio.h>
#include <string.h>

/** The table of schemes. A new one has a line here; nobody else lists them. */
const struct scheme *const drive_schemes[] = {
    &scheme_alpha_gamma,     &scheme_paoli,
    &scheme_moreau,          &scheme_semi_implicit,
    &scheme_linear_implicit, &scheme_stiff_limit,
    &scheme_theta,           &scheme_moreau_jean,
    NULL};

static int any(const struct scheme *s)
{
    return s != NULL;
}

static int yields(const struct scheme *s)
{
    return s->yields;
}

static int moves(const struct scheme *s)
{
    return s->moves;
}

static int forks_by_itself(const struct scheme *s)
{
    return s->forks;
}

static int has_laws(const struct scheme *s)
{
    return s->laws;
}

/* The names of those that can: "a, b, c". */
typedef char name_list[512];

static const char *those(int (*can)(const struct scheme *), name_list text)
{
    size_t n = 0;
    text[0] = '\0';
    for (int i = 0; drive_schemes[i] != NULL; i++)
        if (can(drive_schemes[i]) && n < sizeof(name_list))
            n += (size_t)snprintf(text + n, sizeof(name_list) - n, "%s%s",
                                  n > 0 ? ", " : "", drive_schemes[i]->name);
    return text;
}

perp_status drive_scheme(const char *name, const struct scheme **out)
{
    name_list all;
    for (int i = 0; drive_schemes[i] != NULL; i++)
        if (strcmp(drive_schemes[i]->name, name) == 0) {
            *out = drive_schemes[i];
            return PERP_SUCCESS;
        }
    return PERP_FAIL(PERP_INPUT, "unknown scheme '%.60s'; there is: %s", name,
                     those(any, all));
}

/** **Of what a run speaks**, and what none of the schemes looks at. In fractions a
collision's time is still no root: that is irrational as a rule, and the closed end of
its bracket is taken. */
static void say_of(const experiment *e, summary *sum)
{
    int n = 0;
    if (sum->steps_proven == 0)
        sum->proven_of = NULL;
    else if (e->mode == EXPERIMENT_RATIONAL)
        sum->proven_of = "the scene's formulas, each step alone";
    else if (e->mode == EXPERIMENT_EXACT_CHECK)
        sum->proven_of = "the doubles of each row's data, each step alone";
    if (e->sys->contacts > 0)
        sum->limit[n++] = "a contact that closes and opens again between two "
                          "rows";
    if (e->ends.n > 0 && !sum->all_starts)
        sum->limit[n++] = e->ends.cells > 0
                              ? "another start than those found on the grid "
                                "of ends.cells; that there are no others is "
                                "not proven"
                              : "another start; whether there are others is "
                                "undecided";
    if (e->mode == EXPERIMENT_RATIONAL && sum->collisions > 0)
        sum->limit[n++] = "the root of a collision's cubic: a binary fraction "
                          "next to it is the time";
}

static int reads(const struct scheme *s, const char *key)
{
    int at = 0;
    while (s->keys[at] != NULL && strcmp(s->keys[at], key) != 0)
        at++;
    return s->keys[at] != NULL;
}

/** What a scheme is not told about it would leave out, and say nothing. */
static perp_status suits(const experiment *e)
{
    const struct scheme *s = e->scheme;
    name_list list, also;
    if (e->sys->springs > 0 && !s->springs)
        return PERP_FAIL(PERP_INPUT,
                         "the scheme '%s' does not know springs and dampers; "
                         "write '%s' as a force, or take linear-implicit",
                         s->name, e->sys->spring_name[0]);
    if (e->sys->yields && !s->yields)
        return PERP_FAIL(PERP_INPUT,
                         "the scheme '%s' does not know contacts that yield; "
                         "take %s, or leave out their stiffness and damping",
                         s->name, those(yields, list));
    if (e->sys->moves && !s->moves)
        return PERP_FAIL(PERP_INPUT,
                         "the scheme '%s' does not know walls and belts that "
                         "move, nor motors that hold a rate; take %s",
                         s->name, those(moves, list));
    if (e->t0 != NULL && mpq_sgn(e->t0) != 0 && !reads(s, "t0"))
        return PERP_FAIL(PERP_INPUT,
                         "the scheme '%s' begins at t = 0; leave t0 out, or "
                         "let the force have t + t0",
                         s->name);
    if (e->law.act != NULL && !s->laws)
        return PERP_FAIL(PERP_INPUT,
                         "the scheme '%s' has no collisions for a law of "
                         "impact; impact.law and --branches want one of: "
                         "%s; --branches also knows %s",
                         s->name, those(has_laws, list),
                         those(forks_by_itself, also));
    if (e->law.act != NULL && e->e != NULL && mpq_sgn(e->e) > 0)
        return PERP_FAIL(PERP_INPUT,
                         "the laws of impact are inelastic: impact.law and "
                         "--branches need e = 0, not %g",
                         mpq_get_d(e->e));
    return PERP_SUCCESS;
}

perp_status drive_begin(loop *l, const experiment *e, trace *out, summary *sum)
{
    PERP_TRY(suits(e));
    return loop_begin(l, e, out, sum);
}

perp_status drive_end(loop *l, perp_status s)
{
    const experiment *e = l->asked;
    summary *sum = l->sum;
    drift_found *d = &sum->drift;
    PERP_TRY(loop_end(l, s));
    say_of(e, sum);
    for (int k = 0; k < e->nevers && k < DRIFT_WARNINGS; k++)
        snprintf(d->never[d->nevers++], sizeof d->never[0], "%s", e->never[k]);
    return PERP_SUCCESS;
}

perp_status drive_run(const experiment *e, trace *out, summary *sum)
{
    loop l;
    PERP_TRY(drive_begin(&l, e, out, sum));
    perp_status s = PERP_SUCCESS;
    while (s.code == PERP_OK && l.left > 0)
        s = loop_step(&l);
    return drive_end(&l, s);
}
