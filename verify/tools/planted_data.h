/**
# Data planted in a box
*/
#pragma once

#include "hp23.h"

/* out is within eps max(1, |x|) of x: at an end, or between. */
static inline void planted_near(check_random *r, mpq_srcptr eps, mpq_srcptr x,
                                mpq_ptr out)
{
    mpq_t t;
    mpq_init(t);
    mpq_abs(t, x);
    if (mpq_cmp_ui(t, 1, 1) < 0)
        mpq_set_ui(t, 1, 1);
    mpq_mul(t, t, eps);
    mpq_set_si(out,
               check_integer(r, 0, 2) ? check_integer(r, 0, 1) * 14 - 7
                                      : check_integer(r, -7, 7),
               7);
    mpq_canonicalize(out);
    mpq_mul(t, t, out);
    mpq_add(out, x, t);
    mpq_clear(t);
}

/* Data of the same shape in the box, M symmetric. Given back by planted_clear. */
static inline step_exact planted_data(check_random *r, arena *a,
                                      const step_exact *d, mpq_srcptr eps)
{
    step_exact o = *d;
    const mpq_t *from[] = {(const mpq_t *)d->M, (const mpq_t *)d->n,
                           (const mpq_t *)d->d, (const mpq_t *)d->mu,
                           (const mpq_t *)d->v, (const mpq_t *)d->nu};
    mpq_t **to[] = {&o.M, &o.n, &o.d, &o.mu, &o.v, &o.nu};
    size_t nv = (size_t)d->nv, p = (size_t)d->p;
    size_t size[] = {nv * nv, p * nv, (size_t)d->r * nv,
                     p,       nv,     (size_t)d->m * nv};
    o.count = 0;
    for (int i = 0; i < 6; i++)
        o.count += size[i];
    mpq_t *at = o.all = rational_array(a, o.count);
    for (int i = 0; i < 6; at += size[i++]) {
        *to[i] = at;
        for (size_t k = 0; k < size[i]; k++)
            planted_near(r, eps, from[i][k], at[k]);
    }
    for (size_t i = 0; i < nv; i++)
        for (size_t j = 0; j < i; j++)
            mpq_set(o.M[i * nv + j], o.M[j * nv + i]);
    return o;
}

static inline void planted_clear(step_exact *o)
{
    rational_clear(o->all, o->count);
}
