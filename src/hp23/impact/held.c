/**
# How long bounds are kept

A sample draws $l$ once, one of $0, \dots, L - 1$, and keeps the bounds
of its contacts for $2^l$ steps; which of these steps is its first is
drawn, too. How long is long? A contact alone stops its own approach
with $-u_n / G_{nn}$ N s. The largest of these, times the number of
contacts, is about what all impulses together are, and $2^{L-1} h$ is
the first power of two above it, so that with the last level bounds may
last for the whole impact. The block: $0.4429/1.6 \cdot 2 = 0.55$ N s,
so at $h = 0.3$ bounds are kept for 1 or 2 steps, at $h = 0.003$ for 1
to 256.

**What it does to the paper's theorems.** Theorem 8 bounds the number of problems by the sum of the least
bounds of the steps. With corners that least bound is zero in most steps, and the theorem
is silent; a sample ends all the same, since a contact that approaches is in every second
corner, and by Lemma 13 a step at such a corner spends its bound or ends the impact. With
uniform bounds the sum of $2^l$ equal ones has the mean of as many independent ones and
more variance, so that the tail of (79) is longer by the factor $2^l$ in its exponent.

Lengths are powers of two, uniform in their logarithm, because nobody
knows the length that matters: each scale has the share $1/L$, and $L$
grows by one when $h$ is halved. Level 0 is the paper's draw, new bounds
in every step, so nothing that it finds is lost but a factor of $L$ in
the number of samples. The length is one of the sample and not of the
leg: so the number of a step's leg is found without going through the
legs before it. A shift instead of a division, and no state: a sample's
step asks for the bounds of its leg as others ask for those of their
step.
*/
#include "hp23/impact/held.h"

int held_levels(const halm_posa *g, double h)
{
    double most = 0;
    int levels = 1;
    for (int j = 0; j < g->p; j++) {
        double need = -g->u0[j] / g->W[(g->p + j) * (g->n + 1)];
        most = need > most ? need : most;
    }
    for (most *= g->p; most > h && levels < 30; levels++)
        most *= 0.5;
    return levels;
}

held held_of(const halm_posa_options *o, uint64_t sample)
{
    const draw_place at = {o->seed, sample, 0};
    double u[HELD_NUMBERS];
    if (held_draws(o))
        draw_uniform(&at, DRAW_HOLD, HELD_NUMBERS, u);
    return held_from(o, u);
}

held held_from(const halm_posa_options *o, const double *u)
{
    held k = {.shape = o->shape};
    if (!held_draws(o))
        return k;
    k.shift = (int)(u[0] * o->levels);
    k.offset = (long)(u[1] * (double)(1L << k.shift));
    if (o->shape == DRAW_MIXED)
        k.shape = u[2] < 0.5 ? DRAW_UNIFORM : DRAW_CORNERS;
    return k;
}

/** **Choices are kept, too.** Where a step has several solutions, `random` draws one. Drawn anew in each step
a choice averages out as bounds do, and worse, because it is no sum: to hold one foot of the gait to the ground
for a whole impact of $K$ steps with three solutions each has the probability $3^{-K}$. So the foot that may
stick, slide or part at every moment does a little of each, and at a hundredth of the paper's $h$ nobody sees more than
two fifths of the leading foot's speed. Nothing in (39) says that a solution changes its mode from one moment to
the next, and a choice is kept for a leg as its bounds are: with probability $\frac1L$ for the whole impact.

What is kept is the number that is drawn, $u \in (0, 1)$, and not a mode: of a list of three velocities in their
order it takes the $\lfloor 3u \rfloor$-th, and when the next step has two the $\lfloor 2u \rfloor$-th. As long as a mode
keeps its place it is kept. With bounds of each step alone a leg is a step, and this is
Algorithm 1's "select". */
int held_choice(const halm_posa_options *o, uint64_t sample, long step,
                int count)
{
    const draw_place at = {o->seed, sample,
                           (uint32_t)held_leg(held_of(o, sample), step)};
    return draw_choice(&at, count);
}
