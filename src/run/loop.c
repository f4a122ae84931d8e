#include "run/loop.h"
#include "run/control.h"
#include "run/resume.h"
#include "number/limit.h"

#include <string.h>

void loop_put(loop *l, int row, int col, const double *x, int n)
{
    const size_t at = trace_at(l->out, row) + (size_t)col;
    if (n > 0)
        memcpy(l->out->cell + at, x, (size_t)n * sizeof *x);
}

void loop_put_exact(loop *l, int row, int col, const mpq_t *x, int n)
{
    const size_t at = trace_at(l->out, row) + (size_t)col;
    for (int i = 0; i < n; i++) {
        mpq_set(l->out->exact[at + (size_t)i], x[i]);
        l->out->cell[at + (size_t)i] = mpq_get_d(x[i]);
    }
}

void loop_put_time(loop *l, int row, double h)
{
    const double at[2] = {row, (double)row * h};
    mpq_t x;
    if (!loop_rational(l)) {
        loop_put(l, row, 0, at, 2);
        return;
    }
    mpq_init(x);
    mpq_set_si(x, row, 1);
    loop_put_exact(l, row, 0, (const mpq_t *)&x, 1);
    mpq_mul(x, x, l->e.h);
    loop_put_exact(l, row, 1, (const mpq_t *)&x, 1);
    mpq_clear(x);
}

/** The jumps of the step functions v and va between a row and the one before. */
void loop_jumps(loop *l, int row)
{
    const int nv = l->e.sys->nv, v = l->at.v, va = l->at.va;
    if (!loop_rational(l)) {
        variation_add(&l->tv_v, nv, loop_cells(l, row - 1, v),
                      loop_cells(l, row, v));
        variation_add(&l->tv_va, nv, loop_cells(l, row - 1, va),
                      loop_cells(l, row, va));
        return;
    }
    variation_add_exact(&l->tv_v, nv, loop_cells_exact(l, row - 1, v),
                        loop_cells_exact(l, row, v));
    variation_add_exact(&l->tv_va, nv, loop_cells_exact(l, row - 1, va),
                        loop_cells_exact(l, row, va));
}

perp_status loop_pass(loop *l, int row, int last)
{
    trace *t = l->out;
    PERP_TRY(trace_finite(t, row));
    if (row == 0)
        PERP_TRY(tally_energy(t, trace_at(t, 0) + (size_t)l->at.kinetic,
                              &l->sum->kinetic_first,
                              &l->sum->kinetic_first_exact));
    watched_row(&l->sum->watched, t, row);
    if (l->e.scheme->look != NULL && !loop_unasked(l))
        PERP_TRY(l->e.scheme->look(l, row));
    if (l->e.digested)
        PERP_TRY(digest_row(&l->digest, t, row));
    for (const row_reader *r = l->e.readers; r != NULL; r = r->next)
        if (last || r->every < 2 || row % r->every == 0)
            PERP_TRY(r->row(r->self, t, row));
    return PERP_SUCCESS;
}

/* The row gets its last columns, and may leave. */
static perp_status complete(loop *l, int row, int stepped, int last)
{
    l->out->collision = l->hit;
    PERP_TRY(l->e.scheme->energies(l, row, stepped));
    return loop_pass(l, row, last);
}

static perp_status step(loop *l, int row)
{
    perp_status s = l->e.scheme->step(l, row);
    if (s.code == PERP_OK)
        return s;
    return PERP_FAIL(s.code, "step %d (t = %.6g s): %s", row,
                     *loop_cells(l, row - 1, 1), s.message);
}

/* A window moves on; a table grows. */
perp_status loop_room(loop *l, int row)
{
    if (row - l->out->first < l->out->capacity)
        return PERP_SUCCESS;
    if (!l->streams)
        return trace_grow(l->out, row + row / 4 + 16);
    trace_slide(l->out, LOOP_BEHIND);
    return PERP_SUCCESS;
}

/** One more row. Collisions make rows that nobody could count beforehand: the
table grows here, between two steps. */
static perp_status one_row(loop *l)
{
    const struct scheme *s = l->e.scheme;
    const int row = l->out->rows;
    const long collisions = l->sum->collisions;
    PERP_TRY(loop_room(l, row));
    if (s->ahead)
        PERP_TRY(complete(l, row - 1, 0, 0));
    PERP_TRY(step(l, row));
    if (!s->ahead)
        PERP_TRY(complete(l, row - 1, 1, 0));
    l->hit = l->sum->collisions > collisions;
    PERP_TRY(s->put(l, row));
    PERP_TRY(trace_finite(l->out, row));
    loop_jumps(l, row);
    l->out->rows++;
    return measures_row(&l->extra, row);
}

perp_status loop_step(loop *l)
{
    PERP_TRY(control_row(l, l->out->rows - 1));
    PERP_TRY(one_row(l));
    const long row = l->out->rows - 1, last = row + l->left;
    if (l->e.watch != NULL && l->e.watch(l->e.user, row, last) != 0)
        return PERP_FAIL(PERP_LIMIT, "stopped at step %ld of %ld", row, last);
    return resume_leave(l);
}

/** The usual columns, and behind them the scheme's own. */
static perp_status name_columns(loop *l, const char ***out)
{
    const char **usual, **name;
    const int n = l->at.count, count = n + l->owns;
    PERP_TRY(columns_names(&l->a, l->e.sys, &l->at, &usual));
    *out = usual;
    if (l->owns == 0)
        return PERP_SUCCESS;
    if ((name = arena_take(&l->a, (size_t)count, sizeof *name)) == NULL)
        return PERP_NO_MEMORY(count);
    memcpy(name, usual, (size_t)n * sizeof *name);
    memcpy(name + n, l->own_names, (size_t)l->owns * sizeof *name);
    for (int i = 0; i < n; i++)
        for (int j = n; j < count; j++)
            if (strcmp(name[i], name[j]) == 0)
                return PERP_FAIL(PERP_INPUT,
                                 "a measure has the name '%s' of another "
                                 "column; call it something else",
                                 name[i]);
    *out = name;
    return PERP_SUCCESS;
}

static perp_status prepare(loop *l)
{
    const struct scheme *s = l->e.scheme;
    const char **names;
    const long steps = l->left;
    PERP_TRY(resume_can(&l->e));
    PERP_TRY(control_begin(l));
    l->streams = l->e.streamed;
    const int room = l->streams ? LOOP_WINDOW : (int)steps + 1;
    scheme_weights(l->asked, l->alpha, l->gamma);
    *l->e.alpha = *l->alpha; /* lent */
    *l->e.gamma = *l->gamma;
    if (l->e.mode > s->most)
        return PERP_FAIL(PERP_INPUT,
                         "the scheme '%s' knows no exact arithmetic of this "
                         "kind; run it without %s",
                         s->name,
                         loop_rational(l) ? "--rational" : "--exact-check");
    PERP_TRY(columns_layout(&l->a, l->e.sys, &l->at));
    PERP_TRY(s->begin(l));
    PERP_TRY(name_columns(l, &names));
    PERP_TRY(trace_new(room, l->at.count + l->owns, names, loop_rational(l),
                       l->out));
    PERP_TRY(
        watched_begin(l->e.wish, l->e.wishes, l->out, &l->sum->watched));
    PERP_TRY(s->put(l, 0));
    PERP_TRY(trace_finite(l->out, 0));
    l->out->rows = 1;
    PERP_TRY(measures_new(l->e.sys, &l->at, l->out, &l->extra));
    PERP_TRY(measures_row(&l->extra, 0));
    return resume_begin(l);
}

/** The last row has no step behind it: what it weighs is evaluated for itself. */
static perp_status summarize(loop *l)
{
    const int last = l->out->rows - 1;
    summary *sum = l->sum;
    PERP_TRY(complete(l, last, 0, 1));
    sum->steps = last;
    digest_end(&l->digest, sum->digest);
    sum->seconds = limit_now() - l->begun;
    PERP_TRY(l->e.scheme->summarize(l));
    watched_judge(&sum->watched, &sum->drift);
    PERP_TRY(tally_totals(&l->tv_v, &l->tv_va, sum));
    return tally_energy(l->out,
                        trace_at(l->out, last) + (size_t)l->at.kinetic,
                        &sum->kinetic_last, &sum->kinetic_last_exact);
}

/** Gives back all but what the caller has; after an error that, too. */
static perp_status finish(loop *l, perp_status s)
{
    l->e.scheme->free(l);
    variation_clear(&l->tv_v);
    variation_clear(&l->tv_va);
    mpq_clears(l->alpha, l->gamma, NULL);
    measures_free(&l->extra);
    arena_free(&l->a);
    if (s.code != PERP_OK) {
        trace_free(l->out);
        summary_clear(l->sum);
    }
    return s;
}

perp_status loop_begin(loop *l, const experiment *e, trace *out, summary *sum)
{
    *l = (loop){.asked = e, .e = *e, .out = out, .sum = sum,
                .begun = limit_now()};
    *out = (trace){0};
    *sum = (summary){0};
    PERP_TRY(tally_steps(e, &l->left));
    mpq_inits(l->alpha, l->gamma, NULL);
    variation_init(&l->tv_v, loop_rational(l));
    variation_init(&l->tv_va, loop_rational(l));
    perp_status s = prepare(l);
    return s.code == PERP_OK ? s : finish(l, s);
}

perp_status loop_end(loop *l, perp_status s)
{
    return finish(l, s.code == PERP_OK ? summarize(l) : s);
}

perp_status loop_run(const experiment *e, trace *out, summary *sum)
{
    loop l;
    PERP_TRY(loop_begin(&l, e, out, sum));
    perp_status s = PERP_SUCCESS;
    while (s.code == PERP_OK && l.left > 0)
        s = loop_step(&l);
    return loop_end(&l, s);
}
