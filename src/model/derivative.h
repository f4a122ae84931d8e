/**
# Derivatives: graph to graph
*/
#pragma once

#include "model/graph.h"

/* d root / d input var[i] into out[0..n), by one reverse sweep over what root
   reaches. Appends to the graph; an explicit stack, no recursion. */
perp_status graph_gradient(graph *g, graph_id root, uint32_t n,
                           const uint32_t *var, graph_id *out);

/* Directional derivatives: out[i] = sum_k d roots[i] / d var[k] * dir[k],
   by one forward sweep. */
perp_status graph_tangent(graph *g, uint32_t m, const graph_id *roots,
                          uint32_t n, const uint32_t *var,
                          const graph_id *dir, graph_id *out);
