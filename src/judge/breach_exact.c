/**
# One law of one interval in fractions

The formulas of `judge/law_list.h` once more. Nothing is rounded but the lengths of a
disc's friction, downward, so a number that is 0 here is a law that is kept.
*/
#include "judge/breach.h"
#include "number/rational.h"

#include <math.h>

typedef struct {
    stretch_exact *x;
    explain_memory *known;
    mpq_t *rho, *slip; /* p, r */
    mpq_t *R;          /* nv */
    mpq_t sum, part;
    mpq_t *all;
    size_t count;
} looking;

static void most(breach_found *out, mpq_srcptr size, int where)
{
    if (mpq_cmp(size, out->size) <= 0)
        return;
    mpq_set(out->size, size);
    out->where = where;
}

static void most_size(looking *w, breach_found *out, mpq_srcptr x, int where)
{
    mpq_abs(w->part, x);
    most(out, w->part, where);
}

static void kinematics(looking *w, double weight, breach_found *out)
{
    stretch_exact *x = w->x;
    for (int i = 0; i < x->of->s->nq; i++) {
        mpq_set_d(w->sum, -weight);
        mpq_mul(w->sum, w->sum, x->turn[i]);
        mpq_add(w->sum, w->sum, x->drift[i]);
        most_size(w, out, w->sum, i);
    }
}

static perp_status of_row(looking *w, int l, law_id id, breach_found *out)
{
    stretch_exact *x = w->x;
    const perp_system *s = x->of->s;
    const int gaps = id == LAW_GAPS, n = gaps ? s->contacts : s->joints;
    mpq_t *value = rational_array(x->of->a, (size_t)n + 1);
    if (value == NULL)
        return PERP_NO_MEMORY(n);
    perp_status st = gaps ? stretch_gaps_exact(x, l, value)
                          : stretch_joints_exact(x, l, value);
    for (int i = 0; i < n && st.code == PERP_OK; i++) {
        if (gaps)
            mpq_neg(value[i], value[i]);
        most(out, value[i], i);
    }
    rational_clear(value, (size_t)n + 1);
    return st;
}

/* rho and slip */
static void velocities(looking *w)
{
    stretch_exact *x = w->x;
    const step_exact *d = &x->data;
    const int nv = d->nv;
    mpq_t e;
    mpq_init(e);
    mpq_set_d(e, x->of->rule.e);
    for (int j = 0; j < d->p; j++) {
        cone_dot(nv, (const mpq_t *)d->n + j * nv, (const mpq_t *)x->v0,
                 w->sum);
        cone_dot(nv, (const mpq_t *)d->n + j * nv, (const mpq_t *)x->x,
                 w->rho[j]);
        stretch_add(w->rho[j], e, w->sum, w->part);
    }
    for (int k = 0; k < d->r; k++)
        cone_dot(nv, (const mpq_t *)d->d + k * nv, (const mpq_t *)x->x,
                 w->slip[k]);
    mpq_clear(e);
}

static int is_disc(const looking *w, int j)
{
    const step_exact *d = &w->x->data;
    return w->x->of->rule.round && d->slip_at[j + 1] - d->slip_at[j] == 2;
}

/* How fast contact j slips: the largest slip, or of a disc the length of both,
   at most 2^-60 of it too small. */
static void fastest(const looking *w, int j, mpq_t out)
{
    const step_exact *d = &w->x->data;
    const int disc = is_disc(w, j);
    mpq_t size;
    mpq_init(size);
    mpq_set_ui(out, 0, 1);
    for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
        mpq_abs(size, w->slip[k]);
        if (disc)
            stretch_add(out, w->slip[k], w->slip[k], size);
        else if (mpq_cmp(size, out) > 0)
            mpq_set(out, size);
    }
    mpq_set(size, out);
    if (disc)
        cone_root_down(size, out);
    mpq_clear(size);
}

static void of_closed(looking *w, law_id id, breach_found *out)
{
    const stretch_exact *x = w->x;
    const step_exact *d = &x->data;
    const int nv = d->nv;
    for (int i = 0; id == LAW_HOLD && i < d->m; i++) {
        cone_dot(nv, (const mpq_t *)d->nu + i * nv, (const mpq_t *)x->x,
                 w->sum);
        most_size(w, out, w->sum, i);
    }
    for (int j = 0; id == LAW_APPROACH && j < d->p; j++) {
        mpq_neg(w->sum, w->rho[j]);
        if (x->of->early[j])
            most(out, w->sum, x->of->set.id[j]);
    }
}

/** ## With the impulses that explain best */
static void price_edges(looking *w, const explained_exact *n, law_id id,
                        mpq_t *price)
{
    const step_exact *d = &w->x->data;
    for (int k = 0; k < n->rays.count; k++) {
        const int j = n->rays.contact[k];
        if (id == LAW_COMPLEMENTARITY) {
            if (mpq_sgn(w->rho[j]) > 0)
                mpq_set(price[k], w->rho[j]);
            continue;
        }
        fastest(w, j, price[k]);
        for (int s = d->slip_at[j], i = 0; s < d->slip_at[j + 1]; s++, i++)
            stretch_add(price[k], n->rays.b[k * n->rays.width + i], w->slip[s],
                        w->part);
        mpq_mul(price[k], price[k], d->mu[j]);
        if (d->slip_at[j] == d->slip_at[j + 1])
            mpq_set_ui(price[k], 0, 1);
    }
}

static perp_status priced(looking *w, explained_exact *n, law_id id,
                          breach_found *out)
{
    const size_t count = (size_t)n->rays.count + 1;
    mpq_t *price = rational_array(w->x->of->a, count);
    if (price == NULL)
        return PERP_NO_MEMORY(count);
    price_edges(w, n, id, price);
    int any = 0;
    for (int k = 0; k < n->rays.count; k++)
        any |= mpq_sgn(price[k]) != 0 && mpq_sgn(n->answer.c[k]) > 0;
    perp_status s = any ? explain_exact_priced(n, (const mpq_t *)price, w->sum)
                        : PERP_SUCCESS;
    if (any && s.code == PERP_OK)
        most(out, w->sum, -1);
    out->bound = cone_below(out->size);
    rational_clear(price, count);
    return s;
}

static void worst_coordinate(looking *w, const explained_exact *n,
                             breach_found *out)
{
    for (int i = 0; i < w->x->data.nv; i++) {
        mpq_sub(w->sum, n->asked[i], n->z[i]);
        most_size(w, out, w->sum, i);
    }
}

static perp_status explained_by(looking *w, law_id id, breach_found *out)
{
    stretch_exact *x = w->x;
    const int given = id == LAW_GIVEN_MOMENTUM;
    explained_exact n = {.x = NULL};
    perp_status s = given ? explain_exact_find(x, (const mpq_t *)w->R, 0, &n)
                          : explain_exact_again(x, w->known, &n);
    if (s.code != PERP_OK) {
        explain_exact_clear(&n);
        return s;
    }
    out->limit = n.limited ? explain_limit(x->of) : 0;
    if (id == LAW_MOMENTUM || id == LAW_IMPULSE || given)
        worst_coordinate(w, &n, out);
    if (id == LAW_MOMENTUM || given) {
        mpq_set(out->size, n.distance);
        out->bound = cone_below(n.bound);
    } else if (id == LAW_LOST) {
        cone_dot(x->data.nv, (const mpq_t *)x->y, (const mpq_t *)n.z, w->sum);
        cone_dot(x->data.nv, (const mpq_t *)x->y, (const mpq_t *)x->J, w->part);
        mpq_sub(w->sum, w->sum, w->part);
        most(out, w->sum, -1);
    } else if (id != LAW_IMPULSE)
        s = priced(w, &n, id, out);
    explain_exact_clear(&n);
    return s;
}

/** ## With the impulses that are given */
static void balance(looking *w, int i, const double *cn, const double *ft)
{
    const step_exact *d = &w->x->data;
    mpq_t c;
    mpq_init(c);
    mpq_set_d(c, -*cn);
    for (int j = 0; j < d->nv; j++)
        stretch_add(w->R[j], d->n[i * d->nv + j], c, w->part);
    for (int k = d->slip_at[i]; k < d->slip_at[i + 1]; k++) {
        mpq_set_d(c, -ft[k - d->slip_at[i]]);
        for (int j = 0; j < d->nv; j++)
            stretch_add(w->R[j], d->d[k * d->nv + j], c, w->part);
    }
    mpq_clear(c);
}

/* The size of a friction impulse along n slips: the sum of sizes, or of a disc
   the length, as above. */
static void friction_size(int n, int disc, const double *ft, mpq_t out)
{
    mpq_t f;
    mpq_init(f);
    mpq_set_ui(out, 0, 1);
    for (int s = 0; s < n; s++) {
        mpq_set_d(f, fabs(ft[s]));
        if (disc)
            mpq_mul(f, f, f);
        mpq_add(out, out, f);
    }
    mpq_set(f, out);
    if (disc)
        cone_root_down(f, out);
    mpq_clear(f);
}

/* Of the closed contact i its impulses of the table. */
typedef struct {
    int i;
    double cn;
    const double *ft;
} given_impulse;

static void given_contact(looking *w, law_id id, const given_impulse *g,
                          breach_found *out)
{
    const int i = g->i;
    const double cn = g->cn, *ft = g->ft;
    const stretch *x = w->x->of;
    const step_exact *d = &w->x->data;
    mpq_t c, f;
    mpq_inits(c, f, NULL);
    mpq_set_d(c, id == LAW_GIVEN_PULL   ? -cn
                 : id == LAW_GIVEN_CONE ? cn
                                        : fmax(cn, 0));
    if (id == LAW_GIVEN_CONE) {
        friction_size(d->slip_at[i + 1] - d->slip_at[i], is_disc(w, i), ft, f);
        mpq_mul(c, c, d->mu[i]);
        mpq_sub(c, f, c);
    } else if (id == LAW_GIVEN_COMPLEMENTARITY) {
        mpq_set(f, w->rho[i]);
        if (x->early[i])
            mpq_abs(f, f);
        mpq_mul(c, c, f);
    } else if (id == LAW_GIVEN_COULOMB) {
        fastest(w, i, w->sum);
        mpq_mul(c, c, d->mu[i]);
        mpq_mul(c, c, w->sum);
        for (int k = d->slip_at[i]; k < d->slip_at[i + 1]; k++) {
            mpq_set_d(f, ft[k - d->slip_at[i]]);
            stretch_add(c, f, w->slip[k], w->part);
        }
    }
    most(out, c, x->set.id[i]);
    mpq_clears(c, f, NULL);
}

static void given_open(looking *w, int j, const double *cn, const double *ft,
                       breach_found *out)
{
    mpq_set_d(w->sum, fabs(*cn));
    friction_size(w->x->of->s->slips[j], 0, ft, w->part);
    mpq_add(w->sum, w->sum, w->part);
    most(out, w->sum, j);
}

static perp_status given(looking *w, law_id id, breach_found *out)
{
    const stretch *x = w->x->of;
    const double *ft = x->of->ft + (size_t)x->row * (size_t)x->of->slips;
    const double *cn = x->of->cn + (size_t)x->row * (size_t)x->of->contacts;
    for (int i = 0; i < x->s->nv; i++)
        mpq_set(w->R[i], w->x->J[i]);
    for (int j = 0, k = 0; j < x->s->contacts; ft += x->s->slips[j++]) {
        const int closed = k < x->set.n && x->set.id[k] == j;
        if (closed && id == LAW_GIVEN_MOMENTUM)
            balance(w, k, cn + j, ft);
        else if (closed && id != LAW_GIVEN_OPEN)
            given_contact(w, id, &(given_impulse){k, cn[j], ft}, out);
        else if (!closed && id == LAW_GIVEN_OPEN)
            given_open(w, j, cn + j, ft, out);
        k += closed;
    }
    return id == LAW_GIVEN_MOMENTUM ? explained_by(w, id, out) : PERP_SUCCESS;
}

/** ## Which */
static perp_status of_interval(looking *w, law_id id, double weight,
                               breach_found *out)
{
    stretch_exact *x = w->x;
    velocities(w);
    switch (id) {
    case LAW_KINEMATICS:
        kinematics(w, weight, out);
        return PERP_SUCCESS;
    case LAW_HOLD:
    case LAW_APPROACH:
        of_closed(w, id, out);
        return PERP_SUCCESS;
    case LAW_GAINED:
        cone_dot(x->data.nv, (const mpq_t *)x->y, (const mpq_t *)x->J, w->sum);
        most(out, w->sum, -1);
        return PERP_SUCCESS;
    default:
        return id >= LAW_FIRST_GIVEN ? given(w, id, out)
                                     : explained_by(w, id, out);
    }
}

static perp_status take(looking *w)
{
    const step_data *d = &w->x->of->data;
    w->count = (size_t)(d->p + d->r + d->nv) + 1;
    mpq_init(w->sum);
    mpq_init(w->part);
    if ((w->all = rational_array(w->x->of->a, w->count)) == NULL)
        return PERP_NO_MEMORY(w->count);
    w->rho = w->all;
    w->slip = w->rho + d->p;
    w->R = w->slip + d->r;
    return PERP_SUCCESS;
}

perp_status breach_exact(const breach_look *at, int l, law_id id,
                         breach_found *out)
{
    stretch_exact *x = at->x;
    looking w = {.x = x, .known = at->known};
    mpq_set_ui(out->size, 0, 1);
    *out = (breach_found){.size = out->size, .where = -1, .bound = -1};
    if (!laws[id].node)
        PERP_TRY(stretch_look(x->of, l));
    perp_status s = take(&w);
    if (s.code == PERP_OK && laws[id].node)
        s = of_row(&w, l, id, out);
    else if (s.code == PERP_OK) {
        s = stretch_look_exact(x);
        if (s.code == PERP_OK)
            s = of_interval(&w, id, at->weight, out);
    }
    rational_clear(w.all, w.count);
    mpq_clear(w.sum);
    mpq_clear(w.part);
    return s;
}

perp_status breach_impulses(const breach_look *at, int l, double *cn, double *f)
{
    stretch_exact *x = at->x;
    PERP_TRY(stretch_look(x->of, l));
    PERP_TRY(stretch_look_exact(x));
    explained_exact n = {.x = NULL};
    cone_impulse z = {.all = NULL};
    perp_status s = explain_exact_again(x, at->known, &n);
    if (s.code == PERP_OK)
        s = cone_impulse_new(x->of->a, &n.c, &z);
    if (s.code == PERP_OK) {
        rays_impulse(&n.rays, (const mpq_t *)n.answer.c, &z);
        for (int j = 0; j < n.c.p; j++)
            cn[j] = rational_truncated(z.cn[j]);
        for (int k = 0; k < n.c.r; k++)
            f[k] = rational_truncated(z.f[k]);
        cone_impulse_clear(&z);
    }
    explain_exact_clear(&n);
    return s;
}
