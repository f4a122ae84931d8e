/**
# Samples of an impact, a step of all of them at a time

Algorithm 1 for many samples: what they share, the matrix and the tree of pivot
paths, is kept from one block to the next. The algorithm itself is in
`hp23/impact/halm_posa.c`; this room takes the same samples faster, velocities equal
to $10^{-14}$, and with the same bits in whatever company.

Nobody needs this room to read the paper. What it rests on is one property of (75):
$W_q$ is the same in every step of every sample, and only the right-hand side changes.
*/
#pragma once

#include "hp23/samples/corners.h"
#include "hp23/samples/counting.h"
#include "hp23/samples/march.h"

/** One thread's sampler. The impact and the options are everybody's, and only
read; kernel, tree, columns and the samples under way are its own. An impact
with more than ROADS_ROWS = 32 pairs has none of these, and its samples are
those of `halm_posa_sample`, with its speed: six contacts with a slip each in
the plane have 30 pairs, seven have 35. */
typedef struct {
    const halm_posa *g;
    const halm_posa_options *o;
    const march_kernel *kernel; /* null: the impact is too large for them */
    roads k;
    march m;
    corners known;               /* steps of samples whose bounds are corners */
    counting *counts;            /* of steps with several v'; or null */
    struct sampler_block *block; /* what is under way */
    long alone;                  /* problems that did not go with the others */
} sampler;

/* g and o are borrowed; the caller frees the sampler, even a failed one, and
   leaves it where it is. Who wants steps with several v' counted puts `counts`
   there afterwards (borrowed), of an impact that modes fit. */
perp_status sampler_new(arena *a, const halm_posa *g,
                        const halm_posa_options *o, f64_width width,
                        sampler *out);
void sampler_free(sampler *s);

/* Samples as halm_posa_sample has them. The bits depend on a sample's number
   and the options alone. `a` is for work, and left as it was. Behind an error
   the sampler is of no use any more. */
perp_status sampler_run(sampler *s, uint64_t first, int count, arena *a,
                        halm_posa_samples *out);
