/**
# Errors with a place

A scene error is one line: file, line, value, remedy. The line is that of the
first function on the stack that belongs to the scene, because an error inside
`perp.system` or `math.max` is the caller's. Lua gives the place for its own
errors; ours are found by walking the stack past C functions and libraries.
*/
#include "base/nearest.h"
#include "scene/values/script.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char loaded_key, failure_key, script_key;

/** A table in the registry: the source of a chunk, and whether it is a library
of perp. */
void place_loaded(lua_State *L, const char *source, int library)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &loaded_key) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &loaded_key);
    }
    lua_pushboolean(L, library);
    lua_setfield(L, -2, source);
    lua_pop(L, 1);
}

/** Libraries of perp are loaded from files of their own, so the source of a
chunk tells them from scenes. The comparison walks the table instead of
pushing the source as a string: this function also runs when memory is
short. -1: not loaded from a file that is known here. */
static int loaded_as(lua_State *L, const char *source)
{
    int found = -1;
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &loaded_key) != LUA_TTABLE) {
        lua_pop(L, 1);
        return found;
    }
    lua_pushnil(L);
    while (found < 0 && lua_next(L, -2) != 0) {
        if (strcmp(lua_tostring(L, -2), source) == 0)
            found = lua_toboolean(L, -1);
        lua_pop(L, 1);
    }
    lua_settop(L, found >= 0 ? -3 : -2);
    return found;
}

static int is_library(lua_State *L, const char *source)
{
    return loaded_as(L, source) > 0;
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

void place_script(lua_State *L, const place_source *of)
{
    lua_pushlightuserdata(L, (void *)of);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &script_key);
}

/* Null in a stock Lua. */
static const place_source *script_of(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &script_key);
    const place_source *of = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return of;
}

int place_raise(lua_State *L, perp_status failure)
{
    lua_Debug ar;
    char text[512], *line, *end = NULL;
    int inside = place_scene(L, &ar) >= 0;
    luaL_checkstack(L, 8, NULL);
    const place_source *script = script_of(L);
    const char *file = inside           ? ar.source + 1
                       : script != NULL ? script->path
                                        : "?";
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

int place_pass(lua_State *L, perp_status failure)
{
    luaL_checkstack(L, 8, NULL);
    lua_pushstring(L, failure.message);
    return raise_text(L, failure.code);
}

/* Is the value on top a failure of ours? A scene can not make one: its
   metatable is closed. */
static int is_failure(lua_State *L)
{
    if (!lua_istable(L, -1) || !lua_getmetatable(L, -1))
        return 0;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &failure_key);
    int same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return same;
}

/* A text in the table on top, which keeps it, null when it is none; and the
   value as a number. The key is looked for, not pushed: making a string may
   fail. */
static const char *raw_text(lua_State *L, const char *key, long *number)
{
    const char *text = NULL;
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
        if (lua_type(L, -2) == LUA_TSTRING &&
            strcmp(lua_tostring(L, -2), key) == 0) {
            text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
            *number = (long)lua_tointeger(L, -1);
        }
        lua_pop(L, 1);
    }
    return text;
}

/** What was raised may be anything, and this is asked where an error of Lua
would end the process: fields are read raw, and no string is made. */
const char *place_message(lua_State *L, perp_code *code)
{
    static _Thread_local char other[80]; /* as the message of a status */
    long number = PERP_INPUT;
    const char *text = NULL;
    *code = PERP_INPUT;
    if (is_failure(L)) {
        text = raw_text(L, "message", &number);
        raw_text(L, "code", &number);
        *code = (perp_code)number;
    } else if (lua_type(L, -1) == LUA_TSTRING)
        text = lua_tostring(L, -1);
    if (text != NULL)
        return text;
    snprintf(other, sizeof other,
             "the scene raised a %s instead of a message",
             luaL_typename(L, -1));
    return other;
}

/** What a run finds out is said where the scene wrote it: the table at `index` may have a
function `line` that knows of a message which place it is about, as FILE:LINE, or nil. */
int place_raise_of(lua_State *L, int index, perp_status failure)
{
    char text[512];
    snprintf(text, sizeof text, "%s", failure.message);
    luaL_checkstack(L, 8, NULL);
    if (lua_getfield(L, index, "line") == LUA_TFUNCTION) {
        lua_pushstring(L, text);
        if (lua_pcall(L, 1, 1, 0) == LUA_OK && lua_isstring(L, -1)) {
            lua_pushfstring(L, "%s: %s", lua_tostring(L, -1), text);
            return raise_text(L, failure.code);
        }
    }
    failure.message = text;
    return place_raise(L, failure);
}

/** `fail(message [, code [, line]])`: raises with the scene's place, or with
the file of the scene and a line that the library knows better. Code 0 ends a
scene that is only asked what it declares. */
static int core_fail(lua_State *L)
{
    const char *text = luaL_checkstring(L, 1);
    lua_Integer given = luaL_optinteger(L, 2, PERP_INPUT);
    luaL_argcheck(L, given >= PERP_OK && given <= PERP_IO, 2, "no exit code");
    perp_code code = (perp_code)given;
    if (code == PERP_USAGE || lua_isstring(L, 3)) {
        if (lua_isstring(L, 3))
            lua_pushfstring(L, "%s: %s", lua_tostring(L, 3), text);
        else
            lua_pushvalue(L, 1);
        return raise_text(L, code);
    }
    return place_fail(L, code, "%s", text);
}

/** A chunk can bear any name, so a name says nothing: under perp only files are
read that were loaded. In a stock Lua the scene can read files anyway. */
static int may_read(lua_State *L, const char *path)
{
    lua_pushfstring(L, "@%s", path);
    int known = script_of(L) == NULL || loaded_as(L, lua_tostring(L, -1)) >= 0;
    lua_pop(L, 1);
    return known;
}

/* A scene that came as a text is no file. */
static FILE *opened(lua_State *L, const char *path)
{
    const place_source *of = script_of(L);
    if (of != NULL && of->text != NULL && strcmp(path, of->path) == 0)
        return of->length > 0 ? fmemopen((char *)of->text, of->length, "r")
                              : NULL;
    return may_read(L, path) ? fopen(path, "r") : NULL;
}

static int push_lines(lua_State *L, const char *path, int from, int to)
{
    FILE *in = opened(L, path);
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
text it gives the file of that name. Of `f` also how many arguments it can see,
nil: any number. */
static int core_lines(lua_State *L)
{
    lua_Debug ar;
    int from, to, sees = -1;
    if (lua_isstring(L, 1)) {
        lua_pushvalue(L, 1);
        lua_pushinteger(L, 1);
        push_lines(L, lua_tostring(L, 1), 1, 1000000);
        return 3;
    }
    if (lua_isfunction(L, 1)) {
        lua_pushvalue(L, 1);
        lua_getinfo(L, ">Su", &ar);
        from = ar.linedefined;
        sees = ar.isvararg ? -1 : ar.nparams;
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
    if (sees >= 0)
        lua_pushinteger(L, sees);
    return sees < 0 ? 3 : 4;
}

/** `here()`: the line of the scene's function that is running, or nil. */
static int core_here(lua_State *L)
{
    lua_Debug ar;
    if (place_scene(L, &ar) < 0)
        return 0;
    lua_pushinteger(L, ar.currentline);
    return 1;
}

static int core_library(lua_State *L)
{
    lua_Debug ar;
    if (lua_getstack(L, 1, &ar) == 1) {
        lua_getinfo(L, "S", &ar);
        if (script_of(L) == NULL || loaded_as(L, ar.source) >= 0)
            place_loaded(L, ar.source, 1);
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
        known[i] = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
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
                                     {"here", core_here},
                                     {"library", core_library},
                                     {"nearest", core_nearest},
                                     {NULL, NULL}};
    luaL_setfuncs(L, names, 0);
    lua_newtable(L);
    lua_pushcfunction(L, failure_text);
    lua_setfield(L, -2, "__tostring");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &failure_key);
}
