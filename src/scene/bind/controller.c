/**
# The law of a controller

A function of the scene, asked between two steps (`run/control.h`). It is Lua like the
scene itself, with the scene's clock and memory; what it raises ends the run with the line
of the law. Everything that may fail in Lua happens inside one protected call: the lists of
q and v are made there, too.
*/
#include "scene/bind/own_run.h"

#include <math.h>
#include <stdlib.h>

struct control {
    controller c;
    lua_State *L; /* of the call that makes the run; or the first one */
    int nq, nv, failed;
    const double *q, *v; /* of the row at hand */
    double t;
    double value[]; /* n, and behind them the coordinates */
};

static void push_list(lua_State *L, const double *x, int n)
{
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushnumber(L, x[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

static int protected_law(lua_State *L)
{
    struct control *k = lua_touserdata(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, k);
    lua_getiuservalue(L, -1, 1);
    lua_pushnumber(L, k->t);
    push_list(L, k->q, k->nq);
    push_list(L, k->v, k->nv);
    lua_call(L, 3, 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    for (int i = 0; i < k->c.n; i++) {
        lua_rawgeti(L, -1, i + 1);
        const double x = lua_tonumber(L, -1);
        if (!lua_isnumber(L, -1) || !isfinite(x))
            place_fail(L, PERP_INPUT,
                       "value %d of a controller is no finite "
                       "number",
                       i + 1);
        k->value[i] = x;
        lua_pop(L, 1);
    }
    return 0;
}

/* A stock Lua has no clock. */
static perp_status call(lua_State *L)
{
    perp_code code;
    if (bind_call_of(L) != NULL)
        return sandbox_call(L, 1, 0);
    if (lua_pcall(L, 1, 0, 0) == LUA_OK)
        return PERP_SUCCESS;
    const char *text = place_message(L, &code);
    return PERP_FAIL(code, "%s", text);
}

static perp_status ask(void *self, double t, const double *q, const double *v)
{
    struct control *k = self;
    lua_State *L = k->L;
    const int top = lua_gettop(L);
    if (!lua_checkstack(L, 8))
        return PERP_NO_MEMORY(8);
    k->t = t;
    k->q = q;
    k->v = v;
    lua_pushcfunction(L, protected_law);
    lua_pushlightuserdata(L, k);
    perp_status s = call(L);
    lua_settop(L, top);
    k->failed = s.code != PERP_OK;
    return s;
}

/* The list `at`, `n` places below `below`. */
static void read_places(lua_State *L, int *to, int n, int below)
{
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        const lua_Integer at = lua_tointeger(L, -1);
        lua_pop(L, 1);
        if (at < 0 || at >= below)
            place_fail(L, PERP_INPUT, "control: %lld is no coordinate",
                       (long long)at);
        to[i] = (int)at;
    }
}

void control_read(lua_State *L, experiment *e, own_run *r)
{
    lua_getfield(L, 1, "control");
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return;
    }
    luaL_checktype(L, -1, LUA_TTABLE);
    const int table = lua_gettop(L);
    const double rate = parameters_real(L, table, "rate");
    lua_getfield(L, table, "at");
    luaL_checktype(L, -1, LUA_TTABLE);
    const lua_Unsigned n = lua_rawlen(L, -1);
    if (n < 1 || n > (lua_Unsigned)e->sys->nq || !(rate > 0))
        place_fail(L, PERP_INPUT, "control: %llu values, %g times a second",
                   (unsigned long long)n, rate);
    struct control *k = lua_newuserdatauv(
        L, sizeof *k + (size_t)n * (sizeof(double) + sizeof(int)), 1);
    int *at = (int *)(k->value + n);
    *k = (struct control){.c = {.n = (int)n,
                                .at = at,
                                .value = k->value,
                                .rate = rate,
                                .law = ask,
                                .self = k},
                          .L = L,
                          .nq = e->sys->nq,
                          .nv = e->sys->nv};
    lua_insert(L, -2);
    read_places(L, at, (int)n, e->sys->nq);
    lua_pop(L, 1);
    lua_getfield(L, table, "law");
    luaL_checktype(L, -1, LUA_TFUNCTION);
    lua_setiuservalue(L, -2, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, k);
    lua_pop(L, 1);
    r->control = k;
    e->control = &k->c;
}

/** A run that goes by steps lives longer than the call that has made it, and perhaps than
its coroutine. */
void control_keep(lua_State *L, own_run *r)
{
    if (r->control == NULL)
        return;
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    r->control->L = lua_tothread(L, -1);
    lua_pop(L, 1);
}

void control_end(lua_State *L, own_run *r)
{
    if (r->control == NULL)
        return;
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, r->control);
    r->control = NULL;
}

int control_raise(lua_State *L, const own_run *r, perp_status s)
{
    return r->control != NULL && r->control->failed ? place_pass(L, s)
                                                    : place_raise_of(L, 1, s);
}
