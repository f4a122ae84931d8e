#include "model/system/making.h"
#include "model/tape/derivative.h"

/** ## Contacts that move

The papers' gaps are functions of $q$: what a body meets stands still, or is a body
itself. A wall that moves by a law of time has the gap $\Phi(q, t)$, and a belt a
velocity $u_k(q, t)$ along each slip. Then

$$\dot\Phi = n^Tv + \frac{\partial\Phi}{\partial t}, \qquad
s_k = d_k^Tv - u_k ,$$

are the velocities that a contact speaks of, with the same $n$ and $d_k$ as before. What
is new are numbers beside the rows: $\partial\Phi/\partial t$ and $-u_k$. They are one
tape, made only where something moves.

Both are what a body of infinite mass would bring. Let it have the one velocity 1, of a
coordinate that is the time: its entry in the row of the gap is $\partial\Phi/\partial
t$, in that of a slip $-u_k$, and no impulse changes its velocity. Whatever holds of
contacts between bodies holds in this limit, too, with the work that such a body does. */
static perp_status surface_of(making *m, int j, int k, graph_id *root,
                              int *moves)
{
    const system_spec *s = m->spec;
    const graph_id *surface = s->surface != NULL ? s->surface[j] : NULL;
    graph *g = s->g;
    *root = graph_const(g, 0);
    if (*root == GRAPH_NONE)
        return g->why;
    if (surface == NULL)
        return PERP_SUCCESS;
    if (graph_depends(g, surface[k], (uint32_t)s->nv, m->v))
        return PERP_FAIL(PERP_INPUT,
                         "the surface of contact '%s' depends on the velocity; "
                         "write its own as a function of q and t",
                         s->contact[j].name);
    *root = graph_op2(g, OP_SUB, *root, surface[k]);
    if (*root == GRAPH_NONE)
        return g->why;
    *moves |= g->node[*root].op != OP_CONST || g->node[*root].k != 0;
    return PERP_SUCCESS;
}

static perp_status gap_rate(making *m, const system_contact *c, graph_id *root,
                            int *moves)
{
    const system_spec *s = m->spec;
    const uint32_t time = (uint32_t)(s->nq + s->nv);
    if (graph_depends(s->g, c->gap, 1, &time)) {
        *moves = m->out->timed = 1;
        return graph_gradient(s->g, c->gap, 1, &time, root);
    }
    *root = graph_const(s->g, 0);
    return *root == GRAPH_NONE ? s->g->why : PERP_SUCCESS;
}

perp_status making_surfaces(making *m)
{
    const system_spec *s = m->spec;
    size_t n = 0;
    int moves = 0;
    for (int j = 0; j < s->contacts; j++)
        n += 1 + (size_t)s->contact[j].slips;
    graph_id *root = making_take(m, n, sizeof *root);
    if (root == NULL)
        return PERP_NO_MEMORY(n);
    n = 0;
    for (int j = 0; j < s->contacts; j++) {
        PERP_TRY(gap_rate(m, &s->contact[j], root + n++, &moves));
        for (int k = 0; k < s->contact[j].slips; k++)
            PERP_TRY(surface_of(m, j, k, root + n++, &moves));
    }
    m->out->moves = moves;
    return moves ? making_tape(m, (uint32_t)n, root, &m->out->drift)
                 : PERP_SUCCESS;
}
