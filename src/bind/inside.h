/**
# Inside the binding

What the files of this room share; nobody else includes it. The rule of
`script/script.h` holds here too: while a Lua call that can fail is ahead, every
GMP number and every block of memory in reach belongs to a userdata.
*/
#pragma once

#include "bind/bind.h"
#include "model/kind.h"
#include "model/system.h"
#include "report/output.h"
#include "script/script.h"

/* ---- record.c: tapes, kinds and systems ------------------------------- */

/* The userdata of perp.core's systems. */
const perp_system *scene_system(lua_State *L, int index);

/* The tape of a userdata of core.tape; null when it is none. */
const tape *scene_tape(lua_State *L, int index);

void record_open(lua_State *L);

/* ---- links.c: springs and measures of the table at index 1 ------------- */

/* What they refer to is pinned in the table at index `keep`. */
void links_read(lua_State *L, recorder *r, int keep, system_spec *spec);

/* ---- simulate.c: one experiment --------------------------------------- */
void simulate_open(lua_State *L);

/* The list of `wanted` numbers at a key of the table at `index`, in a userdata
   that stays on the stack. */
mpq_t *simulate_numbers(lua_State *L, int index, const char *key, int wanted);

/* ---- ends.c: prescribed ends of the experiment at index 1 -------------- */
void ends_read(lua_State *L, const perp_system *sys, experiment_ends *out);

/* ---- summary.c: what is said of a run ---------------------------------- */

/* Reads `watch`, `within` and `never` of the experiment at index 1; they stay
   on the stack. */
void summary_read(lua_State *L, experiment *e);
/* Notes and warnings on standard error, unless nothing is to be said. */
void summary_say(const experiment *e, const summary *s);
/* Pushes the table of its numbers. */
void summary_push(lua_State *L, const summary *s);

/* ---- laws.c: the impact of the experiment at index 1 ------------------- */

/* Its law stays in a userdata on the stack. */
void laws_read(lua_State *L, experiment *e);

/* After the scene: has the study that was asked for seen its experiment? */
perp_status simulate_studied(const bind_options *o);
/* ---- certify.c: the files that grow with a run ------------------------- */

/* A new command; the files of one run; and their end, whatever the run came
   to: its status, or the failure of a file. */
void certify_begin(void);
perp_status certify_open(experiment *e);
perp_status certify_close(experiment *e, perp_status run);

/* ---- bind.c: the command line, seen from a scene ----------------------- */

/* What the command line asked for; null in a stock Lua. */
const bind_options *bind_asked(void);

/* The problem that --lcp asks for, or null. */
posed_problem *bind_posed(void);

/* ---- sandbox.c: the Lua state of a scene ------------------------------ */

perp_status sandbox_open(const bind_options *o, lua_State **out);
/* Ends the scene: finalizers run under the clock. */
void sandbox_close(lua_State *L);
/* The clock runs only between resume and pause. Both do nothing outside. */
void sandbox_resume(void);
void sandbox_pause(void);
/* Loads and runs the chunk; a failure is one line. */
perp_status sandbox_call(lua_State *L, int arguments, int results);

int luaopen_perp_core(lua_State *L);
