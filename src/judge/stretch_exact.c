/**
# The same interval in fractions

Every number of the table is a binary fraction. Where the scene's formulas are made of
$+ - \times \div$ alone, they are evaluated at these fractions, and everything that
follows speaks of the formulas; otherwise their doubles are the data.
*/
#include "ap02/spring.h"
#include "judge/stretch.h"
#include "number/rational.h"

static perp_status try_fractions(stretch_exact *x)
{
    const stretch *d = x->of;
    const perp_system *s = d->s;
    active_set all = {
        .id = arena_take(d->a, (size_t)s->contacts + 1, sizeof(int))};
    if (all.id == NULL)
        return PERP_NO_MEMORY(s->contacts);
    for (; all.n < assemble_room(s); all.n++)
        all.id[all.n] = all.n;
    rational_of_doubles((size_t)s->nq, d->of->q, x->q);
    rational_of_doubles((size_t)s->nv, d->of->v, x->v);
    mpq_set_d(x->t0, d->of->t[0]);
    step_point_exact at = {x->t0, x->t0, (const mpq_t *)x->q,
                           (const mpq_t *)x->v,
                           d->rule.place == STRETCH_OWN && d->rule.jacobians};
    perp_status st = assemble_gaps_exact(s, &x->work, at.q);
    if (st.code == PERP_OK)
        st = assemble_exact(s, &x->work, &at, &all, &x->data);
    x->rational = st.code == PERP_OK;
    return st.code == PERP_INPUT ? PERP_SUCCESS : st;
}

perp_status stretch_exact_new(stretch *of, stretch_exact *out)
{
    const size_t nv = (size_t)of->s->nv, nq = (size_t)of->s->nq;
    *out = (stretch_exact){.of = of};
    mpq_t *const own[] = {&out->h,   &out->t0,   &out->t1,
                          &out->sum, &out->part, &out->alpha};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        mpq_init(*own[i]);
    out->count = 3 * nq + 6 * nv;
    if ((out->all = rational_array(of->a, out->count)) == NULL) {
        out->count = 0;
        return PERP_NO_MEMORY(nv * sizeof *out->all);
    }
    out->q = out->all;
    out->drift = out->q + nq;
    out->turn = out->drift + nq;
    out->v = out->turn + nq;
    out->v0 = out->v + nv;
    out->v1 = out->v0 + nv;
    out->J = out->v1 + nv;
    out->x = out->J + nv;
    out->y = out->x + nv;
    PERP_TRY(assembler_new(of->a, of->s, 1, &out->work));
    PERP_TRY(step_exact_new(of->a, of->s, &out->data));
    return try_fractions(out);
}

void stretch_exact_clear(stretch_exact *x)
{
    mpq_t *const own[] = {&x->h, &x->t0, &x->t1, &x->sum, &x->part, &x->alpha};
    if (x->of == NULL)
        return;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        mpq_clear(*own[i]);
    rational_clear(x->all, x->count);
    step_exact_clear(&x->data);
    assembler_clear(&x->work);
    x->of = NULL;
}

/* Number i of a row's q, or of its v. */
static void node(const stretch_exact *x, int velocity, int row, int i, mpq_t to)
{
    const mpq_t *own = velocity ? x->V : x->Q;
    const int n = velocity ? x->of->s->nv : x->of->s->nq;
    if (own != NULL)
        mpq_set(to, own[(size_t)row * (size_t)n + (size_t)i]);
    else
        mpq_set_d(
            to, (velocity ? stretch_v(x->of, row) : stretch_q(x->of, row))[i]);
}

/* to = (1 - b) first + b second of the interval's rows, b = 0, 1/2 or 1 as
   halves. */
static void between(stretch_exact *x, int velocity, int i, int halves, mpq_t to)
{
    const int l = x->of->row;
    node(x, velocity, halves < 2 ? l - 1 : l, i, to);
    if (halves != 1)
        return;
    node(x, velocity, l, i, x->part);
    mpq_add(to, to, x->part);
    mpq_div_2exp(to, to, 1);
}

static void between_times(stretch_exact *x, int halves)
{
    const double *t = x->of->of->t + x->of->row;
    mpq_set_d(x->t0, halves < 2 ? t[-1] : t[0]);
    if (halves != 1)
        return;
    mpq_set_d(x->part, t[0]);
    mpq_add(x->t0, x->t0, x->part);
    mpq_div_2exp(x->t0, x->t0, 1);
}

static void copy_G(stretch_exact *x)
{
    const size_t n = (size_t)(x->of->s->nq * x->of->s->nv);
    if (x->of->s->has_G)
        rational_of_doubles(n, x->of->data.G, x->data.G);
}

static perp_status data_at(stretch_exact *x)
{
    stretch *d = x->of;
    const int own = d->own;
    const int halves = d->h > 0 && d->rule.place == STRETCH_END        ? 2
                       : d->h > 0 && d->rule.place == STRETCH_MIDPOINT ? 1
                                                                       : 0;
    for (int i = 0; i < d->s->nq; i++)
        between(x, 0, i, halves, x->q[i]);
    for (int i = 0; i < d->s->nv; i++)
        between(x, 1, i, halves, x->v[i]);
    between_times(x, halves);
    if (own)
        mpq_add(x->t1, x->t0, x->h);
    else
        mpq_set(x->t1, x->t0);
    if (!x->rational) {
        assemble_copy(&d->data, &x->data);
        copy_G(x);
        return PERP_SUCCESS;
    }
    step_point_exact at = {
        x->t0, x->t1, (const mpq_t *)x->q, (const mpq_t *)x->v,
        own && d->rule.jacobians && d->rule.form != STEP_EXPLICIT};
    return assemble_exact(d->s, &x->work, &at, &d->set, &x->data);
}

/* x and y of the two velocities. */
static void velocities(stretch_exact *x)
{
    const stretch *d = x->of;
    for (int i = 0; i < d->s->nv; i++) {
        mpq_sub(x->x[i], x->v1[i], x->v0[i]);
        mpq_mul(x->x[i], x->x[i], x->alpha);
        mpq_add(x->x[i], x->x[i], x->v0[i]);
        mpq_add(x->y[i], x->v0[i], x->v1[i]);
        mpq_div_2exp(x->y[i], x->y[i], 1);
        if (d->own && d->rule.e == 0)
            mpq_set(x->y[i], x->x[i]);
    }
}

static void ends(stretch_exact *x)
{
    const stretch *d = x->of;
    const int l = d->row;
    for (int i = 0; i < d->s->nv; i++) {
        node(x, 1, l - 1, i, x->v0[i]);
        node(x, 1, l, i, x->v1[i]);
    }
    if (d->of->h > 0 && d->h > 0)
        mpq_set_d(x->h, d->of->h);
    else {
        mpq_set_d(x->h, d->of->t[l]);
        mpq_set_d(x->part, d->of->t[l - 1]);
        mpq_sub(x->h, x->h, x->part);
    }
    if (d->own)
        mpq_set(x->alpha, d->rule.alpha);
    else
        mpq_set_ui(x->alpha, 1, 1);
    velocities(x);
}

static void moves(stretch_exact *x)
{
    const stretch *d = x->of;
    const int nq = d->s->nq, nv = d->s->nv, l = d->row;
    for (int i = 0; i < nq; i++) {
        mpq_set_ui(x->sum, 0, 1);
        mpq_set_ui(x->turn[i], 0, 1);
        for (int k = 0; k < nv; k++) {
            if (d->s->has_G) {
                stretch_add(x->sum, x->data.G[i * nv + k], x->v0[k], x->part);
                stretch_add(x->turn[i], x->data.G[i * nv + k], x->v1[k],
                            x->part);
            } else if (i == k) {
                mpq_set(x->sum, x->v0[k]);
                mpq_set(x->turn[i], x->v1[k]);
            }
        }
        mpq_sub(x->turn[i], x->turn[i], x->sum);
        mpq_mul(x->turn[i], x->turn[i], x->h);
        mpq_mul(x->sum, x->sum, x->h);
        node(x, 0, l, i, x->drift[i]);
        node(x, 0, l - 1, i, x->part);
        mpq_sub(x->drift[i], x->drift[i], x->part);
        mpq_sub(x->drift[i], x->drift[i], x->sum);
    }
}

/* sum += factor times row i of E times u */
static void add_row(stretch_exact *x, const mpq_t *E, int i, const mpq_t *u,
                    mpq_srcptr factor)
{
    const int nv = x->of->s->nv;
    mpq_t row;
    mpq_init(row);
    for (int j = 0; j < nv; j++)
        stretch_add(row, E[i * nv + j], u[j], x->part);
    stretch_add(x->sum, row, factor, x->part);
    mpq_clear(row);
}

/** Row by row: $J_i = M_i\,dv - hk_i - hF_iv$, and of a scheme that looks ahead also
$-\alpha h(F + k_{1v})_i\,dv - \alpha h^2 k_{1q,i}(\gamma\,dv + v)$. */
static void demand(stretch_exact *x, const mpq_t *dv)
{
    const stretch_rule *rule = &x->of->rule;
    const step_exact *d = &x->data;
    const int own = x->of->own;
    const int ahead = own && rule->form != STEP_EXPLICIT;
    mpq_t c, one;
    mpq_init(c);
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    for (int i = 0; i < d->nv; i++) {
        mpq_set_ui(x->sum, 0, 1);
        add_row(x, (const mpq_t *)d->M, i, dv, one);
        mpq_neg(c, x->h);
        add_row(x, (const mpq_t *)d->F, i, (const mpq_t *)d->v, c);
        stretch_add(x->sum, c, d->k0[i], x->part);
        if (own && rule->form == STEP_FAMILY) {
            mpq_mul(c, c, rule->alpha);
            stretch_add(x->sum, c, d->k1[i], x->part);
            mpq_neg(c, c);
            stretch_add(x->sum, c, d->k0[i], x->part);
        }
        if (ahead) {
            mpq_mul(c, x->h, rule->alpha);
            mpq_neg(c, c);
            add_row(x, (const mpq_t *)d->F, i, dv, c);
            add_row(x, (const mpq_t *)d->kv, i, dv, c);
            mpq_mul(c, c, x->h);
            add_row(x, (const mpq_t *)d->kq, i, (const mpq_t *)d->v, c);
            mpq_mul(c, c, rule->gamma);
            add_row(x, (const mpq_t *)d->kq, i, dv, c);
        }
        mpq_set(x->J[i], x->sum);
    }
    mpq_clear(c);
    mpq_clear(one);
}

/* The impulse of spring k along a, N s, into c. */
static void spring_pull(stretch_exact *x, int k, mpq_t c)
{
    const stretch_rule *rule = &x->of->rule;
    const step_exact *d = &x->data;
    const int own = x->of->own;
    const mpq_t *along = own ? (const mpq_t *)x->x : (const mpq_t *)d->v;
    mpq_set_ui(x->sum, 0, 1);
    for (int j = 0; j < d->nv; j++)
        stretch_add(x->sum, d->a[k * d->nv + j], along[j], x->part);
    if (!own) {
        mpq_mul(c, x->sum, d->damping[k]);
        stretch_add(c, d->stiffness[k], d->phi[k], x->part);
        mpq_mul(c, c, x->h);
    } else {
        alpha_gamma_exact s = {rule->alpha, rule->gamma, x->h, rule->form};
        spring_row_exact r;
        spring_row_init(&r);
        spring_row_of_exact(&s, d, k, &r);
        mpq_mul(c, x->sum, r.move);
        mpq_add(c, c, r.shift);
        mpq_div(c, c, r.give);
        mpq_div(c, c, rule->alpha);
        spring_row_clear(&r);
    }
    mpq_neg(c, c);
}

static perp_status asked(stretch_exact *x)
{
    const int nv = x->of->s->nv;
    mpq_t c, *dv = rational_array(x->of->a, (size_t)nv + 1);
    if (dv == NULL)
        return PERP_NO_MEMORY(nv);
    for (int i = 0; i < nv; i++)
        mpq_sub(dv[i], x->v1[i], x->v0[i]);
    demand(x, (const mpq_t *)dv);
    mpq_init(c);
    for (int k = 0; k < x->data.s; k++) {
        spring_pull(x, k, c);
        mpq_neg(c, c);
        for (int j = 0; j < nv; j++)
            stretch_add(x->J[j], x->data.a[k * nv + j], c, x->part);
    }
    mpq_clear(c);
    rational_clear(dv, (size_t)nv + 1);
    return PERP_SUCCESS;
}

perp_status stretch_look_exact(stretch_exact *x)
{
    ends(x);
    PERP_TRY(data_at(x));
    moves(x);
    return asked(x);
}

perp_status stretch_asked_exact(stretch_exact *x, const mpq_t *v1)
{
    for (int i = 0; i < x->of->s->nv; i++)
        mpq_set(x->v1[i], v1[i]);
    velocities(x);
    return asked(x);
}

/** ## Nodes */
static void copy_row(stretch_exact *x, int l)
{
    for (int i = 0; i < x->of->s->nq; i++)
        node(x, 0, l, i, x->q[i]);
    for (int i = 0; i < x->of->s->nv; i++)
        node(x, 1, l, i, x->v[i]);
}

perp_status stretch_joints_exact(stretch_exact *x, int l, mpq_t *out)
{
    stretch *d = x->of;
    const size_t m = (size_t)d->s->joints;
    copy_row(x, l);
    if (x->rational) {
        PERP_TRY(assemble_mass_exact(d->s, &x->work, (const mpq_t *)x->q,
                                     (const mpq_t *)x->v, &x->data));
        PERP_TRY(assemble_joints_exact(d->s, &x->work, &x->data));
        for (size_t i = 0; i < m; i++)
            mpq_set(out[i], x->data.theta[i]);
    } else {
        PERP_TRY(assemble_mass(d->s, &d->work, stretch_q(d, l), stretch_v(d, l),
                               &d->data));
        PERP_TRY(assemble_joints(d->s, &d->work, &d->data));
        rational_of_doubles(m, d->data.theta, out);
    }
    for (size_t i = 0; i < m; i++)
        mpq_abs(out[i], out[i]);
    return PERP_SUCCESS;
}

perp_status stretch_gaps_exact(stretch_exact *x, int l, mpq_t *out)
{
    stretch *d = x->of;
    const size_t p = (size_t)d->s->contacts;
    copy_row(x, l);
    if (!x->rational) {
        PERP_TRY(assemble_gaps(d->s, &d->work, stretch_q(d, l)));
        rational_of_doubles(p, d->work.gap, out);
        return PERP_SUCCESS;
    }
    PERP_TRY(assemble_gaps_exact(d->s, &x->work, (const mpq_t *)x->q));
    for (size_t i = 0; i < p; i++)
        mpq_set(out[i], x->work.gap_exact[i]);
    return PERP_SUCCESS;
}
