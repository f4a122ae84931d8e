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

/* Is the entry of row i and column j of K or C more than the number zero? */
static int written(const system_spec *s, size_t rows, size_t i, size_t j)
{
    const graph_id at[2] = {s->K[i * rows + j], s->C[i * rows + j]};
    for (int k = 0; k < 2; k++)
        if (s->g->node[at[k]].op != OP_CONST || s->g->node[at[k]].k != 0)
            return 1;
    return 0;
}

/* Do the rows from..of one contact and those of another have an entry? */
static int couples(const system_spec *s, size_t rows, const size_t *row, int a,
                   int b)
{
    for (size_t i = row[a]; i < row[a + 1]; i++)
        for (size_t j = row[b]; j < row[b + 1]; j++)
            if (written(s, rows, i, j) || written(s, rows, j, i))
                return 1;
    return 0;
}

/** **Who is coupled.** A hundred contacts in space have matrices of 90,000 numbers each,
and nearly all of these are the number zero, as the scene has written it or as the contacts'
own stiffness leaves it. What a scheme wants are the others: for each two contacts with an
entry between them that is no such zero all entries between their rows, and so the same for
$\mathbf K$ and $\mathbf C$ and for both of their triangles. A formula that has the value
zero is an entry like any other, since it may have another value at another $q$; the pattern
is the same for all $q$, and `coupled` is the tape `yield` with fewer outputs.

entry and the outputs from the row `i` of contact a on: counted, and written when there is
room for them. */
static size_t gather(const making *m, size_t rows, const size_t *row, int a,
                     size_t count)
{
    perp_system *s = m->out;
    uint32_t *out = (uint32_t *)s->coupled.out;
    const size_t n = (size_t)s->entries;
    for (size_t i = row[a]; i < row[a + 1]; i++)
        for (int b = 0; b < s->contacts; b++) {
            if (!couples(m->spec, rows, row, a, b))
                continue;
            for (size_t j = row[b]; j < row[b + 1]; j++, count++)
                if (s->entry != NULL) {
                    s->entry[count][0] = (int)i;
                    s->entry[count][1] = (int)j;
                    out[count] = s->yield.out[i * rows + j];
                    out[n + count] = s->yield.out[(rows + i) * rows + j];
                }
        }
    return count;
}

static perp_status make_coupled(making *m, size_t rows)
{
    perp_system *s = m->out;
    const size_t p = (size_t)s->contacts;
    size_t *row = making_take(m, p + 1, sizeof *row), n = 0;
    s->coupled = s->yield;
    if (row == NULL)
        return PERP_NO_MEMORY(p * sizeof *row);
    for (size_t i = 0; i < p; i++)
        row[i + 1] = row[i] + 1 + (size_t)s->slips[i];
    for (int a = 0; a < s->contacts; a++)
        n = gather(m, rows, row, a, n);
    s->coupled.out = making_take(m, 2 * n + 1, sizeof *s->coupled.out);
    s->entry = making_take(m, n + 1, sizeof *s->entry);
    if (s->coupled.out == NULL || s->entry == NULL)
        return PERP_NO_MEMORY(n * sizeof *s->entry);
    s->entries = (int)n;
    s->coupled.outputs = 2 * (uint32_t)n;
    s->coupled.nonzeros = 0;
    n = 0;
    for (int a = 0; a < s->contacts; a++)
        n = gather(m, rows, row, a, n);
    return PERP_SUCCESS;
}

/** ## One force

PKS05 has one force and no springs. A spring with elongation $\varphi(q)$, stiffness $\gamma$, damping
$\delta$ and the row $a = \Gamma^\top\nabla\varphi$ is a part of it,

$$f = k + F v - \sum_i (\gamma_i\varphi_i + \delta_i\, a_i^\top v)\, a_i ,$$

written into the graph like the rest. So its derivatives are those of the graph, the curvature of $\varphi$
included, $-\gamma\varphi\,\nabla a$, and nothing of the scheme, its exact steps, its searches or its
hypotheses has a second place for it. AP02's schemes take springs apart, because they have an impulse for each
there. Here $f$ is a force of $q^\theta$ and $v^\theta$, so an affine elongation is stepped exactly as (16)
prints it, whatever the stiffness, and a curved one to the same accuracy by the tangents of a step
(`pks05/run/compliant_step.c`).

A tension $\gamma\varphi + \delta\,a^\top v$ that left out $\delta$ for springs, or wrote the rows at the
step's beginning as (16) does those of contacts, would be another scheme, of order one for $\theta = \frac12$
as well. */
static graph_id product(const making *m, graph_id a, graph_id b)
{
    return graph_op2(m->spec->g, OP_MUL, a, b);
}

/* The row a of spring i, behind the elongations. */
static const graph_id *row_of(const making *m, int i)
{
    return m->drawn + m->spec->springs + (size_t)i * (size_t)m->spec->nv;
}

static graph_id tension(const making *m, int i)
{
    const system_spec *s = m->spec;
    const graph_id *a = row_of(m, i);
    const system_spring *one = &s->spring[i];
    graph_id rate = graph_const(s->g, 0);
    for (int j = 0; j < s->nv; j++)
        rate = graph_op2(s->g, OP_ADD, rate,
                         product(m, a[j], graph_var(s->g, m->v[j])));
    return graph_op2(s->g, OP_ADD,
                     product(m, graph_ratio(s->g, one->stiffness), m->drawn[i]),
                     product(m, graph_ratio(s->g, one->damping), rate));
}

/* pull: the tensions of the springs. */
static graph_id force_entry(const making *m, int i, const graph_id *pull)
{
    const system_spec *s = m->spec;
    graph_id sum = s->k[i];
    for (int j = 0; s->F != NULL && j < s->nv; j++)
        sum = graph_op2(
            s->g, OP_ADD, sum,
            product(m, s->F[i * s->nv + j], graph_var(s->g, m->v[j])));
    for (int k = 0; k < s->springs; k++)
        sum =
            graph_op2(s->g, OP_SUB, sum, product(m, pull[k], row_of(m, k)[i]));
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
    graph_id *pull = making_take(m, (size_t)s->springs, sizeof *pull);
    if (root == NULL || pull == NULL)
        return PERP_NO_MEMORY(nv * (nq + nv));
    graph_id *by_q = root + nv, *by_v = by_q + nv * nq;
    for (int k = 0; k < s->springs; k++)
        pull[k] = tension(m, k);
    for (size_t i = 0; i < nv; i++) {
        root[i] = force_entry(m, (int)i, pull);
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
    PERP_TRY(make_coupled(m, rows));
    return make_total(m);
}
