#include "model/kind.h"
#include "base/memory.h"
#include "model/derivative.h"

/** ## Making a kind

The normal of a contact is the row $n$ with $\dot\Phi = n\,v$. For bodies
$\dot q = v$, and

$$n = \nabla_v \Big( \sum_i \frac{\partial \Phi}{\partial q_i} v_i \Big)
    = \nabla_q \Phi,$$

so the gradient with respect to the coordinates is all there is to do. A slip
is a velocity, written by the library as an expression $s(q, v)$; it has to be
$D(q)\,v$. Then $D = \nabla_v s$ contains no velocity, and $s(q, 0) = 0$. Both
are asked of the expressions, not of sample points. */
typedef struct {
    graph *g;
    const kind_form *form;
    uint32_t n;      /* coords of both sides */
    uint32_t *var;   /* 2 n: the inputs of coordinates, then velocities */
    graph_id *zeros; /* n */
    graph_id *row;   /* n (1 + slips) */
} making;

static perp_status take(making *m)
{
    size_t words = (size_t)m->n * (4 + m->form->slips);
    uint32_t *block = memory_new(words, sizeof *block);
    graph_id zero = graph_const(m->g, 0);
    m->var = block;
    if (block == NULL)
        return PERP_NO_MEMORY(words * sizeof *block);
    if (zero == GRAPH_NONE)
        return m->g->why;
    m->zeros = block + 2 * m->n;
    m->row = m->zeros + m->n;
    for (uint32_t i = 0; i < 2 * m->n; i++)
        m->var[i] = i;
    for (uint32_t i = 0; i < m->n; i++)
        m->zeros[i] = zero;
    return PERP_SUCCESS;
}

static perp_status refuse(const making *m, graph_id root, const char *what)
{
    return PERP_FAIL(PERP_INPUT, "line %u: %s of contact kind '%s'",
                     m->g->node[root].line, what, m->form->name);
}

static perp_status gap_rows(making *m)
{
    graph_id gap = m->form->gap;
    if (gap == GRAPH_NONE)
        return m->g->why;
    if (graph_depends(m->g, gap, m->n, m->var + m->n))
        return refuse(m, gap,
                      "a gap must not depend on velocities; it does in that");
    return graph_gradient(m->g, gap, m->n, m->var, m->row);
}

static perp_status slip_rows(making *m, uint32_t k)
{
    graph_id slip = m->form->slip[k], *d = m->row + (k + 1) * (size_t)m->n;
    const uint32_t *v = m->var + m->n;
    PERP_TRY(graph_gradient(m->g, slip, m->n, v, d));
    for (uint32_t i = 0; i < m->n; i++)
        if (graph_depends(m->g, d[i], m->n, v))
            return refuse(m, slip,
                          "a slip must be linear in the velocities; it is not "
                          "in that");
    graph_id rest = graph_replace(m->g, slip, m->n, v, m->zeros);
    if (rest == GRAPH_NONE)
        return m->g->why;
    if (m->g->node[rest].op != OP_CONST || m->g->node[rest].k != 0)
        return refuse(m, slip,
                      "a slip must vanish when all velocities are zero; it "
                      "does not in that");
    return PERP_SUCCESS;
}

static perp_status tapes(arena *a, making *m, kind *out)
{
    uint32_t in = kind_inputs(out);
    PERP_TRY(gap_rows(m));
    for (uint32_t k = 0; k < m->form->slips; k++)
        PERP_TRY(slip_rows(m, k));
    PERP_TRY(tape_make(a, m->g, 1, &m->form->gap, in, &out->gap));
    return tape_make(a, m->g, m->n * (1 + m->form->slips), m->row, in,
                     &out->row);
}

perp_status kind_make(arena *a, graph *g, const kind_form *form, kind *out)
{
    making m = {.g = g, .form = form, .n = form->coords[0] + form->coords[1]};
    *out = (kind){.name = form->name,
                  .coords = {form->coords[0], form->coords[1]},
                  .params = {form->params[0], form->params[1]},
                  .slips = form->slips};
    perp_status s = take(&m);
    if (s.code == PERP_OK)
        s = tapes(a, &m, out);
    memory_free(m.var);
    if (s.code != PERP_OK)
        kind_clear(out);
    return s;
}

void kind_clear(kind *k)
{
    tape_clear(&k->gap);
    tape_clear(&k->row);
}
