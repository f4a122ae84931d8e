/**
# One experiment

The step loop runs, and the scene is given an object that fetches columns when
they are asked for: a table of a million rows stays in C until then. Where nobody can
ask (the experiment that a scene returns, and neither figure nor replay is wanted) the
rows go to their file and are forgotten.
*/
#include "scene/bind/own_run.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int run_gc(lua_State *L)
{
    own_run *r = luaL_checkudata(L, 1, RUN);
    if (r->moving)
        drive_end(&r->l, (perp_status){PERP_LIMIT, "left early", __func__});
    r->moving = 0;
    if (r->made) {
        trace_free(&r->t);
        summary_clear(&r->sum);
    }
    header_free(&r->head);
    control_end(L, r);
    r->made = 0;
    return owned_gone(L);
}

/* ---- progress --------------------------------------------------------- */

typedef struct {
    time_t begun, shown;
} progress;

/** On a terminal only: a line with the rate and the time left, once a second,
written over itself. */
static int watch(void *user, long step, long steps)
{
    progress *p = user;
    time_t now = time(NULL);
    if (now == p->shown)
        return 0;
    p->shown = now;
    double rate = (double)step / (double)(now - p->begun + (now == p->begun));
    fprintf(stderr, "\r%ld of %ld steps, %.0f steps/s, %.0f s left   ", step,
            steps, rate, rate > 0 ? (double)(steps - step) / rate : 0.0);
    fflush(stderr);
    return 0;
}

static void show(const bind_options *o, experiment *e, progress *p)
{
    *p = (progress){time(NULL), time(NULL)};
    if (o != NULL && o->host != NULL) {
        e->watch = o->host->watch;
        e->user = o->host->user;
        return;
    }
    if (o == NULL || o->quiet || !isatty(2))
        return;
    e->watch = watch;
    e->user = p;
}

static perp_status run(lua_State *L, experiment *e, own_run *r)
{
    bind_call *c = bind_call_of(L);
    const bind_options *o = bind_asked(L);
    progress p;
    show(o, e, &p);
    sandbox_pause(L);
    perp_status s = certify_open(c, e);
    if (s.code == PERP_OK)
        s = rows_drive(c, e, r);
    s = certify_close(c, e, s);
    sandbox_resume(L);
    if (e->watch == watch && p.shown != p.begun)
        fputs("\r\033[K", stderr);
    if (s.code == PERP_OK)
        summary_say(o, e, &r->sum);
    return s;
}

/** What is done with a run: whoever asked to look at it does, or it is put
out. */
static perp_status hand_over(lua_State *L, const experiment *e,
                             const own_run *r)
{
    const bind_options *o = bind_asked(L);
    if (o == NULL)
        return PERP_SUCCESS;
    if (o->look == NULL)
        return output_run(e, &r->sum);
    run_header *told = &bind_call_of(L)->told;
    PERP_TRY(header_make(e, NULL, told));
    sandbox_pause(L);
    perp_status s = o->look(o->user, e, &r->t);
    sandbox_resume(L);
    header_free(told);
    return s;
}

/** Whoever looks at a run needs none of what a scene only shows: a measure may
be no rational number where the motion is. */
static void see_nothing(experiment *e, perp_system *own)
{
    *own = *e->sys;
    own->measures = 0;
    e->sys = own;
    e->wishes = 0;
}

/** ## A run that is kept

All that the run refers to is on the stack now; a table in the registry holds it for
as long as the state lives. A run that goes by steps is the one that the scene
returns: what it simulates on its way it wants to read. */
static void pin(lua_State *L, own_run *r)
{
    const int n = lua_gettop(L);
    lua_createtable(L, n, 0);
    for (int i = 1; i <= n; i++) {
        lua_pushvalue(L, i);
        lua_rawseti(L, -2, i);
    }
    lua_rawsetp(L, LUA_REGISTRYINDEX, r);
}

/* Is it the one? USAGE: there are several, and none was named. */
static perp_status chosen(bind_call *c, const char *name, int *yes)
{
    const char *wanted = c->asked->run;
    *yes = wanted == NULL || strcmp(wanted, name) == 0;
    if (c->studied.met++ == 0)
        snprintf(c->studied.first, sizeof c->studied.first, "%s", name);
    else if (*yes && c->studied.done > 0)
        return PERP_FAIL(PERP_USAGE,
                         "the scene makes several runs, '%s' and '%s' are two "
                         "of them; name one",
                         c->studied.first, name);
    c->studied.done += *yes;
    return PERP_SUCCESS;
}

static perp_status begin(lua_State *L, own_run *r, const experiment *e,
                         const perp_system *own)
{
    progress p;
    r->e = *e;
    if (e->sys == own) {
        r->own = *own;
        r->e.sys = &r->own;
    }
    show(bind_asked(L), &r->e, &p);
    control_keep(L, r);
    sandbox_pause(L);
    perp_status s = drive_begin(&r->l, &r->e, &r->t, &r->sum);
    sandbox_resume(L);
    r->moving = s.code == PERP_OK;
    return s;
}

static perp_status keep(lua_State *L, experiment *e, const perp_system *own,
                        own_run *r)
{
    bind_call *c = bind_call_of(L);
    int yes;
    PERP_TRY(chosen(c, e->name, &yes));
    if (yes)
        pin(L, r);
    if (!yes || !c->kept.by_steps) {
        PERP_TRY(run(L, e, r));
        r->e = *e;
    } else if (parameters_flag(L, "wanted"))
        return PERP_FAIL(PERP_USAGE,
                         "the run '%s' is one of perp.simulate, which goes to "
                         "its end at once; only what a scene returns goes by "
                         "steps",
                         e->name);
    else
        PERP_TRY(begin(L, r, e, own));
    if (yes)
        c->kept.run =
            (bind_run_kept){&r->e, &r->t, &r->sum, r->moving ? &r->l : NULL};
    return PERP_SUCCESS;
}

/* What the end of a run has to say is said to the host. */
perp_status simulate_step(bind_call *c)
{
    bind_run_kept *k = &c->kept.run;
    own_run *r = (own_run *)((char *)k->t - offsetof(own_run, t));
    perp_status s = loop_step(k->l);
    if (s.code == PERP_OK && k->l->left > 0)
        return s;
    s = drive_end(k->l, s);
    k->l = NULL;
    r->moving = 0;
    r->made = s.code == PERP_OK;
    if (s.code == PERP_OK)
        summary_say(c->asked, k->e, k->sum);
    return s;
}

/** `run{system, name, scheme, alpha, gamma, e, h, T, q, v, tolerance,
jacobians, given, sharp, uniform, penetration, most_collisions}` gives the run. */
static int core_run(lua_State *L)
{
    const bind_options *o = bind_asked(L);
    experiment e;
    perp_system own;
    parameters_read(L, &e, &own);
    luaL_getmetatable(L, RUN);
    own_run *r = lua_newuserdatauv(L, sizeof *r, 0);
    memset(r, 0, sizeof *r);
    lua_insert(L, -2);
    lua_setmetatable(L, -2);
    control_read(L, &e, r);
    if (o != NULL && o->until != NULL) {
        *e.T = *o->until;
        e.ends.n = 0; /* prescribed for another T: v is the one given */
    }
    if (o != NULL && o->look != NULL)
        see_nothing(&e, &own);
    if (o != NULL && (o->look != NULL || o->study != NULL) &&
        mpq_sgn(e.t0) != 0)
        return place_fail(L, PERP_INPUT,
                          "t0: this command knows runs from t = 0 only; perp "
                          "run begins at any time");
    int studying = o != NULL && o->study != NULL;
    if (o != NULL && (o->look != NULL || studying) && e.sys->moves)
        return place_fail(L, PERP_INPUT,
                          "this command knows no walls and belts that move by "
                          "a law of time, nor motors that hold a rate; perp "
                          "run does");
    if (o != NULL && (o->look != NULL || studying) && e.control != NULL)
        return place_fail(L, PERP_INPUT,
                          "this command knows no controllers, whose laws act "
                          "between steps; perp run does");
    e.digested = rows_put_out(o) && (o->json || o->header || o->shapes ||
                                      o->plot != NULL || o->movie != NULL ||
                                      o->vtk != NULL || resumed_wanted(o));
    e.streamed = rows_put_out(o) && !parameters_flag(L, "kept");
    e.unread = o != NULL &&
               (o->look != NULL || studying || o->host != NULL ||
                (o->quiet && !o->json && !resumed_wanted(o)));
    if (o != NULL && o->host != NULL) {
        perp_status s = keep(L, &e, &own, r);
        return s.code == PERP_OK ? 1 : control_raise(L, r, s);
    }
    perp_status s = !studying || parameters_flag(L, "wanted") ? run(L, &e, r)
                                                              : PERP_SUCCESS;
    if (s.code == PERP_OK)
        s = studying ? study_run(L, &e) : hand_over(L, &e, r);
    return s.code == PERP_OK ? 1 : control_raise(L, r, s);
}

/** `column(run, name, every)` as a list of numbers, nil when there is none; with
`every` each so-many-th row and the last. */
static int core_column(lua_State *L)
{
    own_run *r = luaL_checkudata(L, 1, RUN);
    simulate_trace(L, 1);
    const int c = trace_column(&r->t, luaL_checkstring(L, 2));
    const lua_Integer every = luaL_optinteger(L, 3, 1);
    const int rows = r->t.rows;
    if (c < 0 || every < 1)
        return 0;
    lua_newtable(L);
    lua_Integer n = 0, i = 0;
    while (i < rows) {
        lua_pushnumber(L,
                       r->t.cell[(size_t)i * (size_t)r->t.columns + (size_t)c]);
        lua_rawseti(L, -2, ++n);
        i = i < rows - 1 && i + every >= rows ? rows - 1 : i + every;
    }
    return 1;
}

const trace *simulate_trace(lua_State *L, int index)
{
    const own_run *r = luaL_checkudata(L, index, RUN);
    if (r->t.first > 0)
        place_fail(L, PERP_LIMIT, "the rows of this run were not kept");
    return &r->t;
}

static int core_columns(lua_State *L)
{
    own_run *r = luaL_checkudata(L, 1, RUN);
    lua_createtable(L, r->t.columns, 0);
    for (int i = 0; i < r->t.columns; i++) {
        lua_pushstring(L, r->t.name[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/** `summary(run)`: the numbers of `--json`. */
static int core_summary(lua_State *L)
{
    own_run *r = luaL_checkudata(L, 1, RUN);
    summary_push(L, &r->sum);
    return 1;
}

static void push_pair(void *user, const char *key, const char *value,
                      int parameter)
{
    lua_State *L = user;
    if (!parameter && strcmp(key, "commit") == 0)
        return;
    lua_pushfstring(L, "%s%s %s", parameter ? "set " : "", key, value);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

static void push_header(lua_State *L, const run_header *x)
{
    lua_newtable(L);
    if (x->text != NULL)
        header_each(x, push_pair, L);
    if (x->digest[0] != '\0')
        push_pair(L, "digest", x->digest, 0);
}

void simulate_told(lua_State *L)
{
    const bind_call *c = bind_call_of(L);
    lua_pop(L, 1);
    push_header(L, c != NULL ? &c->told : &(run_header){0});
}

/** `header(run)`: what the run was, a list of "key value", the digest of its table last;
empty for one that was made otherwise. The commit is left out: a figure is the same as
long as what it shows is, and can stand in a repository. */
static int core_header(lua_State *L)
{
    const own_run *r = luaL_checkudata(L, 1, RUN);
    push_header(L, &r->head);
    return 1;
}

/** `schemes()`: a list of { name, paper, keys } in the table's order; keys are the
parameters of an experiment that the scheme reads, of those that not all do. */
static int core_schemes(lua_State *L)
{
    lua_newtable(L);
    for (int i = 0; drive_schemes[i] != NULL; i++) {
        const struct scheme *s = drive_schemes[i];
        lua_createtable(L, 0, 3);
        lua_pushstring(L, s->name);
        lua_setfield(L, -2, "name");
        lua_pushstring(L, s->paper);
        lua_setfield(L, -2, "paper");
        lua_newtable(L);
        for (int k = 0; s->keys[k] != NULL; k++) {
            lua_pushstring(L, s->keys[k]);
            lua_rawseti(L, -2, k + 1);
        }
        lua_setfield(L, -2, "keys");
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

void simulate_open(lua_State *L)
{
    static const luaL_Reg names[] = {{"run", core_run},
                                     {"column", core_column},
                                     {"columns", core_columns},
                                     {"summary", core_summary},
                                     {"header", core_header},
                                     {"schemes", core_schemes},
                                     {NULL, NULL}};
    luaL_setfuncs(L, names, 0);
    owned_type(L, RUN, run_gc);
    lua_pop(L, 1);
}
