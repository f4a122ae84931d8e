/**
# The nearest impulse in fractions, and its proof

What `cone/closest.h` answers is not believed: from $u = -d$ alone the dual value is
formed again, after its constraints were checked, and has to be the distance.
*/
#include "judge/explain.h"
#include "number/rational.h"

perp_status explain_dual(const explain_claim *w, mpq_t out)
{
    const cone_rays *r = w->rays;
    const mpq_t *z = w->z, *M = w->M, *price = w->price, *u = w->u;
    const cone *c = r->of;
    const int nv = c->nv;
    int bad = 0;
    mpq_t sum, part, half;
    mpq_init(sum);
    mpq_init(part);
    mpq_init(half);
    for (int k = 0; k < c->m; k++) {
        cone_dot(nv, (const mpq_t *)c->nu + k * nv, u, sum);
        bad |= mpq_sgn(sum) != 0;
    }
    for (int k = 0; k < r->count; k++) {
        cone_dot(nv, (const mpq_t *)r->g + k * nv, u, sum);
        if (price != NULL)
            mpq_sub(sum, sum, price[k]);
        bad |= mpq_sgn(sum) > 0;
    }
    cone_dot(nv, u, z, out);
    mpq_set_si(half, -1, 2);
    for (int i = 0; M != NULL && i < nv; i++) {
        if (mpq_sgn(u[i]) == 0)
            continue;
        cone_dot(nv, M + i * nv, u, sum);
        mpq_mul(sum, sum, half);
        stretch_add(out, sum, u[i], part);
    }
    mpq_clear(sum);
    mpq_clear(part);
    mpq_clear(half);
    return !bad ? PERP_SUCCESS
                : PERP_FAIL(PERP_REFUTED, "a dual point outside of the polar "
                                          "cone bounds nothing");
}

/* |J - z|^2 / 2 from u, without the dual: u'Mu / 2; and z = J - M u. */
static void measure(explained_exact *n)
{
    const step_exact *d = &n->x->data;
    const int nv = d->nv;
    mpq_t Mu, part;
    mpq_init(Mu);
    mpq_init(part);
    for (int i = 0; i < nv; i++) {
        cone_dot(nv, (const mpq_t *)d->M + i * nv, (const mpq_t *)n->u, Mu);
        stretch_add(n->distance, Mu, n->u[i], part);
        mpq_sub(n->z[i], n->asked[i], Mu);
    }
    mpq_div_2exp(n->distance, n->distance, 1);
    mpq_clear(Mu);
    mpq_clear(part);
}

static perp_status proven(explained_exact *n)
{
    mpq_t bound;
    mpq_init(bound);
    const explain_claim claim = {.rays = &n->rays,
                                 .z = n->asked,
                                 .M = (const mpq_t *)n->x->data.M,
                                 .u = (const mpq_t *)n->u};
    perp_status s = explain_dual(&claim, bound);
    if (s.code != PERP_OK || mpq_cmp(bound, n->distance) != 0)
        s = PERP_FAIL(PERP_BUG, "the distance of an impulse from its cone "
                                "fails its check");
    mpq_clear(bound);
    return s;
}

perp_status explain_exact_find(stretch_exact *x, const mpq_t *asked,
                               int contacts, explained_exact *out)
{
    const step_exact *d = &x->data;
    const size_t nv = (size_t)d->nv;
    arena *a = x->of->a;
    *out =
        (explained_exact){.x = x, .asked = asked, .c = cone_of_step_exact(d)};
    mpq_init(out->distance);
    if ((out->all = rational_array(a, 2 * nv + 1)) == NULL)
        return PERP_NO_MEMORY(nv);
    out->count = 2 * nv + 1;
    out->u = out->all;
    out->z = out->u + nv;
    PERP_TRY(!contacts           ? rays_new(a, &out->c, 0, &out->rays)
             : x->of->rule.round ? rays_round(a, &out->c, STRETCH_CORNERS,
                                              RAYS_OUTER, &out->rays)
                                 : rays_step(a, &out->c, 0, &out->rays));
    PERP_TRY(closest_new(a, &out->rays, &out->answer));
    closest_problem p = {
        .rays = &out->rays, .z = asked, .M = (const mpq_t *)d->M};
    PERP_TRY(closest_solve(a, &p, &out->answer));
    for (size_t i = 0; i < nv; i++)
        mpq_neg(out->u[i], out->answer.d[i]);
    measure(out);
    return proven(out);
}

void explain_exact_clear(explained_exact *n)
{
    if (n->x == NULL)
        return;
    mpq_clear(n->distance);
    rational_clear(n->all, n->count);
    rays_clear(&n->rays);
    closest_clear(&n->answer);
    n->x = NULL;
}

perp_status explain_exact_priced(explained_exact *n, const mpq_t *price,
                                 mpq_t value)
{
    const step_exact *d = &n->x->data;
    const size_t nv = (size_t)d->nv, e = (size_t)n->rays.count;
    arena *a = n->x->of->a;
    closest_answer w = {.all = NULL};
    mpq_t *M = rational_array(a, nv * nv + e + 1);
    if (M == NULL)
        return PERP_NO_MEMORY(nv * nv * sizeof *M);
    mpq_t *margin = M + nv * nv;
    for (size_t i = 0; i < nv * nv; i++)
        mpq_div_2exp(M[i], d->M[i], 60);
    for (size_t i = 0; i < e; i++)
        mpq_neg(margin[i], price[i]);
    perp_status s = closest_new(a, &n->rays, &w);
    closest_problem p = {.rays = &n->rays,
                         .z = (const mpq_t *)n->z,
                         .margin = (const mpq_t *)margin,
                         .M = (const mpq_t *)M};
    if (s.code == PERP_OK)
        s = closest_solve(a, &p, &w);
    for (size_t i = 0; i < nv && s.code == PERP_OK; i++)
        mpq_neg(w.d[i], w.d[i]);
    const explain_claim claim = {.rays = &n->rays,
                                 .z = (const mpq_t *)n->z,
                                 .price = price,
                                 .u = (const mpq_t *)w.d};
    if (s.code == PERP_NO_SOLUTION) { /* only where a price is below 0 */
        mpq_set_ui(value, 0, 1);
        s = PERP_SUCCESS;
    } else if (s.code == PERP_OK && explain_dual(&claim, value).code != PERP_OK)
        s = PERP_FAIL(PERP_BUG, "the least price of an impulse fails its "
                                "check");
    closest_clear(&w);
    rational_clear(M, nv * nv + e + 1);
    return s;
}
