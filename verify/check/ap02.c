/** # What AP02's steps have of their own: coefficients of (C1), springs */
#include "proof.h"

/* Its steps take the force at t_l, which stands in k0; (7) neither Jacobian, nor F at
   the new velocity. */
void ap02_weigh(checker *c)
{
    mpz_t *K = c->p.K;
    if (c->s.form == FAMILY)
        return;
    mpz_swap(K[2 * K0], K[2 * K1]);
    if (c->s.form != EXPLICIT)
        return;
    mpz_set(K[2 * F + 1], K[2 * F]);
    mpz_set_ui(K[2 * F], 0);
    for (int k = 2 * KV; k < 2 * K0; k++)
        mpz_set_ui(K[k], 0);
}

/* (C12), over p->by = K[UNIT] `over` k.den: z + alpha h (k (phi + h ((alpha - gamma)
   av + gamma ax)) + damping ax), by coefficients of (C1), or ax where it is rigid.
   To p->E, over p->per, the work of the residual is added, or of z. */
void springs_check(checker *c)
{
    problem *p = &c->p;
    const mpz_t *K = (const mpz_t *)p->K, *x = (const mpz_t *)p->x.x;
    const array *k = &c->s.stiffness, *d = &c->s.damping;
    const long n = p->size[SPRINGS];
    mpz_t *phi = array_spread(&c->r, &p->data[PHI], &p->y, n);
    mpz_t *av = array_spread(&c->r, NULL, &p->row, n);
    times(av, &p->data[A], c->s.nv, AHEAD, (const mpz_t *)p->v.x);
    sum(p->by, 1, K[UNIT], p->over, k->den, NULL, 0);
    if (n > 0) {
        sum(p->E, 1, p->E, p->over, k->den, NULL, 0);
        sum(p->per, 1, p->per, p->over, k->den, NULL, 0);
    }
    for (long i = 0; i < n; i++) {
        mpz_srcptr ax = p->along.x[p->at[SPRINGS] + i];
        mpz_mul(p->s, p->by, x[p->at[SPRINGS] + i]);
        if (c->s.form == LIMIT &&
            (mpz_sgn(k->x[i]) > 0 || mpz_sgn(d->x[i]) > 0))
            demand(c, EQUAL + VELOCITY, ax, c->r.one, "a rigid link moves");
        else {
            sum(p->t, 1, K[2 * F], phi[i], p->x.den, NULL, 1, K[2 * F + 1],
                phi[i], p->x.den, NULL, 1, K[2 * KQ], ax, NULL, 1,
                K[2 * KQ + 1], av[i], NULL, 0);
            mpz_submul(p->s, p->t, k->x[i]);
            sum(p->t, 1, K[2 * F], ax, NULL, 1, K[2 * F + 1], av[i], NULL, 0);
            mpz_submul(p->s, p->t, d->x[i]);
            demand(c, EQUAL + IMPULSE, p->s, p->by,
                   "a spring does not obey its law");
        }
        mpz_addmul(p->E, p->s, ax);
    }
}
