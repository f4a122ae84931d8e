#include "drive/drive.h"
#include "shoot/ends.h"
#include "trace/measures.h"

#include <stdio.h>
#include <string.h>

/** AP02's schemes are the family's step at $\alpha = \gamma = 1$: $x$ is $v^{l+1}$
itself and the position moves with it. What else differs (when the force is
taken, which side a spring stands on) the step reads from the scheme's name. The
numbers are lent to the copy and taken back here. */
perp_status stiff_run(const experiment *e, trace *out, summary *sum)
{
    experiment own = *e;
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    *own.alpha = *own.gamma = *one;
    perp_status s = experiment_run(&own, out, sum);
    mpq_clear(one);
    return s;
}

/** The table of schemes. A name that is not in it goes to the first, which says
what there is. A scheme that is not told about springs would run without them
and say nothing. */
static const struct {
    const char *name;
    perp_status (*run)(const experiment *, trace *, summary *);
} scheme[] = {{"alpha-gamma", experiment_run},
              {"paoli", paoli_run},
              {"moreau", paoli_run},
              {"semi-implicit", stiff_run},
              {"linear-implicit", stiff_run},
              {"stiff-limit", stiff_run},
              {"theta", ends_run}};

/* The step loop of run/experiment.h: it knows springs, and laws of impact. */
static int knows_springs(size_t i)
{
    return scheme[i].run == experiment_run || scheme[i].run == stiff_run;
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
    if (e->ends.n > 0)
        sum->limit[n++] = "another start; whether there are others is "
                          "undecided";
    if (e->mode == EXPERIMENT_RATIONAL && sum->collisions > 0)
        sum->limit[n++] = "the root of a collision's cubic: a binary fraction "
                          "next to it is the time";
}

perp_status drive_run(const experiment *e, trace *out, summary *sum)
{
    size_t i = sizeof scheme / sizeof *scheme - 1;
    while (i > 0 && strcmp(scheme[i].name, e->scheme) != 0)
        i--;
    if (e->sys->springs > 0 && !knows_springs(i))
        return PERP_FAIL(PERP_INPUT,
                         "the scheme '%s' does not know springs and dampers; "
                         "write '%s' as a force, or take linear-implicit",
                         scheme[i].name, e->sys->spring_name[0]);
    if (e->sys->yields && scheme[i].run != ends_run)
        return PERP_FAIL(PERP_INPUT,
                         "the scheme '%s' does not know contacts that yield; "
                         "take theta, or leave out their stiffness and damping",
                         e->scheme);
    if (e->posed != NULL && scheme[i].run == ends_run)
        return PERP_FAIL(PERP_INPUT,
                         "--lcp: the step of '%s' is a quasi-variational "
                         "inequality, no complementarity problem; --lcp knows "
                         "every other scheme",
                         e->scheme);
    if (e->law.act != NULL && !knows_springs(i))
        return PERP_FAIL(PERP_INPUT,
                         "the scheme '%s' has no collisions for a law of "
                         "impact; impact.law and --branches want alpha-gamma "
                         "or a scheme of AP02",
                         e->scheme);
    if (e->law.act != NULL && e->e != NULL && mpq_sgn(e->e) > 0)
        return PERP_FAIL(PERP_INPUT,
                         "the laws of impact are inelastic: impact.law and "
                         "--branches need e = 0, not %g",
                         mpq_get_d(e->e));
    perp_status s = scheme[i].run(e, out, sum);
    if (s.code != PERP_OK)
        return s;
    if (!knows_springs(i) && e->sys->measures > 0)
        s = measures_fill(e->sys, out); /* the step loop's own are there */
    if (s.code == PERP_OK)
        s = watched_fill(e->wish, e->wishes, out, &sum->watched, &sum->drift);
    say_of(e, sum);
    drift_found *d = &sum->drift;
    for (int k = 0; k < e->nevers && k < DRIFT_WARNINGS; k++)
        snprintf(d->never[d->nevers++], sizeof d->never[0], "%s", e->never[k]);
    if (s.code != PERP_OK) {
        trace_free(out);
        summary_clear(sum);
    }
    return s;
}
