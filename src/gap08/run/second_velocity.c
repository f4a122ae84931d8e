#include "gap08/run/second_velocity.h"

#include "base/memory.h"
#include "gap08/run/spelt.h"
#include "gap08/step/alone.h"
#include "gap08/step/second.h"
#include "gap08/step/split.h"

#include <math.h>
#include <string.h>

/**
# One velocity, or which two

GAP08 speaks of an element of a solution set, and a run takes the one that its solver comes to.
Where the set has two velocities the run is one of several, and its numbers are one choice;
another machine, or another arithmetic, may make the other. Nothing in a table shows it. This file
decides what of each problem is asked, and keeps the first find.

## What is asked of each problem

Three things, the cheap ones first. A bound on friction (`gap08/step/alone.c`) is
computed for every problem. Problems with few pairs have all their solutions
listed, once for each active set, `SEVERAL_LISTS` times in a run. Where normals
depend on each other and friction tells one split of the load from another, the
load is moved, in `SEVERAL_SEARCHES` problems of a run. The first second velocity
that is proven ends the asking: everything behind it belongs to one of several
runs.

| question | of which problems | can answer |
|---|---|---|
| `alone.c`, a bound | every one | one |
| `second_list`, all solutions | to 12 pairs, active set not yet listed, 8 a run | one, two |
| `second_search`, splits | to 160 rows, a split that friction tells, 8 a run | two |

A step and a collision with the same contacts are different problems, and count as two active
sets. The first row of which nothing is known makes the run "undecided", and goes with it to the
summary.

None of it looks at a clock: the same scene has the same answer. It is most of the
time of some runs, so a run whose summary nobody reads is not asked. */
static int is_new(several *s, const run_state *r)
{
    uint64_t set = 0xcbf29ce484222325u + (uint64_t)r->collided;
    for (int i = 0; i < r->set.n; i++)
        set = (set ^ (uint64_t)r->set.id[i]) * 0x100000001b3u;
    for (int i = 0; i < s->lists; i++)
        if (s->seen[i] == set)
            return 0;
    s->seen[s->lists++] = set;
    return 1;
}

/* v of x, which is v weighed, (4.10); the table has v. A collision has alpha 1
   and one velocity. */
static double unweighed(const run_state *r, double x, int i)
{
    const double a = r->scheme.alpha;
    return (x - (1 - a) * r->data.v[i]) / a;
}

/* [1, 2, ...] behind `key`. */
static size_t list(const run_state *r, const char *key, const double *x,
                   char *text, size_t room)
{
    const int nv = r->data.nv;
    size_t at = (size_t)snprintf(text, room, ", \"%s\": [", key);
    for (int i = 0; i < nv; i++)
        at += (size_t)snprintf(text + at, room - at, "%.17g%s",
                               unweighed(r, x[i], i), i + 1 < nv ? ", " : "]");
    return at;
}

/* Is there a place for it? Of what is no better than what is there, nothing is
   kept. */
static several_row *place(several *s, const second_answer *y)
{
    if (s->first.row == 0)
        return &s->first;
    return y->exact && !s->first.exact && s->sure.row == 0 ? &s->sure : NULL;
}

/** ## What is kept of two velocities

Both vectors, and the component in which they differ most by $M_{ii}(\Delta x_i)^2$, so that a
metre a second of a heavy body counts for more than one of a light body. In a run in doubles the
first find may be of a problem next to the step's; then a second place is free for the first that
is exact.
*/
static perp_status record(several *all, const run_state *r,
                          const second_answer *y)
{
    several_row *s = place(all, y);
    if (s == NULL)
        return PERP_SUCCESS;
    const int nv = r->data.nv;
    const size_t room = 64 + 56 * (size_t)nv;
    double most = -1;
    s->vectors = memory_new(room, 1);
    if (s->vectors == NULL)
        return PERP_NO_MEMORY(room);
    const size_t n = list(r, "v", y->x, s->vectors, room);
    list(r, "w", y->y, s->vectors + n, room - n);
    s->row = r->row;
    s->t = run_time(r);
    s->exact = y->exact;
    s->moved = y->moved;
    for (int i = 0; i < nv; i++) {
        const double M = r->data.M[i * nv + i], far = y->x[i] - y->y[i];
        if (!(M * far * far > most))
            continue;
        most = M * far * far;
        snprintf(s->name, sizeof s->name, "%.60s", r->e->sys->v_name[i]);
        s->one_is = unweighed(r, y->x[i], i);
        s->other_is = unweighed(r, y->y[i], i);
    }
    return PERP_SUCCESS;
}

typedef struct {
    int list;   /* few pairs, and an active set that is new */
    double *y;  /* splits, */
    int splits; /* so many */
    double *x;  /* room for two velocities */
} plan;

/** The problem is spelt out in fractions only here, when there is a question: most problems of
most runs are answered by the bound. */
static perp_status carry_out(run_state *r, const plan *p, second_answer *y)
{
    spelt s;
    perp_status st = spelt_new(r, &s);
    const second_question q = {.p = &s.p,
                               .d = &r->data,
                               .x = r->result.x,
                               .proven = r->e->mode != EXPERIMENT_DOUBLE,
                               .splits = p->splits,
                               .y = p->y};
    if (st.code == PERP_OK && p->list)
        st = second_list(&s.a, &q, y);
    if (st.code == PERP_OK && y->verdict == SECOND_UNKNOWN && p->splits > 0)
        st = second_search(&s.a, &q, y);
    spelt_free(&s);
    return st;
}

/** Which of the two searches a problem gets. Splits are looked for in doubles first, which is
cheap, and only a problem that has one counts as searched; a run of a thousand steps of one box
spends its eight searches on the first eight rows with a split, and says so by "undecided" for
what is behind. */
static perp_status look(run_state *r, second_answer *y)
{
    several *s = &r->sum->several;
    const step_data *d = &r->data;
    const size_t nv = (size_t)d->nv, p = (size_t)d->p;
    const int pairs = alpha_gamma_pairs(d->p, d->r);
    plan w = {.list = 0};
    if (alpha_gamma_free(d->nv, d->m + d->s) + pairs > SECOND_ROWS)
        return PERP_SUCCESS;
    w.x = arena_take(&r->scratch, 2 * nv + SPLIT_MOST * p, sizeof *w.x);
    if (w.x == NULL)
        return PERP_NO_MEMORY((2 * nv + SPLIT_MOST * p) * sizeof *w.x);
    w.y = w.x + 2 * nv;
    w.list = pairs <= SECOND_PAIRS && s->lists < SEVERAL_LISTS && is_new(s, r);
    if (s->searches < SEVERAL_SEARCHES)
        w.splits = split_find(&r->scratch, d, &r->result, w.y);
    w.splits = w.splits > 0 ? w.splits : 0;
    s->searches += w.splits > 0;
    *y = (second_answer){.x = w.x, .y = w.x + nv};
    return w.list || w.splits > 0 ? carry_out(r, &w, y) : PERP_SUCCESS;
}

perp_status second_velocity_ask(run_state *r, const lcp_problem *p)
{
    several *s = &r->sum->several;
    second_answer y = {.verdict = SECOND_UNKNOWN};
    if (s->first.exact || s->sure.row > 0)
        return PERP_SUCCESS;
    if (r->e->unread) {
        several_law(s, r->row);
        return PERP_SUCCESS;
    }
    s->problems++;
    const arena_mark mark = arena_here(&r->scratch);
    perp_status st = PERP_SUCCESS;
    if (alone_proven(&r->scratch, &r->scheme, &r->data, p))
        y.verdict = SECOND_ONE;
    else
        st = look(r, &y);
    if (st.code == PERP_OK && y.verdict == SECOND_TWO)
        st = record(s, r, &y);
    arena_release(&r->scratch, mark);
    s->one += y.verdict == SECOND_ONE;
    if (y.verdict == SECOND_UNKNOWN && s->undecided == 0)
        s->undecided = r->row;
    return st;
}
