#include "judge/breach.h"
#include "number/dense.h"

#include <math.h>
#include <string.h>

/** ## Rows */
static perp_status of_row(stretch *x, int l, law_size *size)
{
    const double *q = stretch_q(x, l), *v = stretch_v(x, l);
    PERP_TRY(assemble_gaps(x->s, &x->work, q));
    for (int j = 0; j < x->s->contacts; j++)
        law_most(&size[LAW_GAPS], -x->work.gap[j], j);
    if (x->s->joints == 0)
        return PERP_SUCCESS;
    PERP_TRY(assemble_mass(x->s, &x->work, q, v, &x->data));
    PERP_TRY(assemble_joints(x->s, &x->work, &x->data));
    for (int i = 0; i < x->s->joints; i++)
        law_most(&size[LAW_JOINTS], fabs(x->data.theta[i]), i);
    return PERP_SUCCESS;
}

/** ## Velocities of what is closed */
static void of_velocities(const stretch *x, double *rho, double *slip,
                          law_size *size)
{
    const step_data *d = &x->data;
    const int nv = d->nv;
    const double *v0 = stretch_v(x, x->row - 1), e = x->rule.e;
    for (int i = 0; i < d->m; i++)
        law_most(&size[LAW_HOLD], fabs(dense_dot(nv, d->nu + i * nv, x->x)), i);
    for (int j = 0; j < d->p; j++) {
        const double *n = d->n + j * nv;
        rho[j] =
            dense_dot(nv, n, x->x) + (e > 0 ? e * dense_dot(nv, n, v0) : 0);
        if (x->early[j])
            law_most(&size[LAW_APPROACH], -rho[j], x->set.id[j]);
    }
    for (int k = 0; k < d->r; k++)
        slip[k] = dense_dot(nv, d->d + k * nv, x->x);
}

/* How fast a contact slips, in the norm that is dual to its friction's. */
static double fastest(const stretch *x, const double *slip, int j)
{
    const step_data *d = &x->data;
    const int first = d->slip_at[j], last = d->slip_at[j + 1];
    double most = 0;
    if (x->rule.round && last - first == 2)
        return sqrt(slip[first] * slip[first] +
                    slip[first + 1] * slip[first + 1]);
    for (int k = first; k < last; k++)
        most = fabs(slip[k]) > most ? fabs(slip[k]) : most;
    return most;
}

/* The size of a friction impulse. */
static double size_of(const stretch *x, int slips, const double *ft)
{
    double sum = 0;
    if (x->rule.round && slips == 2)
        return sqrt(ft[0] * ft[0] + ft[1] * ft[1]);
    for (int s = 0; s < slips; s++)
        sum += fabs(ft[s]);
    return sum;
}

static double price_of(const explained *n, int k, const double *slip)
{
    const int j = n->contact[k], s = n->slip[k];
    const double *b = n->b + 2 * k;
    double along = b[0] != 0 ? b[0] * slip[s] : 0;
    along += b[1] != 0 ? b[1] * slip[s + 1] : 0;
    if (b[0] == 0 && b[1] == 0)
        return 0;
    return n->x->data.mu[j] * (fastest(n->x, slip, j) + along);
}

/** ## Impulses that explain

The price of an edge is what its law says of a unit of its push: $\rho^+$ if it pushes
and opens, and of friction $\mu(|s|_\infty \pm s_k)$, which is 0 for the edges that
brake the fastest slip. Of a disc it is $\mu(|s|_2 + b^Ts)$, which is below 0 for corners
outside of it: a bound from below, all the same, because impulses of the disc are made of
these edges, at this price. */
static perp_status of_impulses(stretch *x, const double *rho,
                               const double *slip, law_size *size)
{
    const step_data *d = &x->data;
    explained n;
    PERP_TRY(explain_find(x, x->J, 1, &n));
    double *price = arena_take(x->a, (size_t)n.count + 1, sizeof *price);
    if (price == NULL)
        return PERP_NO_MEMORY(n.count);
    size[LAW_MOMENTUM].size = n.distance > 0 ? n.distance : 0;
    double lost = 0;
    for (int i = 0; i < d->nv; i++) {
        law_most(&size[LAW_IMPULSE], fabs(x->J[i] - n.z[i]), i);
        lost -= x->y[i] * (x->J[i] - n.z[i]);
    }
    size[LAW_MOMENTUM].where = size[LAW_IMPULSE].where;
    law_most(&size[LAW_LOST], lost, -1);
    law_most(&size[LAW_GAINED], dense_dot(d->nv, x->y, x->J), -1);
    for (int k = 0; k < n.count; k++)
        price[k] = rho[n.contact[k]] > 0 ? rho[n.contact[k]] : 0;
    PERP_TRY(explain_priced(&n, price, &size[LAW_COMPLEMENTARITY].size));
    for (int k = 0; k < n.count; k++)
        price[k] = price_of(&n, k, slip);
    return explain_priced(&n, price, &size[LAW_COULOMB].size);
}

/** ## Impulses that are given

Those of contacts that are not closed are a breach of their own, and take no part in
the balance. */
static void open_ones(const stretch *x, const double *cn, const double *ft,
                      law_size *size)
{
    for (int j = 0, at = 0, k = 0; j < x->s->contacts; at += x->s->slips[j++]) {
        if (k < x->set.n && x->set.id[k] == j) {
            k++;
            continue;
        }
        double sum = fabs(cn[j]);
        for (int s = 0; s < x->s->slips[j]; s++)
            sum += fabs(ft[at + s]);
        law_most(&size[LAW_GIVEN_OPEN], sum, j);
    }
}

/* Velocities of the closed contacts, and what given impulses leave of J. */
typedef struct {
    const double *rho, *slip;
    double *R;
} given;

static void of_contact(const stretch *x, int i, const double *ft,
                       const given *g, law_size *size)
{
    const double *rho = g->rho, *slip = g->slip;
    double *R = g->R;
    const step_data *d = &x->data;
    const int id = x->set.id[i], nv = d->nv;
    const double c =
        x->of->cn[(size_t)x->row * (size_t)x->s->contacts + (size_t)id];
    double work = 0, push = c > 0 ? c : 0;
    for (int j = 0; j < nv; j++)
        R[j] -= d->n[i * nv + j] * c;
    for (int k = d->slip_at[i], s = 0; k < d->slip_at[i + 1]; k++, s++) {
        work += ft[s] * slip[k];
        for (int j = 0; j < nv; j++)
            R[j] -= d->d[k * nv + j] * ft[s];
    }
    law_most(&size[LAW_GIVEN_PULL], -c, id);
    law_most(&size[LAW_GIVEN_CONE],
             size_of(x, x->s->slips[id], ft) - d->mu[i] * c, id);
    law_most(&size[LAW_GIVEN_COMPLEMENTARITY],
             push * (x->early[i] ? fabs(rho[i]) : rho[i]), id);
    law_most(&size[LAW_GIVEN_COULOMB],
             d->mu[i] * push * fastest(x, slip, i) + work, id);
}

static perp_status of_given(stretch *x, const double *rho, const double *slip,
                            law_size *size)
{
    const int nv = x->s->nv;
    const double *ft = x->of->ft + (size_t)x->row * (size_t)x->of->slips;
    const double *cn = x->of->cn + (size_t)x->row * (size_t)x->of->contacts;
    double *R = arena_take(x->a, (size_t)nv, sizeof *R);
    if (R == NULL)
        return PERP_NO_MEMORY(nv);
    memcpy(R, x->J, (size_t)nv * sizeof *R);
    const given g = {rho, slip, R};
    open_ones(x, cn, ft, size);
    for (int i = 0, at = 0, j = 0; i < x->set.n; i++) {
        for (; j < x->set.id[i]; j++)
            at += x->s->slips[j];
        of_contact(x, i, ft + at, &g, size);
    }
    explained n;
    PERP_TRY(explain_find(x, R, 0, &n));
    law_size most = {0, -1};
    for (int i = 0; i < nv; i++)
        law_most(&most, fabs(R[i] - n.z[i]), i);
    size[LAW_GIVEN_MOMENTUM] =
        (law_size){n.distance > 0 ? n.distance : 0, most.where};
    return PERP_SUCCESS;
}

perp_status breach_find(stretch *x, int l, double weight, law_size *size)
{
    for (int i = 0; i < LAWS; i++)
        size[i] = (law_size){0, -1};
    if (l == 0)
        return of_row(x, 0, size);
    PERP_TRY(of_row(x, l, size));
    PERP_TRY(stretch_look(x, l));
    for (int i = 0; i < x->s->nq; i++)
        law_most(&size[LAW_KINEMATICS], fabs(x->drift[i] - weight * x->turn[i]),
                 i);
    const step_data *d = &x->data;
    double *rho = arena_take(x->a, (size_t)(d->p + d->r) + 1, sizeof *rho);
    if (rho == NULL)
        return PERP_NO_MEMORY(d->p);
    of_velocities(x, rho, rho + d->p, size);
    PERP_TRY(of_impulses(x, rho, rho + d->p, size));
    return x->of->cn == NULL ? PERP_SUCCESS
                             : of_given(x, rho, rho + d->p, size);
}
