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
#include "hp23/samples/sampler_block.h"

#include <string.h>

/* Bytes for places; behind them all are forgotten and begin anew. */
enum { MOST_BYTES = 1 << 27 };

/** All samples of an impact begin with one state, so it is posed once, and who poses the first step gets a
copy of 24 numbers of the gait, bounds excepted. And all end alike: a row of the table is
picked out of the problem by a list of places, $v$ behind the padding, normals from $p$ on,
and of the two rows of a slip the first. */
static perp_status form(arena *a, const march *m, sampler_block *k)
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
    k->collides = halm_posa_colliding(g, k->d.o->tolerance, g->u0);
    halm_posa_pose(g, g->u0, k->fresh);
    memcpy(k->fresh + m->length, g->v0, (size_t)g->nv * sizeof *g->v0);
    return PERP_SUCCESS;
}

/** All 128 numbers are spare at first, on a stack, so that of a short reach only the first few are ever
used. What is at a number is not cleared, but written anew by who comes next. */
static perp_status block_new(arena *a, sampler *s)
{
    sampler_block *k = s->block = arena_take(a, 1, sizeof *k);
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

/** A sample is where its step has led: before the next one, or at its end. Algorithm 1 goes on while $v$ collides
and $i \le N$, and $i$ is the number of problems so far (D4). Who has used them all keeps its velocity, with `ended` = 0. */
static inline void arrived(sampler_block *k, int who, int colliding)
{
    if (colliding && k->lcps[who] <= k->s->o->N)
        k->start[k->starts++] = who;
    else
        sampler_leave(k, who, block_problem(k, who), colliding);
}

/* Somebody who cannot go with the others. */
static perp_status go_alone(sampler_block *k, int who)
{
    const halm_posa *g = k->s->g;
    double *b = block_problem(k, who), u[2 * ROADS_ROWS];
    lcp_problem q = {0, g->n, g->W, b};
    int climbed;
    PERP_TRY(mlcp_solve(&q, &mlcp_defaults, k->a, &k->alone, &climbed));
    k->all->climbed += climbed;
    k->s->alone++;
    if (k->alone.outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_BUG, "a step of the impact has no solution, "
                                   "against Theorem 6");
    halm_posa_read(g, k->alone.z, k->alone.w, block_velocity(k, who), u);
    halm_posa_pose(g, u, b);
    k->lcps[who]++;
    arrived(k, who, halm_posa_colliding(g, k->s->o->tolerance, u));
    return PERP_SUCCESS;
}

/** Those who take their first step stand at the end of the list, since they have begun behind the
last round, and go ahead together [as far as all do](prefix.h). */
static perp_status set_off(sampler_block *k, const march_group *g,
                           march_group *going)
{
    const march *m = &k->s->m;
    const march_kernel *kernel = k->s->kernel;
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
static perp_status sort_out(sampler_block *k, const march_group *g)
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
            k->node[who] =
                corners_learn(&k->s->known, k->node[who], k->corner[who],
                              block_problem(k, who), !row);
        const int on = (row > 0) & (++k->lcps[who] <= k->s->o->N);
        k->start[k->starts] = who;
        k->starts += on;
        g->of[left] = who;
        g->row[left] = row;
        left += !on;
    }
    for (int i = 0; i < left; i++)
        sampler_leave(k, g->of[i], block_problem(k, g->of[i]), g->row[i]);
    return PERP_SUCCESS;
}

/** A round: everybody takes a step. Places are forgotten between two rounds only, when nobody stands anywhere;
what the first steps have in common is found anew then.
The group that goes on is a second list, since ends are read in the order in which samples set out, and not in that
in which they came. */
static perp_status take_step(sampler_block *k)
{
    const march *m = &k->s->m;
    march_group g, going;
    if (k->s->k.bytes >= MOST_BYTES)
        PERP_TRY(roads_forget(&k->s->k));
    if (k->common.times != k->s->k.times)
        PERP_TRY(prefix_find(m, k->s->kernel, k->fresh, k->s->o->h, UNDER_WAY,
                             &k->common));
    PERP_TRY(sampler_set_out(k, &g));
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
    sampler_block *k = s->block;
    if (k == NULL)
        return halm_posa_sample(s->g, s->o, first, count, a, out);
    k->s = s;
    k->a = a;
    k->all = out;
    k->first = first;
    k->count = count;
    k->begun = 0;
    k->walks = s->known.most > 0 && s->counts == NULL;
    k->jumps = s->counts == NULL;
    k->branches = 0;
    out->climbed = out->several = 0;
    if (s->counts != NULL)
        s->counts->doubtful = 0;
    while (k->begun < k->count || k->starts > 0) {
        sampler_begin(k);
        PERP_TRY(take_step(k));
    }
    out->branched = k->branches;
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
