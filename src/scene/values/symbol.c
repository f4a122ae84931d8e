/**
# Symbols: what a scene computes with

The coordinates that a scene function is given are not numbers but symbols;
Lua calls our metamethods for `x + 1`, and each writes a node into a graph. A
node has one userdata for ever (it is *interned*), so the same expression is
the same Lua value: `==` means equal expressions, and symbols serve as keys.

Lua turns the result of `<` into true or false, so a comparison can never be
recorded; it is an error that names the remedy. What does not even reach a
metamethod (`x == 0`, `if x then`) is found by replay, see lua/perp/record.lua.
*/
#include "scene/values/script.h"

#include <math.h>

#define SYMBOL "perp.symbol"
#define RECORDER "perp.recorder"

/* Nodes of one scene: about half a gigabyte of graph. */
enum { RECORDER_NODES = 1 << 22 };

recorder *recorder_check(lua_State *L, int index)
{
    return luaL_checkudata(L, index, RECORDER);
}

symbol *symbol_at(lua_State *L, int index)
{
    return luaL_testudata(L, index, SYMBOL);
}

static int recorder_gc(lua_State *L)
{
    graph_free(&recorder_check(L, 1)->g);
    return owned_gone(L);
}

/** `recorder(names)`: a graph whose inputs bear these names. The userdata
holds the interned symbols and the names. */
static int core_recorder(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_getmetatable(L, RECORDER);
    recorder *r = lua_newuserdatauv(L, sizeof *r, 2);
    *r = (recorder){.inputs = (uint32_t)lua_rawlen(L, 1)};
    lua_insert(L, -2);
    lua_setmetatable(L, -2);
    lua_newtable(L);
    lua_setiuservalue(L, -2, 1);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 2);
    return 1;
}

void symbol_push(lua_State *L, int r, graph_id id)
{
    recorder *in = recorder_check(L, r);
    lua_getiuservalue(L, r, 1);
    if (lua_rawgeti(L, -1, (lua_Integer)id + 1) == LUA_TNIL) {
        lua_pop(L, 1);
        symbol *s = lua_newuserdatauv(L, sizeof *s, 1);
        *s = (symbol){in, id};
        luaL_setmetatable(L, SYMBOL);
        lua_pushvalue(L, r);
        lua_setiuservalue(L, -2, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, (lua_Integer)id + 1);
    }
    lua_remove(L, -2);
}

static int core_input(lua_State *L)
{
    recorder *r = recorder_check(L, 1);
    lua_Integer i = luaL_checkinteger(L, 2);
    luaL_argcheck(L, i >= 1 && i <= (lua_Integer)r->inputs, 2, "no such input");
    graph_id id = graph_var(&r->g, (uint32_t)(i - 1));
    if (id == GRAPH_NONE)
        return place_raise(L, r->g.why);
    symbol_push(L, 1, id);
    return 1;
}

static int symbol_tostring(lua_State *L)
{
    char text[256];
    symbol_text(L, 1, text, sizeof text);
    lua_pushstring(L, text);
    return 1;
}

/* ---- recording -------------------------------------------------------- */

void symbol_stamp(lua_State *L, recorder *r)
{
    lua_Debug ar;
    r->g.line = place_scene(L, &ar) >= 0 ? (uint32_t)ar.currentline : 0;
    if (r->g.len > RECORDER_NODES)
        place_fail(L, PERP_LIMIT, "the scene writes more than %d operations",
                   RECORDER_NODES);
}

static graph_id ratio_node(recorder *r, mpq_srcptr q)
{
    r->rounded = 1;
    return graph_ratio(&r->g, q);
}

/* An integer is a number of a tape when it is a double. 2^63, to which the
   largest integers are rounded, is none. */
static int is_double(lua_Integer i)
{
    const double d = (double)i;
    return d < 0x1p63 && (lua_Integer)d == i;
}

graph_id symbol_node(lua_State *L, recorder *r, int index, const char *what)
{
    symbol *s = symbol_at(L, index);
    graph_id id = GRAPH_NONE;
    if (s != NULL && s->in != r)
        place_fail(L, PERP_INPUT, "%s: symbols of two systems meet", what);
    if (s != NULL)
        return s->id;
    if (ratio_at(L, index) != NULL)
        id = ratio_node(r, ratio_at(L, index));
    else if (lua_type(L, index) != LUA_TNUMBER)
        place_fail(L, PERP_INPUT,
                   "%s: a %s stands where a number or symbol "
                   "is wanted",
                   what, luaL_typename(L, index));
    else if (!isfinite(lua_tonumber(L, index)))
        place_fail(L, PERP_INPUT, "%s: %g is not a finite number", what,
                   place_shown(lua_tonumber(L, index)));
    else if (lua_isinteger(L, index) && !is_double(lua_tointeger(L, index)))
        place_fail(L, PERP_INPUT,
                   "%s: the integer %lld is not a double; write "
                   "perp.ratio(\"%lld\")",
                   what, (long long)lua_tointeger(L, index),
                   (long long)lua_tointeger(L, index));
    else
        id = graph_const(&r->g, lua_tonumber(L, index));
    if (id == GRAPH_NONE)
        place_raise(L, r->g.why);
    return id;
}

recorder *symbol_recorder(lua_State *L, int arguments)
{
    for (int i = 1; i <= arguments; i++)
        if (symbol_at(L, i) != NULL) {
            lua_getiuservalue(L, i, 1);
            return recorder_check(L, -1);
        }
    return NULL;
}

recorder *symbol_wanted(lua_State *L, int arguments, const char *what)
{
    recorder *r = symbol_recorder(L, arguments);
    if (r == NULL)
        place_fail(L, PERP_INPUT, "%s: a symbol is wanted", what);
    return r;
}

/** The recorder is on top of the stack; its place there is `r`. */
int symbol_done(lua_State *L, graph_id id)
{
    int r = lua_gettop(L);
    recorder *in = recorder_check(L, r);
    if (id == GRAPH_NONE)
        return place_raise(L, in->g.why);
    symbol_push(L, r, id);
    return 1;
}

static int binary(lua_State *L, graph_op op, const char *what)
{
    lua_settop(L, 2);
    recorder *r = symbol_wanted(L, 2, what);
    symbol_stamp(L, r);
    graph_id a = symbol_node(L, r, 1, what), b = symbol_node(L, r, 2, what);
    return symbol_done(L, graph_op2(&r->g, op, a, b));
}

static int symbol_add(lua_State *L)
{
    return binary(L, OP_ADD, "+");
}

static int symbol_sub(lua_State *L)
{
    return binary(L, OP_SUB, "-");
}

static int symbol_mul(lua_State *L)
{
    return binary(L, OP_MUL, "*");
}

static int symbol_div(lua_State *L)
{
    return binary(L, OP_DIV, "/");
}

int symbol_unary(lua_State *L, graph_op op, const char *what)
{
    lua_settop(L, 1);
    recorder *r = symbol_wanted(L, 1, what);
    symbol_stamp(L, r);
    return symbol_done(L, graph_op1(&r->g, op, symbol_node(L, r, 1, what)));
}

static int symbol_unm(lua_State *L)
{
    return symbol_unary(L, OP_NEG, "-");
}

static int symbol_pow(lua_State *L)
{
    char text[100];
    int whole;
    lua_Integer n = lua_tointegerx(L, 2, &whole);
    if (symbol_at(L, 1) == NULL || !whole || n > 1000 || n < -1000) {
        symbol_text(L, 2, text, sizeof text);
        return place_fail(L, PERP_INPUT,
                          "the exponent of a symbol must be a "
                          "whole number, not '%s'; perp.sqrt takes roots",
                          text);
    }
    recorder *r = symbol_recorder(L, 1);
    r->rounded |= n < 0 || n > 2;
    symbol_stamp(L, r);
    graph_id a = symbol_node(L, r, 1, "^");
    return symbol_done(L, graph_power(&r->g, a, (int)n));
}

/* ---- what cannot be recorded ------------------------------------------ */

static int refuse_comparison(lua_State *L, const char *sign)
{
    char a[100], b[100];
    symbol_text(L, 1, a, sizeof a);
    symbol_text(L, 2, b, sizeof b);
    return place_fail(L, PERP_INPUT,
                      "'%s %s %s' compares symbols, whose "
                      "values differ from step to step; write "
                      "perp.where(c, a, b), which is a if c >= 0 else b, or "
                      "perp.max",
                      a, sign, b);
}

static int symbol_lt(lua_State *L)
{
    return refuse_comparison(L, "<");
}

static int symbol_le(lua_State *L)
{
    return refuse_comparison(L, "<=");
}

static int symbol_eq(lua_State *L)
{
    return refuse_comparison(L, "==");
}

static int refuse_whole(lua_State *L)
{
    return place_fail(L, PERP_INPUT,
                      "'//' and '%%' jump, and cannot be "
                      "recorded for a symbol; use '/' or perp.where");
}

static int refuse_text(lua_State *L)
{
    return place_fail(L, PERP_INPUT,
                      "'..' wants text, and a symbol has no "
                      "value yet; tostring(x) shows its formula");
}

static int refuse_length(lua_State *L)
{
    return place_fail(L, PERP_INPUT,
                      "a symbol is one number and has no "
                      "length '#'");
}

static int refuse_index(lua_State *L)
{
    char text[100];
    symbol_text(L, 1, text, sizeof text);
    return place_fail(L, PERP_INPUT,
                      "'%s' is one number and has no field "
                      "'%s'",
                      text, luaL_tolstring(L, 2, NULL));
}

graph_id *symbol_list(lua_State *L, recorder *r, int index, uint32_t *n,
                      const char *what)
{
    index = lua_absindex(L, index);
    if (lua_type(L, index) != LUA_TTABLE)
        place_fail(L, PERP_INPUT, "%s: a list is wanted, got %s", what,
                   luaL_typename(L, index));
    *n = (uint32_t)lua_rawlen(L, index);
    graph_id *ids = lua_newuserdatauv(L, sizeof *ids * (*n + 1), 0);
    for (uint32_t i = 0; i < *n; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        ids[i] = symbol_node(L, r, -1, what);
        lua_pop(L, 1);
    }
    return ids;
}

/** `recorderof(x)`: the recorder of a symbol, nil for anything else. */
static int core_recorderof(lua_State *L)
{
    if (symbol_at(L, 1) == NULL)
        lua_pushnil(L);
    else
        lua_getiuservalue(L, 1, 1);
    return 1;
}

void symbol_open(lua_State *L)
{
    static const luaL_Reg meta[] = {{"__add", symbol_add},
                                    {"__sub", symbol_sub},
                                    {"__mul", symbol_mul},
                                    {"__div", symbol_div},
                                    {"__unm", symbol_unm},
                                    {"__pow", symbol_pow},
                                    {"__lt", symbol_lt},
                                    {"__le", symbol_le},
                                    {"__eq", symbol_eq},
                                    {"__idiv", refuse_whole},
                                    {"__mod", refuse_whole},
                                    {"__concat", refuse_text},
                                    {"__len", refuse_length},
                                    {"__index", refuse_index},
                                    {"__newindex", refuse_index},
                                    {"__tostring", symbol_tostring},
                                    {NULL, NULL}};
    static const luaL_Reg names[] = {{"recorder", core_recorder},
                                     {"input", core_input},
                                     {"recorderof", core_recorderof},
                                     {NULL, NULL}};
    luaL_setfuncs(L, names, 0);
    owned_type(L, RECORDER, recorder_gc);
    lua_pop(L, 1);
    owned_type(L, SYMBOL, NULL);
    luaL_setfuncs(L, meta, 0);
    lua_pop(L, 1);
}
