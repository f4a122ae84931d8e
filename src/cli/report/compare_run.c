#include "cli/report/compare_run.h"
#include "hp23/run/law.h"
#include "scene/run/drive.h"

#include <math.h>
#include <string.h>

/** ## A way

The experiment is the scene's; scheme, weights and law take the place of its own. A
law that the scene has chosen keeps its choices (seed, order, tolerance) under every
other law; without one, nothing is drawn and contacts follow in the scene's order. */
int compare_reads(const struct scheme *s, const char *key)
{
    for (const char *const *k = s->keys; *k != NULL; k++)
        if (strcmp(*k, key) == 0)
            return 1;
    return 0;
}

compare_way compare_own(const experiment *e)
{
    const int has = e->law.act == law_collide;
    compare_way w = {.scheme = e->scheme, .law = LAWS};
    if (compare_reads(e->scheme, "alpha")) {
        w.alpha = e->alpha;
        w.gamma = e->gamma;
    }
    if (compare_reads(e->scheme, "theta"))
        w.theta = e->theta;
    if (has && e->scheme->laws)
        w.law = (int)((const impact_law *)e->law.law)->kind;
    return w;
}

static impact_law law_of(const experiment *e, int which)
{
    impact_law l = {.o = {.h = e->impact_h, .N = 1000}, .impacts = 100};
    if (e->law.act == law_collide)
        l = *(const impact_law *)e->law.law;
    l.kind = (law_kind)which;
    return l;
}

/** What a law solves within a collision is counted by nobody in a run: `sum->lcps` are
the steps'. Here it is cost. */
typedef struct {
    impact_law law;
    long problems;
} counted;

static perp_status collide(void *law, arena *a, const collision_state *x,
                           collision_outcome *out)
{
    counted *c = law;
    perp_status s = law_collide(&c->law, a, x, out);
    if (s.code == PERP_OK)
        c->problems += out->problems;
    return s;
}

static perp_status sampled(const impact_law *l)
{
    if (l->kind == LAW_HALM_POSA && !(l->o.h > 0))
        return PERP_FAIL(PERP_INPUT,
                         "halm_posa draws normal impulses up to impact.h N s, "
                         "and the scene has none");
    return PERP_SUCCESS;
}

perp_status compare_drive(const compare_setting *x, const compare_way *w,
                          mpq_srcptr h, int *fits, trace *t, summary *sum)
{
    experiment e = *x->c->e;
    loop l;
    counted own = {law_of(&e, w->law < LAWS ? w->law : 0), 0};
    *fits = 0;
    if (w->law < LAWS)
        PERP_TRY(sampled(&own.law));
    e.scheme = w->scheme;
    e.law = (collision_law){w->law < LAWS ? collide : NULL, &own};
    *e.h = *h;
    if (w->alpha != NULL) {
        *e.alpha = *w->alpha;
        *e.gamma = *w->gamma;
    }
    if (w->theta != NULL)
        e.theta = w->theta;
    PERP_TRY(drive_begin(&l, &e, t, sum));
    *fits = 1;
    perp_status s = PERP_SUCCESS;
    while (s.code == PERP_OK && l.left > 0)
        s = loop_step(&l);
    PERP_TRY(drive_end(&l, s));
    sum->lcps += own.problems;
    return PERP_SUCCESS;
}

/** ## What is measured of a table

Gaps and joints are evaluated in every row, whatever the scheme itself looks at: a
scheme that holds positions and one that holds velocities are put to one question. */
typedef struct {
    const perp_system *s;
    columns at;
    assembler work;
    active_set none;
    step_data data;
    arena a;
} measuring;

static perp_status measuring_new(measuring *m)
{
    const size_t contacts = (size_t)m->s->contacts + 1;
    PERP_TRY(columns_layout(&m->a, m->s, &m->at));
    PERP_TRY(assembler_new(&m->a, m->s, 0, &m->work));
    PERP_TRY(step_data_new(&m->a, m->s, &m->data));
    m->none.id = arena_take(&m->a, contacts, sizeof(int));
    m->none.kept = arena_take(&m->a, contacts, 1);
    return m->none.id && m->none.kept ? PERP_SUCCESS : PERP_NO_MEMORY(contacts);
}

static perp_status lengths(measuring *m, const double *cell, compare_row *row)
{
    const step_point at = {cell[1], cell[1], cell + m->at.q, cell + m->at.v, 0};
    if (m->s->contacts > 0)
        PERP_TRY(assemble_gaps(m->s, &m->work, at.q));
    for (int j = 0; j < m->s->contacts; j++)
        row->penetration = fmax(row->penetration, -m->work.gap[j]);
    if (m->s->joints == 0)
        return PERP_SUCCESS;
    PERP_TRY(assemble_step(m->s, &m->work, &at, &m->none, &m->data));
    for (int k = 0; k < m->data.m; k++)
        row->joint_gap = fmax(row->joint_gap, fabs(m->data.theta[k]));
    return PERP_SUCCESS;
}

/** The energy is a column. Without one that was asked for, it is what every table has,
kinetic energy, with that of springs; of potentials the program knows nothing, because a
force is a function. So in a field of gravity `--energy` wants a measure of the
scene. */
static double energy(const compare_setting *x, const measuring *m,
                     const trace *t, const double *cell)
{
    if (x->energy != NULL) {
        const int c = trace_column(t, x->energy);
        return c >= 0 ? cell[c] : (double)NAN;
    }
    return cell[m->at.kinetic] +
           (m->at.elastic >= 0 ? cell[m->at.elastic] : 0.0);
}

static perp_status rows_of(const compare_setting *x, measuring *m,
                           const trace *t, compare_row *row)
{
    const int apart = (t->rows + COMPARE_POINTS - 2) / (COMPARE_POINTS - 1);
    double first = 0;
    row->penetration = m->s->contacts > 0 ? 0 : (double)NAN;
    row->joint_gap = m->s->joints > 0 ? 0 : (double)NAN;
    for (int i = 0; i < t->rows; i++) {
        const double *cell = t->cell + trace_at(t, i);
        const double E = energy(x, m, t, cell);
        first = i == 0 ? E : first;
        row->energy_last = E;
        if (i == 0 || E - first > row->energy_gain)
            row->energy_gain = E - first;
        if (x->curves && (i % apart == 0 || i == t->rows - 1)) {
            row->time[row->points] = cell[1];
            row->energy[row->points++] = E;
        }
        PERP_TRY(lengths(m, cell, row));
    }
    return PERP_SUCCESS;
}

static perp_status judged(const compare_setting *x, const trace *t,
                          compare_row *row)
{
    measuring m = {.s = x->c->e->sys};
    perp_status s = measuring_new(&m);
    if (s.code == PERP_OK)
        s = rows_of(x, &m, t, row);
    arena_free(&m.a);
    PERP_TRY(s);
    PERP_TRY(compare_runs(x->c->e->sys, t, &x->ref, mpq_get_d(x->c->e->T),
                          &row->apart));
    if (!compare_reads(row->way.scheme, "alpha"))
        row->apart.va_l1 = (double)NAN;
    return PERP_SUCCESS;
}

perp_status compare_measure(const compare_setting *x, mpq_srcptr h, int *fits,
                            int *ran, compare_row *row)
{
    trace t;
    summary sum;
    *ran = 0;
    row->h = mpq_get_d(h);
    PERP_TRY(compare_drive(x, &row->way, h, fits, &t, &sum));
    *ran = 1;
    row->steps = sum.steps;
    row->collisions = sum.collisions;
    row->tv_v = sum.tv_v;
    row->tv_va = sum.tv_va;
    row->problems = sum.lcps + sum.subproblems;
    row->fallbacks = sum.fallbacks;
    row->seconds = sum.seconds;
    summary_clear(&sum);
    perp_status s = judged(x, &t, row);
    trace_free(&t);
    return s;
}
