#include "scene/bind/inside.h"

static const char *word(lua_State *L, int at, const char *key)
{
    lua_getfield(L, at, key); /* stays: the text is the scene's */
    return lua_tostring(L, -1);
}

void ends_read(lua_State *L, const perp_system *sys, experiment_ends *out)
{
    const int nv = sys->nv;
    const int size = sys->nq + nv + sys->contacts + sys->total_slips;
    lua_getfield(L, 1, "ends");
    const int at = lua_gettop(L);
    if (lua_isnil(L, at))
        return;
    luaL_checktype(L, at, LUA_TTABLE);
    out->n = nv;
    out->start = parameters_numbers(L, at, "start", nv * nv);
    out->final = parameters_numbers(L, at, "final", nv * size);
    out->value = parameters_numbers(L, at, "value", nv);
    out->method = word(L, at, "method");
    out->along = word(L, at, "along");
    lua_getfield(L, at, "most");
    out->most = (long)lua_tointeger(L, -1);
    lua_getfield(L, at, "cells");
    out->cells = (long)lua_tointeger(L, -1);
    lua_getfield(L, at, "from");
    out->from = lua_tonumber(L, -1);
    lua_getfield(L, at, "to");
    out->to = lua_tonumber(L, -1);
}
