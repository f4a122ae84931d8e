/**
# The law of impact of an experiment

What `lua/perp/laws.lua` has read becomes the numbers of `perp reach`, and the
value that a run asks at its collisions.
*/
#include "scene/bind/inside.h"
#include "hp23/run/law.h"

#define MOST (1L << 40)

static double real(lua_State *L, int at, const char *key)
{
    return parameters_real(L, at, key);
}

static long whole(lua_State *L, int at, const char *key)
{
    return parameters_whole(L, at, key, MOST);
}

/* The contacts that are first in turn, each once, in a userdata that stays. */
static void read_order(lua_State *L, int at, int contacts, impact_law *l)
{
    lua_getfield(L, at, "order");
    luaL_checktype(L, -1, LUA_TTABLE);
    const int list = lua_gettop(L);
    if (lua_rawlen(L, list) > (size_t)contacts)
        place_fail(L, PERP_INPUT, "order: more than the %d contacts", contacts);
    l->orders = (int)lua_rawlen(L, list);
    int *order =
        lua_newuserdatauv(L, ((size_t)l->orders + 1) * sizeof *order, 0);
    for (int i = 0; i < l->orders; i++) {
        lua_rawgeti(L, list, i + 1);
        lua_Integer k = lua_tointeger(L, -1);
        lua_pop(L, 1);
        int fine = k >= 1 && k <= contacts;
        for (int j = 0; j < i; j++)
            fine &= order[j] != k - 1;
        if (!fine)
            place_fail(L, PERP_INPUT, "order[%d]: no contact, or one twice",
                       i + 1);
        order[i] = (int)(k - 1);
    }
    l->order = order;
}

void laws_read(lua_State *L, experiment *e)
{
    lua_getfield(L, 1, "impact");
    const int at = lua_gettop(L);
    if (lua_isnil(L, at))
        return;
    luaL_checktype(L, at, LUA_TTABLE);
    e->impact_h = real(L, at, "h");
    e->impact_N = whole(L, at, "N");
    e->impact_samples = whole(L, at, "samples");
    lua_getfield(L, at, "law");
    if (lua_isnil(L, -1))
        return;
    lua_pop(L, 1);
    impact_law *l = lua_newuserdatauv(L, sizeof *l, 0);
    *l = (impact_law){.kind =
                          (law_kind)parameters_whole(L, at, "law", LAWS - 1),
                      .o = {.h = e->impact_h,
                            .N = e->impact_N,
                            .tolerance = real(L, at, "tolerance"),
                            .seed = (uint64_t)whole(L, at, "seed")},
                      .impacts =
                          (int)parameters_whole(L, at, "impacts", 1 << 20)};
    lua_getfield(L, at, "random");
    l->random = lua_toboolean(L, -1);
    lua_pop(L, 1);
    read_order(L, at, e->sys->contacts, l);
    e->law = (collision_law){law_collide, l};
}
