/**
# From Lua tables to tapes, kinds and their pairs

`lua/perp/record.lua` has called the functions of the scene and checked what they
returned, and says what is wrong in the scene's words. What arrives here is flat:
lists of symbols, numbers and names. Each object that owns memory is a userdata
and holds those it refers to by its value. A scene can call these functions
itself, with anything; so each count and each index is looked at once more, and
what does not fit is an error without much explanation.
*/
#include "scene/bind/inside.h"
#include "number/literal.h"

#include <string.h>

#define TAPE "perp.tape"
#define KIND "perp.kind"
#define SIDE "perp.side"
#define BINDING "perp.binding"

typedef struct {
    arena a;
    tape t;
} own_tape;

typedef struct {
    arena a;
    kind k;
} own_kind;

typedef struct {
    arena a;
    side s;
    mpq_t *exact; /* n * params */
    size_t numbers;
} own_side;

typedef struct {
    arena a;
    binding b;
} own_binding;

/* Counts of one side: far above what fits in memory, far below an overflow. */
enum { SIDE_NUMBERS = 1 << 16, SIDE_ENTRIES = 1 << 24 };

void *record_owner(lua_State *L, size_t size, const char *type)
{
    luaL_getmetatable(L, type);
    void *block = lua_newuserdatauv(L, size, 1);
    memset(block, 0, size);
    lua_insert(L, -2);
    lua_setmetatable(L, -2);
    return block;
}

/* The whole number at `index`, from 0 to `most`. */
static uint32_t count(lua_State *L, int index, lua_Integer most,
                      const char *what)
{
    lua_Integer n = luaL_checkinteger(L, index);
    if (n < 0 || n > most)
        place_fail(L, PERP_INPUT, "%s: %lld is not from 0 to %lld", what,
                   (long long)n, (long long)most);
    return (uint32_t)n;
}

static uint32_t whole(lua_State *L, int table, const char *key)
{
    lua_getfield(L, table, key);
    uint32_t n = count(L, -1, SIDE_NUMBERS, key);
    lua_pop(L, 1);
    return n;
}

void record_wants(lua_State *L, const char *what, size_t has, size_t wants)
{
    if (has != wants)
        place_fail(L, PERP_INPUT, "%s: %zu entries, where %zu belong", what,
                   has, wants);
}

graph_id *record_nodes(lua_State *L, recorder *r, int table, const char *key,
                       int keep, uint32_t *n)
{
    *n = 0;
    if (lua_getfield(L, table, key) == LUA_TNIL) {
        lua_pop(L, 1);
        return NULL;
    }
    graph_id *ids = symbol_list(L, r, -1, n, key);
    record_pin(L, keep);
    lua_pop(L, 1);
    return ids;
}

static int tape_gc(lua_State *L)
{
    own_tape *t = luaL_checkudata(L, 1, TAPE);
    tape_clear(&t->t);
    arena_free(&t->a);
    return owned_gone(L);
}

/** `tape(recorder, list)`. */
static int core_tape(lua_State *L)
{
    recorder *r = recorder_check(L, 1);
    uint32_t n;
    graph_id *ids = symbol_list(L, r, 2, &n, "tape");
    own_tape *t = record_owner(L, sizeof *t, TAPE);
    perp_status s = tape_make(&t->a, &r->g, n, ids, r->inputs, &t->t);
    if (s.code != PERP_OK)
        return place_raise(L, s);
    lua_pushboolean(L, r->rounded);
    return 2;
}

const tape *scene_tape(lua_State *L, int index)
{
    own_tape *t = luaL_testudata(L, index, TAPE);
    return t == NULL ? NULL : &t->t;
}

/** `eval(tape, point)`: the values, or nil when one is not finite. */
static int core_eval(lua_State *L)
{
    own_tape *t = luaL_checkudata(L, 1, TAPE);
    luaL_checktype(L, 2, LUA_TTABLE);
    size_t in = t->t.inputs, out = t->t.outputs, n = tape_slots(&t->t) + 1;
    double *x = lua_newuserdatauv(L, sizeof *x * (in + out + n), 0);
    for (size_t i = 0; i < in; i++) {
        lua_rawgeti(L, 2, (lua_Integer)i + 1);
        x[i] = luaL_checknumber(L, -1);
        lua_pop(L, 1);
    }
    if (tape_f64(&t->t, x, x + in + out, x + in).code != PERP_OK)
        return 0;
    lua_createtable(L, (int)out, 0);
    for (size_t i = 0; i < out; i++) {
        lua_pushnumber(L, x[in + i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

const binding *scene_binding(lua_State *L, int index)
{
    return &((own_binding *)luaL_checkudata(L, index, BINDING))->b;
}

/* ---- kinds, sides, bindings ------------------------------------------- */

static int kind_gc(lua_State *L)
{
    own_kind *k = luaL_checkudata(L, 1, KIND);
    kind_clear(&k->k);
    arena_free(&k->a);
    return owned_gone(L);
}

/** `kind{recorder, name, coordsA, coordsB, velsA, velsB, paramsA, paramsB, rates,
gap, slips}`; without rates the velocities are the coordinates'. */
static int core_kind(lua_State *L)
{
    lua_settop(L, 1);
    lua_newtable(L);
    lua_getfield(L, 1, "recorder");
    recorder *r = recorder_check(L, 3);
    kind_form form = {
        .coords = {whole(L, 1, "coordsA"), whole(L, 1, "coordsB")},
        .vels = {whole(L, 1, "velsA"), whole(L, 1, "velsB")},
        .params = {whole(L, 1, "paramsA"), whole(L, 1, "paramsB")}};
    form.rate = record_nodes(L, r, 1, "rates", 2, &form.slips);
    const uint32_t coords = form.coords[0] + form.coords[1];
    if (form.rate != NULL)
        record_wants(L, "rates", form.slips, coords);
    const uint32_t vels =
        form.rate != NULL ? form.vels[0] + form.vels[1] : coords;
    record_wants(L, "inputs of a kind", r->inputs,
                 coords + vels + form.params[0] + form.params[1]);
    form.slip = record_nodes(L, r, 1, "slips", 2, &form.slips);
    lua_getfield(L, 1, "gap");
    form.gap = symbol_node(L, r, -1, "gap");
    lua_getfield(L, 1, "name");
    form.name = luaL_checkstring(L, -1);
    own_kind *k = record_owner(L, sizeof *k, KIND);
    lua_pushvalue(L, -2);
    lua_setiuservalue(L, -2, 1);
    perp_status s = kind_make(&k->a, &r->g, &form, &k->k);
    return s.code == PERP_OK ? 1 : place_raise(L, s);
}

static int side_gc(lua_State *L)
{
    own_side *s = luaL_checkudata(L, 1, SIDE);
    for (size_t i = 0; i < s->numbers; i++)
        mpq_clear(s->exact[i]);
    arena_free(&s->a);
    return owned_gone(L);
}

/** `side(coords, params, indices, numbers, n, vels)`: indices of coordinates by
entries, then of velocities (vels = 0: the same), 1 and up, 0 the world. */
static int core_side(lua_State *L)
{
    lua_settop(L, 6);
    uint32_t coords = count(L, 1, SIDE_NUMBERS, "coordinates of a side");
    uint32_t params = count(L, 2, SIDE_NUMBERS, "parameters of a side");
    uint32_t n = count(L, 5, SIDE_ENTRIES, "entries of a side");
    uint32_t vels =
        lua_isnil(L, 6) ? 0 : count(L, 6, SIDE_NUMBERS, "velocities of a side");
    luaL_checktype(L, 3, LUA_TTABLE);
    luaL_checktype(L, 4, LUA_TTABLE);
    size_t c = (size_t)n * (coords + vels), p = (size_t)n * params;
    record_wants(L, "indices of a side", lua_rawlen(L, 3), c);
    record_wants(L, "parameters of a side", lua_rawlen(L, 4), p);
    own_side *s = record_owner(L, sizeof *s, SIDE);
    uint32_t *coord = arena_take(&s->a, c, sizeof *coord);
    double *param = arena_take(&s->a, p, sizeof *param);
    s->exact = arena_take(&s->a, p, sizeof *s->exact);
    if (coord == NULL || param == NULL || s->exact == NULL)
        return place_fail(L, PERP_LIMIT, "out of memory");
    for (size_t i = 0; i < c; i++) {
        lua_rawgeti(L, 3, (lua_Integer)i + 1);
        coord[i] = count(L, -1, SIDE_ENTRIES, "an index of a side") - 1;
        lua_pop(L, 1);
    }
    for (; s->numbers < p; s->numbers++) {
        lua_rawgeti(L, 4, (lua_Integer)s->numbers + 1);
        mpq_init(s->exact[s->numbers]);
        if (!ratio_value(L, -1, s->exact[s->numbers]) ||
            literal_double(s->exact[s->numbers], &param[s->numbers]).code)
            return place_fail(L, PERP_INPUT,
                              "a parameter of a side is not a finite number");
        lua_pop(L, 1);
    }
    const uint32_t *vel = vels > 0 ? coord + (size_t)n * coords : NULL;
    const mpq_t *exact = (const mpq_t *)s->exact;
    s->s = (side){n, coords, params, coord, param, exact, vels, vel};
    return 1;
}

static int binding_gc(lua_State *L)
{
    own_binding *b = luaL_checkudata(L, 1, BINDING);
    arena_free(&b->a);
    return owned_gone(L);
}

/** `product(kind, side, side, rule)` gives the binding and its pairs as a flat
list of entries. */
static int core_product(lua_State *L)
{
    static const char *const rules[] = {"all", "apart", NULL};
    own_kind *k = luaL_checkudata(L, 1, KIND);
    own_side *a = luaL_checkudata(L, 2, SIDE);
    own_side *b = luaL_checkudata(L, 3, SIDE);
    kind_rule rule =
        luaL_checkoption(L, 4, "all", rules) == 0 ? KIND_ALL : KIND_APART;
    own_binding *o = record_owner(L, sizeof *o, BINDING);
    lua_createtable(L, 3, 0);
    for (int i = 1; i <= 3; i++) {
        lua_pushvalue(L, i);
        lua_rawseti(L, -2, i);
    }
    lua_setiuservalue(L, -2, 1);
    perp_status s = binding_product(&o->a, &k->k, &a->s, &b->s, rule, &o->b);
    if (s.code != PERP_OK)
        return place_raise(L, s);
    lua_newtable(L);
    for (uint32_t i = 0; i < o->b.n; i++) {
        lua_pushinteger(L, (lua_Integer)o->b.a[i] + 1);
        lua_rawseti(L, -2, 2 * (lua_Integer)i + 1);
        lua_pushinteger(L, (lua_Integer)o->b.b[i] + 1);
        lua_rawseti(L, -2, 2 * (lua_Integer)i + 2);
    }
    return 2;
}

void record_open(lua_State *L)
{
    static const luaL_Reg names[] = {
        {"tape", core_tape}, {"eval", core_eval},       {"kind", core_kind},
        {"side", core_side}, {"product", core_product}, {NULL, NULL}};
    static const luaL_Reg collected[] = {{TAPE, tape_gc},
                                         {KIND, kind_gc},
                                         {SIDE, side_gc},
                                         {BINDING, binding_gc},
                                         {NULL, NULL}};
    luaL_setfuncs(L, names, 0);
    for (const luaL_Reg *c = collected; c->name != NULL; c++) {
        owned_type(L, c->name, c->func);
        lua_pop(L, 1);
    }
}
