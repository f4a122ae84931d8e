#include "cli/report/newton.h"

#include "number/rational.h"

static perp_status room(arena *a, const step_exact *d, newton *n)
{
    const size_t nv = (size_t)d->nv, p = (size_t)d->p;
    n->nv = d->nv;
    n->p = d->p;
    n->count = 3 * nv + p;
    n->all = rational_array(a, n->count);
    if (n->all == NULL)
        return PERP_NO_MEMORY(n->count * sizeof *n->all);
    n->parts =
        (paoli_impact){n->all, n->all + nv, n->all + 2 * nv, n->all + 3 * nv};
    return PERP_SUCCESS;
}

static void copy(int count, const mpq_t *from, mpq_t *to)
{
    for (int i = 0; i < count; i++)
        mpq_set(to[i], from[i]);
}

/* v'Mv/2. */
static void energy(const step_exact *d, const mpq_t *v, mpq_ptr out)
{
    mpq_t Mv;
    mpq_init(Mv);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < d->nv; i++) {
        impact_dot(d->nv, (const mpq_t *)d->M + i * d->nv, v, Mv);
        mpq_mul(Mv, Mv, v[i]);
        mpq_add(out, out, Mv);
    }
    mpq_div_2exp(out, out, 1);
    mpq_clear(Mv);
}

/** The angle condition asks for the Gram matrix of all gradients in the metric
of $M^{-1}$, one solution with the factored mass a row. */
static perp_status ask_angle(arena *a, const paoli_exact_data *d, newton *n)
{
    const int nv = d->nv, p = d->p;
    const size_t count = (size_t)(p * p + nv) + 1;
    paoli_exact_metric m;
    int first, second;
    PERP_TRY(paoli_exact_metric_new(a, nv, &m));
    mpq_t *A = rational_array(a, count);
    perp_status s = A == NULL ? PERP_NO_MEMORY(count * sizeof *A)
                              : paoli_exact_factor((const mpq_t *)d->M, &m);
    for (int i = 0; i < p && s.code == PERP_OK; i++) {
        mpq_t *x = A + p * p;
        copy(nv, (const mpq_t *)d->n + i * nv, x);
        paoli_exact_solve(&m, x);
        for (int j = 0; j < p; j++)
            impact_dot(nv, (const mpq_t *)d->n + j * nv, (const mpq_t *)x,
                       A[i * p + j]);
    }
    if (s.code == PERP_OK)
        n->continuous =
            paoli_angle_exact(n->e, p, (const mpq_t *)A, &first, &second);
    rational_clear(A, count);
    paoli_exact_metric_clear(&m);
    return s;
}

static perp_status ask_law(arena *a, paoli_exact_data *d, newton *n)
{
    PERP_TRY(paoli_newton(a, n->e, d, &n->parts));
    perp_status s = paoli_newton_check(n->e, d, &n->parts);
    if (s.code == PERP_REFUTED)
        return PERP_FAIL(PERP_BUG, "Newton's law fails its check: %s",
                         s.message);
    PERP_TRY(s);
    return ask_angle(a, d, n);
}

static int acts(const newton *n)
{
    int any = 0;
    for (int j = 0; j < n->p; j++)
        any |= mpq_sgn(n->parts.impulse[j]) != 0;
    return any;
}

perp_status newton_find(arena *a, const step_exact *d, mpq_srcptr e,
                        newton *out, outcomes *list)
{
    paoli_exact_data own;
    *out = (newton){.count = 0};
    mpq_inits(out->e, out->before, out->after, NULL);
    mpq_set(out->e, e);
    if (d->m > 0)
        return PERP_FAIL(PERP_INPUT, "Newton's law knows no joints; write the "
                                     "system in minimal coordinates");
    PERP_TRY(room(a, d, out));
    PERP_TRY(paoli_exact_data_new(a, d->nv, d->p, &own));
    copy(d->nv * d->nv, (const mpq_t *)d->M, own.M);
    copy(d->p * d->nv, (const mpq_t *)d->n, own.n);
    copy(d->nv, (const mpq_t *)d->v, own.v);
    perp_status s = ask_law(a, &own, out);
    paoli_exact_data_clear(&own);
    PERP_TRY(s);
    energy(d, (const mpq_t *)d->v, out->before);
    energy(d, (const mpq_t *)out->parts.after, out->after);
    mpq_t *L = rational_array(a, (size_t)list->impulses + 1);
    if (L == NULL)
        return PERP_NO_MEMORY((size_t)list->impulses * sizeof *L);
    for (int j = 0; j < d->p && j < list->impulses; j++)
        mpq_set(L[j], out->parts.impulse[j]); /* along the slips: none */
    s = outcomes_put(a, list, (const mpq_t *)out->parts.after,
                     (const mpq_t *)L, acts(out));
    rational_clear(L, (size_t)list->impulses + 1);
    return s;
}

void newton_clear(newton *n)
{
    rational_clear(n->all, n->count);
    mpq_clears(n->e, n->before, n->after, NULL);
    n->all = NULL;
}
