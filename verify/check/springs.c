#include "perp_check.h"

#include <string.h>

static void ratio_double(mpq_ptr q, dyadic x)
{
    mpq_set_si(q, (long)x.m, 1);
    if (x.e >= 0)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)x.e);
    else
        mpq_div_2exp(q, q, (mp_bitcnt_t)-x.e);
}

/* (C12): residual = move a'x + give z + shift, of one spring. w: stiffness,
   damping, phi, a'v, a'x, z, two of work. Returns 1 when it is rigid. */
static int residual(const scene *s, mpq_t *w, mpq_ptr out)
{
    int acts = mpq_sgn(w[0]) > 0 || mpq_sgn(w[1]) > 0;
    if (s->form == LIMIT && acts) {
        mpq_set(out, w[4]);
        return 1;
    }
    mpq_set(w[6], s->form == EXPLICIT ? w[3] : w[4]);
    mpq_mul(w[6], w[6], w[1]); /* damping times the speed */
    mpq_set_ui(w[7], 0, 1);
    if (s->form != EXPLICIT) { /* h ((alpha - gamma) a'v + gamma a'x) */
        mpq_sub(w[7], s->alpha, s->gamma);
        mpq_mul(w[7], w[7], w[3]);
        mpq_mul(out, s->gamma, w[4]);
        mpq_add(w[7], w[7], out);
        mpq_mul(w[7], w[7], s->h);
    }
    mpq_add(w[7], w[7], w[2]);
    mpq_mul(w[7], w[7], w[0]);
    mpq_add(w[7], w[7], w[6]);
    mpq_mul(w[7], w[7], s->h);
    mpq_mul(w[7], w[7], s->alpha);
    mpq_add(out, w[7], w[5]);
    return 0;
}

void springs_check(reader *r, problem *p)
{
    const scene *s = p->s;
    big *av = &p->small[0];
    size_t k = 0, phi = 0;
    mpq_t *w = p->w;
    for (long i = 0; i < s->springs; i++) {
        const long at = s->joints + i;
        dyadic none = {0, 0, 0};
        zero(av, 1);
        for (; k < p->a.n && p->a.x[k].at / s->nv == i; k++)
            add(av, p->a.x[k].m, p->a.x[k].e, p->V[p->a.x[k].at % s->nv]);
        ratio_of(w[3], av);
        mpq_div_2exp(w[3], w[3], (mp_bitcnt_t)p->v_shift);
        int given = phi < p->phi.n && p->phi.x[phi].at == i;
        ratio_double(w[2], given ? p->phi.x[phi++] : none);
        ratio_double(w[0], s->spring[i].stiffness);
        ratio_double(w[1], s->spring[i].damping);
        ratio_of(w[4], &p->along[at]);
        mpq_set_z(w[5], p->Z[at]);
        mpq_set_z(w[6], p->den);
        mpq_div(w[4], w[4], w[6]);
        mpq_div(w[5], w[5], w[6]);
        int rigid = residual(s, w, r->ratio);
        mpq_mul(w[6], rigid ? w[5] : r->ratio, w[4]);
        mpq_add(p->worked, p->worked, w[6]);
        mpz_abs(av->m, mpq_numref(r->ratio));
        av->e = 0;
        bound(r, p, av, mpq_denref(r->ratio),
              rigid ? &p->sum.velocity : &p->sum.impulse,
              "a spring does not obey its law");
    }
}
