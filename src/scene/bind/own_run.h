/**
# A run as a scene holds it

The object that `perp.simulate` gives: its table stays in C, and columns are fetched when
they are asked for.
*/
#pragma once

#include "run/header.h"
#include "scene/bind/inside.h"
#include "scene/run/drive.h"

#define RUN "perp.run"

typedef struct {
    trace t;
    summary sum;
    int made;
    run_header head; /* for figures and replays; or empty */
    /* Of a run that goes by steps: what moves it, and what it was given. */
    int moving;
    loop l;
    experiment e;
    perp_system own;
} own_run;
