#include "pks05/run/compliant_walk.h"

#include <string.h>

static int column(const trace *t, const char *prefix, const char *contact)
{
    char name[300];
    snprintf(name, sizeof name, "%s.%.250s.n", prefix, contact);
    return trace_column(t, name);
}

/** The table begins with `step`, `t`, then $q$ and $v$; what lies between them and
`delta` depends on the scene's contacts, springs and measures, and is found by name. The
rows of all contacts stand together, in the system's order, so that the first contact's
normal column is the place of all. */
perp_status compliant_walk_new(const experiment *e, const trace *t,
                               compliant_walk *w)
{
    const perp_system *s = e->sys;
    *w = (compliant_walk){.t = t, .q = 2, .v = 2 + s->nq};
    PERP_TRY(compliant_state_new(&w->a, e, &w->sum, &w->s));
    const size_t n = (size_t)compliant_size(&w->s);
    const size_t R = (size_t)w->s.rows, v = (size_t)s->nv;
    w->x = arena_take(&w->a, n, sizeof *w->x);
    w->y = arena_take(&w->a, n, sizeof *w->y);
    w->lambda = arena_take(&w->a, R, sizeof *w->lambda);
    w->M = arena_take(&w->a, v * v, sizeof *w->M);
    if (!w->x || !w->y || !w->lambda || !w->M)
        return PERP_NO_MEMORY(n);
    if (s->contacts > 0) {
        w->delta = column(t, "delta", s->contact_name[0]);
        w->lam = column(t, "lam", s->contact_name[0]);
    }
    return PERP_SUCCESS;
}

void compliant_walk_free(compliant_walk *w)
{
    summary_clear(&w->sum);
    compliant_state_free(&w->s);
    arena_free(&w->a);
}

static void read_state(const compliant_walk *w, int row, double *x)
{
    const perp_system *s = w->s.sys;
    const double *from = w->t->cell + trace_at(w->t, row);
    memcpy(x, from + w->q, (size_t)s->nq * sizeof *x);
    memcpy(x + s->nq, from + w->v, (size_t)s->nv * sizeof *x);
    memcpy(x + s->nq + s->nv, from + w->delta, (size_t)w->s.own * sizeof *x);
}

void compliant_walk_read(compliant_walk *w, int row)
{
    const compliant_state *s = &w->s;
    read_state(w, row, w->x);
    if (row + 1 >= w->t->rows)
        return;
    read_state(w, row + 1, w->y);
    const double *next = w->t->cell + trace_at(w->t, row + 1);
    for (int i = 0; i < s->rows; i++)
        w->lambda[i] = s->own_of[i] < 0 ? 0 : next[w->lam + s->own_of[i]];
}

/** At any state and time: `compliant_set` forgets what was frozen, so everything is
evaluated at $x$. The forces that it resets are the solver's start and matter to nobody
who does not step. */
perp_status compliant_walk_at(compliant_walk *w, const double *x, double t)
{
    compliant_state *s = &w->s;
    const int nq = s->sys->nq, nv = s->sys->nv;
    compliant_set(s, x);
    PERP_TRY(compliant_evaluate(s));
    memcpy(s->work.in, s->q, (size_t)nq * sizeof *s->q);
    memcpy(s->work.in + nq, s->v, (size_t)nv * sizeof *s->v);
    s->work.in[nq + nv] = t;
    return tape_f64(&s->sys->total, s->work.in, s->work.work, s->force);
}

/** `n` is the row, so that the tangent is taken at $t_{j+1} = (j + 1)h$ as (16) has it,
whatever the row's own time was. */
perp_status compliant_walk_to(compliant_walk *w, int row)
{
    compliant_state *s = &w->s;
    compliant_walk_read(w, row);
    compliant_set(s, w->x);
    s->n = row;
    PERP_TRY(compliant_evaluate(s));
    memcpy(s->q_at, s->q, (size_t)s->sys->nq * sizeof *s->q);
    memcpy(s->v_at, s->v, (size_t)s->sys->nv * sizeof *s->v);
    return compliant_tangent(s);
}
