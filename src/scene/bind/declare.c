/**
# From Lua tables to a system

Flat lists of symbols, numbers and names, as in `record.c`, and with the same
mistrust: that lists are as long as the matrices they are, that the recorder has
the inputs of a system and that the indices of a side are coordinates of this one,
is asked here, because nobody behind this room asks again.
*/
#include "scene/bind/inside.h"

#include <string.h>

#define SYSTEM "perp.system"

/* Coordinates, velocities, joints: the square is still a number of its own. */
enum { SIZE_MOST = 1 << 14 };

typedef struct {
    arena a;
    perp_system s;
} own_system;

void record_pin(lua_State *L, int keep)
{
    lua_rawseti(L, keep, (lua_Integer)lua_rawlen(L, keep) + 1);
}

static void *room(lua_State *L, int keep, size_t count, size_t size)
{
    void *block = lua_newuserdatauv(L, count * size + 1, 0);
    memset(block, 0, count * size);
    record_pin(L, keep);
    return block;
}

/* The list in a field, pinned: a scene's finalizer may take it apart. */
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
        record_pin(L, keep);
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
    record_pin(L, keep);
    lua_pop(L, 1);
    return q;
}

/* The matrix or list of a field: `wants` entries, or (if it may be absent)
   null. */
static graph_id *sized(lua_State *L, recorder *r, const char *key, size_t wants,
                       int may_miss)
{
    uint32_t n;
    graph_id *ids = record_nodes(L, r, 1, key, 2, &n);
    if (ids != NULL || !may_miss)
        record_wants(L, key, n, wants);
    return ids != NULL || may_miss ? ids : room(L, 2, 0, sizeof *ids);
}

static int system_gc(lua_State *L)
{
    own_system *s = luaL_checkudata(L, 1, SYSTEM);
    system_clear(&s->s);
    arena_free(&s->a);
    return owned_gone(L);
}

const perp_system *scene_system(lua_State *L, int index)
{
    return &((own_system *)luaL_checkudata(L, index, SYSTEM))->s;
}

static void read_contacts(lua_State *L, recorder *r, int keep,
                          system_spec *spec)
{
    lua_getfield(L, 1, "contacts");
    luaL_checktype(L, -1, LUA_TTABLE);
    int list = lua_gettop(L);
    spec->contacts = (int)lua_rawlen(L, list);
    system_contact *c = room(L, keep, (size_t)spec->contacts, sizeof *c);
    const graph_id **surface =
        room(L, keep, (size_t)spec->contacts, sizeof *surface);
    spec->contact = c;
    spec->surface = surface;
    for (int i = 0; i < spec->contacts; i++, c++) {
        uint32_t n;
        lua_rawgeti(L, list, i + 1);
        int at = lua_gettop(L);
        lua_getfield(L, at, "name");
        c->name = luaL_checkstring(L, -1);
        record_pin(L, keep);
        lua_getfield(L, at, "gap");
        c->gap = symbol_node(L, r, -1, "gap");
        c->slip = record_nodes(L, r, at, "slips", keep, &n);
        c->slips = (int)n;
        surface[i] = record_nodes(L, r, at, "surface", keep, &n);
        if (surface[i] != NULL)
            record_wants(L, "surface", n, (size_t)c->slips);
        c->mu = exact(L, at, "mu", keep);
        lua_settop(L, list);
    }
    lua_pop(L, 1);
}

/* Are the entries of a side coordinates and velocities of this system? */
static void in_system(lua_State *L, const side *s, const system_spec *spec)
{
    const size_t coords = (size_t)s->n * s->coords;
    const size_t vels = s->vel == NULL ? 0 : (size_t)s->n * s->vels;
    const uint32_t nq = (uint32_t)spec->nq, nv = (uint32_t)spec->nv;
    const uint32_t most = s->vel != NULL || nq < nv ? nq : nv;
    for (size_t i = 0; i < coords + vels; i++) {
        const uint32_t at = i < coords ? s->coord[i] : s->vel[i - coords];
        if (at != KIND_WORLD && at >= (i < coords ? most : nv))
            place_fail(L, PERP_INPUT,
                       "a side has the index %lld, and the "
                       "system is smaller",
                       (long long)at + 1);
    }
}

/** The bindings are copied into one array that lives as long as the system; so
does their list, and what they point to. */
static void read_bindings(lua_State *L, int keep, system_spec *spec)
{
    lua_getfield(L, 1, "bindings");
    luaL_checktype(L, -1, LUA_TTABLE);
    int list = lua_gettop(L);
    spec->bindings = (int)lua_rawlen(L, list);
    system_binding *b = room(L, keep, (size_t)spec->bindings, sizeof *b);
    spec->binding = b;
    for (int i = 0; i < spec->bindings; i++, b++) {
        uint32_t n;
        lua_rawgeti(L, list, i + 1);
        int at = lua_gettop(L);
        lua_getfield(L, at, "pairs");
        b->pairs = scene_binding(L, -1);
        record_pin(L, keep);
        in_system(L, b->pairs->s[0], spec);
        in_system(L, b->pairs->s[1], spec);
        b->name = texts(L, at, "names", keep, &n);
        b->mu = exact(L, at, "mu", keep);
        record_wants(L, "names of pairs", n, b->pairs->n);
        lua_settop(L, list);
    }
    record_pin(L, keep);
}

/** Rows of all contacts, normals and slips: what is nv times as large must have
a number of its own. */
static size_t rows_of(lua_State *L, const system_spec *spec)
{
    size_t n = (size_t)spec->contacts;
    for (int i = 0; i < spec->contacts; i++)
        n += (size_t)spec->contact[i].slips;
    for (int i = 0; i < spec->bindings; i++)
        n += (size_t)spec->binding[i].pairs->n *
             (1 + (size_t)spec->binding[i].pairs->k->slips);
    if (n > ((size_t)1 << 30) / ((size_t)spec->nv + 1))
        place_fail(L, PERP_LIMIT,
                   "%zu rows of contacts in %d velocities are "
                   "too many",
                   n, spec->nv);
    return n;
}

/* One coordinate at least; without Gamma as many velocities. */
static void read_sizes(lua_State *L, const recorder *r, system_spec *spec)
{
    uint32_t nq, nv, joints;
    spec->q_name = texts(L, 1, "q", 2, &nq);
    spec->v_name = texts(L, 1, "v", 2, &nv);
    spec->joint_name = texts(L, 1, "joints", 2, &joints);
    record_wants(L, "inputs of a system", r->inputs, (size_t)nq + nv + 1);
    if (nq < 1 || nv < 1 || nq > SIZE_MOST || nv > SIZE_MOST ||
        joints > SIZE_MOST)
        place_fail(L, PERP_INPUT,
                   "a system of %u coordinates, %u velocities "
                   "and %u joints",
                   nq, nv, joints);
    spec->nq = (int)nq;
    spec->nv = (int)nv;
    spec->joints = (int)joints;
}

/** `system{recorder, q, v, M, k, F, G, joints, theta, contacts, bindings,
springs, measures, measured}`. */
static int core_system(lua_State *L)
{
    lua_settop(L, 1);
    lua_newtable(L); /* what must outlive the system */
    lua_getfield(L, 1, "recorder");
    recorder *r = recorder_check(L, 3);
    system_spec spec = {.g = &r->g};
    read_sizes(L, r, &spec);
    const size_t nq = (size_t)spec.nq, nv = (size_t)spec.nv;
    spec.M = sized(L, r, "M", nv * nv, 0);
    spec.k = sized(L, r, "k", nv, 0);
    spec.F = sized(L, r, "F", nv * nv, 1);
    spec.G = sized(L, r, "G", nq * nv, nq == nv);
    spec.theta = sized(L, r, "theta", (size_t)spec.joints, 0);
    read_contacts(L, r, 2, &spec);
    read_bindings(L, 2, &spec);
    const size_t rows = rows_of(L, &spec);
    spec.K = sized(L, r, "K", rows * rows, 1);
    spec.C = sized(L, r, "C", rows * rows, spec.K == NULL);
    links_read(L, r, 2, &spec);
    own_system *s = record_owner(L, sizeof *s, SYSTEM);
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, -2, 1);
    perp_status status = system_make(&s->a, &spec, &s->s);
    return status.code == PERP_OK ? 1 : place_raise(L, status);
}

void declare_open(lua_State *L)
{
    static const luaL_Reg names[] = {{"system", core_system}, {NULL, NULL}};
    luaL_setfuncs(L, names, 0);
    owned_type(L, SYSTEM, system_gc);
    lua_pop(L, 1);
}
