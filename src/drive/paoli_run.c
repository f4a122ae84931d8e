#include "base/memory.h"
#include "drive/drive.h"
#include "drive/paoli_residual.h"
#include "drive/paoli_step.h"
#include "run/tally.h"
#include "trace/columns.h"
#include "trace/lines.h"

#include <stdio.h>
#include <string.h>

/** A run in progress. */
typedef struct {
    const experiment *e;
    paoli_state state;
    columns at;
    trace *out;
    variation tv_v, tv_va;
    double *V, *w; /* nv: of the row before */
    mpq_t *V_exact, *w_exact;
    arena a;
} run;

static void put(run *r, long row, int col, double x)
{
    r->out->cell[(size_t)row * (size_t)r->out->columns + (size_t)col] = x;
}

static void put_exact(run *r, long row, int col, mpq_srcptr x)
{
    size_t at = (size_t)row * (size_t)r->out->columns + (size_t)col;
    mpq_set(r->out->exact[at], x);
    r->out->cell[at] = mpq_get_d(x);
}

static void put_all(run *r, long row, int col, const double *x, int n)
{
    for (int i = 0; i < n; i++)
        put(r, row, col + i, x[i]);
}

static void put_all_exact(run *r, long row, int col, const mpq_t *x, int n)
{
    for (int i = 0; i < n; i++)
        put_exact(r, row, col + i, x[i]);
}

/** The kinetic energy of row `row`: $M(q^n)$ has just been evaluated, `row` is
n, and the row's velocity is $V^{n-1}$. Only the envelope of $M$ is read. */
static void put_kinetic(run *r, long row, const double *M, const double *v)
{
    const int n = r->e->sys->nv;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const double *m = M + (size_t)i * (size_t)n;
        for (int j = r->state.metric.first[i]; j < i; j++)
            sum += v[i] * m[j] * v[j];
        sum += m[i] * v[i] * v[i] / 2;
    }
    put(r, row, r->at.kinetic, sum);
}

static void put_kinetic_exact(run *r, long row, const mpq_t *v)
{
    mpq_t T;
    mpq_init(T);
    tally_kinetic_exact(r->e->sys->nv, (const mpq_t *)r->state.all.M, v, T);
    put_exact(r, row, r->at.kinetic, T);
    mpq_clear(T);
}

/** Position and velocities of a row. With $q_h$ the straight line through the
nodes, `v` in row l + 1 is its velocity on $(t_l, t_{l+1})$.

Implements P10 (qh), (P1). */
static void put_state(run *r, long row)
{
    const paoli_state *s = &r->state;
    const int n = r->e->sys->nv;
    if (paoli_rational(s)) {
        mpq_t t;
        mpq_init(t);
        mpq_set_si(t, row, 1);
        put_exact(r, row, 0, t);
        mpq_mul(t, t, r->e->h);
        put_exact(r, row, 1, t);
        mpq_clear(t);
        put_all_exact(r, row, r->at.q, (const mpq_t *)s->q_exact, n);
        put_all_exact(r, row, r->at.v, (const mpq_t *)s->all.v, n);
        put_all_exact(r, row, r->at.va, (const mpq_t *)r->w_exact, n);
        return;
    }
    put(r, row, 0, (double)row);
    put(r, row, 1, (double)row * s->h);
    put_all(r, row, r->at.q, s->q, n);
    put_all(r, row, r->at.v, s->v, n);
    put_all(r, row, r->at.va, r->w, n);
}

/** The sums, and the velocities kept for the next row. */
static void add_jumps(run *r)
{
    const paoli_state *s = &r->state;
    const int n = r->e->sys->nv;
    if (!paoli_rational(s)) {
        variation_add(&r->tv_v, n, r->V, s->v);
        variation_add(&r->tv_va, n, r->w, s->w);
        memcpy(r->V, s->v, (size_t)n * sizeof *r->V);
        memcpy(r->w, s->w, (size_t)n * sizeof *r->w);
        return;
    }
    variation_add_exact(&r->tv_v, n, (const mpq_t *)r->V_exact,
                        (const mpq_t *)s->all.v);
    variation_add_exact(&r->tv_va, n, (const mpq_t *)r->w_exact,
                        (const mpq_t *)s->w_exact);
    for (int i = 0; i < n; i++) {
        mpq_set(r->V_exact[i], s->all.v[i]);
        mpq_set(r->w_exact[i], s->w_exact[i]);
    }
}

static void put_impulses(run *r, long row)
{
    const paoli_state *s = &r->state;
    if (r->at.cn < 0)
        return;
    if (paoli_rational(s))
        put_all_exact(r, row, r->at.cn, (const mpq_t *)s->impulse_exact,
                      r->e->sys->contacts);
    else
        put_all(r, row, r->at.cn, s->impulse, r->e->sys->contacts);
}

static perp_status one_step(run *r, long l)
{
    perp_status s = paoli_step(&r->state);
    if (s.code != PERP_OK)
        return PERP_FAIL(s.code, "step %ld (t = %.6g s): %s", l + 1,
                         (double)l * r->state.h, s.message);
    if (paoli_rational(&r->state))
        put_kinetic_exact(r, l, (const mpq_t *)r->V_exact);
    else
        put_kinetic(r, l, r->state.M, r->V);
    PERP_TRY(lines_put(r->e->lines, r->out, (int)l));
    add_jumps(r);
    put_state(r, l + 1);
    put_impulses(r, l + 1);
    PERP_TRY(trace_finite(r->out, (int)l + 1));
    r->out->rows++;
    return PERP_SUCCESS;
}

/** The last row has no step behind it: its mass is evaluated here. */
static perp_status last_kinetic(run *r)
{
    paoli_state *s = &r->state;
    if (paoli_rational(s)) {
        PERP_TRY(paoli_evaluate_exact(s));
        put_kinetic_exact(r, s->n, (const mpq_t *)r->V_exact);
    } else {
        PERP_TRY(paoli_evaluate(s));
        put_kinetic(r, s->n, s->M, r->V);
    }
    return lines_put(r->e->lines, r->out, (int)s->n);
}

static perp_status loop(run *r, long steps)
{
    for (long l = 0; l < steps; l++) {
        PERP_TRY(one_step(r, l));
        if (r->e->watch != NULL && r->e->watch(r->e->user, l + 1, steps) != 0)
            return PERP_FAIL(PERP_LIMIT, "stopped at step %ld of %ld", l + 1,
                             steps);
    }
    return last_kinetic(r);
}

static perp_status keep(run *r)
{
    const int n = r->e->sys->nv;
    size_t nv = (size_t)n;
    r->V = arena_take(&r->a, nv, sizeof *r->V);
    r->w = arena_take(&r->a, nv, sizeof *r->w);
    if (r->V == NULL || r->w == NULL)
        return PERP_NO_MEMORY(nv);
    memcpy(r->V, r->state.v, nv * sizeof *r->V);
    memcpy(r->w, r->state.v, nv * sizeof *r->w);
    if (!paoli_rational(&r->state))
        return PERP_SUCCESS;
    mpq_t *x = arena_take(&r->a, 2 * nv, sizeof *x);
    if (x == NULL)
        return PERP_NO_MEMORY(nv);
    for (int i = 0; i < 2 * n; i++) {
        mpq_init(x[i]);
        mpq_set(x[i], r->e->v[i % n]);
    }
    r->V_exact = x;
    r->w_exact = x + n;
    return PERP_SUCCESS;
}

static perp_status prepare(run *r, long steps, summary *sum)
{
    const char **names;
    PERP_TRY(columns_layout(&r->a, r->e->sys, &r->at));
    PERP_TRY(columns_names(&r->a, r->e->sys, &r->at, &names));
    PERP_TRY(paoli_state_new(&r->a, r->e, sum, &r->state));
    PERP_TRY(trace_new((int)steps + 1, r->at.count, names,
                       paoli_rational(&r->state), r->out));
    PERP_TRY(keep(r));
    put_state(r, 0);
    r->out->rows = 1;
    return PERP_SUCCESS;
}

/** What the theory warns of, in one line, or nothing. */
static perp_status warn(const run *r, summary *sum)
{
    const paoli_state *s = &r->state;
    const char *const *name = (const char *const *)r->e->sys->contact_name;
    if (s->angle.step == 0 && s->tunnel.step == 0)
        return PERP_SUCCESS;
    const size_t room = 512;
    int used = 0;
    if ((sum->note = memory_new(room, 1)) == NULL)
        return PERP_NO_MEMORY(room);
    if (s->angle.step != 0)
        used = snprintf(sum->note, room,
                        "step %ld: '%.60s' and '%.60s' violate the angle "
                        "condition for e = %g; the motion need not depend "
                        "continuously on its data",
                        s->angle.step, name[s->angle.a], name[s->angle.b],
                        s->e_run);
    if (s->tunnel.step != 0)
        snprintf(sum->note + used, room - (size_t)used,
                 "%sstep %ld: in one step, h |u| = %.3g m long, the normal of "
                 "'%.60s' turned by more than a right angle; it may have "
                 "passed through, take a smaller h",
                 used > 0 ? "; " : "", s->tunnel.step, s->leap,
                 name[s->tunnel.a]);
    return PERP_SUCCESS;
}

static void own(summary *sum, const char *name, double x)
{
    sum->own[sum->owns].name = name;
    sum->own[sum->owns++].x = x;
}

static void own_residuals(summary *sum, const paoli_residual *x)
{
    own(sum, "P1_variation", x->variation);
    own(sum, "P2_outside", x->outside);
    own(sum, "P3_balance", x->balance);
    own(sum, "P3_pull", x->pull);
    own(sum, "P3_afar", x->afar);
    own(sum, "P4_start", x->start);
    own(sum, "P5_law", x->law);
}

/** What only this scheme knows: the residuals of (P1)-(P5), what a curved $K$
shows of the lemmas, and the operations of all steps. A force that has no value
between two nodes leaves no residuals, but it does not undo the run. */
static perp_status measure(const run *r, summary *sum)
{
    const paoli_state *s = &r->state;
    paoli_residual x;
    perp_status looked = paoli_residual_of(r->e, r->out, &x);
    if (looked.code == PERP_OK)
        own_residuals(sum, &x);
    else if (looked.code != PERP_INPUT)
        return looked;
    if (!paoli_rational(s))
        own(sum, "operations", s->operations + *s->metric.work);
    if (s->flat || s->moreau)
        return PERP_SUCCESS;
    own(sum, "L3_constant", s->bend);
    own(sum, "C3_failures", (double)s->uphill);
    own(sum, "boundary_error", s->apart);
    own(sum, "nearest_searched", (double)s->searched);
    return PERP_SUCCESS;
}

/** What "proven" means. A projection on a curved $K$ is not rational; there it
means less, and the run says so. In doubles nothing is proven, and on a curved
$K$ that leaves one thing more open than rounding. */
static const char *claim(const paoli_state *s)
{
    const int curved = !s->flat && !s->moreau;
    if (s->e->mode == EXPERIMENT_DOUBLE)
        return !curved || s->searched == 0
                   ? NULL
                   : "K is curved: each Z^n is nearest among its neighbours "
                     "(tested to first and second order, in doubles); that no "
                     "other point of K is nearer was searched, not proven "
                     "(nearest_searched in --json: in how many steps), and "
                     "holds if K is convex";
    if (s->moreau)
        return "proven: the velocity and the impulses solve Moreau's step, of "
               "the contacts that its middle finds closed";
    if (s->flat)
        return "proven: Z^n is the nearest point of K, the reaction lies in "
               "its normal cone, Lemma 3 and the energy estimate hold";
    return "K is curved: proven is the projection on the tangents of its last "
           "linearisation, not that they touch at Z^n nor that no other point "
           "of K is nearer, which was searched (boundary_error and "
           "nearest_searched in --json: how far off, in how many steps)";
}

static perp_status summarize(run *r, long steps, summary *sum)
{
    size_t width = (size_t)r->out->columns, T = (size_t)r->at.kinetic;
    size_t last = (size_t)steps * width + T;
    sum->steps = steps;
    sum->claim = claim(&r->state);
    PERP_TRY(warn(r, sum));
    PERP_TRY(measure(r, sum));
    PERP_TRY(tally_totals(&r->tv_v, &r->tv_va, sum));
    return tally_energies(r->out, T, last, sum);
}

static void finish(run *r)
{
    for (int i = 0; r->V_exact != NULL && i < 2 * r->e->sys->nv; i++)
        mpq_clear(r->V_exact[i]);
    variation_clear(&r->tv_v);
    variation_clear(&r->tv_va);
    paoli_state_free(&r->state);
    arena_free(&r->a);
}

perp_status paoli_run(const experiment *e, trace *out, summary *sum)
{
    long steps = 0;
    *out = (trace){0};
    *sum = (summary){0};
    PERP_TRY(tally_steps(e, &steps));
    run r = {.e = e, .out = out};
    variation_init(&r.tv_v, e->mode == EXPERIMENT_RATIONAL);
    variation_init(&r.tv_va, e->mode == EXPERIMENT_RATIONAL);
    perp_status s = prepare(&r, steps, sum);
    if (s.code == PERP_OK)
        s = loop(&r, steps);
    if (s.code == PERP_OK)
        s = summarize(&r, steps, sum);
    finish(&r);
    if (s.code != PERP_OK) {
        trace_free(out);
        summary_clear(sum);
    }
    return s;
}
