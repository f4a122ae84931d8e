/* Runs the Lua tests of this room with perp.core in a plain Lua state, gives them two
   probes into the C side, and sweeps refused allocations over whole runs. */
#include "base/memory.h"
#include "scene/bind/inside.h"
#include "check.h"

#include <lualib.h>
#include <unistd.h>

static double take(lua_State *L, int list, int i)
{
    lua_rawgeti(L, list, i);
    double x = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return x;
}

static void give(lua_State *L, const double *x, int n)
{
    lua_newtable(L);
    for (int i = 0; i < n; i++) {
        lua_pushnumber(L, x[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/* probe_pair(system, binding, pair, q): gap, n, list of slip rows. */
static int probe_pair(lua_State *L)
{
    const perp_system *s = scene_system(L, 1);
    const binding *b = s->binding[lua_tointeger(L, 2) - 1].pairs;
    uint32_t pair = (uint32_t)lua_tointeger(L, 3) - 1;
    double q[64], work[4096], gap[64], row[256];
    for (int i = 0; i < s->nq; i++)
        q[i] = take(L, 4, i + 1);
    if (binding_work(b) > 4096 || b->n > 64 || pair >= b->n)
        return luaL_error(L, "pair %d of %d, work %d: not for this probe",
                          (int)pair + 1, (int)b->n, (int)binding_work(b));
    perp_status st = binding_gaps(b, q, work, gap);
    if (st.code == PERP_OK)
        st = binding_row(b, pair, q, (uint32_t)s->nv, work, row);
    if (st.code != PERP_OK)
        return luaL_error(L, "%s", st.message);
    lua_pushnumber(L, gap[pair]);
    give(L, row, s->nv);
    give(L, row + s->nv, s->nv);
    return 3;
}

/* probe_motion(system, q, v, t): M by rows, k. */
static int probe_motion(lua_State *L)
{
    const perp_system *s = scene_system(L, 1);
    double in[64], work[4096], out[256], k[64];
    int n = 0;
    for (int i = 0; i < s->nq; i++)
        in[n++] = take(L, 2, i + 1);
    for (int i = 0; i < s->nv; i++)
        in[n++] = take(L, 3, i + 1);
    in[n] = lua_tonumber(L, 4);
    perp_status st = tape_f64(&s->inertia, in, work, out);
    if (st.code == PERP_OK)
        st = tape_f64(&s->force, in, work, k);
    if (st.code != PERP_OK)
        return luaL_error(L, "%s", st.message);
    give(L, out, s->nv * s->nv);
    give(L, k, s->nv);
    return 2;
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
    lua_register(L, "probe_pair", probe_pair);
    lua_register(L, "probe_motion", probe_motion);
    lua_getglobal(L, "package");
    const char *lua = source("lua");
    lua_pushfstring(L, "%s/?.lua;%s/?/init.lua", lua, lua);
    lua_setfield(L, -2, "path");
    int bad = luaL_dofile(L, source(file));
    CHECK(!bad, "%s", lua_tostring(L, -1));
    lua_close(L);
}

static void lua_tests(void)
{
    static const char *const name[] = {
        "values/test_ratio",
        "values/test_symbol",
        "values/test_function",
        "values/test_place",
        "values/test_braces",
        "bind/test_record",
        "bind/test_simulate",
        "test_planar",
        "test_worlds",
        "test_motors",
        "test_worlds_wrong",
        "test_lagrange",
        "bind/test_ends",
        "bind/test_laws",
        "values/test_owned",
        "bind/test_declare",
        "bind/test_parameters",
        "bind/test_never",
        "bind/test_watch",
        "bind/test_scheme"};
    char file[64];
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        int before = check_failures;
        snprintf(file, sizeof file, "verify/scene/%s.lua", name[i]);
        run_lua(file);
        printf("%s %s\n", check_failures == before ? "ok" : "FAILED", file);
    }
}

static void scene_of_the_sandbox(void)
{
    static char script[1100];
    snprintf(script, sizeof script, "%s", source("verify/scene/bind/test_sandbox.lua"));
    bind_options o = {.script = script, .quiet = 1};
    perp_status s = bind_run(&o);
    CHECK(s.code == PERP_OK, "%s", s.message);
}

/** One run of a scene whose k-th allocation is refused ends well, or with the
code of a limit; the sanitizers see what is lost. */
static void refused_memory(void)
{
    static char script[1100];
    snprintf(script, sizeof script, "%s", source("cases/GAP08/fig9_1.lua"));
    const char *set[] = {"T=0.05", "mu=1/3"};
    bind_options o = {.script = script,
                      .sets = 2,
                      .set = set,
                      .quiet = 1,
                      .mode = EXPERIMENT_EXACT_CHECK};
    size_t before = memory_count();
    perp_status s = bind_run(&o);
    size_t all = memory_count() - before;
    CHECK(s.code == PERP_OK, "%s", s.message);
    const int sampled = check_times(100);
    int refusals = 0;
    for (size_t i = 0; i < (size_t)(20 + sampled); i++) {
        size_t k = i < 20 ? i + 1 : all * (i - 20) / (size_t)sampled + 1;
        memory_refuse(k);
        s = bind_run(&o);
        memory_refuse(0);
        refusals += s.code == PERP_LIMIT;
        CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "k = %zu: %d %s", k,
              (int)s.code, s.message);
    }
    printf("%zu allocations, %d of %d refusals reached the user\n", all,
           refusals, 20 + sampled);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(lua_tests);
    RUN(scene_of_the_sandbox);
    RUN(refused_memory);
    DONE;
}
