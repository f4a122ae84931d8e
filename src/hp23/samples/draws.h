/**
# What eight samples draw

Numbers of eight samples at a time, by the same arithmetic as one. Nobody needs this module to read the
paper: bounds are those of [halm_posa.c](../impact/halm_posa.c), to the last bit.
*/
#pragma once

#include "hp23/impact/held.h"
#include "hp23/samples/march.h"

/** The generator has no memory: bounds are a function of seed, sample and step,
(0, h) each. Where [bounds are kept](../impact/held.h) the number of a leg stands in the step's place,
and where they have another shape the numbers of the unit box are drawn side by side,
moved one sample at a time, since each sample may have another shape, and scaled side by side again. Points of a
sequence come one at a time. */
typedef struct {
    const halm_posa *g;
    const halm_posa_options *o;
    const march_kernel *kernel;
    int p, ready; /* contacts; 1: rows are bounds, in N s */
} draws;

static inline draws draws_new(const halm_posa *g, const halm_posa_options *o,
                              const march_kernel *kernel)
{
    return (draws){g, o, kernel, g->p,
                   o->points != NULL || o->shape == DRAW_UNIFORM};
}

/* What the samples first .. first + 7 draw once. Legs of points are steps. */
void draws_once(const draws *d, uint64_t first, held *out);

/* The numbers of eight bounds, each of a sample's leg: p rows of eight, in N s
   or of the unit box. Of the eight `count` have a sample. */
void draws_rows(const draws *d, int count, const uint64_t *sample,
                const int64_t *leg, double *rows);

/* Makes bounds in N s of them, of `count` samples that have these shapes. */
void draws_shape(const draws *d, int count, const draw_shape *shape,
                 double *rows);

/* Of these, the bounds of one. */
static inline void draws_bounds(int p, const double *rows, double *out)
{
    for (int j = 0; j < p; j++)
        out[j] = rows[j * MARCH_EIGHT];
}

/** `draw_shaped`'s corner as a word: bit j for contact j, p at most 32. The largest number is always on;
where any is, that one is, so it is looked for where none is. */
static inline uint32_t draws_corner(int p, const double *rows)
{
    uint32_t on = 0;
    int most = 0;
    for (int j = 0; j < p; j++)
        on |= (uint32_t)(rows[j * MARCH_EIGHT] > 0.5) << j;
    for (int j = 1; on == 0 && j < p; j++)
        most = rows[j * MARCH_EIGHT] > rows[most * MARCH_EIGHT] ? j : most;
    return on != 0 ? on : (uint32_t)1 << most;
}
