/**
# Exact numbers in a scene

`4/5` in Lua is a double, the nearest to four fifths; `perp.ratio(4, 5)` is
four fifths. A plain number that meets a ratio means the real number equal to
that double, so every sum and product is exact. A ratio that is a double
becomes a plain number again: there is one spelling of each value, and a scene
in which nothing is rounded keeps to plain numbers by itself.
*/
#include "scene/values/script.h"
#include "number/literal.h"

#include <math.h>
#include <string.h>

#define RATIO "perp.ratio"

/* Bits of one ratio; more are a runaway loop, not a model. */
enum { RATIO_BITS = 1 << 17 };

mpq_ptr ratio_at(lua_State *L, int index)
{
    return luaL_testudata(L, index, RATIO);
}

mpq_ptr ratio_new(lua_State *L)
{
    luaL_getmetatable(L, RATIO);
    mpq_ptr q = lua_newuserdatauv(L, sizeof *q, 0);
    mpq_init(q);
    lua_insert(L, -2);
    lua_setmetatable(L, -2);
    return q;
}

static int ratio_gc(lua_State *L)
{
    mpq_clear(luaL_checkudata(L, 1, RATIO));
    return owned_gone(L);
}

void ratio_settle(lua_State *L)
{
    mpq_srcptr q = ratio_at(L, -1);
    double d;
    if (!literal_is_double(q) || literal_double(q, &d).code != PERP_OK)
        return;
    lua_pushnumber(L, d);
    lua_replace(L, -2);
}

int ratio_value(lua_State *L, int index, mpq_ptr out)
{
    mpq_srcptr q = ratio_at(L, index);
    if (q != NULL)
        mpq_set(out, q);
    else if (lua_type(L, index) != LUA_TNUMBER)
        return 0;
    else if (lua_isinteger(L, index)) {
        lua_Integer n = lua_tointeger(L, index);
        mpq_set_si(out, (long)n, 1);
    } else if (isfinite(lua_tonumber(L, index)))
        mpq_set_d(out, lua_tonumber(L, index));
    else
        return 0;
    return 1;
}

static size_t bits(mpq_srcptr q)
{
    return mpz_sizeinbase(mpq_numref(q), 2) + mpz_sizeinbase(mpq_denref(q), 2);
}

/** Pushes the operand at `index` as a ratio; a string is read as a literal,
because `"1/3" * x` looks right to whoever writes it. */
static mpq_ptr operand(lua_State *L, int index)
{
    mpq_ptr q = ratio_new(L);
    if (lua_type(L, index) == LUA_TSTRING) {
        size_t len;
        const char *text = lua_tolstring(L, index, &len);
        perp_status s = literal_ratio(text, len, q);
        if (s.code != PERP_OK)
            place_raise(L, s);
    } else if (!ratio_value(L, index, q)) {
        if (lua_type(L, index) == LUA_TNUMBER)
            place_fail(L, PERP_INPUT, "%g is not a finite number",
                       place_shown(lua_tonumber(L, index)));
        place_fail(L, PERP_INPUT,
                   "a ratio meets a %s; wanted is a number, a "
                   "ratio or a symbol",
                   luaL_typename(L, index));
    }
    return q;
}

static int arithmetic(lua_State *L, int op)
{
    mpq_ptr a = operand(L, 1), b = operand(L, 2);
    if (bits(a) + bits(b) > RATIO_BITS)
        return place_fail(L, PERP_LIMIT,
                          "a ratio of more than %d bits; "
                          "perp.number(x) rounds it",
                          RATIO_BITS);
    mpq_ptr r = ratio_new(L);
    if (op == '/' && mpq_sgn(b) == 0)
        return place_fail(L, PERP_INPUT, "division of a ratio by zero");
    if (op == '+')
        mpq_add(r, a, b);
    else if (op == '-')
        mpq_sub(r, a, b);
    else if (op == '*')
        mpq_mul(r, a, b);
    else
        mpq_div(r, a, b);
    ratio_settle(L);
    return 1;
}

/** An operation with a symbol belongs to the symbols. Lua asks the left
operand first, so a ratio hands over by looking up the symbol's metamethod. */
static int handed_over(lua_State *L, const char *event)
{
    int at = symbol_at(L, 1) != NULL ? 1 : symbol_at(L, 2) != NULL ? 2 : 0;
    if (at == 0)
        return 0;
    luaL_getmetafield(L, at, event);
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int ratio_add(lua_State *L)
{
    return handed_over(L, "__add") ? 1 : arithmetic(L, '+');
}

static int ratio_sub(lua_State *L)
{
    return handed_over(L, "__sub") ? 1 : arithmetic(L, '-');
}

static int ratio_mul(lua_State *L)
{
    return handed_over(L, "__mul") ? 1 : arithmetic(L, '*');
}

static int ratio_div(lua_State *L)
{
    return handed_over(L, "__div") ? 1 : arithmetic(L, '/');
}

static int ratio_unm(lua_State *L)
{
    mpq_srcptr a = luaL_checkudata(L, 1, RATIO);
    mpq_neg(ratio_new(L), a);
    ratio_settle(L);
    return 1;
}

static int ratio_pow(lua_State *L)
{
    if (handed_over(L, "__pow"))
        return 1;
    mpq_ptr a = operand(L, 1), r;
    int whole;
    lua_Integer n = lua_tointegerx(L, 2, &whole);
    if (!whole)
        return place_fail(L, PERP_INPUT,
                          "the exponent of a ratio must be a whole number");
    lua_Unsigned m = n < 0 ? 0 - (lua_Unsigned)n : (lua_Unsigned)n;
    if (m > 0 && bits(a) > RATIO_BITS / m)
        return place_fail(L, PERP_LIMIT, "a ratio of more than %d bits",
                          RATIO_BITS);
    if (n < 0 && mpq_sgn(a) == 0)
        return place_fail(L, PERP_INPUT, "zero to a negative power");
    r = ratio_new(L);
    mpz_pow_ui(mpq_numref(r), mpq_numref(a), (unsigned long)m);
    mpz_pow_ui(mpq_denref(r), mpq_denref(a), (unsigned long)m);
    if (n < 0)
        mpq_inv(r, r);
    ratio_settle(L);
    return 1;
}

static int compared(lua_State *L)
{
    return mpq_cmp(operand(L, 1), operand(L, 2));
}

static int ratio_lt(lua_State *L)
{
    if (handed_over(L, "__lt"))
        return 1;
    lua_pushboolean(L, compared(L) < 0);
    return 1;
}

static int ratio_le(lua_State *L)
{
    if (handed_over(L, "__le"))
        return 1;
    lua_pushboolean(L, compared(L) <= 0);
    return 1;
}

static int ratio_eq(lua_State *L)
{
    if (handed_over(L, "__eq"))
        return 1;
    lua_pushboolean(L, ratio_at(L, 1) != NULL && ratio_at(L, 2) != NULL &&
                           compared(L) == 0);
    return 1;
}

static int ratio_tostring(lua_State *L)
{
    mpq_srcptr q = luaL_checkudata(L, 1, RATIO);
    size_t room = mpz_sizeinbase(mpq_numref(q), 10) +
                  mpz_sizeinbase(mpq_denref(q), 10) + 3;
    char *text = lua_newuserdatauv(L, room, 0);
    lua_pushstring(L, mpq_get_str(text, 10, q));
    return 1;
}

/** `perp.ratio(p, q)`, `perp.ratio"1/3"`, `perp.ratio"0.1"`, and
`perp.ratio(x)`, which is the real number equal to the double x. */
static int core_ratio(lua_State *L)
{
    if (lua_gettop(L) > 2)
        return place_fail(L, PERP_INPUT,
                          "perp.ratio takes two numbers or one text");
    if (lua_gettop(L) == 1)
        operand(L, 1);
    else
        return arithmetic(L, '/');
    ratio_settle(L);
    return 1;
}

static int core_number(lua_State *L)
{
    double d;
    perp_status s = literal_double(operand(L, 1), &d);
    if (s.code != PERP_OK)
        return place_raise(L, s);
    lua_pushnumber(L, d);
    return 1;
}

static int core_isratio(lua_State *L)
{
    lua_pushboolean(L, ratio_at(L, 1) != NULL);
    return 1;
}

/** `literal(text)`: a number as --set gives it. A text with a slash is exact,
any other is the nearest double; the second result says that this double is
not what the text says. Failing: nil and the reason. */
static int core_literal(lua_State *L)
{
    size_t len;
    const char *text = luaL_checklstring(L, 1, &len);
    mpq_ptr q = ratio_new(L);
    double d;
    perp_status s = literal_ratio(text, len, q);
    if (s.code == PERP_OK && strchr(text, '/') != NULL) {
        ratio_settle(L);
        return 1;
    }
    if (s.code == PERP_OK)
        s = literal_double(q, &d);
    if (s.code != PERP_OK) {
        lua_pushnil(L);
        lua_pushstring(L, s.message);
        return 2;
    }
    lua_pushnumber(L, d);
    lua_pushboolean(L, !literal_is_double(q));
    return 2;
}

void ratio_open(lua_State *L)
{
    static const luaL_Reg meta[] = {{"__add", ratio_add},
                                    {"__sub", ratio_sub},
                                    {"__mul", ratio_mul},
                                    {"__div", ratio_div},
                                    {"__unm", ratio_unm},
                                    {"__pow", ratio_pow},
                                    {"__lt", ratio_lt},
                                    {"__le", ratio_le},
                                    {"__eq", ratio_eq},
                                    {"__tostring", ratio_tostring},
                                    {NULL, NULL}};
    static const luaL_Reg names[] = {{"ratio", core_ratio},
                                     {"number", core_number},
                                     {"isratio", core_isratio},
                                     {"literal", core_literal},
                                     {NULL, NULL}};
    luaL_setfuncs(L, names, 0);
    owned_type(L, RATIO, ratio_gc);
    luaL_setfuncs(L, meta, 0);
    lua_pop(L, 1);
}
