#include "model/step/assemble.h"

/** The same data in rational arithmetic, read side by side with
`assemble.c`. Nothing is rounded, so symmetry of $M$ is asked exactly. */
static void copy(mpq_t *to, const mpq_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        mpq_set(to[i], from[i]);
}

static void set_input(const perp_system *s, assembler *w, const mpq_t *q,
                      const mpq_t *v, mpq_srcptr t)
{
    copy(w->in_exact, q, (size_t)s->nq);
    for (int i = 0; i < s->nv; i++)
        if (v != NULL)
            mpq_set(w->in_exact[s->nq + i], v[i]);
        else
            mpq_set_ui(w->in_exact[s->nq + i], 0, 1);
    if (t != NULL)
        mpq_set(w->in_exact[s->nq + s->nv], t);
    else
        mpq_set_ui(w->in_exact[s->nq + s->nv], 0, 1);
}

perp_status assemble_gaps_exact(const perp_system *s, assembler *w,
                                const mpq_t *q)
{
    return assemble_gaps_at_exact(s, w, q, NULL);
}

perp_status assemble_gaps_at_exact(const perp_system *s, assembler *w,
                                   const mpq_t *q, mpq_srcptr t)
{
    set_input(s, w, q, NULL, t);
    if (s->scene_contacts > 0)
        PERP_TRY(
            tape_exact(&s->gaps, (const mpq_t *)w->in_exact, w->gap_exact));
    for (int i = 0; i < s->bindings; i++)
        for (uint32_t k = 0; k < s->binding[i].pairs->n; k++)
            PERP_TRY(binding_gap_exact(s->binding[i].pairs, k, q,
                                       w->gap_exact[s->pair_at[i] + (int)k]));
    return PERP_SUCCESS;
}

static perp_status symmetric(int n, mpq_t *M)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (!mpq_equal(M[i * n + j], M[j * n + i]))
                return PERP_FAIL(PERP_INPUT,
                                 "the mass matrix is not symmetric: M[%d][%d] "
                                 "= %g but M[%d][%d] = %g",
                                 j + 1, i + 1, mpq_get_d(M[j * n + i]), i + 1,
                                 j + 1, mpq_get_d(M[i * n + j]));
    return PERP_SUCCESS;
}

static perp_status inertia(const perp_system *s, assembler *w, step_exact *out)
{
    size_t vv = (size_t)(s->nv * s->nv);
    const mpq_t *from = (const mpq_t *)w->out_exact;
    PERP_TRY(tape_exact(&s->inertia, (const mpq_t *)w->in_exact, w->out_exact));
    copy(out->M, from, vv);
    from += vv;
    if (s->has_F) {
        copy(out->F, from, vv);
        from += vv;
    }
    if (s->has_G)
        copy(out->G, from, (size_t)(s->nq * s->nv));
    return symmetric(s->nv, out->M);
}

static perp_status force(const perp_system *s, assembler *w,
                         const step_point_exact *at, step_exact *out)
{
    size_t vv = (size_t)(s->nv * s->nv);
    const mpq_t *in = (const mpq_t *)w->in_exact;
    PERP_TRY(tape_exact(&s->force, in, out->k0));
    mpq_set(w->in_exact[s->nq + s->nv], at->t1);
    PERP_TRY(tape_exact(&s->force, in, out->k1));
    if (at->jacobians) {
        PERP_TRY(tape_exact(&s->jacobians, in, w->out_exact));
        copy(out->kq, (const mpq_t *)w->out_exact, vv);
        copy(out->kv, (const mpq_t *)w->out_exact + vv, vv);
    }
    mpq_set(w->in_exact[s->nq + s->nv], at->t0);
    return PERP_SUCCESS;
}

perp_status assemble_joints_exact(const perp_system *s, assembler *w,
                                  step_exact *out)
{
    if (s->joints == 0)
        return PERP_SUCCESS;
    PERP_TRY(tape_exact(&s->joint, (const mpq_t *)w->in_exact, w->out_exact));
    copy(out->theta, (const mpq_t *)w->out_exact, (size_t)s->joints);
    copy(out->nu, (const mpq_t *)w->out_exact + s->joints,
         (size_t)(s->joints * s->nv));
    return PERP_SUCCESS;
}

static perp_status springs(const perp_system *s, assembler *w, step_exact *out)
{
    const size_t n = (size_t)s->springs;
    const mpq_t *strength = (const mpq_t *)s->spring_exact;
    if (n == 0)
        return PERP_SUCCESS;
    perp_status status =
        tape_exact(&s->spring, (const mpq_t *)w->in_exact, w->out_exact);
    if (status.code != PERP_OK)
        return PERP_FAIL(status.code, "springs and dampers: %s" SPRING_HINT,
                         status.message);
    copy(out->phi, (const mpq_t *)w->out_exact, n);
    copy(out->a, (const mpq_t *)w->out_exact + n, n * (size_t)s->nv);
    copy(out->stiffness, strength, n);
    copy(out->damping, strength + n, n);
    return PERP_SUCCESS;
}

static perp_status contact_rows(const perp_system *s, assembler *w,
                                const mpq_t *q, int id, const mpq_t **row)
{
    int i = 0;
    *row = (const mpq_t *)w->row_exact;
    if (id < s->scene_contacts) {
        *row = (const mpq_t *)w->out_exact + s->row_at[id];
        return PERP_SUCCESS;
    }
    while (s->pair_at[i + 1] <= id)
        i++;
    return binding_row_exact(s->binding[i].pairs,
                             (uint32_t)(id - s->pair_at[i]), q, (uint32_t)s->nv,
                             w->row_exact);
}

static perp_status contacts(const perp_system *s, assembler *w, const mpq_t *q,
                            const active_set *set, step_exact *out)
{
    if (set->n > ASSEMBLE_MOST)
        return PERP_FAIL(PERP_LIMIT,
                         "%d contacts are active at once; at most "
                         "%d can be",
                         set->n, ASSEMBLE_MOST);
    if (set->n > 0 && set->id[0] < s->scene_contacts)
        PERP_TRY(tape_exact(&s->row, (const mpq_t *)w->in_exact, w->out_exact));
    out->p = set->n;
    out->r = 0;
    for (int i = 0; i < set->n; i++) {
        const mpq_t *row;
        int id = set->id[i];
        PERP_TRY(contact_rows(s, w, q, id, &row));
        copy(out->n + i * s->nv, row, (size_t)s->nv);
        copy(out->d + out->r * s->nv, row + s->nv,
             (size_t)(s->slips[id] * s->nv));
        mpq_set(out->mu[i], s->mu_exact[id]);
        out->slip_at[i] = out->r;
        out->r += s->slips[id];
    }
    out->slip_at[set->n] = out->r;
    return PERP_SUCCESS;
}

perp_status assemble_exact(const perp_system *s, assembler *w,
                           const step_point_exact *at, const active_set *set,
                           step_exact *out)
{
    set_input(s, w, at->q, at->v, at->t0);
    copy(out->v, at->v, (size_t)s->nv);
    PERP_TRY(inertia(s, w, out));
    PERP_TRY(force(s, w, at, out));
    PERP_TRY(assemble_joints_exact(s, w, out));
    PERP_TRY(springs(s, w, out));
    PERP_TRY(contacts(s, w, at->q, set, out));
    return assemble_moving_exact(s, w, at, set, out);
}

static void from_doubles(mpq_t *to, const double *from, int n)
{
    for (int i = 0; i < n; i++)
        mpq_set_d(to[i], from[i]);
}

void assemble_copy(const step_data *from, step_exact *to)
{
    int v = from->nv;
    to->p = from->p;
    to->r = from->r;
    from_doubles(to->M, from->M, v * v);
    from_doubles(to->F, from->F, v * v);
    from_doubles(to->kq, from->kq, v * v);
    from_doubles(to->kv, from->kv, v * v);
    from_doubles(to->k0, from->k0, v);
    from_doubles(to->k1, from->k1, v);
    from_doubles(to->nu, from->nu, from->m * v);
    from_doubles(to->theta, from->theta, from->m);
    from_doubles(to->n, from->n, from->p * v);
    from_doubles(to->d, from->d, from->r * v);
    from_doubles(to->mu, from->mu, from->p);
    from_doubles(to->v, from->v, v);
    from_doubles(to->stiffness, from->stiffness, from->s);
    from_doubles(to->damping, from->damping, from->s);
    from_doubles(to->phi, from->phi, from->s);
    from_doubles(to->a, from->a, from->s * v);
    for (int i = 0; i <= from->p; i++)
        to->slip_at[i] = from->slip_at[i];
    if (from->drift == NULL)
        return;
    from_doubles(to->drift, from->drift, from->p + from->r);
    from_doubles(to->rate, from->rate, from->p + from->r);
}

perp_status assemble_mass_exact(const perp_system *s, assembler *w,
                                const mpq_t *q, const mpq_t *v, step_exact *out)
{
    set_input(s, w, q, v, NULL);
    copy(out->v, v, (size_t)s->nv);
    PERP_TRY(springs(s, w, out));
    return inertia(s, w, out);
}
