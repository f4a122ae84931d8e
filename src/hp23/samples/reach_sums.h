/**
# What is summed up of a block

Nobody needs this module to read the paper. A [table](reach_table.h) counts its samples
one by one, and so it does where they are written down. Where they are not, nothing is
left of a block but a few sums, and each thread forms those of its own: the thread that
asked has a few additions a block then, and not a row a sample.
*/
#pragma once

#include "hp23/impact/halm_posa.h"
#include "hp23/samples/reach_modes.h"

/** Of some samples, one row each; what the names mean is said of the
[table](reach_table.h). All are sums of whole numbers, or a least or largest one, and no
order of adding them up changes anything. */
typedef struct {
    int each;               /* p + r */
    uint64_t samples, ends; /* how many, and how many ended */
    uint64_t lcps, squares; /* sums over all */
    double *low, *high;     /* each: of those that ended, m/s */
    reach_modes modes;      /* of those that ended */
    int *ended;             /* where these are in the block, `ends` of them */
} reach_sums;

/* Sums of nothing, for p + r speeds a row and `most` samples. LIMIT without
   memory. */
perp_status reach_sums_new(arena *a, int each, int most, reach_sums *out);

/* The sums of `count` samples, and of no others; `mode` has their digits, or is
   null where nobody asks. */
void reach_sums_of(const halm_posa_samples *s, int count, const uint64_t *mode,
                   reach_sums *out);
