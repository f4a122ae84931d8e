/**
# From Lua tables to a system

`lua/perp/record.lua` has called the functions of the scene and checked what they
returned. What arrives here is flat: lists of symbols, numbers and names. Each
object that owns memory is a userdata and holds those it refers to by its value.
*/
#include "bind/inside.h"
#include "num/literal.h"

#include <string.h>

#define TAPE "perp.tape"
#define KIND "perp.kind"
#define SIDE "perp.side"
#define BINDING "perp.binding"
#define SYSTEM "perp.system"

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

typedef struct {
    arena a;
    perp_system s;
} own_system;

/** A zeroed userdata with this metatable and one user value. */
static void *owner(lua_State *L, size_t size, const char *type)
{
    luaL_getmetatable(L, type);
    void *block = lua_newuserdatauv(L, size, 1);
    memset(block, 0, size);
    lua_insert(L, -2);
    lua_setmetatable(L, -2);
    return block;
}

/** Puts the value on top into the table at index `keep`, out of reach of the
collector for as long as the table lives. */
static void pin(lua_State *L, int keep)
{
    lua_rawseti(L, keep, (lua_Integer)lua_rawlen(L, keep) + 1);
}

static void *room(lua_State *L, int keep, size_t count, size_t size)
{
    void *block = lua_newuserdatauv(L, count * size + 1, 0);
    memset(block, 0, count * size);
    pin(L, keep);
    return block;
}

static uint32_t whole(lua_State *L, int table, const char *key)
{
    lua_getfield(L, table, key);
    lua_Integer n = luaL_checkinteger(L, -1);
    lua_pop(L, 1);
    return (uint32_t)n;
}

/** The ids of the list in a field, pinned. */
static graph_id *nodes(lua_State *L, recorder *r, int table, const char *key,
                       int keep, uint32_t *n)
{
    *n = 0;
    if (lua_getfield(L, table, key) == LUA_TNIL) {
        lua_pop(L, 1);
        return NULL;
    }
    graph_id *ids = symbol_list(L, r, -1, n, key);
    pin(L, keep);
    lua_pop(L, 1);
    return ids;
}

static const char **texts(lua_State *L, int table, const char *key, int keep,
                          uint32_t *n)
{
    lua_getfield(L, table, key);
    luaL_checktype(L, -1, LUA_TTABLE);
    *n = (uint32_t)lua_rawlen(L, -1);
    int list = lua_gettop(L);
    const char **out = room(L, keep, *n + 1, sizeof *out);
    for (uint32_t i = 0; i < *n; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        out[i] = luaL_checkstring(L, -1);
        lua_pop(L, 1); /* the list of the caller keeps it */
    }
    lua_pop(L, 1);
    return out;
}

static mpq_srcptr exact(lua_State *L, int table, const char *key, int keep)
{
    lua_getfield(L, table, key);
    mpq_ptr q = ratio_new(L);
    if (!ratio_value(L, -2, q))
        place_fail(L, PERP_INPUT, "%s is not a finite number", key);
    pin(L, keep);
    lua_pop(L, 1);
    return q;
}

static int tape_gc(lua_State *L)
{
    own_tape *t = luaL_checkudata(L, 1, TAPE);
    tape_clear(&t->t);
    arena_free(&t->a);
    return 0;
}

/** `tape(recorder, list)`. */
static int core_tape(lua_State *L)
{
    recorder *r = recorder_check(L, 1);
    uint32_t n;
    graph_id *ids = symbol_list(L, r, 2, &n, "tape");
    own_tape *t = owner(L, sizeof *t, TAPE);
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

/* ---- kinds, sides, bindings ------------------------------------------- */

static int kind_gc(lua_State *L)
{
    own_kind *k = luaL_checkudata(L, 1, KIND);
    kind_clear(&k->k);
    arena_free(&k->a);
    return 0;
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
    form.rate = nodes(L, r, 1, "rates", 2, &form.slips); /* one a coordinate */
    form.slip = nodes(L, r, 1, "slips", 2, &form.slips);
    lua_getfield(L, 1, "gap");
    form.gap = symbol_node(L, r, -1, "gap");
    lua_getfield(L, 1, "name");
    form.name = luaL_checkstring(L, -1);
    own_kind *k = owner(L, sizeof *k, KIND);
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
    return 0;
}

/** `side(coords, params, indices, numbers, n, vels)`: indices of coordinates by
entries, then of velocities (vels = 0: the same), 1 and up, 0 the world. */
static int core_side(lua_State *L)
{
    uint32_t coords = (uint32_t)luaL_checkinteger(L, 1);
    uint32_t params = (uint32_t)luaL_checkinteger(L, 2);
    uint32_t n = (uint32_t)luaL_checkinteger(L, 5);
    uint32_t vels = (uint32_t)luaL_optinteger(L, 6, 0);
    size_t c = (size_t)n * (coords + vels), p = (size_t)n * params;
    own_side *s = owner(L, sizeof *s, SIDE);
    uint32_t *coord = arena_take(&s->a, c, sizeof *coord);
    double *param = arena_take(&s->a, p, sizeof *param);
    s->exact = arena_take(&s->a, p, sizeof *s->exact);
    if (coord == NULL || param == NULL || s->exact == NULL)
        return place_fail(L, PERP_LIMIT, "out of memory");
    for (size_t i = 0; i < c; i++) {
        lua_rawgeti(L, 3, (lua_Integer)i + 1);
        coord[i] = (uint32_t)(luaL_checkinteger(L, -1) - 1);
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
    return 0;
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
    own_binding *o = owner(L, sizeof *o, BINDING);
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

/* ---- systems ---------------------------------------------------------- */

static int system_gc(lua_State *L)
{
    own_system *s = luaL_checkudata(L, 1, SYSTEM);
    system_clear(&s->s);
    arena_free(&s->a);
    return 0;
}

const perp_system *scene_system(lua_State *L, int index)
{
    return &((own_system *)luaL_checkudata(L, index, SYSTEM))->s;
}

static void read_contacts(lua_State *L, recorder *r, int keep,
                          system_spec *spec)
{
    lua_getfield(L, 1, "contacts");
    int list = lua_gettop(L);
    spec->contacts = (int)lua_rawlen(L, list);
    system_contact *c = room(L, keep, (size_t)spec->contacts, sizeof *c);
    spec->contact = c;
    for (int i = 0; i < spec->contacts; i++, c++) {
        uint32_t n;
        lua_rawgeti(L, list, i + 1);
        int at = lua_gettop(L);
        lua_getfield(L, at, "name");
        c->name = luaL_checkstring(L, -1);
        lua_getfield(L, at, "gap");
        c->gap = symbol_node(L, r, -1, "gap");
        c->slip = nodes(L, r, at, "slips", keep, &n);
        c->slips = (int)n;
        c->mu = exact(L, at, "mu", keep);
        lua_settop(L, list);
    }
    lua_pop(L, 1);
}

/** The bindings are copied into one array that lives as long as the system; so
does their list, and what they point to. */
static void read_bindings(lua_State *L, int keep, system_spec *spec)
{
    lua_getfield(L, 1, "bindings");
    int list = lua_gettop(L);
    spec->bindings = (int)lua_rawlen(L, list);
    system_binding *b = room(L, keep, (size_t)spec->bindings, sizeof *b);
    spec->binding = b;
    for (int i = 0; i < spec->bindings; i++, b++) {
        uint32_t n;
        lua_rawgeti(L, list, i + 1);
        int at = lua_gettop(L);
        lua_getfield(L, at, "pairs");
        own_binding *pairs = luaL_checkudata(L, -1, BINDING);
        b->pairs = &pairs->b;
        b->name = texts(L, at, "names", keep, &n);
        b->mu = exact(L, at, "mu", keep);
        luaL_argcheck(L, n == pairs->b.n, 1, "one name per pair");
        lua_settop(L, list);
    }
    pin(L, keep);
}

/** `system{recorder, q, v, M, k, F, G, joints, theta, contacts, bindings,
springs, measures, measured}`. */
static int core_system(lua_State *L)
{
    uint32_t nq, nv, n;
    lua_settop(L, 1);
    lua_newtable(L); /* what must outlive the system */
    lua_getfield(L, 1, "recorder");
    recorder *r = recorder_check(L, 3);
    system_spec spec = {.g = &r->g};
    spec.q_name = texts(L, 1, "q", 2, &nq);
    spec.v_name = texts(L, 1, "v", 2, &nv);
    spec.nq = (int)nq;
    spec.nv = (int)nv;
    spec.M = nodes(L, r, 1, "M", 2, &n);
    spec.k = nodes(L, r, 1, "k", 2, &n);
    spec.F = nodes(L, r, 1, "F", 2, &n);
    spec.G = nodes(L, r, 1, "G", 2, &n);
    spec.K = nodes(L, r, 1, "K", 2, &n);
    spec.C = nodes(L, r, 1, "C", 2, &n);
    spec.theta = nodes(L, r, 1, "theta", 2, &n);
    spec.joint_name = texts(L, 1, "joints", 2, &n);
    spec.joints = (int)n;
    read_contacts(L, r, 2, &spec);
    read_bindings(L, 2, &spec);
    links_read(L, r, 2, &spec);
    own_system *s = owner(L, sizeof *s, SYSTEM);
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, -2, 1);
    perp_status status = system_make(&s->a, &spec, &s->s);
    return status.code == PERP_OK ? 1 : place_raise(L, status);
}

void record_open(lua_State *L)
{
    static const luaL_Reg names[] = {
        {"tape", core_tape}, {"eval", core_eval},       {"kind", core_kind},
        {"side", core_side}, {"product", core_product}, {"system", core_system},
        {NULL, NULL}};
    static const luaL_Reg collected[] = {
        {TAPE, tape_gc},       {KIND, kind_gc},     {SIDE, side_gc},
        {BINDING, binding_gc}, {SYSTEM, system_gc}, {NULL, NULL}};
    luaL_setfuncs(L, names, 0);
    for (const luaL_Reg *c = collected; c->name != NULL; c++) {
        luaL_newmetatable(L, c->name);
        lua_pushcfunction(L, c->func);
        lua_setfield(L, -2, "__gc");
        lua_pop(L, 1);
    }
}
