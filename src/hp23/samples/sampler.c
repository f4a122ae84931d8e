/**
# Five hundred samples, one matrix

HP23 5.4 takes up to $2^{20}$ samples of an impact, each some steps, each step an LCP
of 10 to 25 pairs. Solved one at a time, nearly all the work is done again and again:
the exchanges of Lemke's method on one and the same matrix. Where the method stands
depends on the matrix and on the choices so far; only the choice of who leaves looks
at the right-hand side. So a sample is nothing but a right-hand side that walks
through [a tree of places](roads.h), and at each place it needs one column, a ratio
test and a product a row.

**Who goes when.** Samples that are at the same place need the same column. So they
are not followed one by one: a round is a step (75) of all that are under way, and
within it places are gone through in the order in which they were first reached, all
that wait at one going on together. Places as many exchanges from the start come up
together, and most samples of an impact take the same few paths, so a column is
fetched from memory once for many.

**A sample's life**, by the arrays below: `spare` (nobody), `start` (before a step),
waiting at a place in a list through `next`, `reached` (at an end of a path), then
`start` again, or its row is written and its number is `spare`.

**Exceptions go alone**: a path that arithmetic breaks off, or an answer whose
residual is too large, is solved by the solver that everybody uses. Whether a sample
goes alone depends on its own numbers, so company changes no bit.

**Why the same samples, but for $10^{-14}$.** The samples of `halm_posa.c` solve the same
problems with the same generator and the same rules, from a dictionary that carries the
right-hand side through all exchanges, too. The columns are computed in another order,
so their last digits differ, and with them those of $z$. Neither is more right. Where
the law jumps, as on the discs, a last digit may decide which of two $v'$ it is: then
two samples of one number part, as the chapter counts for the proven ones.

**A round in numbers.** 512 samples of the block stand at the start. Bounds are drawn
for eight at a time, 64 calls. The first exchange leads them to as many places as there
are rows that were the lowest, a few. Each of these is fetched once, its column of 16
numbers and 16 factors is gone over with the $u$ of all who are there, and they go on to
the places behind it. Samples that have come to their end leave room for new ones, which
begin with the next round, so all but the last rounds are full.
*/
#include "hp23/samples/sampler.h"

#include "hp23/impact/held.h"

#include <string.h>

/* As many samples are under way at once. */
enum { UNDER_WAY = 512 };

/* Bytes for places; behind them all are forgotten and begin anew. */
enum { MOST_BYTES = 1 << 27 };

/** A sample under way has the numbers of its problem and $v$: $w_q$ of (75a) holds the
state that a step needs. On its path it has a right-hand side, and waits at a place;
who waits at the same is a list. */
struct sampler_block {
    sampler *s;
    halm_posa_samples *all;
    uint64_t first;
    int begun, count;                   /* samples begun, of how many */
    int start[UNDER_WAY], starts;       /* who is about to begin a step */
    int spare[UNDER_WAY], spares;       /* numbers that nobody has */
    int of[UNDER_WAY], lcps[UNDER_WAY]; /* the sample and its problems */
    held hold[UNDER_WAY]; /* what it drew once, */
    held ahead[MARCH_EIGHT]; /* and what eight draw that begin in turn */
    uint8_t branched[UNDER_WAY]; /* a step had several v' */
    int next[UNDER_WAY];                /* who waits at the same place, or -1 */
    road *queue[UNDER_WAY];             /* where somebody waits, */
    unsigned came, went;                /* a ring of so many, */
    road *reached[UNDER_WAY];           /* and ends, among them */
    int ends;
    int who[UNDER_WAY], row[UNDER_WAY]; /* those at a place */
    lcp_answer alone;
    arena *a;
};

typedef struct sampler_block block;

/** All 512 numbers are spare at first. The spare ones are a stack, so that of a
short reach only the first few are ever used. What is at a number behind the end
of its sample is not cleared: `begin` writes all of it anew, the bounds
excepted, which `draw` writes before each step. */
static perp_status block_new(arena *a, sampler *s)
{
    block *k = s->block = arena_take(a, 1, sizeof *k);
    if (k == NULL)
        return PERP_NO_MEMORY(sizeof *k);
    for (int i = 0; i < UNDER_WAY; i++)
        k->spare[k->spares++] = UNDER_WAY - 1 - i;
    return lcp_answer_new(a, 0, s->g->n, &k->alone);
}

static double *problem(const block *k, int who)
{
    return march_problem(&k->s->m, who);
}

static double *velocity(const block *k, int who)
{
    return problem(k, who) + k->s->m.length;
}

/** A sample is where its step has led: before the next one, or at its end. Algorithm
1 goes on while $v$ collides and $i \le N$, and $i$ is the number of problems so far
(D4). Of one that has used them all the velocity is kept all the same, with `ended` =
0. */
static void arrived(block *k, int who, int colliding)
{
    const halm_posa *g = k->s->g;
    const double *b = problem(k, who);
    const size_t i = (size_t)k->of[who];
    if (colliding && k->lcps[who] <= k->s->o->N) {
        k->start[k->starts++] = who;
        return;
    }
    double *u = k->all->u + i * (size_t)(g->p + g->r);
    for (int j = 0; j < g->p; j++)
        u[j] = b[g->p + j];
    for (int s = 0; s < g->r; s++)
        u[g->p + s] = b[2 * g->p + 2 * s];
    memcpy(k->all->v + i * (size_t)g->nv, velocity(k, who),
           (size_t)g->nv * sizeof *b);
    k->all->lcps[i] = k->lcps[who];
    k->all->ended[i] = !colliding;
    k->all->branched += k->branched[who];
    k->spare[k->spares++] = who;
}

/* Somebody who cannot go with the others. */
static perp_status go_alone(block *k, int who)
{
    const halm_posa *g = k->s->g;
    double *b = problem(k, who), u[2 * ROADS_ROWS];
    lcp_problem q = {0, g->n, g->W, b};
    int climbed;
    PERP_TRY(mlcp_solve(&q, &mlcp_defaults, k->a, &k->alone, &climbed));
    k->all->climbed += climbed;
    k->s->alone++;
    if (k->alone.outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_BUG, "a step of the impact has no solution, "
                                   "against Theorem 6");
    halm_posa_read(g, k->alone.z, k->alone.w, velocity(k, who), u);
    halm_posa_pose(g, u, b);
    k->lcps[who]++;
    arrived(k, who, halm_posa_colliding(g, k->s->o->tolerance, u));
    return PERP_SUCCESS;
}

/** The queue is a ring of 512 addresses, enough since a place is in it only while
somebody waits there, and nobody waits twice. Its two counters only grow and are
compared by their difference, which survives an overflow of unsigned numbers. Ends are
kept apart: who has come to one is finished before the next place is gone through. */

/** Who leaves decides where a sample goes on: the place behind it is looked up by its key, and made when
nobody was there. The first who comes to it puts it into the queue, or among the ends; who comes later
finds somebody waiting and joins the list. The order within a list is the reverse of arrival and of no
importance, since what is done for one at a place is done for each by itself. */
/* Behind an exchange, at a place that is explored when somebody comes there
   first. Whoever has nowhere to go goes alone. */
static perp_status left_by(block *k, road *at, int row, int who)
{
    road *to = NULL;
    if (row >= 0)
        PERP_TRY(roads_behind(&k->s->k, at, row, &to));
    if (to == NULL)
        return go_alone(k, who);
    k->next[who] = to->waiting;
    if (to->waiting < 0 && road_ends(to))
        k->reached[k->ends++] = to;
    else if (to->waiting < 0)
        k->queue[k->came++ % UNDER_WAY] = to;
    to->waiting = who;
    return PERP_SUCCESS;
}

/* All that wait at a place. */
static march_group gather(block *k, road *at)
{
    march_group g = {0, k->who, k->row};
    for (int i = at->waiting; i >= 0; i = k->next[i])
        g.of[g.count++] = i;
    at->waiting = -1;
    return g;
}

/* The end of a path: the step is taken. */
static perp_status finish(block *k, road *at)
{
    const march_group g = gather(k, at);
    k->s->kernel->arrive(&k->s->m, at, &g);
    for (int i = 0; i < g.count; i++) {
        k->lcps[g.of[i]] += g.row[i] >= 0;
        if (g.row[i] >= 0)
            arrived(k, g.of[i], g.row[i]);
        else
            PERP_TRY(go_alone(k, g.of[i]));
    }
    return PERP_SUCCESS;
}

/** One exchange. Whoever is then at an end is finished while its numbers are at
hand. */
static perp_status go_on(block *k, road *at)
{
    const march_group g = gather(k, at);
    k->s->kernel->go(&k->s->m, at, &g);
    for (int i = 0; i < g.count; i++)
        PERP_TRY(left_by(k, at, g.row[i], g.of[i]));
    while (k->ends > 0)
        PERP_TRY(finish(k, k->reached[--k->ends]));
    return PERP_SUCCESS;
}

/** The generator has no memory: its bounds are a function of seed, sample and step,
(0, h) each, and eight of them are made side by side by the same arithmetic as one.
Where [bounds are kept](../impact/held.h) the number of a leg stands in the step's place,
and where they have another shape the numbers of the unit box are drawn side by side,
moved and scaled one sample at a time: each sample may have another shape. */

/* The bounds of the next steps, of eight samples at a time. Points of a
   sequence come one at a time; other shapes are made of the unit's numbers. */
static void draw(const block *k, int count, const int *who)
{
    const halm_posa *g = k->s->g;
    const halm_posa_options *o = k->s->o;
    _Alignas(64) uint64_t sample[MARCH_EIGHT] = {0};
    _Alignas(64) int64_t step[MARCH_EIGHT] = {0};
    _Alignas(64) double x[ROADS_ROWS * MARCH_EIGHT];
    for (int l = 0; l < count; l++) {
        sample[l] = k->first + (uint64_t)k->of[who[l]];
        step[l] = held_leg(k->hold[who[l]], k->lcps[who[l]]);
    }
    halm_posa_options unit = *o;
    if (o->shape != DRAW_UNIFORM) {
        unit.h = 1;
        unit.normalised = 0;
    }
    if (o->points == NULL)
        k->s->kernel->bounds(&unit, sample, step, g->p, x);
    for (int l = 0; l < count; l++) {
        double *b = problem(k, who[l]);
        for (int j = 0; j < g->p && o->points == NULL; j++)
            b[j] = x[j * MARCH_EIGHT + l];
        if (o->points != NULL)
            halm_posa_bounds(g, o, sample[l], k->lcps[who[l]], b);
        else if (o->shape != DRAW_UNIFORM) {
            draw_shaped(k->hold[who[l]].shape, g->p, b);
            draw_scale(o->h, o->normalised, g->p, b);
        }
    }
}

/* What the next eight samples draw once, side by side. */
static void draw_ahead(block *k)
{
    const halm_posa_options *o = k->s->o;
    _Alignas(64) uint64_t sample[MARCH_EIGHT];
    _Alignas(64) int64_t step[MARCH_EIGHT] = {0};
    _Alignas(64) double x[HELD_NUMBERS * MARCH_EIGHT] = {0};
    for (int l = 0; l < MARCH_EIGHT; l++)
        sample[l] = k->first + (uint64_t)(k->begun + l);
    if (held_draws(o))
        k->s->kernel->unit(o->seed, DRAW_HOLD, sample, step, HELD_NUMBERS, x);
    for (int l = 0; l < MARCH_EIGHT; l++) {
        double u[HELD_NUMBERS];
        for (int i = 0; i < HELD_NUMBERS; i++)
            u[i] = x[i * MARCH_EIGHT + l];
        k->ahead[l] = held_from(o, u);
    }
}

/* The next sample of the block, before its first step. */
static void begin(block *k)
{
    const halm_posa *g = k->s->g;
    const int who = k->spare[--k->spares];
    halm_posa_pose(g, g->u0, problem(k, who));
    memcpy(velocity(k, who), g->v0, (size_t)g->nv * sizeof *g->v0);
    if (k->begun % MARCH_EIGHT == 0)
        draw_ahead(k);
    k->hold[who] = k->ahead[k->begun % MARCH_EIGHT];
    k->of[who] = k->begun++;
    k->lcps[who] = 0;
    k->branched[who] = 0;
    arrived(k, who, halm_posa_colliding(g, k->s->o->tolerance, g->u0));
}

/** Steps with several $v'$, of those about to begin one, when somebody counts. */
static perp_status count_several(block *k, const march_group *g)
{
    const double *b[MODES_STEPS], *v[MODES_STEPS];
    uint8_t several[MODES_STEPS];
    for (int i = 0, all; i < g->count; i += all) {
        const int *who = g->of + i;
        all = g->count - i < MODES_STEPS ? g->count - i : MODES_STEPS;
        for (int l = 0; l < all; l++) {
            b[l] = problem(k, who[l]);
            v[l] = velocity(k, who[l]);
        }
        PERP_TRY(counting_steps(k->s->counts, all, b, v, several));
        for (int l = 0; l < all; l++) {
            k->all->several += several[l];
            k->branched[who[l]] |= several[l];
        }
    }
    return PERP_SUCCESS;
}

/** Whoever stands at the beginning of a step gets its bounds, and takes the first
exchange. */
static perp_status set_out(block *k)
{
    const march_group g = {k->starts, k->who, k->row};
    roads *r = &k->s->k;
    memcpy(g.of, k->start, (size_t)g.count * sizeof *g.of);
    k->starts = 0;
    for (int i = 0; i < g.count; i += MARCH_EIGHT)
        draw(k, g.count - i < MARCH_EIGHT ? g.count - i : MARCH_EIGHT,
             g.of + i);
    if (k->s->counts != NULL)
        PERP_TRY(count_several(k, &g));
    k->s->kernel->begin(&k->s->m, &g);
    for (int i = 0; i < g.count; i++)
        PERP_TRY(left_by(k, r->start, g.row[i], g.of[i]));
    return PERP_SUCCESS;
}

/** A round: everybody takes a step. Places are gone through in the order in which
somebody came there first, so that those who are as many exchanges from the start
meet; what a place knows is asked for while others are gone through. At the end
of a round nobody stands anywhere, and places may be forgotten. */
static perp_status take_step(block *k)
{
    enum { AHEAD = 8 };
    if (k->s->k.bytes >= MOST_BYTES)
        PERP_TRY(roads_forget(&k->s->k));
    PERP_TRY(set_out(k));
    while (k->came != k->went) {
        road *at = k->queue[k->went++ % UNDER_WAY];
        if (k->came - k->went > AHEAD)
            roads_call(&k->s->k, k->queue[(k->went + AHEAD) % UNDER_WAY]);
        PERP_TRY(go_on(k, at));
    }
    return PERP_SUCCESS;
}

/** Implements HP23 (Alg1). */
perp_status sampler_run(sampler *s, uint64_t first, int count, arena *a,
                        halm_posa_samples *out)
{
    block *k = s->block;
    if (k == NULL)
        return halm_posa_sample(s->g, s->o, first, count, a, out);
    k->s = s;
    k->a = a;
    k->all = out;
    k->first = first;
    k->count = count;
    k->begun = 0;
    out->climbed = out->several = out->branched = 0;
    if (s->counts != NULL)
        s->counts->doubtful = 0;
    while (k->begun < k->count || k->starts > 0) {
        while (k->begun < k->count && k->spares > 0)
            begin(k);
        PERP_TRY(take_step(k));
    }
    out->doubtful = s->counts != NULL ? s->counts->doubtful : 0;
    return PERP_SUCCESS;
}

perp_status sampler_new(arena *a, const halm_posa *g,
                        const halm_posa_options *o, f64_width width,
                        sampler *out)
{
    *out = (sampler){.g = g, .o = o};
    if (g->n > ROADS_ROWS)
        return PERP_SUCCESS;
    out->kernel = march_choose(width);
    PERP_TRY(march_new(a, g, o, &out->k, UNDER_WAY, &out->m));
    PERP_TRY(block_new(a, out));
    return roads_new(a, g->n, g->W, &out->k);
}

void sampler_free(sampler *s)
{
    roads_free(&s->k);
}
