/**
# Values that own memory

A userdata of ours is closed to the scene: `getmetatable` gives false, so that
nobody calls a metamethod with values that Lua would never hand to it, or a
finalizer by hand.

Its finalizer gives its memory back, and the scene can still hold it then: Lua
finalizes in the reverse order of making, so a `__gc` of the scene that was set
earlier runs later. What has given its memory back has therefore no type any
more: it is a userdata that no function of ours takes.
*/
#include "scene/values/script.h"

void owned_type(lua_State *L, const char *name, lua_CFunction gc)
{
    luaL_newmetatable(L, name);
    if (gc != NULL) {
        lua_pushcfunction(L, gc);
        lua_setfield(L, -2, "__gc");
    }
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
}

int owned_gone(lua_State *L)
{
    lua_pushnil(L);
    lua_setmetatable(L, 1);
    return 0;
}
