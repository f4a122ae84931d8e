/**
# Steps side by side, lists in order

With one solution in every step a sample is a path, and
[sampler.c](sampler.c) walks it. The gait, RAMone and the discs have several
in most steps (D13), so that Assumption 6 does not hold and "select" in
Algorithm 1 is a choice. Here it is made among all of them.

**States.** A sample is a front of states, one with `random`, as many as it has branches with
`all`. A state is a velocity and its contact speeds before a step. Up to 32 states, of
whatever samples, are asked of the modes together: what takes time there is to fetch the
modes from memory, thirty megabytes of the discs, and it is done once for all 32. The
states are a stack, so of a tree only as many are kept as its depth times its width, and
the memory of those that are over is used again.

**A step of a state.** The bounds are drawn for seed, sample and step, as always. The modes
that no inequality excludes come back, and with them the $v'$ that they lead to, in the
order of [mode_before](../../lcp/enumerate/mode.h#mode_before). With `random` the $k$-th of them is
taken, $k$ drawn for seed, sample and step, too; with `all` each becomes a state.

**A step that doubles cannot decide** is [asked in fractions](doubtful.h), from the same doubles, and the walk
goes on from one of what these find, or from all. With no modes at all, because an impact has too many contacts or
because all is to be proven, a sample is gone through in fractions from its beginning.

**Why the same as in fractions alone.** The exact walk sorts its list by the same rule before it draws, and asks the
same generator the same question. So two walks part only where the last digits of a state decide.

**Nothing depends on company.** A state's list depends on its numbers, the draw among it
on seed, sample and step. Ends of a sample are put in order when all are there; of
two that rounding alone keeps apart the lower is taken.

**What a row says of `lcps`** is the number of problems of the whole sample, all branches. A sample none
of whose branches ends has one row, with the velocity that it began with, and `ended` = 0.

**The gait, sample by sample.** From $u = (-0.489, 0, 0, 0)$, a bound of 0.1 N s for A and any for B: three
modes are left. A is full and sticks in all of them; B is apart, or at rest and
sticks, or slips. Of the next step, if B was apart, one is left, and it is over when A is
at rest; if B stayed, there are three again. So a sample of $k$ such steps has up to $3^k$ branches;
`random` goes one of them.
*/
#include "hp23/samples/choosing.h"

#include "hp23/impact/held.h"
#include "hp23/impact/impact.h"
#include "hp23/samples/doubtful.h"

#include <string.h>

enum { FRONT = 32 };

/** A state under way; its numbers are behind it: u, then v. */
typedef struct state {
    struct state *below;
    int sample; /* from `first` on */
    long step;
    double *u, *v;
} state;

/** An end of a sample. */
typedef struct end {
    struct end *next;
    double *u, *v;
} end;

/** A sample's account. */
typedef struct {
    end *ends;
    long lcps, several, cut;
    int exactly; /* all of it in fractions */
} account;

typedef struct {
    choosing *c;
    uint64_t first;
    int count;
    account *of;
    state *top, *spare;
    step_modes_step *ask; /* FRONT */
    step_modes_list *list;
} walk;

static perp_status new_state(walk *w, state **out)
{
    const halm_posa *g = w->c->proof.g;
    const size_t s = (size_t)(g->p + g->r), all = s + (size_t)g->nv;
    state *x = w->spare;
    if (x == NULL) {
        x = arena_take(&w->c->work, 1, sizeof *x);
        double *u = arena_take(&w->c->work, all, sizeof *u);
        if (x == NULL || u == NULL)
            return PERP_NO_MEMORY(all * sizeof *u);
        x->u = u;
        x->v = u + s;
    } else {
        w->spare = x->below;
    }
    *out = x;
    return PERP_SUCCESS;
}

static void push(walk *w, state *x)
{
    x->below = w->top;
    w->top = x;
}

static void give_back(walk *w, state *x)
{
    x->below = w->spare;
    w->spare = x;
}

/** Is x's v before y's, number by number? */
static int lower(int n, const double *x, const double *y)
{
    int i = 0;
    while (i < n && x[i] == y[i])
        i++;
    return i < n && x[i] < y[i];
}

/** Ends that differ by rounding are one, as the exact walk lists each $v^+$
once: the lower of the two, or company would decide which. */
static perp_status put_end(walk *w, const state *x)
{
    const halm_posa *g = w->c->proof.g;
    account *k = &w->of[x->sample];
    const size_t s = (size_t)(g->p + g->r), all = s + (size_t)g->nv;
    const double bar = w->c->m == NULL ? 0 : 1e-10 * w->c->m->of.most_u;
    end **at = &k->ends, *e = NULL;
    int order = 1;
    while (*at != NULL &&
           (order = mode_before((int)s, bar, (*at)->u, x->u)) > 0)
        at = &(*at)->next;
    if (*at != NULL && order == 0) {
        e = *at;
        if (!lower(g->nv, x->v, e->v))
            return PERP_SUCCESS;
    } else {
        double *u = arena_take(&w->c->work, all, sizeof *u);
        e = arena_take(&w->c->work, 1, sizeof *e);
        if (e == NULL || u == NULL)
            return PERP_NO_MEMORY(all * sizeof *u);
        *e = (end){*at, u, u + s};
        *at = e;
    }
    memcpy(e->u, x->u, s * sizeof *x->u);
    memcpy(e->v, x->v, (size_t)g->nv * sizeof *x->v);
    return PERP_SUCCESS;
}

/** A state is before its next step, or over: at its end when nothing approaches, or out of steps, and then it
is no end, and is counted. A sample of which all branches run out so has no end and one row; else it has the ends of the others. */
static perp_status arrived(walk *w, state *x)
{
    const halm_posa *g = w->c->proof.g;
    const halm_posa_options *o = w->c->proof.o;
    perp_status s = PERP_SUCCESS;
    if (!halm_posa_colliding(g, o->tolerance, x->u))
        s = put_end(w, x);
    else if (x->step <= o->N) {
        push(w, x);
        return PERP_SUCCESS;
    } else {
        w->of[x->sample].cut++;
    }
    give_back(w, x);
    return s;
}

/** The next state of x, by one of the $v'$ of its step: speeds as the list has them, zeros included, and $v' = v +
P\Lambda$ by the impulses in doubles. The two agree up to rounding, and it is the speeds that say whether the sample is over.
Who watches is told before the old speeds are gone. With `all` it is told of the edges of a tree, in no order of a path. */
static void go(const walk *w, const step_modes_outcome *o, state *x)
{
    const halm_posa *g = w->c->proof.g;
    const halm_posa_watch *who = w->c->proof.o->watch;
    const int s = g->p + g->r;
    if (who != NULL)
        who->step(who->user, w->first + (uint64_t)x->sample, x->u, o->u);
    memcpy(x->u, o->u, (size_t)s * sizeof *o->u);
    for (int i = 0; i < g->nv; i++)
        for (int k = 0; k < s; k++)
            x->v[i] += g->P[i * s + k] * o->L[k];
    x->step++;
}

/** What becomes of x, whose list is there. */
static perp_status follow(walk *w, const step_modes_step *ask, state *x)
{
    const halm_posa *g = w->c->proof.g;
    account *k = &w->of[x->sample];
    step_modes_list *l = w->list;
    if (l->doubtful) {
        PERP_TRY(doubtful_step(&w->c->work, &w->c->m->of, &w->c->proof, x->v,
                               ask->x, l));
        w->c->doubtful++;
        w->c->proven++;
    }
    if (l->doubtful) { /* too many, even so */
        k->exactly = 1;
        give_back(w, x);
        return PERP_SUCCESS;
    }
    k->lcps++;
    k->several += l->count > 1;
    if (w->c->proof.select == HALM_POSA_RANDOM) {
        const uint64_t sample = w->first + (uint64_t)x->sample;
        go(w, &l->of[held_choice(w->c->proof.o, sample, x->step, l->count)],
           x);
        return arrived(w, x);
    }
    for (int i = 0; i < l->count; i++) {
        state *y = NULL;
        PERP_TRY(new_state(w, &y));
        y->sample = x->sample;
        y->step = x->step;
        memcpy(y->v, x->v, (size_t)g->nv * sizeof *x->v);
        memcpy(y->u, x->u, (size_t)(g->p + g->r) * sizeof *x->u);
        go(w, &l->of[i], y);
        PERP_TRY(arrived(w, y));
    }
    give_back(w, x);
    return PERP_SUCCESS;
}

/** A round: up to 32 states take their step. */
static perp_status round_of(walk *w)
{
    const modes *m = w->c->m;
    state *x[FRONT];
    int count = 0;
    while (w->top != NULL && count < FRONT) {
        state *at = w->top;
        w->top = at->below;
        if (w->of[at->sample].exactly) {
            give_back(w, at);
            continue;
        }
        memcpy(w->ask[count].x, at->u, (size_t)m->of.s * sizeof *at->u);
        halm_posa_bounds(w->c->proof.g, w->c->proof.o,
                         w->first + (uint64_t)at->sample, at->step,
                         w->ask[count].x + m->of.s);
        x[count++] = at;
    }
    step_modes_ask(m, count, w->ask);
    for (int i = 0; i < count; i++) {
        step_modes_outcomes(m, &w->ask[i], w->list);
        PERP_TRY(follow(w, &w->ask[i], x[i]));
    }
    return PERP_SUCCESS;
}

/**
## Rows
*/

/** Room for a row's numbers, which are u and v. */
static perp_status new_row(choosing *c, choosing_row **out, double **u)
{
    const halm_posa *g = c->proof.g;
    const size_t all = (size_t)(g->nv + g->p + g->r);
    if (c->rows == c->room) {
        const int room = 2 * c->room + 256;
        choosing_row *more = arena_take(&c->keep, (size_t)room, sizeof *more);
        if (more == NULL)
            return PERP_NO_MEMORY((size_t)room * sizeof *more);
        if (c->rows > 0)
            memcpy(more, c->row, (size_t)c->rows * sizeof *more);
        c->row = more;
        c->room = room;
    }
    *u = arena_take(&c->keep, all, sizeof **u);
    if (*u == NULL)
        return PERP_NO_MEMORY(all * sizeof **u);
    *out = &c->row[c->rows++];
    (*out)->u = *u;
    (*out)->v = *u + g->p + g->r;
    return PERP_SUCCESS;
}

static perp_status put_row(choosing *c, const choosing_row *row)
{
    const halm_posa *g = c->proof.g;
    const size_t s = (size_t)(g->p + g->r);
    choosing_row *to = NULL;
    double *u;
    PERP_TRY(new_row(c, &to, &u));
    to->number = row->number;
    to->lcps = row->lcps;
    to->ended = row->ended;
    memcpy(u, row->u, s * sizeof *u);
    memcpy(u + s, row->v, (size_t)g->nv * sizeof *u);
    return PERP_SUCCESS;
}

static perp_status put_exact(walk *w, int sample, const outcome *o)
{
    const step_exact *d = w->c->proof.d;
    state *x;
    PERP_TRY(new_state(w, &x));
    x->sample = sample;
    for (int i = 0; i < d->nv; i++)
        x->v[i] = mpq_get_d(o->v[i]);
    impact_speeds(d, (const mpq_t *)o->v, x->u);
    perp_status s = put_end(w, x);
    give_back(w, x);
    return s;
}

/** A doubtful sample, in fractions. */
static perp_status exactly(walk *w, int sample)
{
    choosing *c = w->c;
    account *k = &w->of[sample];
    halm_posa_path path;
    perp_status s = halm_posa_prove(&c->work, &c->proof,
                                    w->first + (uint64_t)sample, &path);
    *k = (account){NULL, path.lcps, path.several, path.unfinished, 0};
    c->proven += path.lcps;
    for (const outcome *o = path.ended.first; o != NULL && s.code == PERP_OK;
         o = o->next)
        s = put_exact(w, sample, o);
    outcomes_clear(&path.ended);
    return s;
}

static perp_status put_sample(walk *w, int sample)
{
    choosing *c = w->c;
    const account *k = &w->of[sample];
    if (k->exactly)
        PERP_TRY(exactly(w, sample));
    choosing_row row = {.number = w->first + (uint64_t)sample,
                        .lcps = (int)k->lcps,
                        .ended = k->ends != NULL,
                        .v = c->proof.g->v0,
                        .u = c->proof.g->u0};
    c->several += k->several;
    c->branched += k->several > 0;
    c->cut += k->cut;
    if (!row.ended)
        return put_row(c, &row);
    for (const end *e = k->ends; e != NULL; e = e->next) {
        row.u = e->u;
        row.v = e->v;
        PERP_TRY(put_row(c, &row));
    }
    return PERP_SUCCESS;
}

static perp_status prepare(walk *w)
{
    arena *a = &w->c->work;
    const halm_posa *g = w->c->proof.g;
    w->of = arena_take(a, (size_t)w->count, sizeof *w->of);
    for (int i = 0; w->of != NULL && w->c->m == NULL && i < w->count; i++)
        w->of[i].exactly = 1;
    w->ask = arena_take(a, FRONT, sizeof *w->ask);
    w->list = arena_take(a, 1, sizeof *w->list);
    if (w->of == NULL || w->ask == NULL || w->list == NULL)
        return PERP_NO_MEMORY((size_t)w->count * sizeof *w->of);
    for (int i = w->count - 1; i >= 0 && w->c->m != NULL; i--) {
        state *x;
        PERP_TRY(new_state(w, &x));
        x->sample = i;
        x->step = 0;
        memcpy(x->u, g->u0, (size_t)(g->p + g->r) * sizeof *x->u);
        memcpy(x->v, g->v0, (size_t)g->nv * sizeof *x->v);
        PERP_TRY(arrived(w, x));
    }
    return PERP_SUCCESS;
}

/** Implements HP23 (Alg1), (80). */
perp_status choosing_run(choosing *c, uint64_t first, int count)
{
    walk w = {.c = c, .first = first, .count = count};
    arena_release(&c->work, (arena_mark){0});
    arena_release(&c->keep, (arena_mark){0});
    c->rows = c->room = 0;
    c->several = c->branched = c->proven = c->doubtful = c->cut = 0;
    PERP_TRY(prepare(&w));
    while (w.top != NULL)
        PERP_TRY(round_of(&w));
    for (int i = 0; i < count; i++)
        PERP_TRY(put_sample(&w, i));
    return PERP_SUCCESS;
}

void choosing_new(const modes *m, const halm_posa_proof *p, choosing *out)
{
    *out = (choosing){.m = m, .proof = *p};
}

void choosing_free(choosing *c)
{
    arena_free(&c->keep);
    arena_free(&c->work);
}
