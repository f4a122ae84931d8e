#include "cli/report/fan.h"

#include "hp23/run/branches.h"
#include "scene/run/drive.h"
#include "run/scheme.h"
#include "cli/report/fan_figure.h"
#include "cli/report/fan_meet.h"
#include "cli/report/fan_said.h"
#include "cli/report/fan_shares.h"
#include "cli/report/fan_table.h"
#include "scene/run/output.h"

#include <string.h>

typedef struct {
    const fan_wish *ask;
    const bind_case *c;
    fan_table t;
} fanning;

/** Without a law of its own a scene has the collisions of its scheme, and those
are law (31). */
static impact_law law_of(const experiment *e)
{
    static const impact_law own = {.kind = LAW_SIMULTANEOUS};
    return e->law.act == law_collide ? *(const impact_law *)e->law.law : own;
}

/* The run that was added last, for a replay. */
static perp_status film(const fanning *f, const trace *t, const summary *sum)
{
    const fan_run_taken *r = &f->t.run[f->t.runs - 1];
    char name[200], way[100];
    fan_table_way(r, way, sizeof way);
    snprintf(name, sizeof name, "%.64s.%s", f->t.name, way);
    return f->c->film(f->c->scene, t, sum,
                      &(bind_film){.name = name,
                                   .outcome = r->outcome,
                                   .of = r->of,
                                   .forks = r->forks});
}

static perp_status one_run(fanning *f, const experiment *e, forks *w,
                           const branches *b)
{
    trace t;
    summary sum;
    if (f->t.made == f->ask->branches)
        return PERP_FAIL(PERP_LIMIT,
                         "there are more than %ld run%s; give --branches more, "
                         "or follow the first forks only, with --depth",
                         f->ask->branches, f->ask->branches == 1 ? "" : "s");
    PERP_TRY(drive_run(e, &t, &sum));
    f->t.made++;
    perp_status s = fan_table_add(&f->t, w, &t, &sum);
    if (s.code == PERP_OK && b != NULL)
        fan_meet_forks(&f->t, b);
    if (s.code == PERP_OK)
        fan_meet_find(&f->t, w);
    if (s.code == PERP_OK && b != NULL)
        s = fan_table_tell(&f->t, b);
    if (s.code == PERP_OK && f->ask->movie)
        s = film(f, &t, &sum);
    trace_free(&t);
    summary_clear(&sum);
    return s;
}

/* What all lists together say. */
static void conclude(fanning *f, const forks *w)
{
    f->t.sampled = w->beyond;
    f->t.continua = w->continua;
    f->t.undecided = w->undecided;
    f->t.complete = w->complete && w->beyond == 0 && f->t.apart == 0 &&
                    f->t.made == f->t.runs;
}

/** Of the collisions of a run: a fork is one with several outcomes. */
static perp_status through_outcomes(fanning *f, const experiment *e)
{
    branches b;
    const impact_law l = law_of(e);
    experiment own = *e;
    branches_begin(&b, &l, f->ask->samples, f->ask->depth);
    b.least = f->t.least = f->ask->least;
    f->t.keep = f->ask->keep;
    own.law = (collision_law){branches_collide, &b};
    f->t.law = law_name[l.kind];
    f->t.samples = l.kind == LAW_HALM_POSA ? f->ask->samples : 0;
    perp_status s;
    do {
        s = one_run(f, &own, &b.w, &b);
        b.bar = s.code == PERP_OK ? fan_table_keep(&f->t) : -1;
    } while (s.code == PERP_OK && branches_next(&b));
    f->t.left += b.left;
    conclude(f, &b.w);
    f->t.quiet = b.quiet;
    branches_free(&b);
    return s;
}

/** Of its steps: a fork is one with several solutions. */
static perp_status through_solutions(fanning *f, const experiment *e)
{
    forks w;
    experiment own = *e;
    forks_begin(&w, f->ask->depth);
    own.forks = &w;
    perp_status s;
    do
        s = one_run(f, &own, &w, NULL);
    while (s.code == PERP_OK && forks_next(&w));
    conclude(f, &w);
    forks_free(&w);
    return s;
}

static perp_status all_runs(fanning *f, const experiment *e)
{
    if (e->scheme->forks && f->ask->keep > 0)
        return PERP_FAIL(PERP_INPUT,
                         "--keep wants a law of impact: the solutions of a "
                         "step of '%s' have no shares; leave it out",
                         e->scheme->name);
    return e->scheme->forks ? through_solutions(f, e) : through_outcomes(f, e);
}

static perp_status study(void *user, const bind_case *c)
{
    fanning *f = user;
    f->c = c;
    f->t.sys = c->e->sys;
    f->t.depth = f->ask->depth;
    f->t.near = c->e->control != NULL ? -1 : f->ask->near;
    snprintf(f->t.name, sizeof f->t.name, "%s",
             c->e->name != NULL ? c->e->name : "run");
    PERP_TRY(all_runs(f, c->e));
    PERP_TRY(fan_shares_conclude(&f->t));
    PERP_TRY(output_table(f->t.name, &f->t.rows));
    return f->ask->plot != NULL ? fan_figure_draw(&f->t) : PERP_SUCCESS;
}

/** What a run in an exact mode claims, each run of the fan does. */
static perp_status all_proven(const fan_table *t, experiment_mode mode)
{
    for (long k = 0; k < t->runs && mode != EXPERIMENT_DOUBLE; k++)
        if (t->run[k].proven < t->run[k].steps)
            return PERP_FAIL(PERP_REFUTED,
                             "branch %ld: %ld of %ld steps could not be proven",
                             k + 1, t->run[k].steps - t->run[k].proven,
                             t->run[k].steps);
    return PERP_SUCCESS;
}

perp_status fan_run(const fan_wish *w, bind_options *b)
{
    fanning f = {.ask = w};
    b->study = study;
    b->user = &f;
    perp_status s = bind_run(b);
    if (s.code == PERP_OK && w->json)
        fan_said_json(&f.t);
    else if (s.code == PERP_OK && !w->quiet)
        fan_said_text(&f.t);
    if (s.code == PERP_OK && !w->quiet && f.t.runs == 1 && f.t.law != NULL &&
        f.t.run[0].collisions == 0)
        fputs("note: no collision: there is one run\n", stderr);
    if (s.code == PERP_OK)
        s = all_proven(&f.t, b->mode);
    fan_table_free(&f.t);
    return s;
}
