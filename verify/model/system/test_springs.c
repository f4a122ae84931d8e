/* Springs of a system: phi and a of every link of lua/perp/links.lua against
   formulas by hand (verify/scene/bind/test_links.lua in a plain Lua state, with a probe),
   and what a scene may not ask for. */
#include "base/memory.h"
#include "scene/bind/inside.h"
#include "scene.h"

#include <lualib.h>
#include <math.h>

static double take(lua_State *L, int list, int i)
{
    lua_rawgeti(L, list, i);
    double x = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return x;
}

static void give(lua_State *L, const double *x, int n)
{
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushnumber(L, x[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/* probe_springs(system, q): the list of phi, the list of rows a, stiffnesses
   and dampings; or nil and a message. */
static int probe_springs(lua_State *L)
{
    const perp_system *s = scene_system(L, 1);
    double in[64] = {0}, work[4096], out[512];
    CHECK(tape_slots(&s->spring) <= 4096, "too large for this probe");
    for (int i = 0; i < s->nq; i++)
        in[i] = take(L, 2, i + 1);
    perp_status st = tape_f64(&s->spring, in, work, out);
    if (st.code != PERP_OK) {
        lua_pushnil(L);
        lua_pushstring(L, st.message);
        return 2;
    }
    give(L, out, s->springs);
    lua_createtable(L, s->springs, 0);
    for (int i = 0; i < s->springs; i++) {
        give(L, out + s->springs + i * s->nv, s->nv);
        lua_rawseti(L, -2, i + 1);
    }
    give(L, s->stiffness, s->springs);
    give(L, s->damping, s->springs);
    return 4;
}

/* probe_coriolis(system, q, v): F by rows. */
static int probe_coriolis(lua_State *L)
{
    const perp_system *s = scene_system(L, 1);
    double in[64] = {0}, work[4096], out[1024];
    for (int i = 0; i < s->nq; i++)
        in[i] = take(L, 2, i + 1);
    for (int i = 0; i < s->nv; i++)
        in[s->nq + i] = take(L, 3, i + 1);
    perp_status st = tape_f64(&s->inertia, in, work, out);
    CHECK(st.code == PERP_OK, "%s", st.message);
    give(L, out + s->nv * s->nv, s->nv * s->nv);
    return 1;
}

static const char *source(const char *file)
{
    static char path[1024];
    const char *root = getenv("PERP_SOURCE");
    snprintf(path, sizeof path, "%s/%s", root != NULL ? root : ".", file);
    return path;
}

/** Elongations and rows of springs, dampers and torsion in the plane and in
space, at random states; the Coriolis matrix of bodies in space against (48),
antisymmetric. Verifies AP02 (27), (28), (29), (48). */
static void links(void)
{
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_perp_core);
    lua_setfield(L, -2, "perp.core");
    lua_register(L, "probe_springs", probe_springs);
    lua_register(L, "probe_coriolis", probe_coriolis);
    lua_getglobal(L, "package");
    const char *lua = source("lua");
    lua_pushfstring(L, "%s/?.lua;%s/?/init.lua", lua, lua);
    lua_setfield(L, -2, "path");
    int bad = luaL_dofile(L, source("verify/scene/bind/test_links.lua"));
    CHECK(!bad, "%s", lua_tostring(L, -1));
    lua_close(L);
    VERIFIES("AP02 (27), (28), (29), (48)");
}

/* Strengths that are negative, an elongation of the velocity. */
static void what_is_refused(void)
{
    static const char *const say[] = {
        "spring 'pull' has the negative stiffness -2",
        "spring 'pull' has the negative damping -0.5",
        "the elongation of spring 'pull' depends on the velocity"};
    for (int i = 0; i < 3; i++) {
        scene s;
        scene_start(&s, 1);
        graph_id one = graph_const(&s.g, 1), zero = graph_const(&s.g, 0);
        mpq_t stiffness, damping;
        mpq_inits(stiffness, damping, NULL);
        mpq_set_si(stiffness, i == 0 ? -2 : 1, 1);
        mpq_set_si(damping, i == 1 ? -1 : 1, 2);
        system_spring spring = {"pull", i == 2 ? s.v[0] : s.q[0], stiffness,
                                damping};
        system_spec spec = {.g = &s.g,
                            .nq = 1,
                            .nv = 1,
                            .q_name = s.name,
                            .v_name = s.name,
                            .M = &one,
                            .k = &zero,
                            .springs = 1,
                            .spring = &spring};
        perp_status st = system_make(&s.a, &spec, &s.sys);
        CHECK(st.code == PERP_INPUT && strstr(st.message, say[i]) != NULL,
              "%d: %s", i, st.message);
        mpq_clears(stiffness, damping, NULL);
        scene_end(&s);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(links);
    RUN(what_is_refused);
    DONE;
}
