/**
# Springs and measures, from Lua tables

`lua/perp/shapes.lua` has checked names, numbers and keys.
*/
#include "scene/bind/inside.h"

#include <string.h>

/* The value on top, out of reach of the collector while `keep` lives. */
static void *pinned(lua_State *L, int keep, void *value)
{
    record_pin(L, keep);
    return value;
}

static void *zeroed(lua_State *L, int keep, size_t bytes)
{
    void *block = lua_newuserdatauv(L, bytes + 1, 0);
    return pinned(L, keep, memset(block, 0, bytes + 1));
}

/* Of the table on top. */
static mpq_srcptr strength(lua_State *L, int keep, const char *key)
{
    lua_getfield(L, -1, key);
    mpq_ptr q = ratio_new(L);
    if (!ratio_value(L, -2, q))
        place_fail(L, PERP_INPUT, "%s is not a finite number", key);
    lua_replace(L, -2);
    return pinned(L, keep, q);
}

static const char *text(lua_State *L, int keep, const char *key)
{
    lua_getfield(L, -1, key);
    const char *name = luaL_checkstring(L, -1);
    record_pin(L, keep);
    return name;
}

static void read_springs(lua_State *L, recorder *r, int keep, system_spec *to)
{
    lua_getfield(L, 1, "springs");
    luaL_checktype(L, -1, LUA_TTABLE);
    to->springs = (int)lua_rawlen(L, -1);
    system_spring *s = zeroed(L, keep, (size_t)to->springs * sizeof *s);
    to->spring = s;
    for (int i = 0; i < to->springs; i++, s++) {
        lua_rawgeti(L, -1, i + 1);
        s->name = text(L, keep, "name");
        s->stiffness = strength(L, keep, "stiffness");
        s->damping = strength(L, keep, "damping");
        lua_getfield(L, -1, "elongation");
        s->elongation = symbol_node(L, r, -1, "elongation");
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
}

static void read_measures(lua_State *L, recorder *r, int keep, system_spec *to)
{
    uint32_t n;
    lua_getfield(L, 1, "measured");
    to->measure = symbol_list(L, r, -1, &n, "measure");
    pinned(L, keep, NULL);
    lua_getfield(L, 1, "measures");
    luaL_checktype(L, -1, LUA_TTABLE);
    record_wants(L, "measures", lua_rawlen(L, -1), n);
    to->measures = (int)n;
    to->measure_name = zeroed(L, keep, n * sizeof *to->measure_name);
    for (uint32_t i = 0; i < n; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        to->measure_name[i] = luaL_checkstring(L, -1);
        record_pin(L, keep);
    }
    lua_pop(L, 2);
}

void links_read(lua_State *L, recorder *r, int keep, system_spec *spec)
{
    read_springs(L, r, keep, spec);
    read_measures(L, r, keep, spec);
}
