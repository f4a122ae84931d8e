/**
# Derivatives: graph to graph

A derivative is written into the graph it is taken of, with the operations
every expression has, so it is laid out as a tape and evaluated like any other.
Both functions write the derivative of `max` and `where` as a choice between
the derivatives of the branches; `max` takes its first argument at a tie, one
element of the generalised gradient, and its condition $a - b \ge 0$ is right
for all doubles whose difference does not overflow.
*/
#pragma once

#include "model/tape/graph.h"

/* d root / d input var[i] into out[0..n), by reverse sweeps over what root
   reaches. Appends to the graph; an explicit stack, no recursion. An input
   root does not contain gives the constant 0. On failure (the graph's `why`)
   the graph holds some more nodes and is otherwise as it was. */
perp_status graph_gradient(graph *g, graph_id root, uint32_t n,
                           const uint32_t *var, graph_id *out);

/* Directional derivatives: out[i] = sum_k d roots[i] / d var[k] * dir[k],
   by one forward sweep. var holds no input twice. */
perp_status graph_tangent(graph *g, uint32_t m, const graph_id *roots,
                          uint32_t n, const uint32_t *var, const graph_id *dir,
                          graph_id *out);
