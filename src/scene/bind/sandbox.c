/**
# The Lua state of a scene

A scene is trusted to be a program, not to be friendly: it may loop for ever by
mistake, but it is not an attack. So it gets memory up to a cap, CPU time up to
a limit, libraries that compute, and two doors to the file system. `require` reads
Lua beside the scene, see `modules.c`; messages quote lines of files that were so
loaded, and of no other. A figure is written under a plain name into the directory
of `--plot`, see `scene/run/figure.c`; without `--plot` there is none.
*/
#include "base/memory.h"
#include "scene/bind/inside.h"

#include <lualib.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* One scene at a time: a process has one clock. */
static struct {
    size_t bytes, cap;
    double seconds;
    int refused;
    long megabytes;
    const char *script;
    char place[256];             /* where the limit was noticed */
    volatile sig_atomic_t ticks; /* how often the clock rang */
    struct itimerval left;
    char last_words[512];
    size_t last_length;
} box;

/** ## Memory

Lua asks for all its memory here. A refusal makes Lua collect garbage and ask
again, then raise an error that carries no line: the place is noted here. */
static void *box_memory(void *user, void *block, size_t old, size_t wanted)
{
    (void)user;
    if (block == NULL)
        old = 0;
    if (wanted == 0) {
        box.bytes -= old;
        memory_free(block);
        return NULL;
    }
    if (wanted > old && wanted - old > box.cap - box.bytes) {
        box.refused = 1;
        return NULL;
    }
    void *grown =
        block == NULL ? memory_new(1, wanted) : memory_resize(block, wanted);
    if (grown == NULL)
        return wanted <= old ? block : NULL;
    box.bytes = box.bytes - old + wanted;
    return grown;
}

/** ## Time

A timer counts the CPU time of the scene, not of the steps. When it rings for
the first time, a flag goes up, and the hook that every thread of Lua inherits
raises an error at the next instruction; it goes on raising, so a `pcall` in a
loop ends too. A hook cannot interrupt a C function (a pattern that backtracks
for a year) nor a finalizer, during which Lua switches hooks off. For these the
timer rings again as much later, a second at most, and the process ends there: one line, no half
written file. Only write, unlink and _exit are called, as a signal handler
must. */
static void box_ring(int signal_number)
{
    (void)signal_number;
    if (++box.ticks < 2)
        return;
    output_unlink();
    ssize_t written = write(2, box.last_words, box.last_length);
    _exit(written >= 0 ? PERP_LIMIT : PERP_IO);
}

static void box_hook(lua_State *L, lua_Debug *at)
{
    (void)at;
    if (box.ticks == 0)
        return;
    lua_Debug ar;
    if (box.place[0] == '\0' && place_scene(L, &ar) >= 0)
        snprintf(box.place, sizeof box.place, "%.200s:%d: ", ar.source + 1,
                 ar.currentline);
    lua_sethook(L, box_hook, LUA_MASKCOUNT, 1);
    lua_pushliteral(L, "time is over");
    lua_error(L);
}

void sandbox_resume(void)
{
    if (box.seconds > 0)
        setitimer(ITIMER_PROF, &box.left, NULL);
}

void sandbox_pause(void)
{
    static const struct itimerval off;
    if (box.seconds > 0)
        setitimer(ITIMER_PROF, &off, &box.left);
}

/* At least a microsecond: nothing would stop the timer. */
static struct timeval span(double seconds)
{
    const long whole = (long)seconds;
    const long rest = (long)((seconds - (double)whole) * 1e6);
    return (struct timeval){whole, whole == 0 && rest == 0 ? 1 : rest};
}

static void box_clock(const bind_options *o)
{
    struct sigaction act = {0};
    box.seconds = o->seconds > 0 ? o->seconds : 10;
    box.left = (struct itimerval){span(box.seconds < 1 ? box.seconds : 1),
                                  span(box.seconds)};
    box.last_length = (size_t)snprintf(
        box.last_words, sizeof box.last_words,
        "perp: %.200s: the scene still runs after %g s of CPU time, inside "
        "one library call or a finalizer; --scene-seconds sets the limit\n",
        o->script, box.seconds);
    act.sa_handler = box_ring;
    act.sa_flags = SA_RESTART;
    sigemptyset(&act.sa_mask);
    sigaction(SIGPROF, &act, NULL);
}

/** ## Doors

`print` and `io.write` go to stderr, because stdout carries data. What is not
there says so when it is called. */
static int box_write(lua_State *L)
{
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++) {
        size_t len;
        const char *text = luaL_tolstring(L, i, &len);
        fwrite(text, 1, len, stderr);
        lua_pop(L, 1);
    }
    return 0;
}

static int box_print(lua_State *L)
{
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++) {
        fputs(i > 1 ? "\t" : "", stderr);
        fputs(luaL_tolstring(L, i, NULL), stderr);
        lua_pop(L, 1);
    }
    fputc('\n', stderr);
    return 0;
}

static int box_missing(lua_State *L)
{
    return place_fail(L, PERP_INPUT, "%s is not available in a scene",
                      lua_tostring(L, lua_upvalueindex(1)));
}

static int box_missing_field(lua_State *L)
{
    return place_fail(L, PERP_INPUT, "%s.%s is not available in a scene",
                      lua_tostring(L, lua_upvalueindex(1)),
                      luaL_tolstring(L, 2, NULL));
}

/** The library of that name with only the functions listed (up to a null). */
static void box_keep(lua_State *L, const char *library, const char **kept)
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
    lua_pushcclosure(L, box_missing_field, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_setglobal(L, library);
}

/** `load` reads text only: Lua does not check binary chunks, and a damaged one
can do anything to the process. */
static int box_load(lua_State *L)
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

static void box_doors(lua_State *L)
{
    static const char *os_kept[] = {"clock", "time", "date", "difftime", NULL};
    static const char *none[] = {NULL};
    static const char *gone[] = {"dofile", "loadfile", NULL};
    luaL_requiref(L, LUA_OSLIBNAME, luaopen_os, 1);
    lua_pop(L, 1);
    box_keep(L, "os", os_kept);
    box_keep(L, "io", none);
    box_keep(L, "debug", none);
    lua_getglobal(L, "io");
    lua_pushcfunction(L, box_write);
    lua_setfield(L, -2, "write");
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_pushnil(L);
    lua_setfield(L, -2, "os");
    lua_pop(L, 2);
    for (int i = 0; gone[i] != NULL; i++) {
        lua_pushstring(L, gone[i]);
        lua_pushcclosure(L, box_missing, 1);
        lua_setglobal(L, gone[i]);
    }
    lua_register(L, "print", box_print);
    lua_getglobal(L, "load");
    lua_pushcclosure(L, box_load, 1);
    lua_setglobal(L, "load");
    lua_getglobal(L, "string");
    lua_pushliteral(L, "string.dump");
    lua_pushcclosure(L, box_missing, 1);
    lua_setfield(L, -2, "dump");
    lua_pop(L, 1);
}

/** `require` keeps its own table of searchers; the scene does not see it. */
static void box_require(lua_State *L)
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

static int box_furnish(lua_State *L)
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
    box_doors(L);
    box_require(L);
    function_replace(L);
    return 0;
}

/** ## A call and its end

The clock runs while the call runs. Which limit ended it is known here, not in
the message: a scene may have caught and renamed the error. */
static perp_status failure(lua_State *L, int result)
{
    perp_code code = PERP_LIMIT;
    if (box.ticks > 0)
        return PERP_FAIL(PERP_LIMIT,
                         "%sthe scene took more than %g s of CPU time; "
                         "--scene-seconds sets the limit",
                         box.place[0] != '\0' ? box.place : "", box.seconds);
    if (result == LUA_ERRMEM)
        return PERP_FAIL(PERP_LIMIT,
                         "%s: the scene needs more than %ld "
                         "megabytes; --scene-megabytes sets the limit",
                         box.script, box.megabytes);
    const char *text = place_message(L, &code);
    if (strstr(text, "resulting string too large") != NULL)
        code = PERP_LIMIT;
    return PERP_FAIL(code, "%s", text);
}

perp_status sandbox_call(lua_State *L, int arguments, int results)
{
    sandbox_resume();
    int result = lua_pcall(L, arguments, results, 0);
    sandbox_pause();
    return result == LUA_OK && box.ticks == 0 ? PERP_SUCCESS
                                              : failure(L, result);
}

perp_status sandbox_open(const bind_options *o, lua_State **out)
{
    memset(&box, 0, sizeof box);
    box.megabytes = o->megabytes > 0 ? o->megabytes : 1024;
    box.cap = (size_t)box.megabytes << 20;
    box.script = o->script;
    lua_State *L = *out = lua_newstate(box_memory, NULL);
    if (L == NULL)
        return PERP_NO_MEMORY(4096);
    lua_pushcfunction(L, box_furnish);
    int result = lua_pcall(L, 0, 0, 0);
    if (result != LUA_OK)
        return failure(L, result);
    box_clock(o);
    lua_sethook(L, box_hook, LUA_MASKCOUNT, 1000);
    return PERP_SUCCESS;
}

void sandbox_close(lua_State *L)
{
    sandbox_resume();
    if (L != NULL)
        lua_close(L);
    sandbox_pause();
    box.seconds = 0;
}
