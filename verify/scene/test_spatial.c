/* Runs the Lua tests of bodies in space and of joints in a plain Lua state, with
   probes into the C side: rows of contacts in doubles and, where their formulas
   have no root, in rationals as well; M, F and Gamma; joints. */
#include "base/memory.h"
#include "scene/bind/inside.h"
#include "check.h"

#include <lualib.h>
#include <math.h>

enum { MOST = 4096 };

static long exact_rows; /* rows that were compared with their rationals */

static double take(lua_State *L, int list, int i)
{
    lua_rawgeti(L, list, i);
    double x = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return x;
}

static int give(lua_State *L, const double *x, int n)
{
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushnumber(L, x[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int give_rows(lua_State *L, const double *x, int rows, int n)
{
    lua_createtable(L, rows, 0);
    for (int i = 0; i < rows; i++) {
        give(L, x + i * n, n);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* The same row over the rationals, when there is one: doubles must be near. */
static void compare_exact(const perp_system *s, const binding *b, uint32_t pair,
                          const double *q, const double *row)
{
    size_t n = (size_t)s->nv * (1 + b->k->slips);
    mpq_t x[64], y[512];
    for (int i = 0; i < s->nq; i++) {
        mpq_init(x[i]);
        mpq_set_d(x[i], q[i]);
    }
    for (size_t i = 0; i < n; i++)
        mpq_init(y[i]);
    perp_status st =
        binding_row_exact(b, pair, (const mpq_t *)x, (uint32_t)s->nv, y);
    for (size_t i = 0; i < n && st.code == PERP_OK; i++, exact_rows++)
        CHECK(fabs(mpq_get_d(y[i]) - row[i]) <= 2e-14 * (1 + fabs(row[i])),
              "%s, entry %zu: %.17g, exactly %.17g", b->k->name, i, row[i],
              mpq_get_d(y[i]));
    for (int i = 0; i < s->nq; i++)
        mpq_clear(x[i]);
    for (size_t i = 0; i < n; i++)
        mpq_clear(y[i]);
}

/* probe_rows(system, binding, pair, q): gap, list of n and the slips' rows;
   probe_rows(system, binding): the number of pairs. */
static int probe_rows(lua_State *L)
{
    const perp_system *s = scene_system(L, 1);
    const binding *b = s->binding[lua_tointeger(L, 2) - 1].pairs;
    if (lua_gettop(L) == 2) {
        lua_pushinteger(L, b->n);
        return 1;
    }
    uint32_t pair = (uint32_t)lua_tointeger(L, 3) - 1;
    double q[64], work[MOST], gap[256], row[512];
    if (s->nq > 64 || binding_work(b) > MOST || b->n > 256 || pair >= b->n)
        return luaL_error(L, "pair %d of %d, work %d: not for this probe",
                          (int)pair + 1, (int)b->n, (int)binding_work(b));
    for (int i = 0; i < s->nq; i++)
        q[i] = take(L, 4, i + 1);
    perp_status st = binding_gaps(b, q, work, gap);
    if (st.code == PERP_OK)
        st = binding_row(b, pair, q, (uint32_t)s->nv, work, row);
    if (st.code != PERP_OK)
        return luaL_error(L, "%s", st.message);
    compare_exact(s, b, pair, q, row);
    lua_pushnumber(L, gap[pair]);
    return 1 + give_rows(L, row, 1 + (int)b->k->slips, s->nv);
}

static void inputs(lua_State *L, const perp_system *s, double *in)
{
    for (int i = 0; i < s->nq; i++)
        in[i] = take(L, 2, i + 1);
    for (int i = 0; i < s->nv; i++)
        in[s->nq + i] = take(L, 3, i + 1);
    in[s->nq + s->nv] = 0;
}

/* probe_inertia(system, q, v): rows of M, F, Gamma. */
static int probe_inertia(lua_State *L)
{
    const perp_system *s = scene_system(L, 1);
    double in[64], work[MOST], out[1024];
    inputs(L, s, in);
    perp_status st = tape_f64(&s->inertia, in, work, out);
    if (st.code != PERP_OK)
        return luaL_error(L, "%s", st.message);
    int vv = s->nv * s->nv;
    give_rows(L, out, s->nv, s->nv);
    give_rows(L, out + vv, s->nv, s->nv);
    return 2 + give_rows(L, out + 2 * vv, s->nq, s->nv);
}

/* probe_joints(system, q, v): Theta, rows nu. */
static int probe_joints(lua_State *L)
{
    const perp_system *s = scene_system(L, 1);
    double in[64], work[MOST], out[512];
    inputs(L, s, in);
    perp_status st = tape_f64(&s->joint, in, work, out);
    if (st.code != PERP_OK)
        return luaL_error(L, "%s", st.message);
    give(L, out, s->joints);
    return 1 + give_rows(L, out + s->joints, s->joints, s->nv);
}

static const char *source(const char *file)
{
    static char path[1024];
    const char *root = getenv("PERP_SOURCE");
    snprintf(path, sizeof path, "%s/%s", root != NULL ? root : ".", file);
    return path;
}

static void run_lua(const char *file)
{
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_perp_core);
    lua_setfield(L, -2, "perp.core");
    lua_register(L, "probe_rows", probe_rows);
    lua_register(L, "probe_inertia", probe_inertia);
    lua_register(L, "probe_joints", probe_joints);
    lua_getglobal(L, "package");
    const char *lua = source("lua");
    lua_pushfstring(L, "%s/?.lua;%s/?/init.lua", lua, lua);
    lua_setfield(L, -2, "path");
    int bad = luaL_dofile(L, source(file));
    CHECK(!bad, "%s", lua_tostring(L, -1));
    lua_close(L);
}

/* Gaps of all pairs and their rows n, by hand and by the rates of the bodies.
   Verifies GAP08 (2.2). */
static void contacts(void)
{
    run_lua("verify/scene/test_spatial.lua");
    CHECK(exact_rows > 1000, "only %ld", exact_rows);
    printf("%ld entries of rows compared with their rationals\n", exact_rows);
    VERIFIES("GAP08 (2.2)");
}

/* Theta and nu v of all joints. Verifies GAP08 (2.1). */
static void joints(void)
{
    run_lua("verify/scene/test_joints.lua");
    VERIFIES("GAP08 (2.1)");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(contacts);
    RUN(joints);
    DONE;
}
