/**
# Modules

`require` finds every name beside the scene, but `perp` and `perp.x`: those are
perp's own libraries, all of them from one directory. It is

1. that which a host names, or else of the environment variable PERP_LUA, if there
   is one, and no other;
2. `share/perp/lua` of the prefix that the program itself lies in, as
   `PREFIX/bin/perp`: a program uses what it was installed with. In a host's process
   it is that of the library (`PREFIX/lib/libperp.so` or `PREFIX/lib/MACHINE/`);
3. for a program in its build tree, the source tree;
4. the place of installation that the build was told.

The first that holds `perp/init.lua` is taken.
*/
#define _GNU_SOURCE /* dladdr */
#include "scene/bind/inside.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM = 4096, PLACES = 4 };

/* Its address says what this is linked into. */
static const char own_place;

/* Of what is there and cannot be opened after all, loading says why. */
static int readable(const char *path)
{
    return access(path, R_OK) == 0;
}

void bind_own_directory(char *to, size_t room)
{
    ssize_t n = readlink("/proc/self/exe", to, room - 1);
    to[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(to, '/');
    if (slash != NULL)
        *slash = '\0';
}

/* Is `tree` the directory or one above it? Names may differ, by links. */
static int lies_in(const char *dir, const char *tree)
{
    char at[ROOM];
    struct stat here, there;
    snprintf(at, sizeof at, "%s", dir);
    for (char *end = NULL; end != at; *end = '\0') {
        if (stat(at, &here) == 0 && stat(tree, &there) == 0 &&
            here.st_dev == there.st_dev && here.st_ino == there.st_ino)
            return 1;
        end = strrchr(at, '/');
        if (end == NULL)
            break;
    }
    return 0;
}

/* The directory of what this function was linked into, library or program. */
static void linked_directory(char *to, size_t room)
{
    Dl_info at;
    char path[PATH_MAX];
    to[0] = '\0';
    if (dladdr(&own_place, &at) == 0 || realpath(at.dli_fname, path) == NULL)
        return;
    snprintf(to, room, "%s", path);
    *strrchr(to, '/') = '\0';
}

/* `up` directories above `own`; "" when there are not so many. */
static void below(char *to, const char *own, int up)
{
    size_t n = strlen(own);
    for (; up > 0 && n > 0; up--)
        while (n > 0 && own[--n] != '/')
            ;
    to[0] = '\0';
    if (up == 0 && n + 20 < ROOM)
        snprintf(to, ROOM, "%.*s/share/perp/lua", (int)n, own);
}

/* Where perp's libraries may be, in order: names of ROOM bytes, or "". */
static void places(const bind_host *host, char (*to)[ROOM])
{
    char own[ROOM];
    const char *said = host != NULL && host->lua != NULL ? host->lua
                                                         : getenv("PERP_LUA");
    memset(to, 0, PLACES * sizeof *to);
    if (said != NULL && said[0] != '\0') {
        snprintf(to[0], ROOM, "%s", said);
        return;
    }
    if (host != NULL)
        linked_directory(own, sizeof own);
    else
        bind_own_directory(own, sizeof own);
    if (own[0] != '\0') {
        below(to[0], own, 1);
        if (host != NULL)
            below(to[1], own, 2);
        if (lies_in(own, PERP_BUILD_DIR))
            snprintf(to[2], ROOM, "%s", PERP_LUA_DIR);
    }
    snprintf(to[3], ROOM, "%s", PERP_LUA_INSTALLED);
}

static const bind_host *host_of(lua_State *L)
{
    const bind_options *o = bind_asked(L);
    return o != NULL ? o->host : NULL;
}

/* The directory of perp's libraries, ROOM bytes; 0: there is none. */
static int libraries(lua_State *L, char *to)
{
    char place[PLACES][ROOM];
    char file[ROOM + 20];
    places(host_of(L), place);
    for (int i = 0; i < PLACES; i++) {
        snprintf(file, sizeof file, "%.4095s/perp/init.lua", place[i]);
        if (place[i][0] != '\0' && readable(file)) {
            strcpy(to, place[i]);
            return 1;
        }
    }
    return 0;
}

int modules_place(lua_State *L, const char *name, char *to, size_t room)
{
    char root[ROOM];
    if (!libraries(L, root))
        return 0;
    return (size_t)snprintf(to, room, "%s/%.64s", root, name) < room;
}

static int no_libraries(lua_State *L)
{
    char place[PLACES][ROOM];
    luaL_Buffer text;
    places(host_of(L), place);
    luaL_buffinit(L, &text);
    luaL_addstring(&text, "perp's own Lua is not found; set PERP_LUA to the "
                          "directory that holds perp/init.lua. It is not in");
    for (int i = 0; i < PLACES; i++)
        if (place[i][0] != '\0') {
            luaL_addchar(&text, ' ');
            luaL_addstring(&text, place[i]);
        }
    luaL_pushresult(&text);
    return place_fail(L, PERP_IO, "%s", lua_tostring(L, -1));
}

/** A file that is loaded is read: no output may take its place. A host has no
outputs, and the list of files is the program's. */
static int load_from(lua_State *L, const char *path, int library)
{
    if (!readable(path))
        return 0;
    perp_status s =
        host_of(L) == NULL ? apart_reads(path) : PERP_SUCCESS;
    if (s.code == PERP_OK && !library && host_of(L) == NULL)
        s = resumed_source(bind_call_of(L), path);
    if (s.code != PERP_OK)
        place_raise(L, s);
    lua_pushfstring(L, "@%s", path);
    place_loaded(L, lua_tostring(L, -1), library);
    const int result = luaL_loadfilex(L, path, "t");
    if (result == LUA_ERRFILE)
        return place_fail(L, PERP_IO, "%s", lua_tostring(L, -1));
    if (result != LUA_OK)
        return lua_error(L);
    lua_pushstring(L, path);
    return 2;
}

static int search_library(lua_State *L, const char *name)
{
    char root[ROOM];
    if (!libraries(L, root))
        return no_libraries(L);
    const char *inner = strcmp(name, "perp") == 0 ? "perp.init" : name;
    const char *file = luaL_gsub(L, inner, ".", "/");
    lua_pushfstring(L, "%s/%s.lua", root, file);
    if (load_from(L, lua_tostring(L, -1), 1))
        return 2;
    lua_pushfstring(L, "no library '%s' of perp", name);
    return 1;
}

/** Dots lead down, and nothing leads up or away: a dot is a slash, so there are
no two in a row, and a name that begins with a slash is beside the scene, too. */
int modules_search(lua_State *L)
{
    const char *name = luaL_checkstring(L, 1);
    if (strcmp(name, "perp") == 0 || strncmp(name, "perp.", 5) == 0)
        return search_library(L, name);
    const char *script = bind_asked(L)->script;
    const char *slash = strrchr(script, '/');
    lua_pushlstring(L, script,
                    slash == NULL ? 0 : (size_t)(slash - script) + 1);
    const char *file = luaL_gsub(L, name + strspn(name, "/."), ".", "/");
    lua_pushfstring(L, "%s%s.lua", lua_tostring(L, -2), file);
    if (load_from(L, lua_tostring(L, -1), 0))
        return 2;
    lua_pushfstring(L, "no file '%s' beside the scene", lua_tostring(L, -1));
    return 1;
}
