/**
# Inside the binding

What the files of this room share; nobody else includes it. The rule of
`scene/values/script.h` holds here too: while a Lua call that can fail is ahead, every
GMP number and every block of memory in reach belongs to a userdata.
*/
#pragma once

#include "scene/bind/bind.h"
#include "proof/certificate/certificate.h"
#include "model/system/kind.h"
#include "model/system/system.h"
#include "run/header.h"
#include "run/trace/drawn.h"
#include "scene/run/apart.h"
#include "scene/run/figure.h"
#include "scene/run/names.h"
#include "scene/run/output.h"
#include "scene/values/script.h"

/* ---- bind.c: the call of bind_run that a scene serves ------------------- */

/* One call, from its first check to its last file. It lies on the stack of
   bind_run or bind_params; the Lua state of the scene leads to it. */
typedef struct {
    const bind_options *asked;
    place_source source;
    int listing;            /* perp params: declare, do not run */
    posed_problem to_write; /* --lcp, --lcps */
    struct {
        certificate cert;
        FILE *lines, *events; /* of --trace and --events, or null */
        char cert_path[NAMES_ROOM], digest[65];
        int runs, read;
        sha256 source; /* of what was read of the scene, when states are */
        past before;   /* of --resume */
    } files; /* certify.c: those that grow with a run */
    long vtk; /* files that --vtk has begun */
    struct {
        char first[64]; /* the name of the first experiment */
        int met, done;  /* experiments met, and studied or kept */
    } studied;
    run_header told; /* of the experiment in study or look, for its figures */
    struct {
        int wanted, by_steps; /* see bind_hold */
        bind_run_kept run;
    } kept;
} bind_call;

/* The call, and what its command line asked for; null in a stock Lua. */
bind_call *bind_call_of(lua_State *L);
const bind_options *bind_asked(lua_State *L);

/* ---- record.c: tapes, kinds, sides, bindings -------------------------- */

/* The tape of a userdata of core.tape; null when it is none. */
const tape *scene_tape(lua_State *L, int index);

/* The userdata of core.product; raises. */
const binding *scene_binding(lua_State *L, int index);

/* A zeroed userdata with this metatable and one user value. */
void *record_owner(lua_State *L, size_t size, const char *type);

/* Puts the value on top into the table at index `keep`, out of reach of the
   collector for as long as the table lives. */
void record_pin(lua_State *L, int keep);

/* The ids of the list in a field of the table at index `table`, pinned; null
   when there is none. */
graph_id *record_nodes(lua_State *L, recorder *r, int table, const char *key,
                       int keep, uint32_t *n);

/* Raises when a list has not as many entries as belong into it. */
void record_wants(lua_State *L, const char *what, size_t has, size_t wants);

void record_open(lua_State *L);

/* ---- declare.c: systems ----------------------------------------------- */

/* The userdata of perp.core's systems; raises. */
const perp_system *scene_system(lua_State *L, int index);

void declare_open(lua_State *L);

/* ---- links.c: springs and measures of the table at index 1 ------------- */

/* What they refer to is pinned in the table at index `keep`. */
void links_read(lua_State *L, recorder *r, int keep, system_spec *spec);

/* ---- parameters.c: what an experiment is given ------------------------- */

/* The experiment of the table at index 1. What it borrows stays on the stack;
   `own` is for a copy of the system with other Jacobians. */
void parameters_read(lua_State *L, experiment *e, perp_system *own);

/* The list of `wanted` numbers at a key of the table at `index`, in a userdata
   that stays on the stack. */
mpq_t *parameters_numbers(lua_State *L, int index, const char *key, int wanted);

/* Of the table at `index`: a whole number from 0 to `most`, a finite number >=
   0; 0 when there is none. A truth of the table at 1. */
long parameters_whole(lua_State *L, int index, const char *key, long most);
double parameters_real(lua_State *L, int index, const char *key);
int parameters_flag(lua_State *L, const char *key);

void parameters_open(lua_State *L);

/* ---- simulate.c: one experiment --------------------------------------- */
void simulate_open(lua_State *L);
/* The run that was kept moves on; it ends behind the last step. */
perp_status simulate_step(bind_call *c);

/* The table of a run, a userdata of core.run; raises. */
const trace *simulate_trace(lua_State *L, int index);

/* ---- movie.c: replays -------------------------------------------------- */
void movie_open(lua_State *L);

/* ---- vtk.c: files for ParaView ----------------------------------------- */
void vtk_open(lua_State *L);
/* Names what has appeared. */
void vtk_tell(const bind_call *c);

/* ---- ends.c: prescribed ends of the experiment at index 1 -------------- */
void ends_read(lua_State *L, const perp_system *sys, experiment_ends *out);

/* ---- summary.c: what is said of a run ---------------------------------- */

/* Reads `watch`, `within` and `never` of the experiment at index 1; they stay
   on the stack. */
void summary_read(lua_State *L, experiment *e);
/* Notes and warnings on standard error, unless nothing is to be said. */
void summary_say(const bind_options *o, const experiment *e, const summary *s);
/* Pushes the table of its numbers. */
void summary_push(lua_State *L, const summary *s);

/* ---- laws.c: the impact of the experiment at index 1 ------------------- */

/* Its law stays in a userdata on the stack. */
void laws_read(lua_State *L, experiment *e);

/* Lets whoever asked for a study run the experiment of the table at 1 their
   way. */
perp_status study_run(lua_State *L, const experiment *e);

/* After the scene: has the study that was asked for seen its experiment? */
perp_status simulate_studied(const bind_call *c);

/* Puts a list in the place of the top: what is studied, as header(run) has it;
   raises. */
void simulate_told(lua_State *L);
/* ---- certify.c: the files that grow with a run ------------------------- */

/* USAGE: an output of this command is another one, or what it reads. */
perp_status certify_apart(const bind_options *o);

/* The files of one run, and their end, whatever the run came to: its status, or
   the failure of a file. Without a call there are none. */
perp_status certify_open(bind_call *c, experiment *e);
perp_status certify_close(bind_call *c, experiment *e, perp_status run);

/* Which proof the run writes: "L1", "L1 cones", ..., or "no". */
const char *certify_word(const experiment *e, const bind_options *o);

/* ---- resumed.c: runs that can be left, and one that goes on ------------- */

/* Has the command --states or --resume? Null: no. */
int resumed_wanted(const bind_options *o);

/* A file of the scene has been read; only then. IO. */
perp_status resumed_source(bind_call *c, const char *path);

/* The first line of the trace. */
perp_status resumed_head(const bind_call *c, const experiment *e, FILE *f);

/* The file of --resume, and is it of this run? Leaves it open for writing when
   nothing of it is taken. USAGE: a second run. */
perp_status resumed_open(bind_call *c, const experiment *e);

/* Does the trace say what is drawn? */
int resumed_shapes(const bind_call *c);

/* For readers of rows and states; the call is a bind_call. */
perp_status resumed_row(void *call, const trace *t, int row);
perp_status resumed_state(void *call, const char *words, const char digest[65]);

/* What is drawn of a row, behind it; given the row behind its own line. */
typedef struct {
    bind_call *call;
    row_drawn of;
} resumed_drawn;
perp_status resumed_place(void *of, const trace *t, int row);

/* ---- modules.c: where `require` looks --------------------------------- */

/* The searcher of a scene's modules and of perp's own. */
int modules_search(lua_State *L);

/* The path of a file or directory beside perp's own Lua; 0 when there is none,
   or no room. */
int modules_place(lua_State *L, const char *name, char *to, size_t room);

/* ---- sandbox.c: the Lua state of a scene ------------------------------ */

perp_status sandbox_open(const bind_options *o, lua_State **out);
/* Ends the scene: finalizers run under the clock. */
void sandbox_close(lua_State *L);
/* The clock runs only between resume and pause. Both do nothing in a stock
   Lua. */
void sandbox_resume(lua_State *L);
void sandbox_pause(lua_State *L);

/* The scene's time is over: the hook raises errors. */
int sandbox_over(lua_State *L);
/* The scene prints or draws n bytes more. Raises LIMIT. */
void sandbox_says(lua_State *L, size_t n);
/* Null: the program, or a stock Lua. */
const bind_host *sandbox_host(lua_State *L);
/* Loads and runs the chunk; a failure is one line. */
perp_status sandbox_call(lua_State *L, int arguments, int results);

/* ---- doors.c: what a scene finds ---------------------------------------- */

int doors_open(lua_State *L);

/* Puts in the place of the table of functions on top what shows them and takes
   no other. */
void doors_lock(lua_State *L);

/* Pushes the function that perp's own library gave to `core.finish`. */
void doors_finish(lua_State *L);
/* core.figure(name, svg) and core.table(name, lines): files of --plot. */
int doors_figure(lua_State *L);
int doors_table(lua_State *L);
/* To the host, or on standard error. */
void doors_say(const bind_options *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- bind.c: what a scene is, called by hold.c, too --------------------- */

/* Opens a state, runs the scene of c->asked and the end of its script in it,
   and leaves one value on the stack. After an error the state is closed. */
perp_status bind_scene(bind_call *c, lua_State **out);

int luaopen_perp_core(lua_State *L);
