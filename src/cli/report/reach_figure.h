/**
# The figure of a set of outcomes

Contact speeds against each other, a panel a pair: how samples move, in light gray, where
they end, in dark, and what older laws say. Below, the ends alone, as large as they fit. */
#pragma once

#include "cli/report/reach_laws.h"
#include "cli/report/reach_panels.h"
#include "hp23/impact/halm_posa.h"

/* The first samples: ends that are drawn, samples whose steps are, steps of
   these. */
enum { REACH_POINTS = 32768, REACH_TRACED = 1000, REACH_STEPS = 12000 };

/* One step of a sample: u[0..each) before it, u[each..2 each) behind it. */
typedef struct {
    uint64_t sample;
    double *u;
} reach_step;

typedef struct {
    const situation *x; /* borrowed */
    arena *a;
    int each, count; /* speeds of a sample; ends kept */
    double *u;       /* REACH_POINTS x each */
    int steps, full;         /* full: more steps were there */
    int tree;                /* a sample may have several ends */
    reach_step *step;        /* REACH_STEPS */
    const char *const *name; /* each: of the speeds; borrowed */
    reach_panels panels;
    int paths;      /* so many samples have a line of their own */
    uint64_t first; /* the first sample */
    uint64_t traced;
} reach_figure;

/* name: p + r names of speeds. */
perp_status reach_figure_new(arena *a, const situation *x,
                             const char *const *name, reach_figure *out);
void reach_figure_add(reach_figure *f, const double *u);

/* A halm_posa_watch of the figure, told of steps; beyond REACH_STEPS it
   forgets. */
void reach_figure_step(void *figure, uint64_t sample, const double *u,
                       const double *next);

/* Draws RUN_reach.svg into the directory of --plot. Called from within a
   scene's look. Errors: those of reach_laws_find, of bind_draw. */
perp_status reach_figure_draw(const reach_figure *f, const char *run);
