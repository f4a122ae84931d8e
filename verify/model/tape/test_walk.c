#include "base/memory.h"
#include "check.h"
#include "model/tape/graph.h"

/* Operands come before their node, first operand first; every node once. */
static void order(void)
{
    graph g = {0};
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1);
    graph_id sum = graph_op2(&g, OP_ADD, y, x);
    graph_id unseen = graph_op1(&g, OP_SIN, sum);
    graph_id root = graph_op2(&g, OP_MUL, sum, x);
    const graph_id roots[3] = {root, x, root}, want[4] = {y, x, sum, root};
    CHECK(graph_walk(&g, 3, roots) == 4, "not four");
    for (uint32_t i = 0; i < 4; i++)
        CHECK(g.list[i] == want[i] && g.mark[want[i]] == i + 1, "place %u", i);
    CHECK(g.mark[unseen] == 0, "not reached");
    graph_walk_end(&g, 4);
    for (uint32_t i = 0; i < g.len; i++)
        CHECK(g.mark[i] == 0, "mark %u left", i);
    graph_free(&g);
}

/* Chains of 10^5 operations in all three operands: no recursion. */
static void deep(void)
{
    graph g = {0};
    graph_id x = graph_var(&g, 0), id = x;
    for (int i = 0; i < 100000; i++) {
        graph_id k = graph_const(&g, 1 + i);
        id = i % 3 == 0   ? graph_op2(&g, OP_ADD, id, k)
             : i % 3 == 1 ? graph_op2(&g, OP_MAX, k, id)
                          : graph_sel(&g, id, x, k);
    }
    const uint32_t var[2] = {5, 0};
    CHECK(graph_depends(&g, id, 2, var) == 1, "x");
    CHECK(graph_depends(&g, id, 1, var) == 0, "another input");
    CHECK(graph_depends(&g, graph_const(&g, 2), 2, var) == 0, "constant");
    graph_free(&g);
}

/* Expressions in the place of inputs: folded anew, by one pass. */
static void replace(void)
{
    graph g = {0};
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1);
    graph_id f =
        graph_sel(&g, y, graph_op2(&g, OP_MUL, x, y), graph_op1(&g, OP_NEG, x));
    const uint32_t both[2] = {0, 1};
    graph_id turned[2] = {y, x}, zero = graph_const(&g, 0);
    graph_id want =
        graph_sel(&g, x, graph_op2(&g, OP_MUL, y, x), graph_op1(&g, OP_NEG, y));
    CHECK(graph_replace(&g, f, 2, both, turned) == want, "exchange");
    CHECK(graph_replace(&g, f, 1, both, &zero) == zero, "x = 0");
    CHECK(graph_replace(&g, f, 1, both + 1, &zero) == zero, "y = 0");
    graph_id quotient = graph_op2(&g, OP_DIV, x, y);
    CHECK(graph_replace(&g, quotient, 1, both + 1, &zero) == GRAPH_NONE &&
              g.why.code == PERP_INPUT,
          "x / 0");
    memory_refuse(1);
    CHECK(graph_replace(&g, f, 2, both, turned) == GRAPH_NONE, "memory");
    memory_refuse(0);
    CHECK(graph_replace(&g, f, 2, both, turned) == want, "after memory");
    graph_free(&g);
}

int main(void)
{
    RUN(order);
    RUN(deep);
    RUN(replace);
    DONE;
}
