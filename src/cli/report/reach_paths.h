/**
# The paths of samples

A sample of Algorithm 1 is a path: steps (75), each with its bounds, impulses and
velocity. Here some are gone through again, in fractions, for who wants the knots.
*/
#pragma once

#include "hp23/impact/halm_posa_exact.h"

typedef struct {
    const step_exact *d;
    const halm_posa *g;
    const halm_posa_options *o;
    uint64_t first, last; /* samples first .. last - 1 */
} reach_paths;

/* The first `most` of them into a file without a name, as a JSON array of
   paths, each with its sample's number, `ended`, and knots: v, vn, vt, and
   behind the first the impulses Ln, Lt of the step that led there. Errors:
   halm_posa_step's, IO. */
perp_status reach_paths_find(const reach_paths *p, double most, FILE **out);

/* Puts the key "paths" with such a file behind the keys of an object, and ends
   the file; null: nothing. */
void reach_paths_put(FILE *from, FILE *to);
