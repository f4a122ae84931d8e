/**
# A fan of runs

One scene, a run for each way through the extreme outcomes of its collisions or, where
contacts yield, through the solutions of its steps.
*/
#pragma once

#include "scene/bind/bind.h"

enum { FAN_MOST = 10000 }; /* FAN_KEPT, too */

typedef struct {
    long branches;    /* LIMIT when there are more runs, at most FAN_MOST */
    long depth;       /* forks of a run that are followed; 0: all */
    long keep;        /* of the runs those with the largest shares; 0: all */
    double least;     /* J: a collision that loses less is no fork */
    double near;      /* branches whose states are nearer meet; < 0: none */
    int samples;      /* of the set-valued law, see hp23/run/extremes.h */
    int json, quiet;  /* the summary on stdout as JSON; no summary */
    const char *plot; /* draw into this directory; or null */
    int movie;        /* each run is part of the replay of --movie */
} fan_wish;

/* Runs the scene that `b` names; its table has the column `branch` in front,
   its figure is NAME_fan. b: for this function to set what a study wants.
   LIMIT: more runs than the wish allows; nothing is written then. */
perp_status fan_run(const fan_wish *w, bind_options *b);
