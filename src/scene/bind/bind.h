/**
# Binding: how a scene becomes a system

A scene is a Lua program that runs once. This room opens a Lua state with a
memory cap and a time limit, gives the scene `perp`, records what it writes as
graphs, and hands the step loop a `system` and an `experiment`. Below it `script`
knows what a scene may write; the two include Lua, and no other room does.
*/
#pragma once

#include "base/status.h"
#include "run/experiment.h"

/* Of a run that was made otherwise: what it is called, and which outcome it
   took of how many at each of its forks, from 1. */
typedef struct {
    const char *name;
    const int *outcome, *of;
    long forks;
} bind_film;

/* An experiment of a scene before it runs, for those who run it their own way.
   Borrowed, and good for the time of the call only. */
typedef struct {
    const experiment *e;
    void *scene;
    /* The motion that the scene knows otherwise, at time t: nq and nv numbers.
       Null: it knows none. INPUT: what its function does wrong. */
    perp_status (*reference)(void *scene, double t, double *q, double *v);
    /* Adds such a run to the replay of --movie. */
    perp_status (*film)(void *scene, const trace *t, const summary *sum,
                        const bind_film *way);
} bind_case;

/* Who has a scene read inside a program of his own: nothing is printed, no file
   is written, no signal is used, and nothing of the process is changed. */
typedef struct {
    /* What the scene prints, notes and warnings, by lines or pieces of them;
       or null. */
    void (*say)(void *user, const char *text);
    /* As the watch of an experiment; or null. */
    int (*watch)(void *user, long step, long steps);
    void *user;
    const char *lua; /* the directory of perp's own Lua; or null */
} bind_host;

typedef struct {
    const char *script; /* path of the scene */
    const char *text;   /* the scene itself, `length` bytes, when it is no file:
                           then `script` is what it is called */
    size_t length;
    const bind_host *host; /* or null: the program */
    int sets;           /* --set name=value */
    const char *const *set;
    const char *scheme; /* --scheme, or null: the scene's own */
    experiment_mode mode;
    ladder_limits limits; /* of exact arithmetic */
    const char *csv;  /* --csv FILE, or null */
    const char *plot; /* --plot DIR, or null */
    const char *movie; /* --movie FILE, or null */
    const char *vtk;   /* --vtk DIR, or null */
    const char *lines; /* --trace FILE, or null */
    const char *events; /* --events FILE, or null */
    const char *cert;  /* --cert FILE, or null: L1 when mode is EXACT_CHECK, L0
                          when it is DOUBLE */
    long problem;      /* --lcp K FILE: which, from 1; 0: none */
    const char *lcp;   /* and where to */
    const char *lcps;  /* --lcps DIR, or null */
    int level2;        /* L2 in the place of L1 */
    int cones;         /* prove of each problem whether its cone is pointed */
    int quiet, json;
    int untimed; /* with json: no seconds, so the same run is the same bytes */
    long every;     /* --every K: these rows of --csv, --trace and --vtk;
                       0: all */
    long states;    /* --states K: so often a state in --trace; 0: none */
    int shapes;     /* --shapes: in --trace what a replay draws */
    const char *resume; /* --resume FILE, or null */
    const char *const *traces; /* instead of a scene: so many traces with */
    int trace_count;           /* shapes become the page of --movie */
    int header;     /* --csv and --trace say what the run was */
    double seconds; /* CPU seconds the scene itself may take; 0: 10 */
    long megabytes; /* memory of the scene; 0: 1024 */
    /* Instead of the files and summaries of a run: called with `user` after
       each experiment, which ran to the time `until` (null: its own T). */
    perp_status (*look)(void *user, const experiment *e, const trace *t);
    void *user;
    mpq_srcptr until;
    /* Instead of a run: called with `user` for the scene's one experiment, or
       for the one of this name. USAGE when there are several and no name is
       given, or none has it. */
    perp_status (*study)(void *user, const bind_case *c);
    const char *run;
} bind_options;

/* Runs the scene and every experiment in it: CSV, plots, the summary. */
perp_status bind_run(const bind_options *o);

/* Draws a figure into the directory of --plot, from within look or study:
   `text` is Lua that returns the table of a figure, see lua/perp/plot.lua. */
perp_status bind_draw(const char *name, const char *text);

/* The same where no scene runs, between output_begin and output_finish. */
perp_status bind_draw_alone(const char *name, const char *text);

/* Reads the scene and lists what perp.param declares, on stdout. */
perp_status bind_params(const bind_options *o);

/* A scene that stays open, with one of its runs. `l` is null when the run has
   come to its end; then `t` and `sum` are whole. */
typedef struct {
    const experiment *e;
    trace *t;
    summary *sum;
    struct loop *l;
} bind_run_kept;
typedef struct bind_held bind_held;

/* Runs the scene for its host; of its runs it keeps the one called o->run, or
   the one there is. `by_steps`: that run has begun, no more, and must be what
   the scene returns. What o borrows is borrowed until bind_release. After an
   error there is nothing to release. Errors: those of bind_run, and USAGE: no
   such run, or several and no name. */
perp_status bind_hold(const bind_options *o, int by_steps, bind_held **out);
const bind_run_kept *bind_kept(const bind_held *h);

/* One more row, and behind the last step the end of the run. Behind an error
   the run has ended, too, and its table is empty. Requires kept->l. */
perp_status bind_step(bind_held *h);
void bind_release(bind_held *h);

/* What perp.param declares, as JSON; the caller's, for memory_free. */
perp_status bind_parameters(const bind_options *o, char **out);

/* "Lua 5.4.6": the one that runs scenes. */
const char *bind_lua(void);

/* The directory of this program, without links; "" when the system does not
   say. */
void bind_own_directory(char *to, size_t room);
