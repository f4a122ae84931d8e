#include "model/tape/graph.h"
#include "base/memory.h"
#include "model/tape/fold.h"
#include "number/literal.h"

#include <math.h>
#include <string.h>

int graph_arity(graph_op op)
{
    static const uint8_t arity[OP_COUNT] = {
        [OP_ADD] = 2,  [OP_SUB] = 2, [OP_MUL] = 2, [OP_DIV] = 2, [OP_NEG] = 1,
        [OP_SQRT] = 1, [OP_SIN] = 1, [OP_COS] = 1, [OP_MAX] = 2, [OP_SEL] = 3};
    return arity[op];
}

void graph_free(graph *g)
{
    for (uint32_t i = 0; i < g->ratios; i++)
        mpq_clear(g->ratio[i]);
    memory_free(g->ratio);
    memory_free(g->node);
    memory_free(g->hash);
    memory_free(g->mark);
    memory_free(g->list);
    memory_free(g->stack);
    *g = (graph){0};
}

graph_id graph_refuse(graph *g, perp_status why)
{
    g->why = why;
    return GRAPH_NONE;
}

/** ## The table of expressions

A node is looked up by its operation, its operands and the bits of its number.
The table is open addressing with linear steps and at most half full. Its order
is never seen: nobody walks over it, and the answer to a look-up does not
depend on what else is there. So results do not depend on the hash. */
static uint32_t mixed(const graph_node *n)
{
    uint64_t k;
    memcpy(&k, &n->k, sizeof k);
    uint64_t h = k ^ (uint64_t)n->op << 56;
    uint32_t word[3] = {n->op == OP_RATIO ? 0 : n->a, n->b, n->c};
    for (int i = 0; i < 3; i++) {
        h = (h ^ word[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return (uint32_t)(h ^ h >> 32);
}

static int same(const graph *g, const graph_node *x, const graph_node *y)
{
    if (x->op != y->op || memcmp(&x->k, &y->k, sizeof x->k) != 0)
        return 0;
    if (x->op == OP_RATIO)
        return mpq_equal(g->ratio[x->a], g->ratio[y->a]);
    return x->a == y->a && x->b == y->b && x->c == y->c;
}

/* The place in the table where the node is, or where it belongs. */
static uint32_t place(const graph *g, const graph_node *want)
{
    uint32_t i = mixed(want) & (g->hash_cap - 1);
    while (g->hash[i] != 0 && !same(g, &g->node[g->hash[i] - 1], want))
        i = (i + 1) & (g->hash_cap - 1);
    return i;
}

static int grown(void **block, uint32_t count, size_t size)
{
    void *p = memory_resize(*block, count * size);
    if (p == NULL)
        return -1;
    *block = p;
    return 0;
}

static int rehash(graph *g, uint32_t cap)
{
    uint32_t *hash = memory_new(cap, sizeof *hash), *old = g->hash;
    if (hash == NULL)
        return -1;
    g->hash = hash;
    g->hash_cap = cap;
    for (uint32_t i = 0; i < g->len; i++)
        g->hash[place(g, &g->node[i])] = i + 1;
    memory_free(old);
    return 0;
}

/** Room for one more node. The arrays grow one after the other and `cap` last,
so that a refusal on the way leaves arrays that are longer than they need be
and a graph that is otherwise untouched. The scratch of a walk grows with the
nodes: that is why a walk cannot fail. */
static int reserve(graph *g)
{
    if (g->len < g->cap && 2 * (g->len + 1) <= g->hash_cap)
        return 0;
    uint32_t cap = g->cap == 0 ? 64 : 2 * g->cap;
    if (g->len == g->cap) {
        if (cap > UINT32_MAX / 8 ||
            grown((void **)&g->node, cap, sizeof *g->node) != 0 ||
            grown((void **)&g->mark, cap, sizeof *g->mark) != 0 ||
            grown((void **)&g->list, cap, sizeof *g->list) != 0 ||
            grown((void **)&g->stack, cap, sizeof *g->stack) != 0)
            return -1;
        memset(g->mark + g->cap, 0, (cap - g->cap) * sizeof *g->mark);
        g->cap = cap;
    }
    return 2 * (g->len + 1) <= g->hash_cap ? 0 : rehash(g, 2 * g->cap);
}

graph_id graph_node_of(graph *g, graph_node want)
{
    if (g->hash_cap != 0) {
        uint32_t found = g->hash[place(g, &want)];
        if (found != 0)
            return found - 1;
    }
    if (reserve(g) != 0)
        return graph_refuse(g, PERP_NO_MEMORY(2 * g->cap * sizeof want));
    want.line = g->line;
    g->node[g->len] = want;
    g->hash[place(g, &want)] = g->len + 1;
    return g->len++;
}

/** ## Leaves

The sign of zero is not kept anywhere in a tape, so there is one zero: $-0$
is written as $0$. No result depends on it, because a zero of either sign is
refused as a divisor and $-0 \ge 0$ holds. */
graph_id graph_const(graph *g, double k)
{
    if (!isfinite(k))
        return graph_refuse(g,
                            PERP_FAIL(PERP_INPUT,
                                      "a number in an expression is %s; only "
                                      "finite numbers can be used",
                                      isnan(k) ? "not a number" : "infinite"));
    return graph_node_of(g,
                         (graph_node){.op = OP_CONST, .k = k == 0 ? 0.0 : k});
}

graph_id graph_ratio(graph *g, mpq_srcptr q)
{
    double k;
    perp_status s = literal_double(q, &k);
    if (s.code != PERP_OK)
        return graph_refuse(g, s);
    if (literal_is_double(q))
        return graph_const(g, k);
    if (g->ratios == g->ratio_cap) {
        uint32_t cap = g->ratio_cap == 0 ? 8 : 2 * g->ratio_cap;
        if (grown((void **)&g->ratio, cap, sizeof *g->ratio) != 0)
            return graph_refuse(g, PERP_NO_MEMORY(cap * sizeof *g->ratio));
        g->ratio_cap = cap;
    }
    uint32_t last = g->ratios++;
    mpq_init(g->ratio[last]);
    mpq_set(g->ratio[last], q);
    graph_id id = graph_node_of(
        g, (graph_node){.op = OP_RATIO, .a = last, .k = k == 0 ? 0.0 : k});
    if (id == GRAPH_NONE || g->node[id].a != last) { /* refused, or found */
        mpq_clear(g->ratio[last]);
        g->ratios--;
    }
    return id;
}

graph_id graph_var(graph *g, uint32_t input)
{
    graph_id id = graph_node_of(g, (graph_node){.op = OP_VAR, .a = input});
    if (id != GRAPH_NONE && g->vars <= input)
        g->vars = input + 1;
    return id;
}

/** ## Operations

First the rules of folding, then the table. A sum or a product is looked up
with its operands exchanged as well, since the double results are equal; what
is stored is the form that was written first, so that a tape reads like its
scene. */
graph_id graph_op1(graph *g, graph_op op, graph_id a)
{
    graph_id folded;
    if (a == GRAPH_NONE || fold_unary(g, op, a, &folded) != 0)
        return GRAPH_NONE;
    if (folded != GRAPH_NONE)
        return folded;
    return graph_node_of(g, (graph_node){.op = (uint8_t)op, .a = a});
}

graph_id graph_op2(graph *g, graph_op op, graph_id a, graph_id b)
{
    graph_id folded;
    if (a == GRAPH_NONE || b == GRAPH_NONE ||
        fold_binary(g, op, a, b, &folded) != 0)
        return GRAPH_NONE;
    if (folded != GRAPH_NONE)
        return folded;
    if (op == OP_ADD || op == OP_MUL) {
        graph_node turned = {.op = (uint8_t)op, .a = b, .b = a};
        uint32_t found = g->hash[place(g, &turned)];
        if (found != 0)
            return found - 1;
    }
    return graph_node_of(g, (graph_node){.op = (uint8_t)op, .a = a, .b = b});
}

/** A choice between equals is no choice, and a number as the condition has
already chosen. The other branch is then forgotten, with its domain. */
graph_id graph_sel(graph *g, graph_id c, graph_id a, graph_id b)
{
    if (a == GRAPH_NONE || b == GRAPH_NONE || c == GRAPH_NONE)
        return GRAPH_NONE;
    const graph_node *if_c = &g->node[c];
    if (a == b)
        return a;
    if (if_c->op == OP_CONST)
        return if_c->k >= 0 ? a : b;
    if (if_c->op == OP_RATIO)
        return mpq_sgn(g->ratio[if_c->a]) >= 0 ? a : b;
    return graph_node_of(g, (graph_node){.op = OP_SEL, .a = a, .b = b, .c = c});
}

graph_id graph_power(graph *g, graph_id a, int n)
{
    unsigned left = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    graph_id power = graph_const(g, 1),
             square = a; /* a^n = power square^left */
    for (; left != 0 && square != GRAPH_NONE; left >>= 1) {
        if (left & 1)
            power = graph_op2(g, OP_MUL, power, square);
        if (left > 1)
            square = graph_op2(g, OP_MUL, square, square);
    }
    if (square == GRAPH_NONE)
        return GRAPH_NONE;
    return n < 0 ? graph_op2(g, OP_DIV, graph_const(g, 1), power) : power;
}

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
