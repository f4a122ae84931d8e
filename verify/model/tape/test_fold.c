#include "base/memory.h"
#include "check.h"
#include "model/tape/graph.h"

static graph g;
static graph_id x, y, zero, one;

static void begin(void)
{
    g = (graph){0};
    x = graph_var(&g, 0);
    y = graph_var(&g, 1);
    zero = graph_const(&g, 0);
    one = graph_const(&g, 1);
}

static graph_id two(graph_op op, graph_id a, graph_id b)
{
    return graph_op2(&g, op, a, b);
}

static graph_id minus(graph_id a)
{
    return graph_op1(&g, OP_NEG, a);
}

static graph_id num(double k)
{
    return graph_const(&g, k);
}

static graph_id ratio(long p, unsigned long q)
{
    mpq_t r;
    mpq_init(r);
    mpq_set_si(r, p, q);
    mpq_canonicalize(r);
    graph_id id = graph_ratio(&g, r);
    mpq_clear(r);
    return id;
}

/* The list of the header, one by one. */
static void rules(void)
{
    begin();
    CHECK(two(OP_ADD, x, zero) == x && two(OP_ADD, zero, x) == x, "x + 0");
    CHECK(two(OP_SUB, x, zero) == x, "x - 0");
    CHECK(two(OP_SUB, zero, x) == minus(x), "0 - x");
    CHECK(two(OP_SUB, x, x) == zero, "x - x");
    CHECK(two(OP_MUL, x, one) == x && two(OP_MUL, one, x) == x, "x * 1");
    CHECK(two(OP_MUL, x, num(-1)) == minus(x), "x * -1");
    CHECK(two(OP_MUL, x, zero) == zero, "x * 0");
    CHECK(two(OP_DIV, x, one) == x && two(OP_DIV, zero, x) == zero, "x / 1");
    CHECK(two(OP_DIV, x, num(-8)) == two(OP_MUL, x, num(-0.125)), "x / -8");
    CHECK(two(OP_DIV, x, num(-1)) == minus(x), "x / -1");
    CHECK(minus(minus(x)) == x, "--x");
    CHECK(minus(two(OP_SUB, x, y)) == two(OP_SUB, y, x), "-(x - y)");
    CHECK(two(OP_ADD, x, minus(y)) == two(OP_SUB, x, y), "x + -y");
    CHECK(two(OP_ADD, minus(x), y) == two(OP_SUB, y, x), "-x + y");
    CHECK(two(OP_SUB, x, minus(y)) == two(OP_ADD, x, y), "x - -y");
    CHECK(two(OP_MUL, minus(x), y) == minus(two(OP_MUL, x, y)), "-x * y");
    CHECK(two(OP_MUL, minus(x), minus(y)) == two(OP_MUL, x, y), "-x * -y");
    CHECK(two(OP_DIV, x, minus(y)) == minus(two(OP_DIV, x, y)), "x / -y");
    CHECK(graph_op1(&g, OP_SIN, minus(x)) == minus(graph_op1(&g, OP_SIN, x)),
          "sin -x");
    CHECK(graph_op1(&g, OP_COS, minus(x)) == graph_op1(&g, OP_COS, x),
          "cos -x");
    CHECK(graph_op1(&g, OP_COS, zero) == one, "cos 0");
    CHECK(two(OP_MAX, x, x) == x, "max(x, x)");
    CHECK(graph_sel(&g, x, y, y) == y, "where(x, y, y)");
    CHECK(graph_sel(&g, num(-1), x, y) == y && graph_sel(&g, zero, x, y) == x,
          "where(number, x, y)");
    graph_free(&g);
}

/* What would change a bit stays: see prop_tape for the bits. */
static void not_rules(void)
{
    begin();
    CHECK(g.node[two(OP_DIV, x, num(3))].op == OP_DIV, "x / 3");
    CHECK(g.node[two(OP_DIV, x, num(0x1p-1074))].op == OP_DIV, "x / tiny");
    CHECK(g.node[two(OP_MUL, x, x)].op == OP_MUL, "x x");
    CHECK(g.node[two(OP_DIV, x, x)].op == OP_DIV, "x / x");
    graph_id root = graph_op1(&g, OP_SQRT, x);
    CHECK(g.node[two(OP_MUL, root, root)].op == OP_MUL, "sqrt(x)^2");
    graph_free(&g);
}

/* Doubles fold when the result is a double, and only then. */
static void doubles(void)
{
    begin();
    CHECK(two(OP_ADD, num(0.5), num(0.25)) == num(0.75), "exact sum");
    CHECK(two(OP_DIV, num(6), num(3)) == num(2), "exact quotient");
    CHECK(two(OP_SUB, num(1e308), num(1e308)) == zero, "exact difference");
    CHECK(graph_op1(&g, OP_SQRT, num(2.25)) == num(1.5), "exact root");
    CHECK(two(OP_MAX, num(-2), num(3)) == num(3), "max");
    CHECK(minus(num(3)) == num(-3), "minus");
    CHECK(g.node[two(OP_ADD, num(0.1), num(0.2))].op == OP_ADD, "0.1 + 0.2");
    CHECK(g.node[two(OP_DIV, num(1), num(3))].op == OP_DIV, "1 / 3");
    CHECK(g.node[two(OP_MUL, num(1e200), num(1e200))].op == OP_MUL, "1e400");
    CHECK(g.node[two(OP_MUL, num(1e-200), num(1e-200))].op == OP_MUL, "1e-400");
    CHECK(g.node[graph_op1(&g, OP_SQRT, num(2))].op == OP_SQRT, "sqrt 2");
    CHECK(g.node[graph_op1(&g, OP_SIN, num(2))].op == OP_SIN, "sin 2");
    CHECK(g.ratios == 0, "%u ratios", g.ratios);
    graph_free(&g);
}

/* A ratio asks for exactness; the result is a double again when it is one. */
static void ratios(void)
{
    begin();
    graph_id third = ratio(1, 3);
    CHECK(g.node[third].op == OP_RATIO && g.node[third].k == 1.0 / 3, "1/3");
    CHECK(two(OP_MUL, third, num(3)) == one, "1/3 * 3");
    CHECK(two(OP_ADD, third, ratio(1, 6)) == num(0.5), "1/3 + 1/6");
    CHECK(two(OP_DIV, one, third) == num(3), "1 / (1/3)");
    CHECK(two(OP_SUB, one, third) == ratio(2, 3), "1 - 1/3");
    CHECK(minus(third) == ratio(-1, 3), "-(1/3)");
    CHECK(two(OP_MAX, third, num(1.0 / 3)) == third, "1/3 > 0.333...");
    CHECK(graph_sel(&g, ratio(-1, 3), x, y) == y, "where(-1/3)");
    CHECK(ratio(4, 8) == num(0.5) && ratio(2, 6) == third, "lowest terms");
    CHECK(g.ratios == 4, "%u ratios", g.ratios);
    graph_id big = third;
    for (int i = 0; i < 64 && big != GRAPH_NONE; i++)
        big = two(OP_MUL, big, big);
    CHECK(big == GRAPH_NONE, "(1/3)^(2^64)");
    CHECK(g.why.code == PERP_INPUT || g.why.code == PERP_LIMIT, "code %d",
          (int)g.why.code);
    CHECK(two(OP_DIV, third, two(OP_SUB, third, third)) == GRAPH_NONE,
          "1/3 / 0");
    graph_free(&g);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(rules);
    RUN(not_rules);
    RUN(doubles);
    RUN(ratios);
    DONE;
}
