/**
# Random numbers that nobody has to hand on

Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011) turns a counter into four random
words. What is drawn for a step of a sample depends on seed, sample and step and
on nothing else: not on the thread, the shard or what was drawn before.
*/
#pragma once

#include <stdint.h>

/* The four words of a counter under a key. */
void draw_philox(const uint32_t counter[4], const uint32_t key[2],
                 uint32_t out[4]);

/* What a number is drawn for: the upper two bits of the counter. */
typedef enum { DRAW_BOUND, DRAW_HOLD, DRAW_CHOICE } draw_purpose;

/* How a number of the unit box is moved before it is a bound. */
typedef enum {
    DRAW_UNIFORM,
    DRAW_CORNERS,
    DRAW_LOGUNIFORM,
    DRAW_MIXED /* for a whole sample one of the first two */
} draw_shape;

typedef struct {
    uint64_t seed, sample;
    uint32_t step;
} draw_place;

/* count numbers in (0, 1), each an odd multiple of 2^-53. */
void draw_uniform(const draw_place *at, draw_purpose what, int count,
                  double *out);

/* A point of the unit box becomes lambda_max of a step, N s: times h, so that a
   uniform point is uniform in the box (0, h)^count; or, normalised, with the
   sum h as (37) has it. */
void draw_scale(double h, int normalised, int count, double *x);

/* count >= 1 numbers in (0, 1) in a shape, not MIXED: as they are; 0 or 1, the
   largest always 1; or about 2^(-16 x), in [2^-16, 1). */
void draw_shaped(draw_shape shape, int count, double *x);

/* A whole number in [0, count), count >= 1. */
int draw_choice(const draw_place *at, int count);
