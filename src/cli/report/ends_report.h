/**
# The set of ends, and whether a velocity is one
*/
#pragma once

#include "run/experiment.h"

/* What `perp reach --outer` and `--contains` ask. Texts are borrowed. */
typedef struct {
    const char *contains; /* numbers with commas, or null */
    const char *within;   /* a distance, or a percentage of |v|_M; null: 0 */
    const char *csv;      /* or null */
    const char *plot, *panels; /* of --outer: a figure; or null */
    double legs, seconds; /* at most; seconds = 0: no limit */
    int json, quiet;
    int inelastic; /* --restitution 0, whatever the scene says */
} ends_ask;

/* Finds the ends of (39) at e's initial state and says what is asked. USAGE:
   texts that are no numbers. REFUTED: --contains, and V is proven to be no
   end, nor near one. NO_SOLUTION: that is undecided. INPUT, LIMIT. */
perp_status ends_scene(const ends_ask *ask, const experiment *e);
