#include "model/kind.h"
#include "base/memory.h"
#include "tape/derivative.h"

#include <string.h>

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

perp_status binding_product(arena *a, const kind *k, const side *side_a,
                            const side *side_b, kind_rule rule, binding *out)
{
    const side *s[2] = {side_a, side_b};
    for (int i = 0; i < 2; i++)
        if (s[i]->coords != k->coords[i] || s[i]->params != k->params[i])
            return PERP_FAIL(PERP_INPUT,
                             "side %c of contact kind '%s' has %u coordinates "
                             "and %u parameters; it needs %u and %u",
                             'A' + i, k->name, s[i]->coords, s[i]->params,
                             k->coords[i], k->params[i]);
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
uint32_t kind_work(const kind *k)
{
    uint32_t gap = tape_slots(&k->gap), row = tape_slots(&k->row);
    return kind_inputs(k) + k->row.outputs + (gap > row ? gap : row);
}

static const uint32_t *coord_of(const binding *b, int s, uint32_t entry)
{
    return b->s[s]->coord + (size_t)entry * b->k->coords[s];
}

static void gather(const binding *b, uint32_t i, const double *q, double *in)
{
    const uint32_t entry[2] = {b->a[i], b->b[i]};
    double *param = in + 2 * kind_coords(b->k);
    memset(in, 0, kind_inputs(b->k) * sizeof *in);
    for (int s = 0; s < 2; s++) {
        uint32_t n = b->k->coords[s], p = b->k->params[s];
        const uint32_t *at = coord_of(b, s, entry[s]);
        for (uint32_t k = 0; k < n; k++)
            in[k] = at[k] == KIND_WORLD ? 0 : q[at[k]];
        in += n;
        for (uint32_t k = 0; k < p; k++)
            *param++ = b->s[s]->param[(size_t)entry[s] * p + k];
    }
}

static perp_status which(const binding *b, uint32_t i, perp_status s)
{
    if (s.code == PERP_OK)
        return s;
    return PERP_FAIL(s.code, "contact kind '%s', entry %u with entry %u: %s",
                     b->k->name, b->a[i], b->b[i], s.message);
}

perp_status binding_gaps(const binding *b, const double *q, double *work,
                         double *gap)
{
    double *rest = work + kind_inputs(b->k);
    for (uint32_t i = 0; i < b->n; i++) {
        gather(b, i, q, work);
        PERP_TRY(which(b, i, tape_f64(&b->k->gap, work, rest, &gap[i])));
    }
    return PERP_SUCCESS;
}

perp_status binding_row(const binding *b, uint32_t i, const double *q,
                        uint32_t nv, double *work, double *row)
{
    double *out = work + kind_inputs(b->k), *rest = out + b->k->row.outputs;
    gather(b, i, q, work);
    PERP_TRY(which(b, i, tape_f64(&b->k->row, work, rest, out)));
    memset(row, 0, (size_t)nv * (1 + b->k->slips) * sizeof *row);
    for (uint32_t r = 0; r <= b->k->slips; r++)
        for (int s = 0; s < 2; s++) {
            const uint32_t *at = coord_of(b, s, s == 0 ? b->a[i] : b->b[i]);
            for (uint32_t k = 0; k < b->k->coords[s]; k++, out++)
                if (at[k] != KIND_WORLD)
                    row[(size_t)r * nv + at[k]] += *out;
        }
    return PERP_SUCCESS;
}

/** ## The same over the rationals */
static void gather_exact(const binding *b, uint32_t i, const mpq_t *q,
                         mpq_t *in)
{
    const uint32_t entry[2] = {b->a[i], b->b[i]};
    mpq_t *param = in + 2 * kind_coords(b->k);
    for (int s = 0; s < 2; s++) {
        uint32_t n = b->k->coords[s], p = b->k->params[s];
        const uint32_t *at = coord_of(b, s, entry[s]);
        for (uint32_t k = 0; k < n; k++)
            if (at[k] != KIND_WORLD)
                mpq_set(in[k], q[at[k]]);
        in += n;
        for (uint32_t k = 0; k < p; k++, param++) {
            size_t e = (size_t)entry[s] * p + k;
            if (b->s[s]->exact != NULL)
                mpq_set(*param, b->s[s]->exact[e]);
            else
                mpq_set_d(*param, b->s[s]->param[e]);
        }
    }
}

/* Inputs, and the outputs behind them. */
static mpq_t *numbers_new(uint32_t n)
{
    mpq_t *x = memory_new(n, sizeof *x);
    for (uint32_t i = 0; x != NULL && i < n; i++)
        mpq_init(x[i]);
    return x;
}

static void numbers_free(mpq_t *x, uint32_t n)
{
    for (uint32_t i = 0; x != NULL && i < n; i++)
        mpq_clear(x[i]);
    memory_free(x);
}

perp_status binding_gap_exact(const binding *b, uint32_t i, const mpq_t *q,
                              mpq_ptr gap)
{
    uint32_t n = kind_inputs(b->k);
    mpq_t *x = numbers_new(n + 1);
    if (x == NULL)
        return PERP_NO_MEMORY(n * sizeof *x);
    gather_exact(b, i, q, x);
    perp_status s =
        which(b, i, tape_exact(&b->k->gap, (const mpq_t *)x, x + n));
    if (s.code == PERP_OK)
        mpq_set(gap, x[n]);
    numbers_free(x, n + 1);
    return s;
}

static void scatter_exact(const binding *b, uint32_t i, uint32_t nv,
                          const mpq_t *out, mpq_t *row)
{
    for (size_t k = 0; k < (size_t)nv * (1 + b->k->slips); k++)
        mpq_set_ui(row[k], 0, 1);
    for (uint32_t r = 0; r <= b->k->slips; r++)
        for (int s = 0; s < 2; s++) {
            const uint32_t *at = coord_of(b, s, s == 0 ? b->a[i] : b->b[i]);
            for (uint32_t k = 0; k < b->k->coords[s]; k++, out++)
                if (at[k] != KIND_WORLD)
                    mpq_add(row[(size_t)r * nv + at[k]],
                            row[(size_t)r * nv + at[k]], *out);
        }
}

perp_status binding_row_exact(const binding *b, uint32_t i, const mpq_t *q,
                              uint32_t nv, mpq_t *row)
{
    uint32_t in = kind_inputs(b->k), n = in + b->k->row.outputs;
    mpq_t *x = numbers_new(n);
    if (x == NULL)
        return PERP_NO_MEMORY(n * sizeof *x);
    gather_exact(b, i, q, x);
    perp_status s =
        which(b, i, tape_exact(&b->k->row, (const mpq_t *)x, x + in));
    if (s.code == PERP_OK)
        scatter_exact(b, i, nv, (const mpq_t *)(x + in), row);
    numbers_free(x, n);
    return s;
}
