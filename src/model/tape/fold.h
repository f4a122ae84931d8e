/**
# Folding: what an expression becomes before it is a node
*/
#pragma once

#include "model/tape/graph.h"

/* The node that stands for the operation by a rule of folding, GRAPH_NONE in
   *out when no rule applies; returns 0. Returns -1 when the operation is
   refused (graph's `why` is set). Operands are nodes of g. */
int fold_unary(graph *g, graph_op op, graph_id a, graph_id *out);
int fold_binary(graph *g, graph_op op, graph_id a, graph_id b, graph_id *out);
