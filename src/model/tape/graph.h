/**
# The graph of a scene

A scene writes expressions; each becomes a node of a graph that holds every
expression once (hash-consing), folded only where every bit is kept. Operands
are written before the nodes that use them, so an index is larger than the
indices it refers to and the graph has no cycle.

A number in a scene *is* the real number equal to that double. A ratio is a
rational number that no double equals; `k` is then its nearest double.
*/
#pragma once

#include "base/status.h"

#include <gmp.h>
#include <stdint.h>

typedef enum {
    OP_CONST, /* the double k */
    OP_RATIO, /* the rational number a (index), k its nearest double */
    OP_VAR,   /* the input a */
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_NEG,
    OP_SQRT,
    OP_SIN,
    OP_COS,
    OP_MAX, /* the larger of a and b; a at a tie */
    OP_SEL, /* a if c >= 0 else b */
    OP_COUNT
} graph_op;

typedef uint32_t graph_id; /* index of a node; GRAPH_NONE: failure */
#define GRAPH_NONE UINT32_MAX

/* A folded ratio has at most this many bits above and below the bar. */
enum { GRAPH_RATIO_BITS = 1 << 16 };

typedef struct {
    uint8_t op;
    graph_id a, b, c; /* operands, 0 when unused; c only for OP_SEL */
    double k;         /* OP_CONST and OP_RATIO */
    uint32_t line;    /* the scene line that first wrote it; 0: unknown */
} graph_node;

typedef struct {
    graph_node *node;
    uint32_t len, cap;
    uint32_t *hash, hash_cap; /* open addressing; entries are index + 1 */
    mpq_t *ratio;
    uint32_t ratios, ratio_cap;
    uint32_t vars;                 /* inputs so far: largest one + 1 */
    uint32_t line;                 /* stamped on new nodes */
    uint32_t *mark, *list, *stack; /* cap each: scratch of graph_walk */
    perp_status why; /* of the last GRAPH_NONE; its message is the thread's */
} graph;             /* {0} is an empty graph */

void graph_free(graph *g);

/* Each returns the node of the expression, new or found, or GRAPH_NONE; then
   `why` says what happened and the graph is as it was: LIMIT when memory is
   missing or a ratio grew too long, INPUT at a number that is not finite, a
   division by the constant zero or the root of a negative constant. An operand
   that is GRAPH_NONE gives GRAPH_NONE and leaves `why` alone, so that a chain
   of calls needs one test at its end. graph_ratio copies; a ratio that is a
   double becomes a constant. */
graph_id graph_const(graph *g, double k);
graph_id graph_ratio(graph *g, mpq_srcptr q);
graph_id graph_var(graph *g, uint32_t input);
graph_id graph_op1(graph *g, graph_op op, graph_id a);
graph_id graph_op2(graph *g, graph_op op, graph_id a, graph_id b);
graph_id graph_sel(graph *g, graph_id c, graph_id a, graph_id b);
/* x^n by repeated squaring, n any int (negative: 1 / x^-n). x^0 is 1. */
graph_id graph_power(graph *g, graph_id a, int n);

/* Does the expression contain one of the inputs var[0..n)? */
int graph_depends(const graph *g, graph_id root, uint32_t n,
                  const uint32_t *var);

/* The expression with expressions in the place of inputs: every input var[k]
   becomes to[k], the operations are written anew (and fold anew). GRAPH_NONE
   as above. */
graph_id graph_replace(graph *g, graph_id root, uint32_t n, const uint32_t *var,
                       const graph_id *to);

/* The number of operands of an operation: 0 to 3. */
int graph_arity(graph_op op);

/* Walks depth first from the roots, operands a, b, c before their node, and
   returns the number m of nodes reached: g->list[0..m) holds them in that
   order, g->mark[id] is the place of a node in the list plus 1, and 0 for
   all others, also for nodes written later. Cannot fail. The walk is over
   with graph_walk_end; walks do not nest. */
uint32_t graph_walk(const graph *g, uint32_t n, const graph_id *roots);
void graph_walk_end(const graph *g, uint32_t m);

/* For fold.c: the node as it stands, found or appended. */
graph_id graph_node_of(graph *g, graph_node want);
graph_id graph_refuse(graph *g, perp_status why);
