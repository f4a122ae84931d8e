#include "compliant/compliant.h"
#include "compliant/compliant_weak.h"
#include "run/tally.h"
#include "trace/columns.h"
#include "trace/lines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/** A run in progress. Behind the columns that every run has come those of the
deformation. */
typedef struct {
    const experiment *e;
    compliant_state state;
    columns at;
    int elastic, delta, lam; /* columns */
    trace *out;
    variation tv_v, tv_va;
    arena a;
} run;

static size_t place(const run *r, long row, int col)
{
    return (size_t)row * (size_t)r->out->columns + (size_t)col;
}

static void put(run *r, long row, int col, const double *x, int n)
{
    memcpy(r->out->cell + place(r, row, col), x, (size_t)n * sizeof *x);
}

static void put_exact(run *r, long row, int col, const mpq_t *x, int n)
{
    for (int i = 0; i < n; i++) {
        mpq_set(r->out->exact[place(r, row, col + i)], x[i]);
        r->out->cell[place(r, row, col + i)] = mpq_get_d(x[i]);
    }
}

/* A vector with one entry for each of all rows into the system's own. */
static void put_rows(run *r, long row, int col, const double *x,
                     const mpq_t *exact)
{
    const compliant_state *s = &r->state;
    for (int i = 0; i < s->rows; i++)
        if (s->own_of[i] >= 0 && exact != NULL)
            put_exact(r, row, col + s->own_of[i], exact + i, 1);
        else if (s->own_of[i] >= 0)
            put(r, row, col + s->own_of[i], x + i, 1);
}

static void put_time(run *r, long row)
{
    double step = (double)row, t = step * r->state.h;
    put(r, row, 0, &step, 1);
    put(r, row, 1, &t, 1);
    if (!compliant_rational(&r->state))
        return;
    mpq_t x;
    mpq_init(x);
    mpq_set_si(x, row, 1);
    put_exact(r, row, 0, (const mpq_t *)&x, 1);
    mpq_mul(x, x, r->e->h);
    put_exact(r, row, 1, (const mpq_t *)&x, 1);
    mpq_clear(x);
}

/** Row $j$ holds $x^j = (q^j, v^j, \delta^j)$, and in row $j + 1$ stand the $v^\theta$ and the
$\lambda^{j+1}$ of the step between them. */
static void put_state(run *r, long row)
{
    const compliant_state *s = &r->state;
    const int nq = s->sys->nq, nv = s->sys->nv;
    put_time(r, row);
    if (compliant_rational(s)) {
        const mpq_t *v = (const mpq_t *)s->exact.v;
        const mpq_t *mean = (const mpq_t *)s->end_exact.mean;
        put_exact(r, row, r->at.q, (const mpq_t *)s->q_exact, nq);
        put_exact(r, row, r->at.v, v, nv);
        put_exact(r, row, r->at.va, row == 0 ? v : mean, nv);
        put_rows(r, row, r->delta, NULL, (const mpq_t *)s->exact.delta);
        return;
    }
    put(r, row, r->at.q, s->q, nq);
    put(r, row, r->at.v, s->v, nv);
    put(r, row, r->at.va, row == 0 ? s->v : s->end.mean, nv);
    put_rows(r, row, r->delta, s->delta, NULL);
}

/** The forces of the step that ends in this row, and their impulses. */
static void put_forces(run *r, long row)
{
    const compliant_state *s = &r->state;
    const int exact = compliant_rational(s);
    mpq_t x;
    mpq_init(x);
    put_rows(r, row, r->lam, s->lambda,
             exact ? (const mpq_t *)s->end_exact.lambda : NULL);
    for (int i = 0; r->at.cn >= 0 && i < s->rows; i++) {
        int c = i / (1 + s->d.slips), k = i % (1 + s->d.slips);
        int col = k == 0 ? r->at.cn + c : r->at.ft + r->at.ft_at[c] + k - 1;
        if (s->own_of[i] < 0)
            continue;
        double impulse = s->h * s->lambda[i];
        if (exact) {
            mpq_mul(x, r->e->h, s->end_exact.lambda[i]);
            put_exact(r, row, col, (const mpq_t *)&x, 1);
        } else
            put(r, row, col, &impulse, 1);
    }
    mpq_clear(x);
}

/** Energies of a row, with $M$ and $\mathbf K$ at its position. */
static void put_energies(run *r, long row)
{
    const compliant_state *s = &r->state;
    const int nv = s->sys->nv, R = s->rows;
    if (compliant_rational(s)) {
        mpq_t E;
        mpq_init(E);
        tally_kinetic_exact(nv, (const mpq_t *)s->exact.M,
                            (const mpq_t *)s->exact.v, E);
        put_exact(r, row, r->at.kinetic, (const mpq_t *)&E, 1);
        tally_kinetic_exact(R, (const mpq_t *)s->exact.K,
                            (const mpq_t *)s->exact.delta, E);
        put_exact(r, row, r->elastic, (const mpq_t *)&E, 1);
        mpq_clear(E);
        return;
    }
    double T = tally_kinetic(nv, s->at.M, s->v);
    double U = tally_kinetic(R, s->K, s->delta);
    put(r, row, r->at.kinetic, &T, 1);
    put(r, row, r->elastic, &U, 1);
}

static perp_status energies(run *r, long row)
{
    PERP_TRY(compliant_rational(&r->state) ? compliant_evaluate_exact(&r->state)
                                           : compliant_evaluate(&r->state));
    put_energies(r, row);
    return lines_put(r->e->lines, r->out, (int)row);
}

static void add_jumps(run *r, long row)
{
    const size_t v = place(r, row, r->at.v), va = place(r, row, r->at.va);
    const size_t w = (size_t)r->out->columns;
    const int nv = r->e->sys->nv;
    if (compliant_rational(&r->state)) {
        const mpq_t *x = (const mpq_t *)r->out->exact;
        variation_add_exact(&r->tv_v, nv, x + v - w, x + v);
        variation_add_exact(&r->tv_va, nv, x + va - w, x + va);
        return;
    }
    const double *x = r->out->cell;
    variation_add(&r->tv_v, nv, x + v - w, x + v);
    variation_add(&r->tv_va, nv, x + va - w, x + va);
}

static perp_status one_step(run *r, long l)
{
    PERP_TRY(energies(r, l));
    perp_status s = compliant_step(&r->state);
    if (s.code != PERP_OK)
        return PERP_FAIL(s.code, "step %ld (t = %.6g s): %s", l + 1,
                         (double)l * r->state.h, s.message);
    put_state(r, l + 1);
    put_forces(r, l + 1);
    PERP_TRY(trace_finite(r->out, (int)l + 1));
    add_jumps(r, l + 1);
    r->out->rows++;
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
    return energies(r, steps);
}

/** delta.CONTACT.n, .t, .o and lam.CONTACT.n, .t, .o. */
static perp_status name_rows(run *r, const char *prefix, const char **name)
{
    static const char letter[] = "nto";
    const perp_system *s = r->e->sys;
    for (int j = 0, i = 0; j < s->contacts; j++)
        for (int k = 0; k <= s->slips[j]; k++, i++) {
            size_t bytes = strlen(s->contact_name[j]) + 16;
            char *text = arena_take(&r->a, bytes, 1);
            if (text == NULL)
                return PERP_NO_MEMORY(bytes);
            snprintf(text, bytes, "%s.%s.%c", prefix, s->contact_name[j],
                     letter[k]);
            name[i] = text;
        }
    return PERP_SUCCESS;
}

static perp_status columns_of(run *r, const char ***out, int *count)
{
    const char **usual;
    const int own = r->state.own;
    PERP_TRY(columns_layout(&r->a, r->e->sys, &r->at));
    PERP_TRY(columns_names(&r->a, r->e->sys, &r->at, &usual));
    r->elastic = r->at.count;
    r->delta = r->elastic + 1;
    r->lam = r->delta + own;
    *count = r->lam + own;
    const char **name = arena_take(&r->a, (size_t)*count, sizeof *name);
    if (name == NULL)
        return PERP_NO_MEMORY(*count);
    memcpy(name, usual, (size_t)r->at.count * sizeof *name);
    name[r->elastic] = "elastic";
    PERP_TRY(name_rows(r, "delta", name + r->delta));
    PERP_TRY(name_rows(r, "lam", name + r->lam));
    for (int i = 0; i < r->elastic; i++)
        for (int j = r->elastic; j < *count; j++)
            if (strcmp(name[i], name[j]) == 0)
                return PERP_FAIL(PERP_INPUT,
                                 "a measure has the name '%s' of another "
                                 "column; call it something else",
                                 name[i]);
    *out = name;
    return PERP_SUCCESS;
}

static perp_status prepare(run *r, long steps, summary *sum)
{
    const char **name = NULL;
    int count = 0;
    PERP_TRY(compliant_state_new(&r->a, r->e, sum, &r->state));
    PERP_TRY(columns_of(r, &name, &count));
    PERP_TRY(trace_new((int)steps + 1, count, name,
                       compliant_rational(&r->state), r->out));
    put_state(r, 0);
    r->out->rows = 1;
    return PERP_SUCCESS;
}

/** What only this scheme knows. `bound` is the largest of the proven distances
between the computed forces of a step and the only solution, in N, of the
problem (16) with the doubles of this step's $M$, $\mathbf K$, $\mathbf C$, $\mathbf\Gamma$,
$f$ and its tangent, $\Phi$, $v$, $\delta$; null when no step has one, and `unproven` counts
the steps without. `sigma` and `eta` are null where nothing is proven. The others are
residuals of (16) and of the energy identity. */
static void measure(const run *r, summary *sum)
{
    const compliant_sums *x = &r->state.sums;
    const int posed = r->state.d.p > 0;
    compliant_counts(&r->state, sum);
    if (r->e->mode != EXPERIMENT_RATIONAL) {
        sum->max_residual = fmax(sum->max_residual, x->residual);
        compliant_own(sum, "bound", compliant_known(x->proven > 0, x->bound));
        compliant_own(sum, "unproven", (double)x->unproven);
        compliant_own(sum, "iterations", (double)x->iterations);
        compliant_own(sum, "force_residual", x->force);
        compliant_own(sum, "contact_residual", x->contact);
        compliant_own(sum, "friction_residual", x->friction);
        compliant_own(sum, "energy_residual", x->identity);
        compliant_own(sum, "sigma",
                      compliant_known(posed && x->sigma > 0, x->sigma));
        compliant_own(sum, "eta", compliant_known(posed, x->eta));
    }
    compliant_own(sum, "energy_excess", x->excess);
}

/** Definition 2 and (34), (35), put to the run afterwards; in fractions they are
left out. */
static perp_status put_to(const run *r, summary *sum)
{
    compliant_weak x;
    if (r->e->mode == EXPERIMENT_RATIONAL)
        return PERP_SUCCESS;
    PERP_TRY(compliant_weak_of(r->e, r->out, &x));
    compliant_own(sum, "D2a_motion", x.motion);
    compliant_own(sum, "D2a_rate", x.rate);
    compliant_own(sum, "D2a_law", x.law);
    compliant_own(sum, "D2b_inside", x.inside);
    compliant_own(sum, "D2b_contact", x.contact);
    compliant_own(sum, "D2c_friction", x.friction);
    compliant_own(sum, "D34_leaves", x.leaves);
    compliant_own(sum, "D35_force", x.force);
    return PERP_SUCCESS;
}

static perp_status summarize(run *r, long steps, summary *sum)
{
    size_t first = place(r, 0, r->at.kinetic);
    size_t last = place(r, steps, r->at.kinetic);
    sum->steps = steps;
    sum->claim = compliant_claim(&r->state);
    measure(r, sum);
    PERP_TRY(compliant_choice(&r->state, sum));
    PERP_TRY(put_to(r, sum));
    PERP_TRY(tally_totals(&r->tv_v, &r->tv_va, sum));
    return tally_energies(r->out, first, last, sum);
}

perp_status compliant_run(const experiment *e, trace *out, summary *sum)
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
    variation_clear(&r.tv_v);
    variation_clear(&r.tv_va);
    compliant_state_free(&r.state);
    arena_free(&r.a);
    if (s.code != PERP_OK) {
        trace_free(out);
        summary_clear(sum);
    }
    return s;
}
