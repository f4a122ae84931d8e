#include "model/step/assemble.h"

#include <math.h>
#include <string.h>

static size_t largest(size_t a, size_t b)
{
    return a > b ? a : b;
}

/** The tapes of a system, to size work for the greediest. */
static size_t tape_extent(const perp_system *s, int outputs)
{
    const tape *all[] = {&s->inertia, &s->force, &s->jacobians, &s->gaps,
                         &s->joint,   &s->row,   &s->spring, &s->drift,
                         &s->yield,   &s->total, &s->slope};
    size_t n = 1;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        n = largest(n, outputs ? all[i]->outputs : tape_slots(all[i]));
    for (int i = 0; i < s->bindings && !outputs; i++)
        n = largest(n, binding_work(s->binding[i].pairs));
    return n;
}

static mpq_t *numbers(arena *a, size_t n)
{
    mpq_t *x = arena_take(a, n, sizeof *x);
    for (size_t i = 0; x != NULL && i < n; i++)
        mpq_init(x[i]);
    return x;
}

perp_status assembler_new(arena *a, const perp_system *s, int exact,
                          assembler *out)
{
    size_t inputs = (size_t)(s->nq + s->nv + 1);
    size_t outputs = tape_extent(s, 1), slots = tape_extent(s, 0);
    size_t gaps = (size_t)s->contacts;
    size_t row = (size_t)((s->max_slips + 1) * s->nv);
    *out = (assembler){.in = arena_take(a, inputs, sizeof(double)),
                       .work = arena_take(a, slots, sizeof(double)),
                       .out = arena_take(a, outputs, sizeof(double)),
                       .gap = arena_take(a, gaps, sizeof(double)),
                       .row = arena_take(a, row, sizeof(double))};
    if (!out->in || !out->work || !out->out || !out->gap || !out->row)
        return PERP_NO_MEMORY(slots);
    if (!exact)
        return PERP_SUCCESS;
    if ((out->in_exact = numbers(a, inputs)) != NULL)
        out->exact_in = inputs;
    if ((out->out_exact = numbers(a, outputs)) != NULL)
        out->exact_out = outputs;
    if ((out->gap_exact = numbers(a, gaps)) != NULL)
        out->exact_gap = gaps;
    if ((out->row_exact = numbers(a, row)) != NULL)
        out->exact_row = row;
    if (!out->in_exact || !out->out_exact || !out->gap_exact || !out->row_exact)
        return PERP_NO_MEMORY(outputs);
    return PERP_SUCCESS;
}

static void clear(mpq_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        mpq_clear(x[i]);
}

void assembler_clear(assembler *w)
{
    clear(w->in_exact, w->exact_in);
    clear(w->out_exact, w->exact_out);
    clear(w->gap_exact, w->exact_gap);
    clear(w->row_exact, w->exact_row);
    w->exact_in = w->exact_out = w->exact_gap = w->exact_row = 0;
}

/** The pieces of the primary data and their largest sizes, in one order for
both arithmetics. */
enum { PIECES = 19 };

static size_t piece_sizes(const perp_system *s, size_t size[PIECES])
{
    size_t v = (size_t)s->nv, m = (size_t)s->joints;
    size_t p = (size_t)assemble_room(s), r = p * (size_t)s->max_slips;
    size_t total = 0, k = (size_t)s->springs, moving = s->moves ? p + r : 0;
    const size_t all[PIECES] = {
        v * v, v * v, v * v, v * v, v,    v,
        m * v, p * v, r * v, p,     v,    s->has_G ? (size_t)s->nq * v : 0,
        m,     k,     k,     k,     k * v, moving, moving};
    for (int i = 0; i < PIECES; i++)
        total += size[i] = all[i];
    return total;
}

perp_status step_data_new(arena *a, const perp_system *s, step_data *out)
{
    size_t size[PIECES], total = piece_sizes(s, size);
    *out = (step_data){.nv = s->nv, .m = s->joints, .s = s->springs};
    double **piece[PIECES] = {
        &out->M,   &out->F,  &out->kq,    &out->kv,        &out->k0,
        &out->k1,  &out->nu, &out->n,     &out->d,         &out->mu,
        &out->v,   &out->G,  &out->theta, &out->stiffness, &out->damping,
        &out->phi, &out->a,  &out->drift, &out->rate};
    double *x = arena_take(a, total, sizeof *x);
    out->slip_at = arena_take(a, (size_t)assemble_room(s) + 1, sizeof(int));
    out->of = arena_take(a, (size_t)assemble_room(s), sizeof(int));
    if (x == NULL || out->slip_at == NULL || out->of == NULL)
        return PERP_NO_MEMORY(total * sizeof *x);
    for (int i = 0; i < PIECES; x += size[i++])
        *piece[i] = size[i] == 0 && (i == 11 || i > 16) ? NULL : x;
    return PERP_SUCCESS;
}

perp_status step_exact_new(arena *a, const perp_system *s, step_exact *out)
{
    size_t size[PIECES], total = piece_sizes(s, size);
    *out = (step_exact){.nv = s->nv, .m = s->joints, .s = s->springs};
    mpq_t **piece[PIECES] = {
        &out->M,   &out->F,  &out->kq,    &out->kv,        &out->k0,
        &out->k1,  &out->nu, &out->n,     &out->d,         &out->mu,
        &out->v,   &out->G,  &out->theta, &out->stiffness, &out->damping,
        &out->phi, &out->a,  &out->drift, &out->rate};
    out->slip_at = arena_take(a, (size_t)assemble_room(s) + 1, sizeof(int));
    mpq_t *x = out->all = numbers(a, total);
    if (x == NULL)
        return PERP_NO_MEMORY(total * sizeof *x);
    out->count = total;
    if (out->slip_at == NULL)
        return PERP_NO_MEMORY(s->contacts);
    for (int i = 0; i < PIECES; x += size[i++])
        *piece[i] = size[i] == 0 && (i == 11 || i > 16) ? NULL : x;
    return PERP_SUCCESS;
}

void step_exact_clear(step_exact *d)
{
    clear(d->all, d->count);
    d->count = 0;
}

static void set_input(const perp_system *s, assembler *w, const double *q,
                      const double *v, double t)
{
    memcpy(w->in, q, (size_t)s->nq * sizeof *q);
    memcpy(w->in + s->nq, v, (size_t)s->nv * sizeof *v);
    w->in[s->nq + s->nv] = t;
}

perp_status assemble_gaps(const perp_system *s, assembler *w, const double *q)
{
    return assemble_gaps_at(s, w, q, 0);
}

perp_status assemble_gaps_scene(const perp_system *s, assembler *w,
                                const double *q, double t)
{
    memcpy(w->in, q, (size_t)s->nq * sizeof *q);
    memset(w->in + s->nq, 0, (size_t)s->nv * sizeof *q);
    w->in[s->nq + s->nv] = t;
    if (s->scene_contacts > 0)
        PERP_TRY(tape_f64(&s->gaps, w->in, w->work, w->gap));
    return PERP_SUCCESS;
}

perp_status assemble_gaps_at(const perp_system *s, assembler *w,
                             const double *q, double t)
{
    PERP_TRY(assemble_gaps_scene(s, w, q, t));
    for (int i = 0; i < s->bindings; i++)
        PERP_TRY(binding_gaps(s->binding[i].pairs, q, w->work,
                              w->gap + s->pair_at[i]));
    return PERP_SUCCESS;
}

/** GAP08 assumes a symmetric $M$ (H3). A scene that builds $M$ from a kinetic
energy gets two expressions for $M_{ij}$ and $M_{ji}$ that agree in the reals
and may differ in the last bit; the upper one is taken for both, so that the
energy identities, which need symmetry, hold exactly for the data. A larger
difference is a mistake in the scene. An entry that is zero by its formula below and not
above has been mirrored by the assembly before; it is zero again before it is compared. */
static void blank(const sparse_rows *at, double *M)
{
    for (int i = 0; i < at->rows; i++)
        for (int k = at->first[i]; k < at->first[i + 1]; k++)
            M[i * at->rows + at->column[k]] = 0;
}

static perp_status mirror(const sparse_rows *at, double *M)
{
    const int n = at->rows;
    for (int i = 0; i < n; i++)
        for (int k = at->first[i];
             k < at->first[i + 1] && at->column[k] < i; k++) {
            const int j = at->column[k];
            double upper = M[j * n + i], lower = M[i * n + j];
            double scale = fabs(M[i * n + i]) + fabs(M[j * n + j]);
            if (!(fabs(upper - lower) <= 1e-9 * scale))
                return PERP_FAIL(PERP_INPUT,
                                 "the mass matrix is not symmetric: M[%d][%d] "
                                 "= %g but M[%d][%d] = %g",
                                 j + 1, i + 1, upper, i + 1, j + 1, lower);
            M[i * n + j] = upper;
        }
    return PERP_SUCCESS;
}

/** ## What is not zero by its formula

`value` has the outputs of a tape that are not the number zero. A matrix is the outputs from
`begin` on, and gets those that are its own; `value` null puts zeros back to where they went. */
static void put(const tape *t, const double *value, size_t begin, size_t count,
                double *out)
{
    uint32_t k = 0, end = t->nonzeros;
    while (k < end) { /* the first at or behind `begin` */
        const uint32_t middle = k + (end - k) / 2;
        if (t->nonzero[middle] < begin)
            k = middle + 1;
        else
            end = middle;
    }
    for (; k < t->nonzeros && t->nonzero[k] < begin + count; k++)
        out[t->nonzero[k] - begin] = value == NULL ? 0 : value[k];
}

static perp_status assemble_inertia(const perp_system *s, assembler *w,
                                    step_data *out)
{
    const tape *t = &s->inertia;
    const size_t vv = (size_t)(s->nv * s->nv), F = s->has_F ? vv : 0;
    PERP_TRY(tape_f64_nonzeros(t, w->in, w->work, w->out));
    blank(&s->mass, out->M);
    put(t, w->out, 0, vv, out->M);
    put(t, w->out, vv, F, out->F);
    if (s->has_G)
        put(t, w->out, vv + F, (size_t)(s->nq * s->nv), out->G);
    return mirror(&s->mass, out->M);
}

static perp_status assemble_force(const perp_system *s, assembler *w,
                                  const step_point *at, step_data *out)
{
    const size_t vv = (size_t)(s->nv * s->nv);
    PERP_TRY(tape_f64(&s->force, w->in, w->work, out->k0));
    w->in[s->nq + s->nv] = at->t1;
    PERP_TRY(tape_f64(&s->force, w->in, w->work, out->k1));
    if (at->jacobians) {
        PERP_TRY(tape_f64_nonzeros(&s->jacobians, w->in, w->work, w->out));
        put(&s->jacobians, w->out, 0, vv, out->kq);
        put(&s->jacobians, w->out, vv, vv, out->kv);
    }
    w->in[s->nq + s->nv] = at->t0;
    return PERP_SUCCESS;
}

perp_status assemble_joints(const perp_system *s, assembler *w, step_data *out)
{
    const size_t m = (size_t)s->joints;
    if (m == 0)
        return PERP_SUCCESS;
    PERP_TRY(tape_f64_nonzeros(&s->joint, w->in, w->work, w->out));
    put(&s->joint, w->out, 0, m, out->theta);
    put(&s->joint, w->out, m, m * (size_t)s->nv, out->nu);
    return PERP_SUCCESS;
}

/** Elongations and rows of the springs, with the strengths they have for
good. A distance has no gradient where it is zero. */
static perp_status assemble_springs(const perp_system *s, assembler *w,
                                    step_data *out)
{
    const size_t n = (size_t)s->springs;
    if (n == 0)
        return PERP_SUCCESS;
    perp_status status = tape_f64_nonzeros(&s->spring, w->in, w->work, w->out);
    if (status.code != PERP_OK)
        return PERP_FAIL(status.code, "springs and dampers: %s" SPRING_HINT,
                         status.message);
    put(&s->spring, w->out, 0, n, out->phi);
    put(&s->spring, w->out, n, n * (size_t)s->nv, out->a);
    memcpy(out->stiffness, s->stiffness, n * sizeof(double));
    memcpy(out->damping, s->damping, n * sizeof(double));
    return PERP_SUCCESS;
}

/** Which binding a contact belongs to, and its pair there. */
static const binding *pair_of(const perp_system *s, int id, uint32_t *pair)
{
    int i = 0;
    while (s->pair_at[i + 1] <= id)
        i++;
    *pair = (uint32_t)(id - s->pair_at[i]);
    return s->binding[i].pairs;
}

/** Rows of the active contacts: those of the scene from its one tape, which
has been evaluated into `w->out`, those of a binding from the row tape of its
kind. `q` null: their numbers become zero again. */
static perp_status contact_rows(const perp_system *s, assembler *w,
                                const double *q, int id, double *const to[2])
{
    const size_t nv = (size_t)s->nv;
    if (id < s->scene_contacts) {
        const double *from = q == NULL ? NULL : w->out;
        const size_t begin = (size_t)s->row_at[id];
        put(&s->row, from, begin, nv, to[0]);
        put(&s->row, from, begin + nv, (size_t)s->slips[id] * nv, to[1]);
        return PERP_SUCCESS;
    }
    uint32_t pair;
    const binding *b = pair_of(s, id, &pair);
    if (q != NULL)
        return binding_row_put(b, pair, q, w->work, nv, to);
    binding_row_clear(b, pair, nv, to);
    return PERP_SUCCESS;
}

/* Takes back the rows that the data have. */
static void clear_contacts(const perp_system *s, step_data *out)
{
    double *to[2] = {out->n, out->d};
    for (int i = 0; i < out->rows; i++) {
        const int id = out->of[i];
        (void)contact_rows(s, NULL, NULL, id, to);
        to[0] += s->nv;
        to[1] += s->slips[id] * s->nv;
    }
    out->rows = 0;
}

static perp_status assemble_contacts(const perp_system *s, assembler *w,
                                     const double *q, const active_set *set,
                                     step_data *out)
{
    if (set->n > ASSEMBLE_MOST)
        return PERP_FAIL(PERP_LIMIT,
                         "%d contacts are active at once; at most "
                         "%d can be",
                         set->n, ASSEMBLE_MOST);
    if (set->n > 0 && set->id[0] < s->scene_contacts)
        PERP_TRY(tape_f64_nonzeros(&s->row, w->in, w->work, w->out));
    clear_contacts(s, out);
    out->p = set->n;
    out->r = 0;
    for (int i = 0; i < set->n; i++) {
        const int id = set->id[i];
        double *const to[2] = {out->n + i * s->nv, out->d + out->r * s->nv};
        PERP_TRY(contact_rows(s, w, q, id, to));
        out->of[out->rows++] = id;
        out->mu[i] = s->mu[id];
        out->slip_at[i] = out->r;
        out->r += s->slips[id];
    }
    out->slip_at[set->n] = out->r;
    return PERP_SUCCESS;
}

perp_status assemble_step(const perp_system *s, assembler *w,
                          const step_point *at, const active_set *set,
                          step_data *out)
{
    set_input(s, w, at->q, at->v, at->t0);
    memcpy(out->v, at->v, (size_t)s->nv * sizeof(double));
    PERP_TRY(assemble_inertia(s, w, out));
    PERP_TRY(assemble_force(s, w, at, out));
    PERP_TRY(assemble_joints(s, w, out));
    PERP_TRY(assemble_springs(s, w, out));
    PERP_TRY(assemble_contacts(s, w, at->q, set, out));
    return assemble_moving(s, w, at, set, out);
}

perp_status assemble_mass(const perp_system *s, assembler *w, const double *q,
                          const double *v, step_data *out)
{
    set_input(s, w, q, v, 0);
    memcpy(out->v, v, (size_t)s->nv * sizeof(double));
    PERP_TRY(assemble_springs(s, w, out));
    return assemble_inertia(s, w, out);
}

perp_status assemble_constraints(const perp_system *s, assembler *w,
                                 const double *q, const active_set *set,
                                 step_data *out)
{
    memcpy(w->in, q, (size_t)s->nq * sizeof *q);
    memset(w->in + s->nq, 0, (size_t)(s->nv + 1) * sizeof *q);
    PERP_TRY(assemble_inertia(s, w, out));
    PERP_TRY(assemble_joints(s, w, out));
    PERP_TRY(assemble_springs(s, w, out));
    return assemble_contacts(s, w, q, set, out);
}
