/**
# All derivatives of a random expression, as one tape
*/
#pragma once

#include "dag.h"
#include "model/tape/derivative.h"
#include "model/tape/tape.h"

/* Roots: the three derivatives and the tangent along (1, -2, 3). */
static const double along[DAG_VARS] = {1, -2, 3};

static inline perp_status slopes_tape(arena *a, graph *g, const dag *d, tape *t)
{
    static const uint32_t var[DAG_VARS] = {0, 1, 2};
    graph_id root = dag_write(g, d), dir[DAG_VARS], out[DAG_VARS + 1];
    for (int i = 0; i < DAG_VARS; i++)
        dir[i] = graph_const(g, along[i]);
    PERP_TRY(graph_gradient(g, root, DAG_VARS, var, out));
    PERP_TRY(graph_tangent(g, 1, &root, DAG_VARS, var, dir, out + DAG_VARS));
    return tape_make(a, g, DAG_VARS + 1, out, DAG_VARS, t);
}
