/**
# Eight at a time

The generator of [draw.c](../../number/draw.c) is a chain of ten rounds, each of
which waits for the one before; eight chains beside each other take as long as one.
For a sample of the gait that is 50 instructions a step, and as many again for what
it draws once.
*/
#include "hp23/samples/draws.h"

/** Eight that begin in turn have eight numbers in turn, whether all of them are of the
block or not: who is not in it costs nothing and is never asked for. */
void draws_once(const draws *d, uint64_t first, held *out)
{
    const halm_posa_options *o = d->o;
    for (int l = 0; l < MARCH_EIGHT; l++)
        out[l] = (held){.shape = o->shape};
    if (!held_draws(o) || o->points != NULL)
        return;
    _Alignas(64) uint64_t sample[MARCH_EIGHT];
    _Alignas(64) int64_t step[MARCH_EIGHT] = {0};
    _Alignas(64) double x[HELD_NUMBERS * MARCH_EIGHT];
    for (int l = 0; l < MARCH_EIGHT; l++)
        sample[l] = first + (uint64_t)l;
    d->kernel->unit(o->seed, DRAW_HOLD, sample, step, HELD_NUMBERS, x);
    for (int l = 0; l < MARCH_EIGHT; l++) {
        double u[HELD_NUMBERS];
        for (int i = 0; i < HELD_NUMBERS; i++)
            u[i] = x[i * MARCH_EIGHT + l];
        out[l] = held_from(o, u);
    }
}

/** A sequence has a coordinate for each contact and step, and a table of its own; so
points are not kept for legs, and each is asked for alone and put beside the others. */
static void points(const draws *d, int count, const uint64_t *sample,
                   const int64_t *step, double *rows)
{
    double bound[ROADS_ROWS];
    for (int l = 0; l < count; l++) {
        halm_posa_bounds(d->g, d->o, sample[l], (long)step[l], bound);
        for (int j = 0; j < d->p; j++)
            rows[j * MARCH_EIGHT + l] = bound[j];
    }
}

void draws_rows(const draws *d, int count, const uint64_t *sample,
                const int64_t *leg, double *rows)
{
    if (d->o->points != NULL)
        points(d, count, sample, leg, rows);
    else if (d->ready)
        d->kernel->bounds(d->o, sample, leg, d->p, rows);
    else
        d->kernel->unit(d->o->seed, DRAW_BOUND, sample, leg, d->p, rows);
}

/** A shape is a matter of one sample: half of the default draw's are uniform, and the others are at
corners, where a few numbers become 0 and 1. What is left, times $h$ or times $h$ over the sum of the sample's
own numbers, is the same for all eight. Places of nobody are scaled like all others, a zero over a sum of zeros
perhaps, and never looked at. */
void draws_shape(const draws *d, int count, const draw_shape *shape,
                 double *rows)
{
    double x[ROADS_ROWS];
    if (d->ready)
        return;
    for (int l = 0; l < count; l++) {
        if (shape[l] == DRAW_UNIFORM)
            continue;
        draws_bounds(d->p, rows + l, x);
        draw_shaped(shape[l], d->p, x);
        for (int j = 0; j < d->p; j++)
            rows[j * MARCH_EIGHT + l] = x[j];
    }
    d->kernel->scale(d->o, d->p, rows);
}
