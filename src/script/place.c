/**
# Errors with a place

A scene error is one line: file, line, value, remedy. The line is that of the
first function on the stack that belongs to the scene, because an error inside
`perp.system` or `math.max` is the caller's. Lua gives the place for its own
errors; ours are found by walking the stack past C functions and libraries.
*/
#include "base/nearest.h"
#include "script/script.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char libraries_key, failure_key;

void place_library(lua_State *L, const char *source)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &libraries_key) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &libraries_key);
    }
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, source);
    lua_pop(L, 1);
}

/** Libraries of perp are loaded from files of their own, so the source of a
chunk tells them from scenes. The comparison walks the table instead of
pushing the source as a string: this function also runs when memory is
short. */
static int is_library(lua_State *L, const char *source)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &libraries_key) != LUA_TTABLE) {
        lua_pop(L, 1);
        return 0;
    }
    int found = 0;
    lua_pushnil(L);
    while (!found && lua_next(L, -2) != 0) {
        found = strcmp(lua_tostring(L, -2), source) == 0;
        lua_pop(L, 1);
    }
    lua_settop(L, found ? -3 : -2);
    return found;
}

int place_scene(lua_State *L, lua_Debug *ar)
{
    for (int level = 0; lua_getstack(L, level, ar) == 1; level++) {
        lua_getinfo(L, "Sl", ar);
        if (ar->source[0] == '@' && ar->currentline > 0 &&
            !is_library(L, ar->source))
            return level;
    }
    return -1;
}

static void push_place(lua_State *L)
{
    lua_Debug ar;
    if (place_scene(L, &ar) >= 0)
        lua_pushfstring(L, "%s:%d: ", ar.source + 1, ar.currentline);
    else
        lua_pushliteral(L, "");
}

/** A failure whose code is not 3 travels as a table with the text and the
code; a scene that catches it sees the text through `tostring`. */
static int raise_text(lua_State *L, perp_code code)
{
    if (code != PERP_INPUT) {
        lua_createtable(L, 0, 2);
        lua_insert(L, -2);
        lua_setfield(L, -2, "message");
        lua_pushinteger(L, code);
        lua_setfield(L, -2, "code");
        lua_rawgetp(L, LUA_REGISTRYINDEX, &failure_key);
        lua_setmetatable(L, -2);
    }
    return lua_error(L);
}

static int failure_text(lua_State *L)
{
    lua_getfield(L, 1, "message");
    return 1;
}

int place_fail(lua_State *L, perp_code code, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    luaL_checkstack(L, 8, NULL);
    push_place(L);
    lua_pushstring(L, text);
    lua_concat(L, 2);
    return raise_text(L, code);
}

static const char *script;

void place_script(const char *path)
{
    script = path;
}

int place_raise(lua_State *L, perp_status failure)
{
    lua_Debug ar;
    char text[512], *line, *end = NULL;
    int inside = place_scene(L, &ar) >= 0;
    const char *file = inside           ? ar.source + 1
                       : script != NULL ? script
                                        : "?";
    luaL_checkstack(L, 8, NULL);
    snprintf(text, sizeof text, "%s", failure.message);
    line = strstr(text, "line ");
    if (line != NULL)
        strtoul(line + 5, &end, 10);
    if (line != NULL && end > line + 5 && strncmp(end, ": ", 2) == 0) {
        *end = *line = '\0';
        lua_pushfstring(L, "%s:%s: %s%s", file, line + 5, text, end + 2);
    } else if (inside)
        lua_pushfstring(L, "%s:%d: %s", file, ar.currentline, text);
    else
        lua_pushfstring(L, "%s: %s", file, text);
    return raise_text(L, failure.code);
}

/** Lua's messages may hold several lines (a string of the scene is quoted in
them); what reaches the terminal has one. */
static void one_line(lua_State *L)
{
    lua_pushstring(L, luaL_gsub(L, lua_tostring(L, -1), "\n", " "));
    lua_replace(L, -3);
    lua_pop(L, 1);
}

const char *place_message(lua_State *L, perp_code *code)
{
    *code = PERP_INPUT;
    if (luaL_getmetafield(L, -1, "perp_failure") != LUA_TNIL) {
        lua_pop(L, 1);
        lua_getfield(L, -1, "code");
        *code = (perp_code)lua_tointeger(L, -1);
        lua_pop(L, 1);
        lua_getfield(L, -1, "message");
    } else if (lua_type(L, -1) != LUA_TSTRING)
        lua_pushfstring(L, "the scene raised a %s instead of a message",
                        luaL_typename(L, -1));
    else
        lua_pushvalue(L, -1);
    one_line(L);
    return lua_tostring(L, -1);
}

/** `fail(message [, code [, line]])`: raises with the scene's place, or with
the file of the scene and a line that the library knows better. */
static int core_fail(lua_State *L)
{
    const char *text = luaL_checkstring(L, 1);
    perp_code code = (perp_code)luaL_optinteger(L, 2, PERP_INPUT);
    if (code == PERP_USAGE || lua_isstring(L, 3)) {
        if (lua_isstring(L, 3))
            lua_pushfstring(L, "%s: %s", lua_tostring(L, 3), text);
        else
            lua_pushvalue(L, 1);
        return raise_text(L, code);
    }
    return place_fail(L, code, "%s", text);
}

static int push_lines(lua_State *L, const char *path, int from, int to)
{
    FILE *in = fopen(path, "r");
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    int line = 1;
    for (int c; in != NULL && line <= to && (c = getc(in)) != EOF;
         line += c == '\n')
        if (line >= from && luaL_bufflen(&text) < 200000)
            luaL_addchar(&text, (char)c);
    if (in != NULL)
        fclose(in);
    luaL_pushresult(&text);
    return 1;
}

/** `lines([f])` gives file, first line and text of the function `f`; without
it, of the scene's function that is running, from its present line on. For a
text it gives the file of that name. */
static int core_lines(lua_State *L)
{
    lua_Debug ar;
    int from, to;
    if (lua_isstring(L, 1)) {
        lua_pushvalue(L, 1);
        lua_pushinteger(L, 1);
        push_lines(L, lua_tostring(L, 1), 1, 1000000);
        return 3;
    }
    if (lua_isfunction(L, 1)) {
        lua_pushvalue(L, 1);
        lua_getinfo(L, ">S", &ar);
        from = ar.linedefined;
    } else if (place_scene(L, &ar) >= 0)
        from = ar.currentline;
    else
        return 0;
    to = ar.lastlinedefined > 0 ? ar.lastlinedefined : 1000000;
    if (ar.source[0] != '@')
        return 0;
    lua_pushstring(L, ar.source + 1);
    lua_pushinteger(L, from);
    push_lines(L, ar.source + 1, from, to);
    return 3;
}

static int core_library(lua_State *L)
{
    lua_Debug ar;
    if (lua_getstack(L, 1, &ar) == 1) {
        lua_getinfo(L, "S", &ar);
        place_library(L, ar.source);
    }
    return 0;
}

/** `nearest(word, list)`: the known word that was probably meant, or nil. */
static int core_nearest(lua_State *L)
{
    const char *word = luaL_checkstring(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    int n = (int)lua_rawlen(L, 2);
    const char **known =
        lua_newuserdatauv(L, sizeof *known * (size_t)(n + 1), 0);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, 2, i + 1);
        known[i] = lua_tostring(L, -1);
        lua_pop(L, 1); /* the list keeps the string alive */
    }
    int found = nearest_word(word, known, n);
    lua_pushstring(L, found < 0 ? NULL : known[found]);
    return 1;
}

void place_open(lua_State *L)
{
    static const luaL_Reg names[] = {{"fail", core_fail},
                                     {"lines", core_lines},
                                     {"library", core_library},
                                     {"nearest", core_nearest},
                                     {NULL, NULL}};
    luaL_setfuncs(L, names, 0);
    lua_newtable(L);
    lua_pushcfunction(L, failure_text);
    lua_setfield(L, -2, "__tostring");
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, "perp_failure");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &failure_key);
}
