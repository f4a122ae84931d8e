#include "perp_check.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* (C7), level L1: v is the exact velocity truncated toward zero,
   U / (p den 2^shift) with U = q X 2^shift - (q - p) den V. Bits below the last
   place are counted in ulp[j]: 2^ulp, or LONG_MIN when v is exact. */
static void truncated(reader *r, problem *p, const weights *w, dyadic *s,
                      long *ulp)
{
    const mp_bitcnt_t shift = (mp_bitcnt_t)p->v_shift;
    for (long j = 0; j < p->s->nv; j++) {
        int bits = 0;
        uint64_t size = (uint64_t)(s[j].m < 0 ? -s[j].m : s[j].m);
        while (size >> bits > 0)
            bits++;
        long last = size == 0 ? -1074 : s[j].e + bits - 53;
        last = last < -1074 ? -1074 : last;
        mpz_sub(p->u, w->q, w->p);
        mpz_mul(p->u, p->u, p->den);
        mpz_mul(p->u, p->u, p->V[j]);
        mpz_mul(p->t, w->q, p->X[j]);
        mpz_mul_2exp(p->t, p->t, shift);
        mpz_sub(p->t, p->t, p->u); /* U */
        if (size > 0 && (mpz_sgn(p->t) < 0) != (s[j].m < 0))
            refuse(r, "v is not the exact velocity truncated");
        mpz_mul(p->u, w->p, p->den);
        mpz_mul_2exp(p->u, p->u, shift + (mp_bitcnt_t)(last > 0 ? last : 0));
        mpz_abs(p->t, p->t);
        mpz_mul_2exp(p->t, p->t, (mp_bitcnt_t)(last < 0 ? -last : 0));
        mpz_submul_ui(p->t, p->u, size << (size == 0 ? 0 : s[j].e - last));
        if (mpz_sgn(p->t) < 0 || mpz_cmp(p->t, p->u) >= 0)
            refuse(r, "v is not the exact velocity truncated");
        ulp[j] = mpz_sgn(p->t) == 0 ? LONG_MIN : last;
    }
}

/* What truncation may have gained, at most: the diagonal of M gains nothing,
   |M_ij| (|v_i| ulp_j + |v_j| ulp_i + ulp_i ulp_j) for the rest. */
static void gained(reader *r, problem *p, const dyadic *s, const long *ulp)
{
    big *sum = &p->small[0];
    zero(sum, 1);
    for (size_t k = 0; k < p->M.n; k++) {
        dyadic M = p->M.x[k];
        const long i = M.at / p->s->nv, j = M.at % p->s->nv;
        if (i == j && M.m < 0)
            refuse(r, "M has a negative diagonal");
        if (i == j)
            continue;
        mpz_set_si(p->u, M.m);
        mpz_abs(p->u, p->u);
        if (ulp[j] != LONG_MIN)
            add(sum, s[i].m < 0 ? -s[i].m : s[i].m, M.e + s[i].e + ulp[j],
                p->u);
        if (ulp[i] != LONG_MIN)
            add(sum, s[j].m < 0 ? -s[j].m : s[j].m, M.e + s[j].e + ulp[i],
                p->u);
        if (ulp[i] != LONG_MIN && ulp[j] != LONG_MIN)
            add(sum, 1, M.e + ulp[i] + ulp[j], p->u);
    }
    if (mpz_sgn(sum->m) > 0)
        p->sum.gain =
            nextafter(p->sum.gain + above(sum->m, sum->e, p->one), HUGE_VAL);
}

static void spread(const array *a, long n, dyadic *to)
{
    memset(to, 0, (size_t)n * sizeof *to);
    for (size_t k = 0; k < a->n; k++)
        to[a->x[k].at] = a->x[k];
}

/* Level L1: the velocity that is stored. */
void stored_check(reader *r, problem *p, const weights *w)
{
    spread(&p->next, p->s->nv, p->stored);
    truncated(r, p, w, p->stored, p->ulp);
    gained(r, p, p->stored, p->ulp);
}
