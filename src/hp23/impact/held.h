/**
# Bounds that a sample keeps

Algorithm 1 draws the bounds of a step independently, and over many short steps they add
up to their mean (the chapter derives it). Here a sample keeps its bounds for some
steps, a number of them that it draws once. It is the first line of a sample's life: what a step's
bounds are depends on seed, sample and step alone, as before.
*/
#pragma once

#include "hp23/impact/halm_posa.h"

/** What a sample draws once: the shape of its bounds, and which steps have the
   same. */
typedef struct {
    draw_shape shape;
    int shift;
    long offset; /* in [0, 2^shift) */
} held;

held held_of(const halm_posa_options *o, uint64_t sample);

/* The same from the three numbers in (0, 1) that are drawn for the sample,
   DRAW_HOLD at step 0; whether any are needed. */
enum { HELD_NUMBERS = 3 };
held held_from(const halm_posa_options *o, const double *u);
static inline int held_draws(const halm_posa_options *o)
{
    return o->levels >= 2 || o->shape == DRAW_MIXED;
}

/** Steps with the same number have the same bounds. With `shift` 2 and
   `offset` 3 the steps 0, 1 to 4, 5 to 8 are the legs 0, 1, 2: a leg has four
   steps, and only the first may be shorter. */
static inline long held_leg(held k, long step)
{
    return (step + k.offset) >> k.shift;
}

/* Which of `count` solutions of a step the sample takes: drawn once a leg. */
int held_choice(const halm_posa_options *o, uint64_t sample, long step,
                int count);

/** As many levels as make 2^l h, with the last l, at least the normal impulse of
   the contact that needs most alone, times the number of contacts. */
int held_levels(const halm_posa *g, double h);
