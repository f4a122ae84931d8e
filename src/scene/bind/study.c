/**
# Studies

A study runs the experiment its own way, and as often as it likes. The scene's
function `reference` may be asked meanwhile; it is a call like any other, with
the scene's limits.
*/
#include "scene/bind/own_run.h"

#include <stdio.h>
#include <string.h>

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

perp_status study_run(lua_State *L, const experiment *e)
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
    PERP_TRY(header_make(e, NULL, &call->told));
    sandbox_pause(L);
    perp_status s = o->study(o->user, &c);
    sandbox_resume(L);
    header_free(&call->told);
    lua_pop(L, 1);
    return s;
}

perp_status simulate_studied(const bind_call *c)
{
    const char *wanted = c->asked->run;
    if (c->studied.done > 0)
        return PERP_SUCCESS;
    if (c->studied.met == 0)
        return PERP_FAIL(PERP_INPUT, "the scene makes no run");
    return PERP_FAIL(PERP_USAGE,
                     "%s: the scene has no run '%s'; its first is '%s'",
                     c->kept.wanted ? "name" : "--run",
                     wanted != NULL ? wanted : "", c->studied.first);
}
