/**
# Files for ParaView

`lua/perp/vtk.lua` writes the texts of `--vtk`, one for each row and one that lists
them; here they become files of the command. The directory is new or empty, so a row
that is in it is this run's.
*/
#include "base/file.h"
#include "scene/bind/inside.h"

#include <stdio.h>
#include <string.h>

enum { VTK_MOST = 100000 };

static perp_status put(bind_call *c, const char *name, const char *text,
                       size_t n)
{
    const char *dir = c->asked->vtk;
    char path[NAMES_ROOM];
    FILE *f;
    PERP_TRY(names_plain("--vtk", name));
    if (strlen(dir) + strlen(name) + 2 > NAMES_ROOM)
        return PERP_FAIL(PERP_IO, "--vtk '%.200s': the names of its files are "
                                  "too long", dir);
    if (c->vtk >= VTK_MOST)
        return PERP_FAIL(PERP_LIMIT, "--vtk: more than %d rows; --every K "
                                     "takes each K-th", VTK_MOST - 1);
    if (c->vtk++ == 0)
        PERP_TRY(file_folder(dir));
    snprintf(path, sizeof path, "%s/%s", dir, name);
    PERP_TRY(file_fresh(path, &f));
    fwrite(text, 1, n, f);
    return file_end(f, path);
}

/** `vtk(name, text)`: a file of this name in the directory of `--vtk`. */
static int core_vtk(lua_State *L)
{
    bind_call *c = bind_call_of(L);
    size_t n;
    const char *name = luaL_checkstring(L, 1);
    const char *text = luaL_checklstring(L, 2, &n);
    if (c == NULL || c->asked->host != NULL || c->asked->vtk == NULL)
        return place_fail(L, PERP_INPUT, "files for ParaView, and no --vtk "
                                         "DIR");
    sandbox_says(L, n);
    sandbox_pause(L);
    perp_status s = put(c, name, text, n);
    sandbox_resume(L);
    return s.code == PERP_OK ? 0 : place_raise(L, s);
}

void vtk_tell(const bind_call *c)
{
    if (c->asked->vtk != NULL && !c->asked->quiet)
        fprintf(stderr, "written: %s, %ld files\n", c->asked->vtk, c->vtk);
}

void vtk_open(lua_State *L)
{
    static const luaL_Reg names[] = {{"vtk", core_vtk}, {NULL, NULL}};
    luaL_setfuncs(L, names, 0);
}
