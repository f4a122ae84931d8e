/**
# The nearest impulse over the rationals, by whoever finds it
*/
#include "judge/nearest_impulse.h"
#include "number/rational.h"

perp_status nearest_in_doubles(arena *a, const closest_problem *p,
                               nearest_problem *out)
{
    const cone *c = p->rays->of;
    const size_t nv = (size_t)c->nv, e = (size_t)p->rays->count;
    *out = (nearest_problem){
        c->nv,
        c->m,
        p->rays->count,
        rational_doubles(a, nv * nv, p->M),
        rational_doubles(a, (size_t)c->m * nv, (const mpq_t *)c->nu),
        rational_doubles(a, e * nv, (const mpq_t *)p->rays->g),
        rational_doubles(a, nv, p->z)};
    return !out->M || !out->nu || !out->g || !out->z
               ? PERP_NO_MEMORY((nv + e) * nv * sizeof *out->M)
               : PERP_SUCCESS;
}

/** **Doubles first**, and their weights [mended](nearest_exact.c). Where they come to none, or where
what these stand on depends, Lemke's method is asked, exactly. */
perp_status nearest_any(arena *a, const closest_problem *p, closest_answer *out)
{
    nearest_problem near;
    int found;
    PERP_TRY(nearest_in_doubles(a, p, &near));
    const int first = near.nv + near.m;
    double *w = arena_take(a, (size_t)(first + near.count) + 1, sizeof *w);
    if (w == NULL)
        return PERP_NO_MEMORY(near.count);
    PERP_TRY(nearest_find(a, &near, w, &found));
    if (found)
        PERP_TRY(nearest_exact(a, p, w + first, out, &found));
    return found ? PERP_SUCCESS : closest_solve(a, p, out);
}

/** ## With a limit

Joints are pairs of rays, $\pm\nu$, so that their weights are part of the sum. The sum is one
more coordinate: every ray has a 1 there, $z$ a 0, and with the mass $1/t$ its square costs
$\frac t2(\sum c)^2$. So it is the same question in $n_v + 1$ velocities. */
static perp_status all_rays(arena *a, const cone_rays *r, const cone *open,
                            cone_rays *out)
{
    const int nv = r->of->nv, wide = open->nv, count = r->count + 2 * r->of->m;
    PERP_TRY(rays_new(a, open, count, out));
    out->count = count;
    for (int k = 0; k < count; k++) {
        const int joint = k - r->count;
        const mpq_t *from = joint < 0
                                ? (const mpq_t *)r->g + k * nv
                                : (const mpq_t *)r->of->nu + joint / 2 * nv;
        mpq_t *to = out->g + k * wide;
        for (int i = 0; i < nv; i++) {
            mpq_set(to[i], from[i]);
            if (joint > 0 && joint % 2 == 1)
                mpq_neg(to[i], to[i]);
        }
        mpq_set_ui(to[nv], 1, 1);
    }
    return PERP_SUCCESS;
}

/* M and z with the new coordinate, 1 / t = 2^48 min M_ii. */
static void widen(const closest_problem *p, mpq_t *M, mpq_t *z)
{
    const int nv = p->rays->of->nv, wide = nv + 1;
    mpq_ptr last = M[wide * wide - 1];
    mpq_set(last, p->M[0]);
    for (int i = 0; i < nv; i++) {
        if (mpq_cmp(p->M[i * nv + i], last) < 0)
            mpq_set(last, p->M[i * nv + i]);
        for (int j = 0; j < nv; j++)
            mpq_set(M[i * wide + j], p->M[i * nv + j]);
        mpq_set(z[i], p->z[i]);
    }
    mpq_mul_2exp(last, last, 48);
}

static void narrow(const closest_problem *p, const closest_answer *w,
                   closest_answer *out)
{
    const int e = p->rays->count;
    for (int i = 0; i < p->rays->of->nv; i++)
        mpq_set(out->d[i], w->d[i]);
    for (int k = 0; k < e; k++)
        mpq_set(out->c[k], w->c[k]);
    for (int k = 0; k < p->rays->of->m; k++)
        mpq_sub(out->y[k], w->c[e + 2 * k], w->c[e + 2 * k + 1]);
}

perp_status nearest_limited(arena *a, const closest_problem *p,
                            closest_answer *out)
{
    cone open = *p->rays->of;
    const size_t wide = (size_t)open.nv + 1, size = wide * wide + wide;
    cone_rays rays = {.of = NULL};
    closest_answer w = {.all = NULL};
    mpq_t *M = rational_array(a, size);
    if (M == NULL)
        return PERP_NO_MEMORY(size * sizeof *M);
    mpq_t *z = M + wide * wide;
    widen(p, M, z);
    open.nv = (int)wide;
    open.m = 0;
    perp_status s = all_rays(a, p->rays, &open, &rays);
    if (s.code == PERP_OK)
        s = closest_new(a, &rays, &w);
    const closest_problem wider = {
        .rays = &rays, .z = (const mpq_t *)z, .M = (const mpq_t *)M};
    if (s.code == PERP_OK)
        s = nearest_any(a, &wider, &w);
    if (s.code == PERP_OK)
        narrow(p, &w, out);
    closest_clear(&w);
    rays_clear(&rays);
    rational_clear(M, size);
    return s;
}
