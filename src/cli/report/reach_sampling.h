/**
# The samples that a command line asks for
*/
#pragma once

#include "hp23/impact/halm_posa_exact.h"
#include "run/experiment.h"

/* Zero, unless said otherwise: not asked for. */
typedef struct {
    double samples, seed, threads; /* threads: 1 at least */
    double paths; /* so many are told in JSON, drawn in the figure */
    double h, N;                   /* N s; N = -1: the scene's */
    double tolerance, epsilon;     /* m/s */
    int shard, shards;             /* 1 of 1: the whole */
    halm_posa_select select;
    int exact, normalised, sobol, json, quiet;
    int inelastic; /* --restitution 0, whatever the scene says */
    int several; /* steps with several v' are counted, with FIRST, too */
    draw_shape shape;
    int held;         /* bounds are kept for some steps */
    const char *draw; /* the name of all this */
    const char *csv, *plot, *panels;
} reach_wish;


extern const char *const reach_select_name[3]; /* first, random, all */

/* Samples the impact at e's initial state: table, summary, figure. LIMIT when
   the user interrupts: what was done is written. */
perp_status reach_scene(const reach_wish *wish, const experiment *e);
