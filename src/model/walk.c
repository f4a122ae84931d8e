#include "base/memory.h"
#include "model/graph.h"

/** ## Walking

Depth first with a stack of its own: an expression may be as deep as memory
allows, and a sum of $10^5$ terms is. The stack holds one path, so it is never
longer than the graph. A node stays open (`OPEN`) until its operands are
listed. */
enum { OPEN = -1 };

static graph_id unseen_operand(const graph *g, const graph_node *n)
{
    const graph_id operand[3] = {n->a, n->b, n->c};
    for (int i = 0; i < graph_arity(n->op); i++)
        if (g->mark[operand[i]] == 0)
            return operand[i];
    return GRAPH_NONE;
}

uint32_t graph_walk(const graph *g, uint32_t n, const graph_id *roots)
{
    uint32_t listed = 0;
    for (uint32_t r = 0; r < n; r++) {
        uint32_t depth = 0;
        graph_id next = g->mark[roots[r]] == 0 ? roots[r] : GRAPH_NONE;
        while (next != GRAPH_NONE || depth > 0) {
            if (next != GRAPH_NONE) {
                g->mark[next] = (uint32_t)OPEN;
                g->stack[depth++] = next;
            } else {
                g->list[listed++] = g->stack[--depth];
                g->mark[g->stack[depth]] = listed;
            }
            next = depth == 0
                       ? GRAPH_NONE
                       : unseen_operand(g, &g->node[g->stack[depth - 1]]);
        }
    }
    return listed;
}

void graph_walk_end(const graph *g, uint32_t m)
{
    for (uint32_t i = 0; i < m; i++)
        g->mark[g->list[i]] = 0;
}

int graph_depends(const graph *g, graph_id root, uint32_t n,
                  const uint32_t *var)
{
    int depends = 0;
    uint32_t m = graph_walk(g, 1, &root);
    for (uint32_t i = 0; i < m && !depends; i++) {
        const graph_node *x = &g->node[g->list[i]];
        for (uint32_t k = 0; k < n && x->op == OP_VAR && !depends; k++)
            depends = x->a == var[k];
    }
    graph_walk_end(g, m);
    return depends;
}

/* The node with its operands replaced: `as` by place in the walk. */
static graph_id rewritten(graph *g, graph_id id, const graph_id *as)
{
    const graph_node x = g->node[id];
    int arity = graph_arity(x.op);
    if (arity == 0)
        return id;
    graph_id a = as[g->mark[x.a] - 1];
    if (arity == 1)
        return graph_op1(g, x.op, a);
    graph_id b = as[g->mark[x.b] - 1];
    if (arity == 2)
        return graph_op2(g, x.op, a, b);
    return graph_sel(g, as[g->mark[x.c] - 1], a, b);
}

graph_id graph_replace(graph *g, graph_id root, uint32_t n, const uint32_t *var,
                       const graph_id *to)
{
    if (root == GRAPH_NONE)
        return GRAPH_NONE;
    uint32_t m = graph_walk(g, 1, &root);
    graph_id *as = memory_new(m, sizeof *as), last = GRAPH_NONE;
    if (as == NULL)
        graph_refuse(g, PERP_NO_MEMORY(m * sizeof *as));
    for (uint32_t i = 0; as != NULL && i < m; i++) {
        const graph_node *x = &g->node[g->list[i]];
        uint32_t k = x->op == OP_VAR ? 0 : n;
        while (k < n && x->a != var[k])
            k++;
        last = as[i] = k < n ? to[k] : rewritten(g, g->list[i], as);
    }
    graph_walk_end(g, m);
    memory_free(as);
    return last;
}
