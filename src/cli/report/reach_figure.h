/**
# The samples of a reach as points
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

enum { REACH_POINTS = 4000 }; /* as many samples are drawn, the first ones */

typedef struct {
    int p, each, count; /* contacts, speeds of a sample, samples kept */
    double *u;          /* REACH_POINTS x each */
} reach_figure;

perp_status reach_figure_new(arena *a, int p, int r, reach_figure *out);
void reach_figure_add(reach_figure *f, const double *u);

/* Draws NAME.svg into the directory of --plot: contacts in pairs, a point for
   each sample. contact: p names. Called from within a scene's look. */
perp_status reach_figure_draw(const reach_figure *f, const char *name,
                              const char *const *contact);
