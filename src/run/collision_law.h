/**
# A law of impact in the place of a collision's two phases

What a run hands to a law, and what the law gives back.
*/
#pragma once

#include "model/step/assemble.h"
#include "lcp/solve/ladder.h"

/* A collision, as a law of impact sees it. */
typedef struct {
    const step_exact *exact; /* v is v-; forces are not read */
    const step_data *data;   /* in doubles, rounded or the same */
    const int *id;           /* of its p contacts in the system */
    long number;             /* of collisions before it in the run */
    double t;                /* of the run, s */
    int rational;            /* 1: exact data; 0: doubles are */
    int prove;               /* 1: the outcome has to be checked, too */
    ladder_limits limits;    /* of the exact arithmetic of all that is asked */
} collision_state;

/* What it leaves: v+ (nv), and the impulses behind it in N s, p along the
   normals and r along the slips. The caller's numbers. */
typedef struct {
    mpq_t *v, *cn, *f;
    long problems; /* complementarity problems solved for it */
} collision_outcome;

/* A law of impact as a value, in the place of both phases. Of all that the law
   allows `act` gives one; the energy does not grow. The arena is for work.
   REFUTED when a check fails, INPUT when it cannot be proven, LIMIT. */
typedef struct {
    perp_status (*act)(void *law, arena *a, const collision_state *x,
                       collision_outcome *out);
    void *law;
} collision_law;
