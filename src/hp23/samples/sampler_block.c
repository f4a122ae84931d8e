/**
# Where a sample begins, stands and ends

Between two steps a sample of the [sampler](sampler.c) is a state and a number of problems,
and what becomes of it is decided when it has drawn its bounds. There are four ways on:

| who | goes |
|---|---|
| stands at a corner that [is known](corners.c) | to the state behind it, and further |
| begins, and [its bounds are large](prefix.c) | to the end that they all come to |
| begins | as far as all go, and from there by itself |
| anybody else | on a path of its own |

The first two pose no problem at all. Of a hundred samples of the gait 51 go the second way,
of those of the default draw 26, and 50 the first.

**Why bounds come before the problem.** A problem is a copy of the state and $p$ bounds, some 24 numbers of the
gait, and it was put down as soon as a sample began. Now it is put down when it is known that somebody is going
to read it. Eight samples draw side by side, and their bounds are rows of eight numbers; those that need no
problem are told apart there, where a bound of each is one load away, and only what the others have drawn goes into
problems.

**The block**, with the bounds $\frac1{10}$ and $\frac14$ N s: the first is below $0.2215$, [where all
corners are at rest](prefix.c), so the sample poses its step. With $\frac14$ and $\frac{28}{100}$ it is over before
it has begun: its row is that of all who are, and it has taken one problem, as Algorithm 1 counts them.

A sample's number is free when it has left, and somebody else begins in the next round. So the
order of numbers is another with each way that is found to be short, and nothing depends on it: bounds are a
function of the sample's own number, and rows have their places.
*/
#include "hp23/samples/sampler_block.h"

#include <string.h>

/** Where a sample has ended becomes its row, and its number is nobody's. Rows are written in the order in which
samples end, each to the place of its own number, so the block is in order when the last one has ended. */
void sampler_leave(sampler_block *k, int who, const double *b, int colliding)
{
    const halm_posa *g = k->s->g;
    const int *from = k->from, nv = g->nv, rows = g->p + g->r;
    const halm_posa_samples *all = k->all;
    const size_t i = (size_t)k->of[who];
    double *v = all->v + i * (size_t)nv, *u = all->u + i * (size_t)rows;
    for (int j = 0; j < nv; j++)
        v[j] = b[*from++];
    for (int j = 0; j < rows; j++)
        u[j] = b[*from++];
    all->lcps[i] = k->lcps[who];
    all->ended[i] = !colliding;
    k->branches += k->branched[who];
    k->spare[k->spares++] = who;
}

/** Steps that somebody has posed before are taken at once, as many as have the same bounds. Whoever comes to the
end leaves from the state that is kept; whoever has walked waits for the next round, where those stand who
have been on their way, before those who begin. 1: `who` is done with this round. */
static int walk(sampler_block *k, int who, uint32_t corner)
{
    const corners *c = &k->s->known;
    const int before = k->lcps[who];
    corners_walk(c, k->hold[who], k->s->o->N + 1, corner, &k->node[who],
                 &k->lcps[who]);
    const int at = k->node[who], after = k->lcps[who];
    if (c->over[at] || after > k->s->o->N)
        sampler_leave(k, who, corners_state(c, at), !c->over[at]);
    else if (after > before)
        k->start[k->starts++] = who;
    return after > before;
}

/* Whoever has to pose a step has it for its problem, but for the bounds. */
static void pose(sampler_block *k, int who, uint32_t corner)
{
    const corners *c = &k->s->known;
    memcpy(block_problem(k, who), corners_state(c, k->node[who]),
           (size_t)c->numbers * sizeof *c->state);
    k->corner[who] = corner;
}

/** Of eight samples with their numbers, those who have to pose a step: who stands at a corner
and has walked has not. */
static int who_poses(sampler_block *k, int count, int *who, double *rows)
{
    const int p = k->d.p;
    int left = 0;
    for (int l = 0; l < count; l++) {
        const int one = who[l];
        if (k->node[one] >= 0) {
            const uint32_t corner = draws_corner(p, rows + l);
            if (walk(k, one, corner))
                continue;
            pose(k, one, corner);
        }
        for (int j = 0; j < p && left < l; j++)
            rows[j * MARCH_EIGHT + left] = rows[j * MARCH_EIGHT + l];
        who[left++] = one;
    }
    return left;
}

/** Bounds of those who are left. A sample that begins has nobody's problem yet: it gets a copy of
the first one, unless its impact is over with these bounds, when it gets none. Who stands at a corner
has a state that [is kept](corners.c), from which its problem was copied before; it poses the step even
if it is the first one, since behind it the state is learned, once for all who draw that corner.

With lists beside samples nobody is over at once: [a list](counting.h) is asked for of each problem, the first one
included. The group g gets those who take the step. */
static void set_bounds(sampler_block *k, int count, const int *who,
                       double *rows, march_group *g)
{
    const int p = k->d.p;
    const size_t all = (size_t)(k->s->m.length + k->s->m.each);
    draw_shape shape[MARCH_EIGHT];
    for (int l = 0; l < count && !k->d.ready; l++)
        shape[l] = k->hold[who[l]].shape;
    draws_shape(&k->d, count, shape, rows);
    for (int l = 0; l < count; l++) {
        const int one = who[l], first = k->lcps[one] == 0;
        if (first && k->node[one] < 0) {
            if (k->jumps && prefix_over(&k->common, p, rows + l, MARCH_EIGHT)) {
                k->lcps[one] = 1;
                sampler_leave(k, one, k->common.next, 0);
                continue;
            }
            memcpy(block_problem(k, one), k->fresh, all * sizeof *k->fresh);
        }
        draws_bounds(p, rows + l, block_problem(k, one));
        k->firsts += first;
        g->of[g->count++] = one;
    }
}

/* The next steps of at most eight samples; g gets those who take them. */
static void draw(sampler_block *k, int count, int *who, march_group *g)
{
    _Alignas(64) uint64_t sample[MARCH_EIGHT] = {0};
    _Alignas(64) int64_t leg[MARCH_EIGHT] = {0};
    _Alignas(64) double rows[ROADS_ROWS * MARCH_EIGHT];
    for (int l = 0; l < count; l++) {
        sample[l] = k->first + (uint64_t)k->of[who[l]];
        leg[l] = held_leg(k->hold[who[l]], k->lcps[who[l]]);
    }
    draws_rows(&k->d, count, sample, leg, rows);
    count = k->walks ? who_poses(k, count, who, rows) : count;
    if (count > 0)
        set_bounds(k, count, who, rows, g);
}

/* The next sample of the block, before its first step. */
static inline void begin_one(sampler_block *k)
{
    const int who = k->spare[--k->spares], turn = k->begun % MARCH_EIGHT;
    if (turn == 0)
        draws_once(&k->d, k->first + (uint64_t)k->begun, k->ahead);
    k->hold[who] = k->ahead[turn];
    k->node[who] = (k->walks & (k->hold[who].shape == DRAW_CORNERS)) - 1;
    k->of[who] = k->begun++;
    k->lcps[who] = 0;
    k->branched[who] = 0;
    if (k->collides)
        k->start[k->starts++] = who;
    else
        sampler_leave(k, who, k->fresh, 0);
}

void sampler_begin(sampler_block *k)
{
    while (k->begun < k->count && k->spares > 0)
        begin_one(k);
}

/** Steps with several $v'$, of those about to begin one, when somebody counts. */
static perp_status count_several(sampler_block *k, const march_group *g)
{
    const double *b[MODES_STEPS], *v[MODES_STEPS];
    uint8_t several[MODES_STEPS];
    for (int i = 0, all; i < g->count; i += all) {
        const int *who = g->of + i;
        all = g->count - i < MODES_STEPS ? g->count - i : MODES_STEPS;
        for (int l = 0; l < all; l++) {
            b[l] = block_problem(k, who[l]);
            v[l] = block_velocity(k, who[l]);
        }
        PERP_TRY(counting_steps(k->s->counts, all, b, v, several));
        for (int l = 0; l < all; l++) {
            k->all->several += several[l];
            k->branched[who[l]] |= several[l];
        }
    }
    return PERP_SUCCESS;
}

perp_status sampler_set_out(sampler_block *k, march_group *g)
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

