#include "model/system/making.h"
#include "model/tape/derivative.h"

/** Stiffness and damping are functions of the position alone, as PKS05 has
them. Whether they are symmetric and positive definite is a question about
numbers; a run asks it where it is. */
static perp_status make_matrices(making *m, size_t rows)
{
    const system_spec *s = m->spec;
    const graph_id *from[2] = {s->K, s->C};
    graph_id *root = making_take(m, 2 * rows * rows, sizeof *root);
    if (root == NULL)
        return PERP_NO_MEMORY(2 * rows * rows);
    for (size_t i = 0; i < 2 * rows * rows; i++) {
        int damping = i >= rows * rows;
        root[i] = from[damping][i - (damping ? rows * rows : 0)];
        if (graph_depends(s->g, root[i], (uint32_t)s->nv + 1, m->v))
            return PERP_FAIL(PERP_INPUT,
                             "the %s of the contacts depends on the velocity "
                             "or the time; write it as a function of the "
                             "position q alone",
                             damping ? "damping" : "stiffness");
    }
    return making_tape(m, (uint32_t)(2 * rows * rows), root, &m->out->yield);
}

/** $f = k + F v$, written into the graph: PKS05 has one force, and the scheme
wants its derivatives whole, those of the Coriolis part included. */
static graph_id force_entry(const making *m, int i)
{
    const system_spec *s = m->spec;
    graph_id sum = s->k[i];
    for (int j = 0; s->F != NULL && j < s->nv; j++)
        sum = graph_op2(s->g, OP_ADD, sum,
                        graph_op2(s->g, OP_MUL, s->F[i * s->nv + j],
                                  graph_var(s->g, m->v[j])));
    return sum;
}

/** The Jacobian by q is left without $\Gamma$: the scheme multiplies it with the
$\Gamma$ of the step's beginning, wherever it is taken itself.

Implements PKS05 (1), (2). */
static perp_status make_total(making *m)
{
    const system_spec *s = m->spec;
    size_t nv = (size_t)s->nv, nq = (size_t)s->nq;
    graph_id *root = making_take(m, nv * (1 + nq + nv), sizeof *root);
    if (root == NULL)
        return PERP_NO_MEMORY(nv * (nq + nv));
    graph_id *by_q = root + nv, *by_v = by_q + nv * nq;
    for (size_t i = 0; i < nv; i++) {
        root[i] = force_entry(m, (int)i);
        PERP_TRY(
            graph_gradient(s->g, root[i], (uint32_t)nq, m->q, by_q + i * nq));
        PERP_TRY(
            graph_gradient(s->g, root[i], (uint32_t)nv, m->v, by_v + i * nv));
    }
    PERP_TRY(making_tape(m, (uint32_t)nv, root, &m->out->total));
    return making_tape(m, (uint32_t)(nv * (nq + nv)), by_q, &m->out->slope);
}

perp_status making_yield(making *m)
{
    size_t rows = (size_t)m->out->contacts + (size_t)m->out->total_slips;
    m->out->yields = rows > 0;
    PERP_TRY(make_matrices(m, rows));
    return make_total(m);
}
