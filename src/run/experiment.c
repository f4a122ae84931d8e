#include "run/experiment.h"
#include "base/memory.h"
#include "run/tally.h"
#include "scheme/jam.h"
#include "scheme/stiff.h"
#include "trace/lines.h"
#include "trace/measures.h"

#include <string.h>

static perp_status check_parameters(const experiment *e)
{
    if (strcmp(e->scheme, "alpha-gamma") != 0 && stiff_form(e->scheme) < 0)
        return PERP_FAIL(PERP_INPUT,
                         "unknown scheme '%s'; there is: "
                         "alpha-gamma, paoli, semi-implicit, linear-implicit, "
                         "stiff-limit",
                         e->scheme);
    if (mpq_sgn(e->h) <= 0)
        return PERP_FAIL(PERP_INPUT, "h = %g; the step h must be positive",
                         mpq_get_d(e->h));
    if (mpq_sgn(e->T) < 0)
        return PERP_FAIL(PERP_INPUT,
                         "T = %g; the duration T must not be "
                         "negative",
                         mpq_get_d(e->T));
    if (mpq_sgn(e->alpha) <= 0 || mpq_cmp_ui(e->alpha, 1, 1) > 0)
        return PERP_FAIL(PERP_INPUT, "alpha = %g; alpha must lie in (0, 1]",
                         mpq_get_d(e->alpha));
    if (mpq_sgn(e->gamma) < 0 || mpq_cmp_ui(e->gamma, 1, 1) > 0)
        return PERP_FAIL(PERP_INPUT, "gamma = %g; gamma must lie in [0, 1]",
                         mpq_get_d(e->gamma));
    if (e->e != NULL && (mpq_sgn(e->e) < 0 || mpq_cmp_ui(e->e, 1, 1) > 0))
        return PERP_FAIL(PERP_INPUT,
                         "e = %g; the restitution e must lie in [0, 1]",
                         mpq_get_d(e->e));
    if (mpq_sgn(e->tolerance) < 0)
        return PERP_FAIL(PERP_INPUT,
                         "tolerance = %g; the tolerance of the "
                         "active set must not be negative",
                         mpq_get_d(e->tolerance));
    if (!(e->penetration >= 0) || e->most_collisions < 0)
        return PERP_FAIL(PERP_INPUT,
                         "penetration = %g, most_collisions = "
                         "%ld: neither may be negative",
                         e->penetration, e->most_collisions);
    return PERP_SUCCESS;
}

/** A run in progress: its state, its table, its sums. */
typedef struct {
    const experiment *e;
    run_state state;
    columns at;
    trace *out;
    measures extra;
    variation tv_v, tv_va;
    jam watch;
    arena a;
} run;

static void put(run *r, int row, int col, double x)
{
    r->out->cell[(size_t)row * (size_t)r->out->columns + (size_t)col] = x;
}

static void put_exact(run *r, int row, int col, mpq_srcptr x)
{
    size_t at = (size_t)row * (size_t)r->out->columns + (size_t)col;
    mpq_set(r->out->exact[at], x);
    r->out->cell[at] = mpq_get_d(x);
}

static int rational(const run *r)
{
    return r->e->mode == EXPERIMENT_RATIONAL;
}

/** The state in row l: $t_l$, $q^l$, $v^l$ and $v^{l,\alpha}$. Row $l+1$ holds the
values of the step functions $v^h$ and $v^{h,\alpha}$ on $(t_l, t_{l+1}]$; the
position between two rows is the straight line through them. In the row of a
collision both velocities are $v^+$. In row 0 they are the initial velocity.

Implements GAP08 (4.9), (4.11), (4.12a). */
static void put_state(run *r, int row)
{
    const perp_system *s = r->e->sys;
    const run_state *st = &r->state;
    if (rational(r)) {
        mpq_t t;
        mpq_init(t);
        mpq_set_si(t, row, 1);
        put_exact(r, row, 0, t);
        run_time_exact(st, t);
        put_exact(r, row, 1, t);
        mpq_clear(t);
        for (int i = 0; i < s->nq; i++)
            put_exact(r, row, r->at.q + i, st->q_exact[i]);
        for (int i = 0; i < s->nv; i++) {
            put_exact(r, row, r->at.v + i, st->v_exact[i]);
            put_exact(r, row, r->at.va + i,
                      row == 0 ? st->v_exact[i] : st->result_exact.x[i]);
        }
        return;
    }
    put(r, row, 0, row);
    put(r, row, 1, run_time(st));
    for (int i = 0; i < s->nq; i++)
        put(r, row, r->at.q + i, st->q[i]);
    for (int i = 0; i < s->nv; i++) {
        put(r, row, r->at.v + i, st->v[i]);
        put(r, row, r->at.va + i, row == 0 ? st->v[i] : st->result.x[i]);
    }
}

/** The impulses of the step that ends in this row. */
static void put_impulses(run *r, int row)
{
    const run_state *st = &r->state;
    for (int i = 0; r->at.cn >= 0 && i < st->set.n; i++) {
        int id = st->set.id[i], first = st->data.slip_at[i];
        int slips = r->e->sys->slips[id], ft = r->at.ft + r->at.ft_at[id];
        if (rational(r))
            put_exact(r, row, r->at.cn + id, st->result_exact.cn[i]);
        else
            put(r, row, r->at.cn + id, st->result.cn[i]);
        for (int k = 0; k < slips; k++)
            if (rational(r))
                put_exact(r, row, ft + k, st->result_exact.f[first + k]);
            else
                put(r, row, ft + k, st->result.f[first + k]);
    }
}

/** The impulses of the springs; a collision has none. */
static void put_springs(run *r, int row)
{
    const run_state *st = &r->state;
    for (int i = 0; i < r->e->sys->springs; i++)
        if (rational(r))
            put_exact(r, row, r->at.cs + i, st->result_exact.cs[i]);
        else
            put(r, row, r->at.cs + i, st->result.cs[i]);
}

/** The energies of a row are known when the next one begins, with $M(q^l)$ and
$\varphi(q^l)$. */
static void put_energies(run *r, int row)
{
    const run_state *st = &r->state;
    if (rational(r))
        put_exact(r, row, r->at.kinetic, st->kinetic_exact);
    else
        put(r, row, r->at.kinetic, st->kinetic);
    if (r->at.elastic >= 0 && rational(r))
        put_exact(r, row, r->at.elastic, st->elastic_exact);
    else if (r->at.elastic >= 0)
        put(r, row, r->at.elastic, st->elastic);
}

/** The jumps of $v^h$ and $v^{h,\alpha}$ between a row and the one before. */
static void add_jumps(run *r, int row)
{
    const size_t width = (size_t)r->out->columns, to = (size_t)row * width;
    const size_t v = (size_t)r->at.v, va = (size_t)r->at.va;
    const size_t from = to - width;
    const int nv = r->e->sys->nv;
    if (rational(r)) {
        const mpq_t *x = (const mpq_t *)r->out->exact;
        variation_add_exact(&r->tv_v, nv, x + from + v, x + to + v);
        variation_add_exact(&r->tv_va, nv, x + from + va, x + to + va);
        return;
    }
    const double *x = r->out->cell;
    variation_add(&r->tv_v, nv, x + from + v, x + to + v);
    variation_add(&r->tv_va, nv, x + from + va, x + to + va);
}

/** One more row. Collisions make rows that nobody could count beforehand: the
table grows here, between two steps. */
static perp_status one_row(run *r)
{
    const int row = r->out->rows;
    if (row == r->out->capacity)
        PERP_TRY(trace_grow(r->out, row + row / 4 + 16));
    double t = run_time(&r->state);
    r->state.row = row;
    perp_status s = run_step(&r->state, row - 1);
    if (s.code != PERP_OK)
        return PERP_FAIL(s.code, "step %d (t = %.6g s): %s", row, t, s.message);
    put_energies(r, row - 1);
    PERP_TRY(lines_put(r->e->lines, r->out, row - 1));
    if (!rational(r) && !r->watch.done)
        PERP_TRY(jam_look(&r->watch, &r->state.scratch, r->e->sys,
                          &r->state.data, r->state.set.id, t,
                          &r->state.sum->note));
    run_note_part(&r->state, row);
    put_impulses(r, row);
    put_springs(r, row);
    put_state(r, row);
    PERP_TRY(trace_finite(r->out, row));
    add_jumps(r, row);
    r->out->rows++;
    return measures_row(&r->extra, row);
}

/** The last row has no step behind it, so its mass and its joints are evaluated
here. */
static perp_status last_energies(run *r)
{
    run_state *st = &r->state;
    const perp_system *s = r->e->sys;
    if (rational(r)) {
        PERP_TRY(assemble_mass_exact(s, &st->work, (const mpq_t *)st->q_exact,
                                     (const mpq_t *)st->v_exact, &st->exact));
        PERP_TRY(assemble_joints_exact(s, &st->work, &st->exact));
    } else {
        PERP_TRY(assemble_mass(s, &st->work, st->q, st->v, &st->data));
        PERP_TRY(assemble_joints(s, &st->work, &st->data));
    }
    run_note(st, r->out->rows - 1);
    put_energies(r, r->out->rows - 1);
    return lines_put(r->e->lines, r->out, r->out->rows - 1);
}

static perp_status loop(run *r)
{
    while (r->state.clock.left > 0) {
        PERP_TRY(one_row(r));
        long row = r->out->rows - 1, last = row + r->state.clock.left;
        if (r->e->watch != NULL && r->e->watch(r->e->user, row, last) != 0)
            return PERP_FAIL(PERP_LIMIT, "stopped at step %ld of %ld", row,
                             last);
    }
    return last_energies(r);
}

static perp_status summarize(run *r, summary *sum)
{
    size_t width = (size_t)r->out->columns, T = (size_t)r->at.kinetic;
    size_t last = (size_t)(r->out->rows - 1) * width + T;
    sum->steps = r->out->rows - 1;
    drift_judge(&sum->drift, r->state.stepping.alpha, r->e->penetration);
    PERP_TRY(several_json(&sum->several, &sum->found));
    PERP_TRY(tally_totals(&r->tv_v, &r->tv_va, sum));
    return tally_energies(r->out, T, last, sum);
}

static perp_status prepare(run *r, long steps, summary *sum)
{
    const experiment *e = r->e;
    const char **names;
    PERP_TRY(columns_layout(&r->a, e->sys, &r->at));
    PERP_TRY(columns_names(&r->a, e->sys, &r->at, &names));
    PERP_TRY(
        trace_new((int)steps + 1, r->at.count, names, rational(r), r->out));
    PERP_TRY(run_state_new(&r->a, e, sum, &r->state));
    r->state.clock.left = steps;
    put_state(r, 0);
    r->out->rows = 1;
    PERP_TRY(measures_new(e->sys, &r->at, r->out, &r->extra));
    return measures_row(&r->extra, 0);
}

static void finish(run *r)
{
    variation_clear(&r->tv_v);
    variation_clear(&r->tv_va);
    run_state_free(&r->state);
    measures_free(&r->extra);
    arena_free(&r->a);
}

perp_status experiment_run(const experiment *e, trace *out, summary *sum)
{
    long steps = 0;
    *out = (trace){0};
    *sum = (summary){0};
    PERP_TRY(check_parameters(e));
    PERP_TRY(tally_steps(e, &steps));
    run r = {.e = e, .out = out};
    variation_init(&r.tv_v, rational(&r));
    variation_init(&r.tv_va, rational(&r));
    perp_status s = prepare(&r, steps, sum);
    if (s.code == PERP_OK)
        s = loop(&r);
    if (s.code == PERP_OK)
        s = summarize(&r, sum);
    finish(&r);
    if (s.code != PERP_OK) {
        trace_free(out);
        summary_clear(sum);
    }
    return s;
}

void summary_clear(summary *s)
{
    memory_free(s->note);
    memory_free(s->tv_v_exact);
    memory_free(s->tv_va_exact);
    memory_free(s->kinetic_first_exact);
    memory_free(s->kinetic_last_exact);
    memory_free(s->found);
    several_clear(&s->several);
    *s = (summary){0};
}
