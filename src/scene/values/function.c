/**
# Functions of numbers and symbols, and their formulas

`perp.sin` and its kin take plain numbers, ratios and symbols, so that a scene
function can be run again with numbers and give the bits of its tape: sine and
cosine are correctly rounded in both. The derivatives `grad`, `tangent` and
`depends` are the whole symbolic interface that libraries need.
*/
#include "scene/values/script.h"
#include "model/tape/derivative.h"
#include "number/literal.h"
#include "number/sincos.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- readable formulas ------------------------------------------------ */

typedef struct {
    lua_State *L;
    int names; /* stack index of the table of names */
    const graph *g;
    char *out;
    size_t len, room;
} printer;

static void put(printer *p, const char *text)
{
    size_t n = strlen(text);
    if (p->len + n < p->room) {
        memcpy(p->out + p->len, text, n + 1);
        p->len += n;
    } else if (p->len + 1 < p->room)
        p->len = p->room - 1; /* full */
}

static void put_leaf(printer *p, const graph_node *n)
{
    char text[64];
    if (n->op == OP_VAR) {
        lua_rawgeti(p->L, p->names, (lua_Integer)n->a + 1);
        const char *name = lua_tostring(p->L, -1);
        put(p, name != NULL ? name : "?");
        lua_pop(p->L, 1);
        return;
    }
    snprintf(text, sizeof text, "%.14g", n->k);
    put(p, text);
}

/** Strength of binding: sums 1, products 2, everything else 3. Below six
levels the formula is cut with dots; it is for people. */
static void put_node(printer *p, graph_id id, int strength, int depth)
{
    static const char *const sign[OP_COUNT] = {
        [OP_ADD] = " + ", [OP_SUB] = " - ", [OP_MUL] = "*", [OP_DIV] = "/"};
    const graph_node *n = &p->g->node[id];
    if (n->op == OP_CONST || n->op == OP_RATIO || n->op == OP_VAR) {
        put_leaf(p, n);
        return;
    }
    if (depth == 0) {
        put(p, "...");
        return;
    }
    if (sign[n->op] != NULL) {
        int own = n->op == OP_ADD || n->op == OP_SUB ? 1 : 2;
        put(p, own < strength ? "(" : "");
        put_node(p, n->a, own, depth - 1);
        put(p, sign[n->op]);
        put_node(p, n->b, own + (n->op == OP_SUB || n->op == OP_DIV),
                 depth - 1);
        put(p, own < strength ? ")" : "");
        return;
    }
    static const char *const call[OP_COUNT] = {
        [OP_NEG] = "-",    [OP_SQRT] = "sqrt(", [OP_SIN] = "sin(",
        [OP_COS] = "cos(", [OP_MAX] = "max(",   [OP_SEL] = "where("};
    put(p, call[n->op]);
    if (n->op == OP_SEL) {
        put_node(p, n->c, 0, depth - 1);
        put(p, ", ");
    }
    put_node(p, n->a, n->op == OP_NEG ? 3 : 0, depth - 1);
    if (n->op == OP_SEL || n->op == OP_MAX) {
        put(p, ", ");
        put_node(p, n->b, 0, depth - 1);
    }
    put(p, n->op == OP_NEG ? "" : ")");
}

void symbol_text(lua_State *L, int index, char *out, size_t room)
{
    symbol *s = symbol_at(L, index);
    out[0] = '\0';
    if (s == NULL) {
        const char *text = luaL_tolstring(L, index, NULL);
        snprintf(out, room, "%.40s", text);
        lua_pop(L, 1);
        return;
    }
    lua_getiuservalue(L, index, 1);
    recorder_check(L, -1); /* its graph is still there */
    lua_getiuservalue(L, -1, 2);
    printer p = {L, lua_gettop(L), &s->in->g, out, 0, room};
    put_node(&p, s->id, 0, 6);
    lua_pop(L, 2);
}

/* ---- functions of numbers and symbols --------------------------------- */

static double plain(lua_State *L, int index, const char *what)
{
    double d;
    mpq_srcptr q = ratio_at(L, index);
    if (q != NULL) {
        perp_status s = literal_double(q, &d);
        return s.code == PERP_OK ? d : (place_raise(L, s), 0);
    }
    if (lua_type(L, index) != LUA_TNUMBER)
        place_fail(L, PERP_INPUT, "%s wants a number or a symbol, got %s", what,
                   lua_isnone(L, index) ? "nothing" : luaL_typename(L, index));
    return lua_tonumber(L, index);
}

static int core_sqrt(lua_State *L)
{
    if (symbol_at(L, 1) != NULL)
        return symbol_unary(L, OP_SQRT, "sqrt");
    mpq_srcptr q = ratio_at(L, 1);
    if (q != NULL && mpz_perfect_square_p(mpq_numref(q)) &&
        mpz_perfect_square_p(mpq_denref(q))) {
        mpq_ptr r = ratio_new(L);
        mpz_sqrt(mpq_numref(r), mpq_numref(q));
        mpz_sqrt(mpq_denref(r), mpq_denref(q));
        ratio_settle(L);
        return 1;
    }
    lua_pushnumber(L, sqrt(plain(L, 1, "sqrt")));
    return 1;
}

static int circular(lua_State *L, graph_op op, const char *what)
{
    double s, c;
    if (symbol_at(L, 1) != NULL)
        return symbol_unary(L, op, what);
    double x = plain(L, 1, what);
    if (sincos_cr(x, &s, &c) != 0)
        return place_fail(L, PERP_INPUT, "%s of %g", what, x);
    lua_pushnumber(L, op == OP_SIN ? s : c);
    return 1;
}

static int core_sin(lua_State *L)
{
    return circular(L, OP_SIN, "sin");
}

static int core_cos(lua_State *L)
{
    return circular(L, OP_COS, "cos");
}

/** Leaves the larger (sign 1) or smaller (-1) of the values at 1 and 2. The
minimum of symbols is $-\max(-a, -b)$; at a tie the first argument counts. */
static int larger(lua_State *L, int sign)
{
    recorder *r = symbol_recorder(L, 2);
    const char *what = sign > 0 ? "max" : "min";
    if (r != NULL) {
        symbol_stamp(L, r);
        graph_id a = symbol_node(L, r, 1, what);
        graph_id b = symbol_node(L, r, 2, what);
        graph *g = &r->g;
        if (sign > 0)
            return symbol_done(L, graph_op2(g, OP_MAX, a, b));
        a = graph_op2(g, OP_MAX, graph_op1(g, OP_NEG, a),
                      graph_op1(g, OP_NEG, b));
        return symbol_done(L, graph_op1(g, OP_NEG, a));
    }
    plain(L, 1, what), plain(L, 2, what);
    int first = sign > 0 ? lua_compare(L, 2, 1, LUA_OPLE)
                         : lua_compare(L, 1, 2, LUA_OPLE);
    lua_pushvalue(L, first ? 1 : 2);
    return 1;
}

static int larger_max(lua_State *L)
{
    return larger(L, 1);
}

static int larger_min(lua_State *L)
{
    return larger(L, -1);
}

static int extreme(lua_State *L, int sign)
{
    int n = lua_gettop(L);
    if (symbol_at(L, 1) == NULL)
        plain(L, 1, sign > 0 ? "max" : "min");
    lua_pushvalue(L, 1);
    for (int i = 2; i <= n; i++) {
        lua_pushcfunction(L, sign > 0 ? larger_max : larger_min);
        lua_insert(L, -2);
        lua_pushvalue(L, i);
        lua_call(L, 2, 1);
    }
    return 1;
}

static int core_max(lua_State *L)
{
    return extreme(L, 1);
}

static int core_min(lua_State *L)
{
    return extreme(L, -1);
}

static int core_abs(lua_State *L)
{
    lua_settop(L, 1);
    if (symbol_at(L, 1) == NULL)
        plain(L, 1, "abs");
    lua_pushvalue(L, 1);
    lua_arith(L, LUA_OPUNM);
    return larger(L, 1);
}

static int core_where(lua_State *L)
{
    lua_settop(L, 3);
    for (int i = 2; i <= 3; i++)
        if (symbol_at(L, i) == NULL)
            plain(L, i, "where");
    if (symbol_at(L, 1) == NULL) {
        lua_pushvalue(L, plain(L, 1, "where") >= 0 ? 2 : 3);
        return 1;
    }
    recorder *r = symbol_recorder(L, 3);
    symbol_stamp(L, r);
    graph_id c = symbol_node(L, r, 1, "where");
    graph_id a = symbol_node(L, r, 2, "where");
    graph_id b = symbol_node(L, r, 3, "where");
    return symbol_done(L, graph_sel(&r->g, c, a, b));
}

/* ---- derivatives ------------------------------------------------------ */

/** The inputs behind a list of variables: what to derive by. */
static uint32_t *variables(lua_State *L, recorder *r, int index, uint32_t *n,
                           const char *what)
{
    uint32_t *v = symbol_list(L, r, index, n, what);
    for (uint32_t i = 0; i < *n; i++) {
        const graph_node *node = &r->g.node[v[i]];
        if (node->op != OP_VAR)
            place_fail(L, PERP_INPUT,
                       "%s: entry %u of the list is not a "
                       "coordinate, velocity or time",
                       what, i + 1);
        v[i] = node->a;
    }
    return v;
}

static int push_list(lua_State *L, int r, const graph_id *ids, uint32_t n)
{
    lua_createtable(L, (int)n, 0);
    for (uint32_t i = 0; i < n; i++) {
        symbol_push(L, r, ids[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/** `grad(recorder, expression, list)`. */
static int core_grad(lua_State *L)
{
    recorder *r = recorder_check(L, 1);
    uint32_t n;
    symbol_stamp(L, r);
    graph_id root = symbol_node(L, r, 2, "grad");
    uint32_t *v = variables(L, r, 3, &n, "grad");
    graph_id *out = lua_newuserdatauv(L, sizeof *out * (n + 1), 0);
    perp_status s = graph_gradient(&r->g, root, n, v, out);
    return s.code == PERP_OK ? push_list(L, 1, out, n) : place_raise(L, s);
}

/** `tangent(recorder, list, variables, direction)`. */
static int core_tangent(lua_State *L)
{
    recorder *r = recorder_check(L, 1);
    uint32_t m, n, k;
    symbol_stamp(L, r);
    graph_id *roots = symbol_list(L, r, 2, &m, "tangent");
    uint32_t *v = variables(L, r, 3, &n, "tangent");
    graph_id *dir = symbol_list(L, r, 4, &k, "tangent");
    if (k != n)
        return place_fail(L, PERP_INPUT,
                          "tangent: %u variables, but a "
                          "direction of %u",
                          n, k);
    graph_id *out = lua_newuserdatauv(L, sizeof *out * (m + 1), 0);
    perp_status s = graph_tangent(&r->g, m, roots, n, v, dir, out);
    return s.code == PERP_OK ? push_list(L, 1, out, m) : place_raise(L, s);
}

static int core_depends(lua_State *L)
{
    recorder *r = recorder_check(L, 1);
    uint32_t n;
    graph_id root = symbol_node(L, r, 2, "depends");
    uint32_t *v = variables(L, r, 3, &n, "depends");
    lua_pushboolean(L, graph_depends(&r->g, root, n, v));
    return 1;
}

void function_open(lua_State *L)
{
    static const luaL_Reg names[] = {{"sqrt", core_sqrt},
                                     {"sin", core_sin},
                                     {"cos", core_cos},
                                     {"max", core_max},
                                     {"min", core_min},
                                     {"abs", core_abs},
                                     {"where", core_where},
                                     {"grad", core_grad},
                                     {"tangent", core_tangent},
                                     {"depends", core_depends},
                                     {NULL, NULL}};
    luaL_setfuncs(L, names, 0);
}

/** The scene's `math` knows symbols: what `math.sin` is for a number, perp.sin
is for both. */
void function_replace(lua_State *L)
{
    static const char *both[] = {"sin", "cos", "sqrt", "max", "min", "abs"};
    lua_getglobal(L, "require");
    lua_pushliteral(L, "perp.core");
    lua_call(L, 1, 1);
    lua_getglobal(L, "math");
    for (int i = 0; i < 6; i++) {
        lua_getfield(L, -2, both[i]);
        lua_setfield(L, -2, both[i]);
    }
    lua_pop(L, 2);
}
