/**
# The graph of a scene

A scene writes expressions; each becomes a node of a graph that holds every
expression once (hash-consing), folded only where every bit is kept.
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

typedef struct {
    uint8_t op;
    graph_id a, b, c; /* operands; c only for OP_SEL */
    double k;         /* OP_CONST and OP_RATIO */
    uint32_t line;    /* the scene line that first wrote it; 0: unknown */
} graph_node;

typedef struct {
    graph_node *node;
    uint32_t len, cap;
    uint32_t *hash, hash_cap;
    mpq_t *ratio;
    uint32_t ratios, ratio_cap;
    uint32_t vars; /* inputs so far */
    uint32_t line; /* stamped on new nodes */
} graph;           /* {0} is an empty graph */

void graph_free(graph *g);

/* Each returns the node of the expression, new or found, or GRAPH_NONE when
   memory is missing (the graph stays consistent). graph_const wants a finite
   number. graph_ratio copies; a ratio that is a double becomes a constant. */
graph_id graph_const(graph *g, double k);
graph_id graph_ratio(graph *g, mpq_srcptr q);
graph_id graph_var(graph *g, uint32_t input);
graph_id graph_op1(graph *g, graph_op op, graph_id a);
graph_id graph_op2(graph *g, graph_op op, graph_id a, graph_id b);
graph_id graph_sel(graph *g, graph_id c, graph_id a, graph_id b);
/* x^n by repeated squaring, n any int (negative: 1 / x^-n). */
graph_id graph_power(graph *g, graph_id a, int n);

/* Does the expression contain one of the inputs var[0..n)? */
int graph_depends(const graph *g, graph_id root, uint32_t n,
                  const uint32_t *var);
