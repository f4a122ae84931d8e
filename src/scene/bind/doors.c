/**
# Doors

What a scene finds: libraries that compute, and two doors to the file system.
`require` reads Lua beside the scene, see `modules.c`; messages quote lines of files
that were so loaded, and of no other. A figure, and a table of what it shows, is written under a plain name into the
directory of `--plot`, see `scene/run/figure.c`; without `--plot` there is none. In a
host's process there are no figures.
*/
#include "scene/bind/inside.h"

#include <lualib.h>
#include <stdarg.h>
#include <stdio.h>

/** `print` and `io.write` go to stderr, because stdout carries data, or to the host.
What is not there says so when it is called. */
static void doors_put(lua_State *L, const char *text, size_t n)
{
    const bind_host *host = sandbox_host(L);
    sandbox_says(L, n);
    if (host == NULL)
        fwrite(text, 1, n, stderr);
    else if (host->say != NULL)
        host->say(host->user, text);
}

void doors_say(const bind_options *o, const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (o == NULL || o->host == NULL)
        fputs(text, stderr);
    else if (o->host->say != NULL)
        o->host->say(o->host->user, text);
}

static int doors_to_plot(lua_State *L,
                         perp_status (*put)(const char *, const char *, size_t))
{
    size_t len;
    const char *name = luaL_checkstring(L, 1);
    const char *text = luaL_checklstring(L, 2, &len);
    const bind_options *o = bind_asked(L);
    sandbox_says(L, len);
    perp_status s = o != NULL && o->host == NULL
                        ? put(name, text, len)
                        : PERP_FAIL(PERP_INPUT, "figures belong to perp run");
    return s.code == PERP_OK ? 0 : place_raise(L, s);
}

int doors_figure(lua_State *L)
{
    return doors_to_plot(L, figure_write);
}

int doors_table(lua_State *L)
{
    return doors_to_plot(L, figure_table);
}

static int doors_write(lua_State *L)
{
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++) {
        size_t len;
        const char *text = luaL_tolstring(L, i, &len);
        doors_put(L, text, len);
        lua_pop(L, 1);
    }
    return 0;
}

static int doors_print(lua_State *L)
{
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++) {
        size_t len;
        if (i > 1)
            doors_put(L, "\t", 1);
        const char *text = luaL_tolstring(L, i, &len);
        doors_put(L, text, len);
        lua_pop(L, 1);
    }
    doors_put(L, "\n", 1);
    return 0;
}

static int doors_missing(lua_State *L)
{
    return place_fail(L, PERP_INPUT, "%s is not available in a scene",
                      lua_tostring(L, lua_upvalueindex(1)));
}

static int doors_missing_field(lua_State *L)
{
    return place_fail(L, PERP_INPUT, "%s.%s is not available in a scene",
                      lua_tostring(L, lua_upvalueindex(1)),
                      luaL_tolstring(L, 2, NULL));
}

/** The library of that name with only the functions listed (up to a null). */
static void doors_keep(lua_State *L, const char *library,
                       const char *const *kept)
{
    lua_newtable(L);
    for (int i = 0; kept[i] != NULL; i++) {
        lua_getglobal(L, library);
        if (lua_type(L, -1) == LUA_TTABLE)
            lua_getfield(L, -1, kept[i]);
        else
            lua_pushnil(L);
        lua_remove(L, -2);
        lua_setfield(L, -2, kept[i]);
    }
    lua_createtable(L, 0, 1);
    lua_pushstring(L, library);
    lua_pushcclosure(L, doors_missing_field, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_setglobal(L, library);
}

/** `load` reads text only: Lua does not check binary chunks, and a damaged one
can do anything to the process. */
static int doors_load(lua_State *L)
{
    int n = lua_gettop(L) >= 4 ? 4 : 3;
    lua_settop(L, n);
    lua_pushliteral(L, "t");
    lua_replace(L, 3);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, n, LUA_MULTRET);
    return lua_gettop(L);
}

static void doors_doors(lua_State *L)
{
    static const char *const os_kept[] = {"clock", "time", "date", "difftime",
                                          NULL};
    static const char *const none[] = {NULL};
    static const char *const gone[] = {"dofile", "loadfile", NULL};
    luaL_requiref(L, LUA_OSLIBNAME, luaopen_os, 1);
    lua_pop(L, 1);
    doors_keep(L, "os", os_kept);
    doors_keep(L, "io", none);
    doors_keep(L, "debug", none);
    lua_getglobal(L, "io");
    lua_pushcfunction(L, doors_write);
    lua_setfield(L, -2, "write");
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_pushnil(L);
    lua_setfield(L, -2, "os");
    lua_pop(L, 2);
    for (int i = 0; gone[i] != NULL; i++) {
        lua_pushstring(L, gone[i]);
        lua_pushcclosure(L, doors_missing, 1);
        lua_setglobal(L, gone[i]);
    }
    lua_register(L, "print", doors_print);
    lua_getglobal(L, "load");
    lua_pushcclosure(L, doors_load, 1);
    lua_setglobal(L, "load");
    lua_getglobal(L, "string");
    lua_pushliteral(L, "string.dump");
    lua_pushcclosure(L, doors_missing, 1);
    lua_setfield(L, -2, "dump");
    lua_pop(L, 1);
}

/** Hooks are off while Lua runs a finalizer: in a host's process nothing could
stop one that loops. */
static int doors_setmetatable(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    if (lua_type(L, 2) == LUA_TTABLE) {
        lua_pushliteral(L, "__gc");
        if (lua_rawget(L, 2) != LUA_TNIL)
            place_fail(L, PERP_INPUT,
                       "finalizers (__gc) are not available here");
        lua_pop(L, 1);
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

/** `xpcall` calls a message handler where the error is raised. When the hook raises it,
because time is over, hooks are off there, and a handler that loops would go on for ever:
so none is called then. */
static int handler(lua_State *L)
{
    if (sandbox_over(L))
        return 1;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

static int xpcall_end(lua_State *L, int status, lua_KContext context)
{
    (void)status;
    (void)context;
    return lua_gettop(L);
}

static int doors_xpcall(lua_State *L)
{
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, handler, 1);
    lua_replace(L, 2);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_callk(L, lua_gettop(L) - 1, LUA_MULTRET, 0, xpcall_end);
    return xpcall_end(L, LUA_OK, 0);
}

/** `require` keeps its own table of searchers; the scene does not see it. */
static void doors_require(lua_State *L)
{
    luaL_requiref(L, LUA_LOADLIBNAME, luaopen_package, 1);
    lua_createtable(L, 2, 0);
    lua_getfield(L, -2, "searchers");
    lua_rawgeti(L, -1, 1); /* package.preload */
    lua_rawseti(L, -3, 1);
    lua_pop(L, 1);
    lua_pushcfunction(L, modules_search);
    lua_rawseti(L, -2, 2);
    lua_setfield(L, -2, "searchers");
    lua_pop(L, 1);
    lua_pushnil(L);
    lua_setglobal(L, LUA_LOADLIBNAME);
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_pushnil(L);
    lua_setfield(L, -2, LUA_LOADLIBNAME);
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_perp_core);
    lua_setfield(L, -2, "perp.core");
    lua_pop(L, 2);
}

/** ## The core is a closed list

What a scene gets of `perp.core` is a thing without fields that leads to the functions:
none can be added, replaced or taken away, and the table behind it is not shown. A loop
over it walks a copy. */
static int lock_refused(lua_State *L)
{
    return place_fail(L, PERP_INPUT, "perp.core takes no '%s': it is closed",
                      luaL_tolstring(L, 2, NULL));
}

static int lock_pairs(lua_State *L)
{
    lua_getglobal(L, "next");
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, lua_upvalueindex(1)) != 0;) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -4);
    }
    lua_pushnil(L);
    return 3;
}

static const char end_here; /* its address is the key */

/* `finish(f)`, once: what perp's library does with the scene's value. */
static int core_finish(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &end_here) != LUA_TNIL)
        return place_fail(L, PERP_INPUT, "perp.core.finish is taken");
    lua_pushvalue(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &end_here);
    return 0;
}

void doors_finish(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &end_here);
}

void doors_lock(lua_State *L)
{
    lua_pushcfunction(L, core_finish);
    lua_setfield(L, -2, "finish");
    lua_newuserdatauv(L, 1, 0); /* what is shown: rawset takes tables only */
    lua_createtable(L, 0, 4);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, lock_refused);
    lua_setfield(L, -2, "__newindex");
    lua_pushvalue(L, -3);
    lua_pushcclosure(L, lock_pairs, 1);
    lua_setfield(L, -2, "__pairs");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_remove(L, -2);
}

int doors_open(lua_State *L)
{
    static const luaL_Reg libraries[] = {{LUA_GNAME, luaopen_base},
                                         {LUA_COLIBNAME, luaopen_coroutine},
                                         {LUA_TABLIBNAME, luaopen_table},
                                         {LUA_STRLIBNAME, luaopen_string},
                                         {LUA_UTF8LIBNAME, luaopen_utf8},
                                         {LUA_MATHLIBNAME, luaopen_math},
                                         {NULL, NULL}};
    for (const luaL_Reg *l = libraries; l->name != NULL; l++) {
        luaL_requiref(L, l->name, l->func, 1);
        lua_pop(L, 1);
    }
    doors_doors(L);
    lua_getglobal(L, "xpcall");
    lua_pushcclosure(L, doors_xpcall, 1);
    lua_setglobal(L, "xpcall");
    if (sandbox_host(L) != NULL) {
        lua_getglobal(L, "setmetatable");
        lua_pushcclosure(L, doors_setmetatable, 1);
        lua_setglobal(L, "setmetatable");
    }
    doors_require(L);
    function_replace(L);
    return 0;
}
