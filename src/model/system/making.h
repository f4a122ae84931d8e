/**
# How a system is made

What the files that make a system share; nobody else includes it.
*/
#pragma once

#include "model/system/system.h"

/* The spec, the input indices of q and v, scratch for one gradient in q. */
typedef struct {
    arena *a;
    const system_spec *spec;
    perp_system *out;
    uint32_t *q, *v; /* input indices; v: then that of t */
    graph_id *gq;    /* nq: a gradient in q */
    graph_id *drawn; /* springs: phi, then a springs*nv; by making_springs */
} making;

static inline void *making_take(making *m, size_t count, size_t size)
{
    return arena_take(m->a, count, size);
}

perp_status making_names(making *m, int n, const char *const *from,
                         const char ***to);

/* The row Gamma' grad root, nv nodes. */
perp_status making_row(making *m, graph_id root, graph_id *row);

/* A tape over (q, v, t) with n outputs. */
perp_status making_tape(making *m, uint32_t n, const graph_id *roots, tape *t);

/* INPUT when root depends on v or t. */
perp_status making_position(making *m, graph_id root, const char *what,
                            const char *name);

perp_status making_springs(making *m);
perp_status making_surfaces(making *m);
perp_status making_yield(making *m);
