/**
# The parameters of an experiment

The numbers of an experiment become exact rationals: a plain number is the real
number equal to that double. `lua/perp/experiment.lua` has checked them, and says
what is wrong in the scene's words. A scene can call `perp.core.run` itself; so
what would be an index, a count or a name of a file is looked at once more here.
*/
#include "scene/bind/inside.h"
#include "scene/run/drive.h"

#include <float.h>
#include <limits.h>

#define NUMBERS "perp.numbers"

typedef struct {
    size_t n;
    mpq_t q[];
} numbers;

static int numbers_gc(lua_State *L)
{
    numbers *x = luaL_checkudata(L, 1, NUMBERS);
    for (size_t i = 0; i < x->n; i++)
        mpq_clear(x->q[i]);
    x->n = 0;
    return owned_gone(L);
}

/** `n` zeros in a userdata that stays on the stack. */
static mpq_t *zeros(lua_State *L, int n)
{
    luaL_getmetatable(L, NUMBERS);
    numbers *x = lua_newuserdatauv(L, sizeof *x + sizeof(mpq_t) * (size_t)n, 0);
    for (x->n = 0; x->n < (size_t)n; x->n++)
        mpq_init(x->q[x->n]);
    lua_insert(L, -2);
    lua_setmetatable(L, -2);
    return x->q;
}

mpq_t *parameters_numbers(lua_State *L, int index, const char *key, int wanted)
{
    lua_getfield(L, index, key);
    luaL_checktype(L, -1, LUA_TTABLE);
    mpq_t *x = zeros(L, wanted);
    for (int i = 0; i < wanted; i++) {
        lua_rawgeti(L, -2, i + 1);
        if (!ratio_value(L, -1, x[i]))
            place_fail(L, PERP_INPUT, "%s[%d] is not a finite number", key,
                       i + 1);
        lua_pop(L, 1);
    }
    return x;
}

static const char *text_field(lua_State *L, const char *key)
{
    lua_getfield(L, 1, key); /* stays on the stack */
    return lua_tostring(L, -1);
}

static const char *wanted_text(lua_State *L, const char *key)
{
    const char *text = text_field(L, key);
    if (text == NULL)
        place_fail(L, PERP_INPUT, "%s: a text is wanted", key);
    return text;
}

int parameters_flag(lua_State *L, const char *key)
{
    lua_getfield(L, 1, key);
    int yes = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return yes;
}

long parameters_whole(lua_State *L, int table, const char *key, long most)
{
    lua_getfield(L, table, key);
    lua_Integer n = lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (n < 0 || n > most)
        place_fail(L, PERP_INPUT, "%s: %lld is not from 0 to %ld", key,
                   (long long)n, most);
    return (long)n;
}

double parameters_real(lua_State *L, int table, const char *key)
{
    lua_getfield(L, table, key);
    double x = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (!(x >= 0 && x <= DBL_MAX))
        place_fail(L, PERP_INPUT, "%s: %g is not a finite number >= 0", key,
                   place_shown(x));
    return x;
}

/** The experiment's numbers are *borrowed*: the struct shares the limbs of the
userdata, which alone gives them back. */
static void read_numbers(lua_State *L, experiment *e)
{
    static const char *const key[] = {"alpha",     "gamma", "h",    "T",
                                      "tolerance", "e",     "theta", "t0"};
    mpq_ptr to[] = {e->alpha, e->gamma, e->h, e->T, e->tolerance};
    mpq_t *x = zeros(L, 8);
    for (int i = 0; i < 8; i++) {
        lua_getfield(L, 1, key[i]);
        if ((i < 7 || !lua_isnil(L, -1)) && !ratio_value(L, -1, x[i]))
            place_fail(L, PERP_INPUT, "%s is not a finite number", key[i]);
        lua_pop(L, 1);
        if (i < 5)
            *to[i] = *x[i];
    }
    e->e = x[5];
    e->theta = x[6];
    e->t0 = x[7];
}

/** Jacobians that the scene has given take the place of the derived ones, in a
copy of the system that lasts as long as the run; the tape stays on the stack.
*/
static void give_jacobians(lua_State *L, experiment *e, perp_system *own)
{
    lua_getfield(L, 1, "given");
    const tape *given = scene_tape(L, -1);
    const size_t nv = (size_t)e->sys->nv;
    if (given == NULL)
        return;
    record_wants(L, "inputs of given Jacobians", given->inputs,
                 (size_t)e->sys->nq + nv + 1);
    record_wants(L, "given Jacobians", given->outputs, 2 * nv * nv);
    *own = *e->sys;
    own->jacobians = *given;
    e->sys = own;
    e->given = 1;
}

/* Counts and choices. */
static void read_counts(lua_State *L, experiment *e)
{
    e->sharp = parameters_flag(L, "sharp");
    e->uniform = parameters_flag(L, "uniform");
    e->torn = parameters_flag(L, "torn");
    e->keeps = parameters_flag(L, "keeps");
    e->penetration = parameters_real(L, 1, "penetration");
    e->most_collisions = parameters_whole(L, 1, "most_collisions", LONG_MAX);
    e->project = (project_form)parameters_whole(L, 1, "project", PROJECT_FULL);
    e->directions = (int)parameters_whole(L, 1, "directions", 1024);
    if (e->directions == 1 || e->directions == 2)
        place_fail(L, PERP_INPUT, "directions: 3 at least, or 0");
}

void parameters_read(lua_State *L, experiment *e, perp_system *own)
{
    const bind_options *o = bind_asked(L);
    lua_settop(L, 1);
    luaL_checkstack(L, 60, NULL);
    lua_getfield(L, 1, "system");
    const perp_system *sys = scene_system(L, 2);
    *e = (experiment){.sys = sys,
                      .name = wanted_text(L, "name"),
                      .file = text_field(L, "file"),
                      .mode = o != NULL ? o->mode : EXPERIMENT_DOUBLE};
    perp_status s = names_plain("the run", e->name);
    if (s.code != PERP_OK)
        place_raise(L, s);
    s = drive_scheme(wanted_text(L, "scheme"), &e->scheme);
    if (s.code != PERP_OK)
        place_raise(L, s);
    if (o != NULL)
        e->limits = o->limits;
    e->jacobians = parameters_flag(L, "jacobians");
    give_jacobians(L, e, own);
    read_counts(L, e);
    laws_read(L, e);
    summary_read(L, e);
    e->solver = text_field(L, "solver");
    e->judge = text_field(L, "judge");
    e->judge_round = parameters_flag(L, "judge_round");
    e->shapes = text_field(L, "shapes");
    lua_getfield(L, 1, "marks");
    e->marks = scene_tape(L, -1);
    if (parameters_flag(L, "delta"))
        e->delta =
            parameters_numbers(L, 1, "delta", sys->contacts + sys->total_slips);
    ends_read(L, sys, &e->ends);
    read_numbers(L, e);
    e->q = parameters_numbers(L, 1, "q", sys->nq);
    e->v = parameters_numbers(L, 1, "v", sys->nv);
}

void parameters_open(lua_State *L)
{
    owned_type(L, NUMBERS, numbers_gc);
    lua_pop(L, 1);
}
