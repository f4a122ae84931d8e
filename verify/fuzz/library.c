/**
# perp's library, compiled once

Nine tenths of what a small scene costs is Lua's compiler, which reads the modules of
`lua/perp` again for each state. Here they are the same in every state of a process, so
the linker puts this in the place of `luaL_loadfilex` (`--wrap`): a file is compiled the
first time, in a state of its own whose memory no scene bounds, and loaded from what
`lua_dump` has written of it, lines and names of variables included, from then on. Scenes
are texts, and do not come this way.
*/
#include <lauxlib.h>
#include <lua.h>

#include <stdlib.h>
#include <string.h>

enum { MODULES = 64 };

typedef struct {
    char *path, *code;
    size_t length;
} module;

static module known[MODULES];

int __real_luaL_loadfilex(lua_State *L, const char *path, const char *mode);
int __wrap_luaL_loadfilex(lua_State *L, const char *path, const char *mode);

static int append(lua_State *L, const void *part, size_t size, void *to)
{
    module *m = to;
    char *longer = realloc(m->code, m->length + size);
    (void)L;
    if (longer == NULL)
        exit(6);
    memcpy(longer + m->length, part, size);
    m->code = longer;
    m->length += size;
    return 0;
}

/* The module of this path, or null: it cannot be compiled, or there are too many. */
static const module *compiled(const char *path, const char *mode)
{
    int i = 0;
    while (i < MODULES && known[i].path != NULL)
        if (strcmp(known[i++].path, path) == 0)
            return &known[i - 1];
    lua_State *own = i < MODULES ? luaL_newstate() : NULL;
    if (own == NULL)
        return NULL;
    if (__real_luaL_loadfilex(own, path, mode) == LUA_OK) {
        lua_dump(own, append, &known[i], 0);
        known[i].path = strdup(path);
    }
    lua_close(own);
    return known[i].path == NULL ? NULL : &known[i];
}

int __wrap_luaL_loadfilex(lua_State *L, const char *path, const char *mode)
{
    const module *m = compiled(path, mode);
    char name[1024] = "@";
    if (m == NULL)
        return __real_luaL_loadfilex(L, path, mode);
    strncat(name, path, sizeof name - 2);
    return luaL_loadbufferx(L, m->code, m->length, name, "b");
}
