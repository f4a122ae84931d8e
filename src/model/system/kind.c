#include "model/system/kind.h"
#include "base/memory.h"
#include "model/tape/derivative.h"
#include "model/tape/tape_cases.h"
#include "model/tape/tape_lanes.h"

#include <string.h>

/** ## Making a kind

The normal of a contact is the row $n$ with $\dot\Phi = n\,v$. With the rates
$\dot q = \Gamma(q)\,v$, which the library writes as expressions
$\dot q_i(q, v)$,

$$n = \nabla_v \Big( \sum_i \frac{\partial \Phi}{\partial q_i}\,
\dot q_i(q, v) \Big) = \Gamma(q)^T \nabla_q \Phi .$$

Where $\dot q = v$, this is $\nabla_q\Phi$, and nothing but the gradient is
recorded. A slip is a velocity, written by the library as an expression
$s(q, v)$; it has to be $D(q)\,v$. Then $D = \nabla_v s$ contains no velocity,
and $s(q, 0) = 0$. Both are asked of the expressions, not of sample points; and
they are asked of the rates as well. */
typedef struct {
    graph *g;
    const kind_form *form;
    uint32_t nq, nv; /* of both sides */
    uint32_t *var;   /* nq + nv: the inputs of coordinates, then velocities */
    graph_id *zeros; /* nv */
    graph_id *slope; /* nq: a gradient in q */
    graph_id *row;   /* nv (1 + slips) */
} making;

static perp_status take(making *m)
{
    size_t words = 2 * (size_t)m->nq + (size_t)m->nv * (3 + m->form->slips);
    uint32_t *block = memory_new(words, sizeof *block);
    graph_id zero = graph_const(m->g, 0);
    m->var = block;
    if (block == NULL)
        return PERP_NO_MEMORY(words * sizeof *block);
    if (zero == GRAPH_NONE)
        return m->g->why;
    m->zeros = block + m->nq + m->nv;
    m->slope = m->zeros + m->nv;
    m->row = m->slope + m->nq;
    for (uint32_t i = 0; i < m->nq + m->nv; i++)
        m->var[i] = i;
    for (uint32_t i = 0; i < m->nv; i++)
        m->zeros[i] = zero;
    return PERP_SUCCESS;
}

static perp_status refuse(const making *m, graph_id root, const char *what,
                          const char *must)
{
    return PERP_FAIL(PERP_INPUT,
                     "line %u: a %s must %s in that of contact kind '%s'",
                     m->g->node[root].line, what, must, m->form->name);
}

/* The row of an expression that has to be linear in the velocities. */
static perp_status linear_row(making *m, graph_id root, const char *what,
                              graph_id *row)
{
    const uint32_t *v = m->var + m->nq;
    PERP_TRY(graph_gradient(m->g, root, m->nv, v, row));
    for (uint32_t i = 0; i < m->nv; i++)
        if (graph_depends(m->g, row[i], m->nv, v))
            return refuse(m, root, what,
                          "be linear in the velocities; it is not");
    graph_id rest = graph_replace(m->g, root, m->nv, v, m->zeros);
    if (rest == GRAPH_NONE)
        return m->g->why;
    if (m->g->node[rest].op != OP_CONST || m->g->node[rest].k != 0)
        return refuse(m, root, what,
                      "vanish when all velocities are zero; it does not");
    return PERP_SUCCESS;
}

/** The rate of the gap as one expression, and its gradient. The row serves as
scratch for the gradients of the rates, which are only looked at.

Implements GAP08 (2.2). */
static perp_status gap_through_rates(making *m)
{
    const graph_id *rate = m->form->rate;
    graph_id sum = graph_const(m->g, 0);
    PERP_TRY(graph_gradient(m->g, m->form->gap, m->nq, m->var, m->slope));
    for (uint32_t i = 0; i < m->nq; i++) {
        PERP_TRY(linear_row(m, rate[i], "rate", m->row));
        sum = graph_op2(m->g, OP_ADD, sum,
                        graph_op2(m->g, OP_MUL, m->slope[i], rate[i]));
    }
    if (sum == GRAPH_NONE)
        return m->g->why;
    return graph_gradient(m->g, sum, m->nv, m->var + m->nq, m->row);
}

static perp_status gap_row(making *m)
{
    graph_id gap = m->form->gap;
    if (gap == GRAPH_NONE)
        return m->g->why;
    if (graph_depends(m->g, gap, m->nv, m->var + m->nq))
        return refuse(m, gap, "gap", "not depend on velocities; it does");
    if (m->form->rate != NULL)
        return gap_through_rates(m);
    return graph_gradient(m->g, gap, m->nq, m->var, m->row);
}

/* coords A | coords B | velocities A | velocities B | params A | params B */
static perp_status parts(arena *a, kind *k)
{
    const uint32_t *of[3] = {k->coords, k->vels, k->params};
    uint8_t *whose = arena_take(a, kind_inputs(k) + 1, 1);
    tape floor;
    uint32_t n = 0;
    if (whose == NULL)
        return PERP_NO_MEMORY(kind_inputs(k));
    for (int x = 0; x < 3; x++)
        for (uint8_t s = 0; s < 2; s++)
            for (uint32_t i = 0; i < of[x][s]; i++)
                whose[n++] = s;
    PERP_TRY(tape_split(a, &k->gap, whose, &k->part));
    PERP_TRY(tape_cases(a, &k->gap, &floor));
    k->floor = k->part;
    return floor.arg == k->gap.arg ? PERP_SUCCESS
                                   : tape_split(a, &floor, whose, &k->floor);
}

static perp_status tapes(arena *a, making *m, kind *out)
{
    uint32_t in = kind_inputs(out);
    PERP_TRY(gap_row(m));
    for (uint32_t k = 0; k < m->form->slips; k++)
        PERP_TRY(linear_row(m, m->form->slip[k], "slip",
                            m->row + (k + 1) * (size_t)m->nv));
    PERP_TRY(tape_make(a, m->g, 1, &m->form->gap, in, &out->gap));
    PERP_TRY(parts(a, out));
    return tape_make(a, m->g, m->nv * (1 + m->form->slips), m->row, in,
                     &out->row);
}

perp_status kind_make(arena *a, graph *g, const kind_form *form, kind *out)
{
    const uint32_t *vels = form->rate == NULL ? form->coords : form->vels;
    *out = (kind){.name = form->name,
                  .coords = {form->coords[0], form->coords[1]},
                  .vels = {vels[0], vels[1]},
                  .params = {form->params[0], form->params[1]},
                  .slips = form->slips};
    making m = {
        .g = g, .form = form, .nq = kind_coords(out), .nv = kind_vels(out)};
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

/** ## Candidates

Two entries share a coordinate when a moving index stands in both: two points
of one body. Under `KIND_APART` such a pair is left out, and so is a pair of
which nothing moves, whose row would be empty. */
static int apart(const binding *b, uint32_t i, uint32_t j)
{
    uint32_t na = b->s[0]->coords, nb = b->s[1]->coords, moving = 0;
    const uint32_t *x = b->s[0]->coord + (size_t)i * na;
    const uint32_t *y = b->s[1]->coord + (size_t)j * nb;
    for (uint32_t k = 0; k < nb; k++)
        moving += y[k] != KIND_WORLD;
    for (uint32_t h = 0; h < na; h++) {
        moving += x[h] != KIND_WORLD;
        for (uint32_t k = 0; k < nb; k++)
            if (x[h] == y[k] && x[h] != KIND_WORLD)
                return 0;
    }
    return moving > 0;
}

/* Counts the pairs, and writes them when there is a place for them. */
static uint64_t pairs(binding *b, kind_rule rule)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < b->s[0]->n; i++)
        for (uint32_t j = b->s[0] == b->s[1] ? i + 1 : 0; j < b->s[1]->n; j++) {
            if (rule == KIND_APART && !apart(b, i, j))
                continue;
            if (b->a != NULL) {
                b->a[n] = i;
                b->b[n] = j;
            }
            n++;
        }
    return n;
}

static uint32_t vels_of(const side *s)
{
    return s->vel == NULL ? s->coords : s->vels;
}

perp_status binding_product(arena *a, const kind *k, const side *side_a,
                            const side *side_b, kind_rule rule, binding *out)
{
    const side *s[2] = {side_a, side_b};
    for (int i = 0; i < 2; i++)
        if (s[i]->coords != k->coords[i] || s[i]->params != k->params[i] ||
            vels_of(s[i]) != k->vels[i])
            return PERP_FAIL(PERP_INPUT,
                             "side %c of contact kind '%s' has %u coordinates, "
                             "%u velocities and %u parameters; it needs %u, "
                             "%u and %u",
                             'A' + i, k->name, s[i]->coords, vels_of(s[i]),
                             s[i]->params, k->coords[i], k->vels[i],
                             k->params[i]);
    *out = (binding){.k = k, .s = {side_a, side_b}};
    uint64_t n = pairs(out, rule);
    if (n > UINT32_MAX)
        return PERP_FAIL(PERP_LIMIT, "contact kind '%s' is bound to %llu pairs",
                         k->name, (unsigned long long)n);
    out->n = (uint32_t)n;
    out->a = arena_take(a, n + 1, sizeof *out->a);
    out->b = arena_take(a, n + 1, sizeof *out->b);
    if (out->a == NULL || out->b == NULL)
        return PERP_NO_MEMORY(n * sizeof *out->a);
    pairs(out, rule);
    return PERP_SUCCESS;
}

/** ## Evaluating a candidate

Its inputs are gathered, its tape runs, and what comes out is scattered.
Velocities are zero: neither tape contains one. */
const uint32_t *binding_velocities(const binding *b, int s, uint32_t entry)
{
    if (b->s[s]->vel == NULL)
        return binding_coord(b, s, entry);
    return b->s[s]->vel + (size_t)entry * b->k->vels[s];
}

void binding_inputs(const binding *b, uint32_t i, const double *q, double *in)
{
    const uint32_t entry[2] = {b->a[i], b->b[i]};
    double *param = in + kind_coords(b->k) + kind_vels(b->k);
    memset(in, 0, kind_inputs(b->k) * sizeof *in);
    for (int s = 0; s < 2; s++) {
        uint32_t n = b->k->coords[s], p = b->k->params[s];
        const uint32_t *at = binding_coord(b, s, entry[s]);
        for (uint32_t k = 0; k < n; k++)
            in[k] = at[k] == KIND_WORLD ? 0 : q[at[k]];
        in += n;
        for (uint32_t k = 0; k < p; k++)
            *param++ = b->s[s]->param[(size_t)entry[s] * p + k];
    }
}

perp_status binding_which(const binding *b, uint32_t i, perp_status s)
{
    if (s.code == PERP_OK)
        return s;
    return PERP_FAIL(s.code, "contact kind '%s', entry %u with entry %u: %s",
                     b->k->name, b->a[i], b->b[i], s.message);
}

perp_status binding_row_which(const binding *b, uint32_t i, perp_status s)
{
    s = binding_which(b, i, s);
    if (s.code != PERP_INPUT)
        return s;
    return PERP_FAIL(s.code,
                     "%s; the contact touches where its gap has no gradient "
                     "(centres in one place, a disc that lies flat)",
                     s.message);
}

/** A row has numbers at the velocities of its two entries, and zeros elsewhere however
many bodies there are; so the rows of a step are kept from one to the next and only these
are written. A velocity that both entries have gets the sum. */
perp_status binding_row_put(const binding *b, uint32_t i, const double *q,
                            double *work, size_t nv, double *const to[2])
{
    const uint32_t *const at[2] = {binding_velocities(b, 0, b->a[i]),
                                   binding_velocities(b, 1, b->b[i])};
    double *out = work + kind_inputs(b->k), *rest = out + b->k->row.outputs;
    binding_inputs(b, i, q, work);
    PERP_TRY(binding_row_which(b, i, tape_f64(&b->k->row, work, rest, out)));
    for (uint32_t r = 0; r <= b->k->slips; r++) {
        double *row = r == 0 ? to[0] : to[1] + (r - 1) * nv;
        for (int s = 0; s < 2; s++)
            for (uint32_t k = 0; k < b->k->vels[s]; k++, out++)
                if (at[s][k] != KIND_WORLD)
                    row[at[s][k]] += *out;
    }
    return PERP_SUCCESS;
}

void binding_row_clear(const binding *b, uint32_t i, size_t nv,
                       double *const to[2])
{
    const uint32_t entry[2] = {b->a[i], b->b[i]};
    for (int s = 0; s < 2; s++) {
        const uint32_t *at = binding_velocities(b, s, entry[s]);
        for (uint32_t k = 0; k < b->k->vels[s]; k++) {
            if (at[k] == KIND_WORLD)
                continue;
            to[0][at[k]] = 0;
            for (uint32_t r = 0; r < b->k->slips; r++)
                to[1][r * nv + at[k]] = 0;
        }
    }
}

perp_status binding_row(const binding *b, uint32_t i, const double *q,
                        uint32_t nv, double *work, double *row)
{
    memset(row, 0, (size_t)nv * (1 + b->k->slips) * sizeof *row);
    return binding_row_put(b, i, q, work, nv, (double *const[]){row, row + nv});
}
