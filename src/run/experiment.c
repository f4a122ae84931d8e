#include "run/experiment.h"
#include "base/memory.h"
#include "run/columns.h"
#include "run/tally.h"

#include <string.h>

/** The number of steps: the first grid point at or beyond $T$. In doubles
$T/h$ is almost never whole when its author thinks it is ($10/0.01$ is
$999.99999999999998$), so what lies within $10^{-9}$ of a whole number counts as
that number. */
static perp_status count_steps(const experiment *e, long *steps)
{
    mpq_t n, slack;
    mpq_inits(n, slack, NULL);
    mpq_div(n, e->T, e->h);
    mpq_set_ui(slack, 1, 1000000000);
    mpq_sub(n, n, slack);
    mpz_cdiv_q(mpq_numref(n), mpq_numref(n), mpq_denref(n));
    int fits = mpz_cmp_ui(mpq_numref(n), 100000000) <= 0;
    *steps = fits ? mpz_get_si(mpq_numref(n)) : 0;
    mpq_clears(n, slack, NULL);
    if (!fits)
        return PERP_FAIL(PERP_LIMIT, "T / h asks for more than 100000000 "
                                     "steps; take a larger h or a smaller T");
    return PERP_SUCCESS;
}

static perp_status check_parameters(const experiment *e)
{
    if (strcmp(e->scheme, "alpha-gamma") != 0)
        return PERP_FAIL(PERP_INPUT,
                         "unknown scheme '%s'; there is: "
                         "alpha-gamma",
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
    if (mpq_sgn(e->tolerance) < 0)
        return PERP_FAIL(PERP_INPUT,
                         "tolerance = %g; the tolerance of the "
                         "active set must not be negative",
                         mpq_get_d(e->tolerance));
    return PERP_SUCCESS;
}

/** A run in progress: its state, its table, its sums. */
typedef struct {
    const experiment *e;
    run_state state;
    columns at;
    trace *out;
    variation tv_v, tv_va;
    double *va;
    mpq_t *va_exact;
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
position between two rows is the straight line through them.

Implements GAP08 (4.9), (4.11), (4.12a). */
static void put_state(run *r, int row)
{
    const perp_system *s = r->e->sys;
    if (rational(r)) {
        mpq_t t;
        mpq_init(t);
        mpq_set_si(t, row, 1);
        put_exact(r, row, 0, t);
        mpq_mul(t, t, r->e->h);
        put_exact(r, row, 1, t);
        mpq_clear(t);
        for (int i = 0; i < s->nq; i++)
            put_exact(r, row, r->at.q + i, r->state.q_exact[i]);
        for (int i = 0; i < s->nv; i++) {
            put_exact(r, row, r->at.v + i, r->state.v_exact[i]);
            put_exact(r, row, r->at.va + i, r->va_exact[i]);
        }
        return;
    }
    put(r, row, 0, row);
    put(r, row, 1, (double)row * r->state.scheme.h);
    for (int i = 0; i < s->nq; i++)
        put(r, row, r->at.q + i, r->state.q[i]);
    for (int i = 0; i < s->nv; i++) {
        put(r, row, r->at.v + i, r->state.v[i]);
        put(r, row, r->at.va + i, r->va[i]);
    }
}

/** The kinetic energy of row l, when $M(q^l)$ and $v^l$ stand in the step's
data. */
static void put_kinetic(run *r, int row)
{
    const step_data *d = &r->state.data;
    if (!rational(r)) {
        put(r, row, r->at.kinetic, tally_kinetic(d->nv, d->M, d->v));
        return;
    }
    mpq_t T;
    mpq_init(T);
    tally_kinetic_exact(d->nv, (const mpq_t *)r->state.exact.M,
                        (const mpq_t *)r->state.exact.v, T);
    put_exact(r, row, r->at.kinetic, T);
    mpq_clear(T);
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

/** What the step has changed goes into the sums before it is forgotten:
`data.v` still holds $v^l$, `va` still $v^{l,\alpha}$. */
static void add_jumps(run *r)
{
    const run_state *st = &r->state;
    int nv = r->e->sys->nv;
    if (rational(r)) {
        const step_result_exact *y = &st->result_exact;
        variation_add_exact(&r->tv_v, nv, (const mpq_t *)st->exact.v,
                            (const mpq_t *)y->v);
        variation_add_exact(&r->tv_va, nv, (const mpq_t *)r->va_exact,
                            (const mpq_t *)y->x);
        for (int i = 0; i < nv; i++)
            mpq_set(r->va_exact[i], y->x[i]);
        return;
    }
    variation_add(&r->tv_v, nv, st->data.v, st->result.v);
    variation_add(&r->tv_va, nv, r->va, st->result.x);
    memcpy(r->va, st->result.x, (size_t)nv * sizeof *r->va);
}

static perp_status one_step(run *r, long l)
{
    perp_status s = run_step(&r->state, l);
    if (s.code != PERP_OK)
        return PERP_FAIL(s.code, "step %ld (t = %.6g s): %s", l + 1,
                         (double)l * r->state.scheme.h, s.message);
    put_kinetic(r, (int)l);
    add_jumps(r);
    put_impulses(r, (int)l + 1);
    put_state(r, (int)l + 1);
    r->out->rows++;
    return PERP_SUCCESS;
}

/** The last row has no step behind it, so its mass is evaluated here. */
static perp_status last_kinetic(run *r, long steps)
{
    run_state *st = &r->state;
    const perp_system *s = r->e->sys;
    if (rational(r))
        PERP_TRY(assemble_mass_exact(s, &st->work, (const mpq_t *)st->q_exact,
                                     (const mpq_t *)st->v_exact, &st->exact));
    else
        PERP_TRY(assemble_mass(s, &st->work, st->q, st->v, &st->data));
    put_kinetic(r, (int)steps);
    return PERP_SUCCESS;
}

static perp_status loop(run *r, long steps)
{
    for (long l = 0; l < steps; l++) {
        PERP_TRY(one_step(r, l));
        if (r->e->watch != NULL && r->e->watch(r->e->user, l + 1, steps) != 0)
            return PERP_FAIL(PERP_LIMIT, "stopped at step %ld of %ld", l + 1,
                             steps);
    }
    return last_kinetic(r, steps);
}

static perp_status text_of(const variation *s, char **out)
{
    int ok = 1;
    *out = s->rational ? tally_text(s->exact, &ok) : NULL;
    return ok ? PERP_SUCCESS : PERP_NO_MEMORY(0);
}

static perp_status summarize(run *r, long steps, summary *sum)
{
    size_t width = (size_t)r->out->columns, T = (size_t)r->at.kinetic;
    size_t last = (size_t)steps * width + T;
    int ok = 1, fine = 1;
    sum->steps = steps;
    sum->tv_v = r->tv_v.sum;
    sum->tv_va = r->tv_va.sum;
    sum->kinetic_first = r->out->cell[T];
    sum->kinetic_last = r->out->cell[last];
    if (!rational(r))
        return PERP_SUCCESS;
    PERP_TRY(text_of(&r->tv_v, &sum->tv_v_exact));
    PERP_TRY(text_of(&r->tv_va, &sum->tv_va_exact));
    sum->kinetic_first_exact = tally_text(r->out->exact[T], &ok);
    sum->kinetic_last_exact = tally_text(r->out->exact[last], &fine);
    return ok && fine ? PERP_SUCCESS : PERP_NO_MEMORY(0);
}

static perp_status prepare(run *r, long steps, summary *sum)
{
    const experiment *e = r->e;
    const char **names;
    size_t nv = (size_t)e->sys->nv;
    PERP_TRY(columns_layout(&r->a, e->sys, &r->at));
    PERP_TRY(columns_names(&r->a, e->sys, &r->at, &names));
    PERP_TRY(
        trace_new((int)steps + 1, r->at.count, names, rational(r), r->out));
    PERP_TRY(run_state_new(&r->a, e, sum, &r->state));
    if ((r->va = arena_take(&r->a, nv, sizeof *r->va)) == NULL)
        return PERP_NO_MEMORY(nv);
    memcpy(r->va, r->state.v, nv * sizeof *r->va);
    mpq_t *x = rational(r) ? arena_take(&r->a, nv, sizeof *x) : NULL;
    if (rational(r) && x == NULL)
        return PERP_NO_MEMORY(nv);
    for (size_t i = 0; x != NULL && i < nv; i++) {
        mpq_init(x[i]);
        mpq_set(x[i], e->v[i]);
    }
    r->va_exact = x;
    put_state(r, 0);
    r->out->rows = 1;
    return PERP_SUCCESS;
}

static void finish(run *r)
{
    for (int i = 0; r->va_exact != NULL && i < r->e->sys->nv; i++)
        mpq_clear(r->va_exact[i]);
    variation_clear(&r->tv_v);
    variation_clear(&r->tv_va);
    run_state_free(&r->state);
    arena_free(&r->a);
}

perp_status experiment_run(const experiment *e, trace *out, summary *sum)
{
    long steps = 0;
    *out = (trace){0};
    *sum = (summary){0};
    PERP_TRY(check_parameters(e));
    PERP_TRY(count_steps(e, &steps));
    run r = {.e = e, .out = out};
    variation_init(&r.tv_v, rational(&r));
    variation_init(&r.tv_va, rational(&r));
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

void summary_clear(summary *s)
{
    memory_free(s->tv_v_exact);
    memory_free(s->tv_va_exact);
    memory_free(s->kinetic_first_exact);
    memory_free(s->kinetic_last_exact);
    *s = (summary){0};
}
