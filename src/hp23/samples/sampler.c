/**
# A hundred samples, one matrix

HP23 5.4 takes up to $2^{20}$ samples of an impact, each some steps, each step an LCP
of 10 to 25 pairs. Solved one at a time, nearly all the work is done again and again:
the exchanges of Lemke's method on one and the same matrix. Where the method stands
depends on the matrix and on the choices so far; only the choice of who leaves looks
at the right-hand side. So a sample is nothing but a right-hand side that walks
through [a tree of places](roads.h), and at each place it needs one column, a ratio
test and a product a row.

**Who goes when.** A round is a step (75) of all that are under way, and a step is some
passes: in each of them everybody takes one exchange, at the place where he is. Samples
know nothing of each other, so the processor begins with the next while it waits for the numbers of the one before;
and while 128 of them take their turns, what the next place of each has to say comes from memory. Whoever is at the
end of his path is left out of the next pass. A sample alone would wait: an exchange is a chain of some sixty cycles,
from the ratios over the smallest of them to who leaves and where that leads.

**A sample's life**, by the arrays below: `spare` (nobody), `start` (before a step),
`who` and `going` (on its path), `who` alone (at its end), then `start` again, or its
row is written and its number is `spare`. Steps of samples whose bounds are corners of their box are
[known](corners.c) as a rule, and such a sample goes from `start` to `start`.

**Exceptions go alone**: a path that arithmetic breaks off, or an answer whose
residual is too large, is solved by the solver that everybody uses. Whether a sample
goes alone depends on its own numbers, so company changes no bit.

**Why the same samples, but for $10^{-14}$.** The samples of `halm_posa.c` solve the same
problems with the same generator and the same rules, from a dictionary that carries the
right-hand side through all exchanges, too. The columns are computed in another order,
so their last digits differ, and with them those of $z$. Neither is more right. Where
the law jumps, as on the discs, a last digit may decide which of two $v'$ it is: then
two samples of one number part, as the chapter counts for the proven ones.

**A round in numbers.** 128 samples of the block stand at the start. Bounds are drawn for eight at a
time, 16 calls. Then come some six passes of 128 samples, and two or three of the few whose paths are longer. Who
has come to the end leaves room for somebody new, so all but the last rounds are full. 128 is a compromise: their
numbers, 50 KB of the gait, are to stay in the second cache, and short passes are to be few. Between 64
and 512 nothing was seen but the noise of the clock.
*/
#include "hp23/samples/sampler.h"

#include "hp23/samples/draws.h"
#include "hp23/samples/prefix.h"

#include <string.h>

/* As many samples are under way at once. */
enum { UNDER_WAY = 128 };

/* Bytes for places; behind them all are forgotten and begin anew. */
enum { MOST_BYTES = 1 << 27 };

/** A sample under way has the numbers of its problem and $v$: $w_q$ of (75a) holds the state that a step needs. On
its path it has a right-hand side, and waits at a place. */
struct sampler_block {
    sampler *s;
    halm_posa_samples *all;
    uint64_t first;
    int begun, count;                   /* samples begun, of how many */
    int start[UNDER_WAY], starts;       /* who is about to begin a step */
    int firsts;                         /* first steps, the last of `who` */
    int spare[UNDER_WAY], spares;       /* numbers that nobody has */
    int of[UNDER_WAY], lcps[UNDER_WAY]; /* the sample and its problems */
    held hold[UNDER_WAY];               /* what it drew once, */
    held ahead[MARCH_EIGHT];    /* and what eight draw that begin in turn */
    int walks;                  /* 1: steps at corners may be known */
    int node[UNDER_WAY];        /* its state among those that are kept; or -1 */
    uint32_t corner[UNDER_WAY]; /* and the bounds of its step */
    uint8_t branched[UNDER_WAY];        /* a step had several v' */
    int who[UNDER_WAY], row[UNDER_WAY]; /* those who take a step */
    int going[UNDER_WAY];               /* and are not at its end */
    int *from;     /* where of a problem v and u of a row stand */
    double *fresh; /* the problem of a sample that begins, and its v */
    prefix common; /* its first path, as far as it is everybody's */
    draws d;
    lcp_answer alone;
    arena *a;
};

typedef struct sampler_block block;

/** All samples of an impact begin with one state, so it is posed once, and who begins gets a
copy of 24 numbers of the gait, bounds excepted. And all end alike: a row of the table is
picked out of the problem by a list of places, $v$ behind the padding, normals from $p$ on,
and of the two rows of a slip the first. */
static perp_status form(arena *a, const march *m, block *k)
{
    const halm_posa *g = m->g;
    const int rows = g->nv + g->p + g->r;
    k->from = arena_take(a, (size_t)rows, sizeof *k->from);
    k->fresh = arena_take(a, (size_t)(m->length + m->each), sizeof *k->fresh);
    if (k->from == NULL || k->fresh == NULL)
        return PERP_NO_MEMORY((size_t)rows * sizeof *k->from);
    for (int i = 0; i < rows; i++)
        k->from[i] = i < g->nv          ? m->length + i
                     : i < g->nv + g->p ? g->p + i - g->nv
                                        : 2 * (i - g->nv);
    halm_posa_pose(g, g->u0, k->fresh);
    memcpy(k->fresh + m->length, g->v0, (size_t)g->nv * sizeof *g->v0);
    return PERP_SUCCESS;
}

/** All 128 numbers are spare at first, on a stack, so that of a short reach only the first few are ever
used. What is at a number is not cleared, but written anew by who comes next. */
static perp_status block_new(arena *a, sampler *s)
{
    block *k = s->block = arena_take(a, 1, sizeof *k);
    if (k == NULL)
        return PERP_NO_MEMORY(sizeof *k);
    for (int i = 0; i < UNDER_WAY; i++)
        k->spare[k->spares++] = UNDER_WAY - 1 - i;
    k->d = draws_new(s->g, s->o, s->kernel);
    PERP_TRY(form(a, &s->m, k));
    if (s->m.corners)
        PERP_TRY(corners_new(a, s->g->p, s->m.length + s->m.each, k->fresh,
                             &s->known));
    PERP_TRY(prefix_new(a, &s->m, &k->common));
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

/** Where a sample has ended becomes its row, and its number is nobody's. Rows are written in the order in which
samples end, each to the place of its own number, so the block is in order when the last one has ended. */
static void leave(block *k, int who, const double *b, int colliding)
{
    const halm_posa *g = k->s->g;
    const int *from = k->from, rows = g->p + g->r;
    const size_t i = (size_t)k->of[who];
    double *v = k->all->v + i * (size_t)g->nv,
           *u = k->all->u + i * (size_t)rows;
    for (int j = 0; j < g->nv; j++)
        v[j] = b[*from++];
    for (int j = 0; j < rows; j++)
        u[j] = b[*from++];
    k->all->lcps[i] = k->lcps[who];
    k->all->ended[i] = !colliding;
    k->all->branched += k->branched[who];
    k->spare[k->spares++] = who;
}

/** A sample is where its step has led: before the next one, or at its end. Algorithm 1 goes on while $v$ collides
and $i \le N$, and $i$ is the number of problems so far (D4). Who has used them all keeps its velocity, with `ended` = 0. */
static inline void arrived(block *k, int who, int colliding)
{
    if (colliding && k->lcps[who] <= k->s->o->N)
        k->start[k->starts++] = who;
    else
        leave(k, who, problem(k, who), colliding);
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

/** Steps that somebody has posed before are taken at once, as many as have the same bounds. Whoever comes to the
end leaves from the state that is kept; whoever has walked waits for the next round, where those stand who
have been on their way, before those who begin. 1: `who` is done with this round. */
static int walk(block *k, int who, uint32_t corner)
{
    const corners *c = &k->s->known;
    const int before = k->lcps[who];
    corners_walk(c, k->hold[who], k->s->o->N + 1, corner, &k->node[who],
                 &k->lcps[who]);
    const int at = k->node[who], after = k->lcps[who];
    if (c->over[at] || after > k->s->o->N)
        leave(k, who, corners_state(c, at), !c->over[at]);
    else if (after > before)
        k->start[k->starts++] = who;
    return after > before;
}

/* Whoever has to pose a step has it for its problem, but for the bounds. */
static void pose(block *k, int who, uint32_t corner)
{
    const corners *c = &k->s->known;
    memcpy(problem(k, who), corners_state(c, k->node[who]),
           (size_t)c->numbers * sizeof *c->state);
    k->corner[who] = corner;
}

/* The next steps of at most eight samples; g gets those who take them. */
static void draw(block *k, int count, const int *who, march_group *g)
{
    const draws d = k->d;
    _Alignas(64) uint64_t sample[MARCH_EIGHT] = {0};
    _Alignas(64) int64_t leg[MARCH_EIGHT] = {0};
    _Alignas(64) double rows[ROADS_ROWS * MARCH_EIGHT];
    for (int l = 0; l < count; l++) {
        sample[l] = k->first + (uint64_t)k->of[who[l]];
        leg[l] = held_leg(k->hold[who[l]], k->lcps[who[l]]);
    }
    draws_rows(&d, count, sample, leg, rows);
    int left = g->count, firsts = 0;
    for (int l = 0; l < count; l++) {
        const int one = who[l];
        if (k->node[one] >= 0) {
            const uint32_t corner = draws_corner(d.p, rows + l);
            if (walk(k, one, corner))
                continue;
            pose(k, one, corner);
        }
        draws_bounds(&d, k->hold[one].shape, rows + l, problem(k, one));
        firsts += k->lcps[one] == 0;
        g->of[left++] = one;
    }
    k->firsts += firsts;
    g->count = left;
}

/* The next sample of the block, before its first step. */
static void begin(block *k)
{
    const halm_posa *g = k->s->g;
    const size_t all = (size_t)(k->s->m.length + k->s->m.each);
    const int who = k->spare[--k->spares], turn = k->begun % MARCH_EIGHT;
    if (turn == 0)
        draws_once(&k->d, k->first + (uint64_t)k->begun, k->ahead);
    k->hold[who] = k->ahead[turn];
    k->node[who] = (k->walks & (k->hold[who].shape == DRAW_CORNERS)) - 1;
    k->of[who] = k->begun++;
    k->lcps[who] = 0;
    k->branched[who] = 0;
    if (k->node[who] < 0)
        memcpy(problem(k, who), k->fresh, all * sizeof *k->fresh);
    if (halm_posa_colliding(g, k->s->o->tolerance, g->u0))
        k->start[k->starts++] = who;
    else
        leave(k, who, k->fresh, 0);
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

/* Whoever stands at the beginning of a step gets its bounds. */
static perp_status set_out(block *k, march_group *g)
{
    int who[UNDER_WAY];
    const int count = k->starts;
    *g = (march_group){0, k->who, k->row};
    k->starts = k->firsts = 0;
    memcpy(who, k->start, (size_t)count * sizeof *who);
    for (int i = 0; i < count; i += MARCH_EIGHT)
        draw(k, count - i < MARCH_EIGHT ? count - i : MARCH_EIGHT, who + i, g);
    return k->s->counts == NULL ? PERP_SUCCESS : count_several(k, g);
}

/** Those who take their first step stand at the end of the list, since they have begun behind the
last round, and go ahead together [as far as all do](prefix.h). It is found anew when places were forgotten. */
static perp_status set_off(block *k, const march_group *g, march_group *going)
{
    const march *m = &k->s->m;
    const march_kernel *kernel = k->s->kernel;
    if (k->common.times != k->s->k.times)
        PERP_TRY(prefix_find(m, kernel, k->fresh, k->s->o->h, UNDER_WAY,
                             &k->common));
    if (k->common.levels == 0)
        k->firsts = 0;
    const int others = g->count - k->firsts;
    const march_group later = {others, g->of, g->row};
    march_group first = {k->firsts, k->going + others, g->row};
    memcpy(k->going, g->of, (size_t)g->count * sizeof *g->of);
    PERP_TRY(kernel->begin(m, &later));
    if (first.count > 0)
        kernel->ahead(m, &k->common, &first);
    *going = (march_group){others + first.count, k->going, k->row};
    return PERP_SUCCESS;
}

/** Who goes on and who leaves is as good as random, so all are told apart first, as [the passes do
it](march_kernel.h), and then those leave who do. */
static perp_status sort_out(block *k, const march_group *g)
{
    int left = 0;
    for (int i = 0; i < g->count; i++) {
        const int who = g->of[i], row = g->row[i];
        if (row < 0) {
            k->node[who] = -1;
            PERP_TRY(go_alone(k, who));
            continue;
        }
        if (k->node[who] >= 0)
            k->node[who] = corners_learn(&k->s->known, k->node[who],
                                         k->corner[who], problem(k, who), !row);
        const int on = (row > 0) & (++k->lcps[who] <= k->s->o->N);
        k->start[k->starts] = who;
        k->starts += on;
        g->of[left] = who;
        g->row[left] = row;
        left += !on;
    }
    for (int i = 0; i < left; i++)
        leave(k, g->of[i], problem(k, g->of[i]), g->row[i]);
    return PERP_SUCCESS;
}

/** A round: everybody takes a step. Places are forgotten between two rounds only, when nobody stands anywhere.
The group that goes on is a second list, since ends are read in the order in which samples set out, and not in that
in which they came. */
static perp_status take_step(block *k)
{
    const march *m = &k->s->m;
    march_group g, going;
    if (k->s->k.bytes >= MOST_BYTES)
        PERP_TRY(roads_forget(&k->s->k));
    PERP_TRY(set_out(k, &g));
    PERP_TRY(set_off(k, &g, &going));
    while (going.count > 0)
        PERP_TRY(k->s->kernel->go(m, &going));
    k->s->kernel->arrive(m, &g);
    return sort_out(k, &g);
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
    k->walks = s->known.most > 0 && s->counts == NULL;
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
    PERP_TRY(march_new(a, g, o, &out->k, UNDER_WAY + 1, &out->m));
    PERP_TRY(block_new(a, out));
    return roads_new(a, g->n, g->W, &out->k);
}

void sampler_free(sampler *s)
{
    roads_free(&s->k);
}
