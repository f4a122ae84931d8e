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
    struct control *control; /* or null */
} own_run;

/* ---- controller.c: the law of a controller ------------------------------ */

/* Reads `control` of the experiment at index 1; the state of Lua keeps it until
   control_end. Raises. */
void control_read(lua_State *L, experiment *e, own_run *r);
void control_keep(lua_State *L, own_run *r); /* of one that goes by steps */
void control_end(lua_State *L, own_run *r);

/* Raises what has failed in this run: what a law has raised has its place. */
int control_raise(lua_State *L, const own_run *r, perp_status s);

/* ---- rows.c: the rows of a run, on their way ---------------------------- */

/* Is the run put out by scene/run/output.h? Not one that is looked at, studied
   or a host's. */
int rows_put_out(const bind_options *o);

/* The run, between certify_open and certify_close; r->made when it is there. */
perp_status rows_drive(bind_call *c, experiment *e, own_run *r);
