#include "model/system/making.h"
#include "model/tape/derivative.h"
#include "number/literal.h"

#include <string.h>

static const char *copied(making *m, const char *text)
{
    size_t n = strlen(text) + 1;
    char *s = making_take(m, n, 1);
    return s == NULL ? NULL : memcpy(s, text, n);
}

perp_status making_names(making *m, int n, const char *const *from,
                         const char ***to)
{
    *to = making_take(m, (size_t)n, sizeof **to);
    if (*to == NULL)
        return PERP_NO_MEMORY(n);
    for (int i = 0; i < n; i++)
        if (((*to)[i] = copied(m, from[i])) == NULL)
            return PERP_NO_MEMORY(n);
    return PERP_SUCCESS;
}

static graph_id node_or_none(perp_status *s, graph_id id)
{
    if (id == GRAPH_NONE && s->code == PERP_OK)
        *s = PERP_NO_MEMORY(sizeof(graph_node));
    return id;
}

/** A row of generalized forces. With $q' = \Gamma(q) v$ the rate of a function
$\Theta(q)$ is $\nabla_q\Theta \cdot \Gamma v$, so the row that multiplies $v$
is $\Gamma^T \nabla_q \Theta$: the gradient of GAP08 (2.1) and (2.2) written
for velocities that need not be $q'$. For $\Gamma = I$ it is the gradient
itself.

Implements GAP08 (2.1), (2.2); AP02 (1), (2), (3). */
perp_status making_row(making *m, graph_id root, graph_id *row)
{
    const system_spec *s = m->spec;
    if (s->G == NULL)
        return graph_gradient(s->g, root, (uint32_t)s->nq, m->q, row);
    PERP_TRY(graph_gradient(s->g, root, (uint32_t)s->nq, m->q, m->gq));
    perp_status status = PERP_SUCCESS;
    for (int j = 0; j < s->nv; j++) {
        graph_id sum = node_or_none(&status, graph_const(s->g, 0.0));
        for (int i = 0; i < s->nq && status.code == PERP_OK; i++) {
            graph_id term =
                node_or_none(&status, graph_op2(s->g, OP_MUL, m->gq[i],
                                                s->G[i * s->nv + j]));
            if (status.code == PERP_OK)
                sum = node_or_none(&status, graph_op2(s->g, OP_ADD, sum, term));
        }
        row[j] = sum;
    }
    return status;
}

perp_status making_tape(making *m, uint32_t n, const graph_id *roots, tape *t)
{
    uint32_t inputs = (uint32_t)(m->spec->nq + m->spec->nv + 1);
    return tape_make(m->a, m->spec->g, n, roots, inputs, t);
}

/* Is M_ij or M_ji more than the number zero? */
static int heavy(const system_spec *s, int i, int j)
{
    const graph_node *x = &s->g->node[s->M[i * s->nv + j]];
    const graph_node *y = &s->g->node[s->M[j * s->nv + i]];
    return x->op != OP_CONST || x->k != 0 || y->op != OP_CONST || y->k != 0;
}

/** Where $M$ may have a number: the pattern of its blocks, the same for all $q$. Counted,
then written. */
static perp_status make_pattern(making *m)
{
    const int nv = m->spec->nv;
    sparse_rows *x = &m->out->mass;
    x->rows = nv;
    x->first = making_take(m, (size_t)nv + 1, sizeof *x->first);
    for (int written = 0; x->first != NULL && written < 2; written++) {
        int n = 0;
        for (int i = 0; i < nv; i++) {
            x->first[i] = n;
            for (int j = 0; j < nv; j++)
                if (heavy(m->spec, i, j)) {
                    if (written)
                        x->column[n] = j;
                    n++;
                }
        }
        x->first[nv] = n;
        if (!written)
            x->column = making_take(m, (size_t)n, sizeof *x->column);
        if (x->column == NULL)
            break;
    }
    return x->column == NULL ? PERP_NO_MEMORY(nv) : PERP_SUCCESS;
}

static perp_status make_inertia(making *m)
{
    const system_spec *s = m->spec;
    size_t vv = (size_t)s->nv * (size_t)s->nv;
    size_t qv = (size_t)s->nq * (size_t)s->nv, n = vv;
    graph_id *root = making_take(m, 2 * vv + qv, sizeof *root);
    if (root == NULL)
        return PERP_NO_MEMORY(vv);
    memcpy(root, s->M, vv * sizeof *root);
    if (s->F != NULL) {
        memcpy(root + n, s->F, vv * sizeof *root);
        n += vv;
    }
    if (s->G != NULL) {
        memcpy(root + n, s->G, qv * sizeof *root);
        n += qv;
    }
    PERP_TRY(making_tape(m, (uint32_t)n, root, &m->out->inertia));
    return make_pattern(m);
}

/** The Jacobians of (4.3): $k_{1q}$ acts on $q^{l+1} - q^l = h\Gamma(\cdot)$,
so what the scheme needs is $\nabla_q k_1\,\Gamma$, rows made exactly like
those of a constraint; $k_{1v} = \nabla_v k_1$.

Implements GAP08 (4.3). */
static perp_status make_force(making *m)
{
    const system_spec *s = m->spec;
    size_t nv = (size_t)s->nv;
    graph_id *root = making_take(m, 2 * nv * nv, sizeof *root);
    if (root == NULL)
        return PERP_NO_MEMORY(nv);
    for (size_t i = 0; i < nv; i++) {
        PERP_TRY(making_row(m, s->k[i], root + i * nv));
        PERP_TRY(graph_gradient(s->g, s->k[i], (uint32_t)s->nv, m->v,
                                root + (nv + i) * nv));
    }
    PERP_TRY(making_tape(m, (uint32_t)(2 * nv * nv), root, &m->out->jacobians));
    return making_tape(m, (uint32_t)nv, s->k, &m->out->force);
}

/** A joint is a function of the position alone: the papers' constraints are
scleronomic, and a hidden $v$ or $t$ would be differentiated away without a word.
So are the papers' gaps; what a gap of $q$ and $t$ means is said in `surface.c`. */
perp_status making_position(making *m, graph_id root, const char *what,
                            const char *name)
{
    const system_spec *s = m->spec;
    if (graph_depends(s->g, root, (uint32_t)s->nv + 1, m->v))
        return PERP_FAIL(PERP_INPUT,
                         "%s '%s' depends on the velocity or the time; write "
                         "it as a function of the position q alone",
                         what, name);
    return PERP_SUCCESS;
}

static perp_status make_joints(making *m)
{
    const system_spec *s = m->spec;
    size_t nv = (size_t)s->nv, n = (size_t)s->joints;
    graph_id *root = making_take(m, n * (nv + 1), sizeof *root);
    if (root == NULL)
        return PERP_NO_MEMORY(n * nv);
    for (size_t i = 0; i < n; i++) {
        PERP_TRY(making_position(m, s->theta[i], "joint", s->joint_name[i]));
        root[i] = s->theta[i];
        PERP_TRY(making_row(m, s->theta[i], root + n + i * nv));
    }
    PERP_TRY(making_names(m, s->joints, s->joint_name, &m->out->joint_name));
    return making_tape(m, (uint32_t)(n * (nv + 1)), root, &m->out->joint);
}

/** A slip must be $d(q)\cdot v$: linear in the velocity, without a part that
does not vanish at $v = 0$ (it would be lost in $D = \nabla_v\,\text{slip}$; a belt
says its speed by `surface`). Linear means that the
gradient does not depend on $v$; that nothing is left at $v = 0$ is seen by
evaluating $\text{slip}$ there. */
static perp_status slip_vanishes(making *m, graph_id slip, const char *name)
{
    tape t;
    uint32_t inputs = (uint32_t)(m->spec->nq + m->spec->nv + 1);
    PERP_TRY(making_tape(m, 1, &slip, &t));
    double *in = making_take(m, inputs, sizeof *in), value = 0.0;
    double *work = making_take(m, tape_slots(&t), sizeof *work);
    perp_status status =
        in == NULL || work == NULL ? PERP_NO_MEMORY(inputs) : PERP_SUCCESS;
    for (int k = 1; k <= 3 && status.code == PERP_OK; k++) {
        for (int i = 0; i < m->spec->nq; i++) /* any three places will do */
            in[i] = (double)((i + 1) * k % 7) / 8.0 - 0.3 * (double)k;
        if (tape_f64(&t, in, work, &value).code == PERP_OK && value != 0.0)
            status = PERP_FAIL(PERP_INPUT,
                               "a slip of contact '%s' is not zero at rest "
                               "(%g); a slip must be linear in v",
                               name, value);
    }
    tape_clear(&t);
    return status;
}

static perp_status slip_row(making *m, graph_id slip, const char *name,
                            graph_id *row)
{
    const system_spec *s = m->spec;
    uint32_t time = (uint32_t)(s->nq + s->nv);
    PERP_TRY(graph_gradient(s->g, slip, (uint32_t)s->nv, m->v, row));
    for (int j = 0; j < s->nv; j++)
        if (graph_depends(s->g, row[j], (uint32_t)s->nv, m->v) ||
            graph_depends(s->g, row[j], 1, &time))
            return PERP_FAIL(PERP_INPUT,
                             "a slip of contact '%s' is not linear in v, or "
                             "depends on the time; a slip is a tangential "
                             "velocity d(q)'v",
                             name);
    return slip_vanishes(m, slip, name);
}

static perp_status make_contact(making *m, int j, graph_id *row)
{
    const system_contact *c = &m->spec->contact[j];
    if (graph_depends(m->spec->g, c->gap, (uint32_t)m->spec->nv, m->v))
        return PERP_FAIL(PERP_INPUT,
                         "the gap of contact '%s' depends on the velocity; "
                         "write it as a function of the position q and the "
                         "time t",
                         c->name);
    PERP_TRY(making_row(m, c->gap, row));
    for (int i = 0; i < c->slips; i++)
        PERP_TRY(slip_row(m, c->slip[i], c->name, row + (i + 1) * m->spec->nv));
    return PERP_SUCCESS;
}

static perp_status make_scene_contacts(making *m)
{
    const system_spec *s = m->spec;
    perp_system *out = m->out;
    int rows = 0;
    out->row_at = making_take(m, (size_t)s->contacts + 1, sizeof(int));
    graph_id *gap = making_take(m, (size_t)s->contacts, sizeof *gap);
    if (out->row_at == NULL || gap == NULL)
        return PERP_NO_MEMORY(s->contacts);
    for (int j = 0; j < s->contacts; j++) {
        out->row_at[j] = rows * s->nv;
        gap[j] = s->contact[j].gap;
        rows += 1 + s->contact[j].slips;
    }
    out->row_at[s->contacts] = rows * s->nv;
    size_t n = (size_t)rows * (size_t)s->nv;
    graph_id *root = making_take(m, n, sizeof *root);
    if (root == NULL)
        return PERP_NO_MEMORY(n);
    for (int j = 0; j < s->contacts; j++)
        PERP_TRY(make_contact(m, j, root + out->row_at[j]));
    PERP_TRY(making_tape(m, (uint32_t)s->contacts, gap, &out->gaps));
    PERP_TRY(making_tape(m, (uint32_t)n, root, &out->row));
    return making_surfaces(m);
}

/** One contact of the table that all contacts share. */
static perp_status enter(making *m, const char *name, int slips, mpq_srcptr mu)
{
    perp_system *out = m->out;
    int j = out->contacts++;
    if (mpq_sgn(mu) < 0)
        return PERP_FAIL(PERP_INPUT,
                         "contact '%s' has a negative friction coefficient "
                         "mu = %g; mu must be at least 0",
                         name, mpq_get_d(mu));
    if ((out->contact_name[j] = copied(m, name)) == NULL)
        return PERP_NO_MEMORY(strlen(name));
    out->slips[j] = slips;
    out->total_slips += slips;
    if (slips > out->max_slips)
        out->max_slips = slips;
    PERP_TRY(literal_double(mu, &out->mu[j]));
    mpq_set(out->mu_exact[j], mu);
    return PERP_SUCCESS;
}

static perp_status make_table(making *m)
{
    const system_spec *s = m->spec;
    perp_system *out = m->out;
    size_t n = (size_t)s->contacts;
    for (int i = 0; i < s->bindings; i++)
        n += s->binding[i].pairs->n;
    out->slips = making_take(m, n, sizeof *out->slips);
    out->mu = making_take(m, n, sizeof *out->mu);
    out->contact_name = making_take(m, n, sizeof *out->contact_name);
    out->pair_at =
        making_take(m, (size_t)s->bindings + 1, sizeof *out->pair_at);
    mpq_t *exact = making_take(m, n, sizeof *exact);
    if (exact == NULL || out->slips == NULL || out->mu == NULL ||
        out->contact_name == NULL || out->pair_at == NULL)
        return PERP_NO_MEMORY(n);
    for (size_t i = 0; i < n; i++)
        mpq_init(exact[i]);
    out->mu_exact = exact;
    out->mu_count = (int)n;
    for (int j = 0; j < s->contacts; j++)
        PERP_TRY(enter(m, s->contact[j].name, s->contact[j].slips,
                       s->contact[j].mu));
    out->scene_contacts = s->contacts;
    for (int i = 0; i < s->bindings; i++) {
        const system_binding *b = &s->binding[i];
        out->pair_at[i] = out->contacts;
        for (uint32_t p = 0; p < b->pairs->n; p++)
            PERP_TRY(enter(m, b->name[p], (int)b->pairs->k->slips, b->mu));
    }
    out->pair_at[s->bindings] = out->contacts;
    return PERP_SUCCESS;
}

static perp_status make_all(making *m)
{
    const system_spec *s = m->spec;
    PERP_TRY(making_names(m, s->nq, s->q_name, &m->out->q_name));
    PERP_TRY(making_names(m, s->nv, s->v_name, &m->out->v_name));
    PERP_TRY(make_inertia(m));
    PERP_TRY(make_force(m));
    PERP_TRY(make_joints(m));
    PERP_TRY(make_scene_contacts(m));
    PERP_TRY(making_springs(m));
    PERP_TRY(
        making_names(m, s->measures, s->measure_name, &m->out->measure_name));
    PERP_TRY(
        making_tape(m, (uint32_t)s->measures, s->measure, &m->out->measure));
    PERP_TRY(make_table(m));
    const int yields = s->K != NULL || m->out->contacts == 0;
    return yields ? making_yield(m) : PERP_SUCCESS;
}

/** What (6) is written with, and nothing else: $M$, $k$, $\Theta$, $\Phi$, $D$,
$\mu$ and, of (26), the springs.

Implements AP02 (6). */
perp_status system_make(arena *a, const system_spec *spec, perp_system *out)
{
    *out = (perp_system){.nq = spec->nq,
                         .nv = spec->nv,
                         .joints = spec->joints,
                         .has_F = spec->F != NULL,
                         .has_G = spec->G != NULL,
                         .bindings = spec->bindings,
                         .binding = spec->binding,
                         .springs = spec->springs,
                         .measures = spec->measures};
    making m = {.a = a, .spec = spec, .out = out};
    const size_t nq = (size_t)spec->nq, inputs = nq + (size_t)spec->nv + 1;
    m.q = making_take(&m, inputs, sizeof *m.q); /* q, v, t */
    m.gq = m.q == NULL ? NULL : making_take(&m, nq, sizeof *m.gq);
    if (m.gq == NULL)
        return PERP_NO_MEMORY(inputs);
    m.v = m.q + nq;
    for (uint32_t i = 0; i < inputs; i++)
        m.q[i] = i;
    perp_status status = make_all(&m);
    if (status.code != PERP_OK)
        system_clear(out);
    return status;
}

void system_clear(perp_system *s)
{
    tape *all[] = {&s->inertia, &s->force, &s->jacobians, &s->gaps,
                   &s->joint,   &s->row,   &s->spring,    &s->measure,
                   &s->drift,   &s->yield, &s->total,  &s->slope};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        tape_clear(all[i]);
    for (int j = 0; j < s->mu_count; j++)
        mpq_clear(s->mu_exact[j]);
    for (int i = 0; i < s->spring_count; i++)
        mpq_clear(s->spring_exact[i]);
    s->mu_count = s->spring_count = 0;
}
