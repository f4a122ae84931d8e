#include "base/memory.h"
#include "check.h"
#include "model/tape/graph.h"

#include <math.h>

/* The same expression is the same node, a commuted one too; what is stored
   is what was written first. */
static void sharing(void)
{
    graph g = {0};
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1);
    graph_id sum = graph_op2(&g, OP_ADD, x, y);
    CHECK(graph_op2(&g, OP_ADD, x, y) == sum, "not found");
    CHECK(graph_op2(&g, OP_ADD, y, x) == sum, "not found turned");
    CHECK(g.node[sum].a == x && g.node[sum].b == y, "turned");
    CHECK(graph_op2(&g, OP_SUB, x, y) != graph_op2(&g, OP_SUB, y, x), "sub");
    CHECK(graph_op2(&g, OP_MAX, x, y) != graph_op2(&g, OP_MAX, y, x),
          "max is not commutative: the first wins a tie");
    CHECK(graph_const(&g, 0.1) == graph_const(&g, 0.1), "constant");
    CHECK(graph_const(&g, -0.0) == graph_const(&g, 0.0), "zeros differ");
    CHECK(graph_var(&g, 0) == x && g.vars == 2, "vars %u", g.vars);
    graph_free(&g);
}

/* 10^5 different nodes are all found again. */
static void many(void)
{
    graph g = {0};
    graph_id x = graph_var(&g, 0), *made = malloc(100000 * sizeof *made);
    for (int i = 0; i < 100000; i++)
        made[i] = graph_op2(&g, OP_ADD, i % 3 != 1 ? x : made[i - 1],
                            graph_const(&g, 1 + i));
    uint32_t len = g.len;
    for (int i = 0; i < 100000; i++)
        CHECK(graph_op2(&g, OP_ADD, i % 3 != 1 ? x : made[i - 1],
                        graph_const(&g, 1 + i)) == made[i],
              "%d lost", i);
    CHECK(g.len == len, "%u new nodes", g.len - len);
    free(made);
    graph_free(&g);
}

/* Lines: a node keeps the line that wrote it first. */
static void lines(void)
{
    graph g = {0};
    g.line = 3;
    graph_id x = graph_var(&g, 0);
    g.line = 14;
    graph_id root = graph_op1(&g, OP_SQRT, x);
    g.line = 15;
    CHECK(graph_op1(&g, OP_SQRT, x) == root, "not found");
    CHECK(g.node[root].line == 14 && g.node[x].line == 3, "lines %u, %u",
          g.node[root].line, g.node[x].line);
    graph_free(&g);
}

/* What is refused leaves the graph as it was, says why, and runs through a
   chain of operations without a new word. */
static void refusals(void)
{
    graph g = {0};
    graph_id x = graph_var(&g, 0), zero = graph_const(&g, 0);
    uint32_t len = g.len;
    CHECK(graph_const(&g, (double)NAN) == GRAPH_NONE, "NaN");
    CHECK(graph_const(&g, (double)INFINITY) == GRAPH_NONE, "infinity");
    CHECK(g.why.code == PERP_INPUT, "code %d", (int)g.why.code);
    graph_id bad = graph_op2(&g, OP_DIV, x, zero);
    CHECK(bad == GRAPH_NONE && g.why.code == PERP_INPUT &&
              strcmp(g.why.message, "division by zero") == 0,
          "message %s", g.why.message);
    bad = graph_sel(&g, x, graph_op1(&g, OP_SIN, bad), zero);
    CHECK(bad == GRAPH_NONE && strcmp(g.why.message, "division by zero") == 0,
          "message %s", g.why.message);
    CHECK(g.len == len, "%u new nodes", g.len - len);
    CHECK(graph_op1(&g, OP_SQRT, graph_const(&g, -2)) == GRAPH_NONE, "root");
    CHECK(graph_power(&g, zero, -1) == GRAPH_NONE, "0^-1");
    graph_free(&g);
}

static double value(const graph *g, graph_id id, double x)
{
    const graph_node *n = &g->node[id];
    if (n->op == OP_CONST)
        return n->k;
    if (n->op == OP_VAR)
        return x;
    double a = value(g, n->a, x), b = value(g, n->b, x);
    return n->op == OP_MUL ? a * b : a / b;
}

/* Powers of 2 are exact, so repeated squaring must meet ldexp. */
static void powers(void)
{
    graph g = {0};
    graph_id x = graph_var(&g, 0);
    for (int n = -40; n <= 40; n++)
        CHECK(value(&g, graph_power(&g, x, n), 2) == ldexp(1, n), "2^%d", n);
    CHECK(graph_power(&g, x, 0) == graph_const(&g, 1), "x^0");
    CHECK(graph_power(&g, x, 1) == x, "x^1");
    CHECK(graph_power(&g, x, INT32_MIN) != GRAPH_NONE, "the largest exponent");
    graph_id cube = graph_power(&g, graph_const(&g, 3), 3);
    CHECK(g.node[cube].op == OP_CONST && g.node[cube].k == 27, "3^3");
    graph_free(&g);
}

/* sqrt(x y) + z / y */
static graph_id sample(graph *g)
{
    graph_id y = graph_var(g, 1);
    graph_id a = graph_op2(g, OP_MUL, graph_var(g, 0), y);
    graph_id b = graph_op2(g, OP_DIV, graph_var(g, 2), y);
    for (int i = 0; i < 100; i++) /* long enough to grow */
        a = graph_op2(g, OP_ADD, a, graph_const(g, 0.1 + i));
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, 1, 3);
    a = graph_op2(g, OP_MUL, a, graph_ratio(g, q));
    mpq_clear(q);
    return graph_op2(g, OP_ADD, graph_op1(g, OP_SQRT, a), b);
}

/* The k-th allocation fails, for all k: a clean refusal, and the same graph
   then takes the whole expression as if nothing had happened. */
static void memory_fails(void)
{
    graph want = {0};
    graph_id root = sample(&want);
    int refused = 0;
    for (size_t k = 1; k < 100; k++) {
        graph g = {0};
        memory_refuse(k);
        graph_id id = sample(&g);
        memory_refuse(0);
        refused += id == GRAPH_NONE;
        CHECK(id != GRAPH_NONE || g.why.code == PERP_LIMIT, "code %d",
              (int)g.why.code);
        CHECK(sample(&g) == root && g.len == want.len, "k %zu, %u of %u nodes",
              k, g.len, want.len);
        graph_free(&g);
        if (id != GRAPH_NONE)
            break;
    }
    CHECK(refused > 5, "only %d refusals", refused);
    graph_free(&want);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(sharing);
    RUN(many);
    RUN(lines);
    RUN(refusals);
    RUN(powers);
    RUN(memory_fails);
    DONE;
}
