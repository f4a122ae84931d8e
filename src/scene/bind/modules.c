/**
# Modules

`require` finds every name beside the scene, but `perp` and `perp.x`: those are
perp's own libraries, all of them from one directory. It is

1. that of the environment variable PERP_LUA, if there is one, and no other;
2. `share/perp/lua` of the prefix that the program itself lies in, as
   `PREFIX/bin/perp`: a program uses what it was installed with;
3. for a program in its build tree, the source tree;
4. the place of installation that the build was told.

The first that holds `perp/init.lua` is taken.
*/
#include "scene/bind/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM = 4096, PLACES = 3 };

static int readable(const char *path)
{
    FILE *in = fopen(path, "r");
    if (in != NULL)
        fclose(in);
    return in != NULL;
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

/* Where perp's libraries may be, in order: names of ROOM bytes, or "". */
static void places(char (*to)[ROOM])
{
    char own[ROOM];
    const char *said = getenv("PERP_LUA");
    memset(to, 0, PLACES * sizeof *to);
    if (said != NULL && said[0] != '\0') {
        snprintf(to[0], ROOM, "%s", said);
        return;
    }
    bind_own_directory(own, sizeof own);
    char *slash = strrchr(own, '/');
    if (slash != NULL && strlen(own) + 20 < ROOM)
        snprintf(to[0], ROOM, "%.*s/share/perp/lua", (int)(slash - own), own);
    if (lies_in(own, PERP_BUILD_DIR))
        snprintf(to[1], ROOM, "%s", PERP_LUA_DIR);
    snprintf(to[2], ROOM, "%s", PERP_LUA_INSTALLED);
}

/* The directory of perp's libraries; "" when there is none. */
static const char *libraries(void)
{
    static char place[PLACES][ROOM];
    char file[ROOM + 20];
    places(place);
    for (int i = 0; i < PLACES; i++) {
        const char *root = place[i];
        snprintf(file, sizeof file, "%.4095s/perp/init.lua", root);
        if (root[0] != '\0' && readable(file))
            return root;
    }
    return "";
}

const char *modules_place(const char *name)
{
    static char path[ROOM + 80];
    snprintf(path, sizeof path, "%s/%.64s", libraries(), name);
    return path;
}

static int no_libraries(lua_State *L)
{
    static char place[PLACES][ROOM];
    luaL_Buffer text;
    places(place);
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

/** A file that is loaded is read: no output may take its place. */
static int load_from(lua_State *L, const char *path, int library)
{
    if (!readable(path))
        return 0;
    perp_status s = apart_reads(path);
    if (s.code != PERP_OK)
        place_raise(L, s);
    lua_pushfstring(L, "@%s", path);
    place_loaded(L, lua_tostring(L, -1), library);
    if (luaL_loadfilex(L, path, "t") != LUA_OK)
        return lua_error(L);
    lua_pushstring(L, path);
    return 2;
}

static int search_library(lua_State *L, const char *name)
{
    const char *root = libraries();
    if (root[0] == '\0')
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
