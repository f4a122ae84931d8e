/**
# One experiment

The step loop runs, and the scene is given an object that fetches columns when
they are asked for: a table of a million rows stays in C until then.
*/
#include "scene/bind/inside.h"
#include "scene/run/drive.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RUN "perp.run"

typedef struct {
    trace t;
    summary sum;
    int made;
} own_run;

static int run_gc(lua_State *L)
{
    own_run *r = luaL_checkudata(L, 1, RUN);
    if (r->made) {
        trace_free(&r->t);
        summary_clear(&r->sum);
    }
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
    if (o == NULL || o->quiet || !isatty(2))
        return;
    e->watch = watch;
    e->user = p;
}

static perp_status run(lua_State *L, experiment *e, own_run *r)
{
    bind_call *c = bind_call_of(L);
    progress p;
    show(bind_asked(L), e, &p);
    sandbox_pause();
    perp_status s = certify_open(c, e);
    if (s.code == PERP_OK) {
        s = drive_run(e, &r->t, &r->sum);
        r->made = s.code == PERP_OK;
    }
    s = certify_close(c, e, s);
    sandbox_resume();
    if (e->watch != NULL && p.shown != p.begun)
        fputs("\r\033[K", stderr);
    if (s.code == PERP_OK)
        summary_say(bind_asked(L), e, &r->sum);
    return s;
}

/** What is done with a run: whoever asked to look at it does, or it is put
out. */
static perp_status hand_over(const bind_options *o, const experiment *e,
                             const own_run *r)
{
    if (o == NULL)
        return PERP_SUCCESS;
    if (o->look == NULL)
        return output_run(e, &r->t, &r->sum);
    sandbox_pause();
    perp_status s = o->look(o->user, e, &r->t);
    sandbox_resume();
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

/** ## Studies

A study runs the experiment its own way, and as often as it likes. The scene's
function `reference` may be asked meanwhile; it is a call like any other, with
the scene's limits. */
typedef struct {
    lua_State *L;
    int at; /* of the function */
    int nq, nv;
} own_reference;

static perp_status ask_reference(void *scene, double t, double *q, double *v)
{
    const own_reference *r = scene;
    lua_State *L = r->L;
    lua_pushvalue(L, r->at);
    lua_pushnumber(L, t);
    PERP_TRY(sandbox_call(L, 1, 1));
    if (!lua_istable(L, -1))
        return PERP_FAIL(PERP_INPUT, "reference gives no list");
    for (int i = 0; i < r->nq + r->nv; i++) {
        lua_rawgeti(L, -1, i + 1);
        (i < r->nq ? q : v)[i < r->nq ? i : i - r->nq] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return PERP_SUCCESS;
}

static void push_whole(lua_State *L, const int *x, long n)
{
    lua_createtable(L, (int)n, 0);
    for (long i = 0; i < n; i++) {
        lua_pushinteger(L, x[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/* A run with a table that is lent to it, before `film` of the experiment at
   index 1; the userdata may outlive the table, and is empty then. */
static perp_status ask_film(void *scene, const trace *t, const summary *sum,
                            const bind_film *way)
{
    lua_State *L = ((const own_reference *)scene)->L;
    lua_getfield(L, 1, "film");
    luaL_getmetatable(L, RUN);
    own_run *r = lua_newuserdatauv(L, sizeof *r, 0);
    *r = (own_run){.t = *t, .sum = *sum};
    lua_insert(L, -2);
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_insert(L, -3);
    lua_pushstring(L, way->name);
    push_whole(L, way->outcome, way->forks);
    push_whole(L, way->of, way->forks);
    perp_status s = sandbox_call(L, 4, 0);
    *r = (own_run){0};
    lua_pop(L, 1);
    return s;
}

static perp_status study(lua_State *L, const experiment *e)
{
    bind_call *call = bind_call_of(L);
    const bind_options *o = call->asked;
    const char *name = e->name != NULL ? e->name : "run";
    if (call->studied.met++ == 0)
        snprintf(call->studied.first, sizeof call->studied.first, "%s", name);
    else if (o->run == NULL)
        return PERP_FAIL(PERP_USAGE,
                         "the scene makes several runs, '%s' and '%s' are the "
                         "first; say which with --run NAME",
                         call->studied.first, name);
    if (o->run != NULL && strcmp(o->run, name) != 0)
        return PERP_SUCCESS;
    lua_getfield(L, 1, "reference");
    own_reference r = {L, lua_gettop(L), e->sys->nq, e->sys->nv};
    bind_case c = {e, &r, lua_isfunction(L, r.at) ? ask_reference : NULL,
                   ask_film};
    call->studied.done++;
    sandbox_pause();
    perp_status s = o->study(o->user, &c);
    sandbox_resume();
    lua_pop(L, 1);
    return s;
}

perp_status simulate_studied(const bind_call *c)
{
    const char *wanted = c->asked->run;
    if (c->studied.done > 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_USAGE,
                     "--run: the scene has no run '%s'; its first is '%s'",
                     wanted != NULL ? wanted : "", c->studied.first);
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
    if (o != NULL && o->until != NULL) {
        *e.T = *o->until;
        e.ends.n = 0; /* prescribed for another T: v is the one given */
    }
    if (o != NULL && o->look != NULL)
        see_nothing(&e, &own);
    int studying = o != NULL && o->study != NULL;
    e.unread = o != NULL &&
               (o->look != NULL || studying || (o->quiet && !o->json));
    perp_status s = !studying || parameters_flag(L, "wanted") ? run(L, &e, r)
                                                              : PERP_SUCCESS;
    if (s.code == PERP_OK)
        s = studying ? study(L, &e) : hand_over(o, &e, r);
    return s.code == PERP_OK ? 1 : place_raise(L, s);
}

/** `column(run, name, every)` as a list of numbers, nil when there is none; with
`every` each so-many-th row and the last. */
static int core_column(lua_State *L)
{
    own_run *r = luaL_checkudata(L, 1, RUN);
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
    return &((own_run *)luaL_checkudata(L, index, RUN))->t;
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
                                     {"schemes", core_schemes},
                                     {NULL, NULL}};
    luaL_setfuncs(L, names, 0);
    owned_type(L, RUN, run_gc);
    lua_pop(L, 1);
}
