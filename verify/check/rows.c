#include "proof.h"

#include <math.h>

/* x <= 0, or x = 0, x >= 0 by its sort; L0 keeps the largest |x| / (unit by). */
void demand(checker *c, int sort, mpz_srcptr x, mpz_srcptr by, const char *what)
{
    problem *p = &c->p;
    const int sign = mpz_sgn(x), which = sort % SORTS;
    if (sort >= LEAST ? sign >= 0 : sort >= EQUAL ? sign == 0 : sign <= 0)
        return;
    if (p->level != L0)
        refuse(&c->r, "not a solution: %s", what);
    mpz_mul(p->r, p->unit[which], by);
    p->sum.most[which] = fmax(p->sum.most[which], above(x, p->r));
}

/* 0 <= a, 0 <= b, a b = 0; a is over `by`. */
static void pair(checker *c, mpz_srcptr a, mpz_srcptr b, mpz_srcptr by,
                 const char *what)
{
    demand(c, LEAST + IMPULSE, a, by, what);
    demand(c, LEAST + VELOCITY, b, c->r.one, what);
    mpz_mul(c->r.work, a, b);
    demand(c, ENERGY, c->r.work, by, what);
}

/* (C3), (C4): c_n, less what is given of it, and rho; (C5): zeta and lambda = max
   |d'x|; beta in the direction of the impulse, and sigma. */
static void contact_check(checker *c, long j)
{
    problem *p = &c->p;
    mpz_t *z = p->x.x + p->at[SLIPS], *y = p->along.x + p->at[SLIPS];
    mpz_ptr rho = p->along.x[p->at[CONTACTS] + j], lambda = c->r.none;
    mpz_ptr cn = p->x.x[p->at[CONTACTS] + j], zeta = p->s, part = p->by;
    mpq_srcptr mu = scene_contact(&c->s, p->id[j])->mu;
    pair(c, beyond(c, j), rho, c->r.one, "c_n >= 0, rho >= 0, c_n rho = 0");
    mpz_mul(zeta, mpq_numref(mu), cn);
    for (long k = p->slip_at[j]; k < p->slip_at[j + 1]; k++) {
        mpz_abs(part, z[k]);
        mpz_submul(zeta, part, mpq_denref(mu));
        lambda = mpz_cmpabs(y[k], lambda) > 0 ? y[k] : lambda;
    }
    mpz_abs(p->per, lambda);
    pair(c, zeta, p->per, mpq_denref(mu), "zeta >= 0, zeta lambda = 0");
    for (long k = p->slip_at[j]; k < p->slip_at[j + 1]; k++) {
        mpz_abs(zeta, z[k]);
        (mpz_sgn(z[k]) < 0 ? mpz_sub : mpz_add)(part, p->per, y[k]);
        pair(c, zeta, part, c->r.one, "beta sigma = 0");
    }
}

/* (C6), level L0: (x'row + sum z along) / alpha, to which springs add. */
static void energy(checker *c)
{
    problem *p = &c->p;
    rebound_energy(c);
    for (long i = c->s.nv; i < p->size[UNKNOWNS]; i++)
        if (i < p->at[SPRINGS] || i >= p->at[CONTACTS])
            mpz_addmul(p->E, p->x.x[i], p->along.x[i]);
    mpz_mul(p->E, p->E, p->K[UNIT]);
    for (long i = 0; i < c->s.nv; i++)
        mpz_addmul(p->E, p->x.x[i], p->row.x[i]);
}

/* (C7): v / den is y / per truncated toward zero to a double: 53 places, none below
   2^-1074, none at 2^1024; in level R it is equal. */
void truncated(checker *c, mpz_srcptr y, mpz_srcptr v, mpz_srcptr den)
{
    problem *p = &c->p;
    mpz_mul_2exp(p->t, v, 1074);
    mpz_mul_2exp(p->s, y, 1074);
    if (p->level == R)
        mpz_mul(p->t, p->t, p->per);
    else
        mpz_tdiv_q(p->s, p->s, p->per);
    const size_t n = mpz_sizeinbase(p->s, 2), cut = n > 53 ? n - 53 : 0;
    mpz_tdiv_r_2exp(p->r, p->s, p->level == R ? 0 : cut);
    mpz_sub(p->s, p->s, p->r);
    mpz_mul(p->s, p->s, den);
    if (mpz_cmp(p->s, p->t) != 0 || (p->level != R && n > 1024 + 1074))
        refuse(&c->r, "v is not the exact velocity truncated");
}

/* v+ = (b x - (b - a) v) / a; what truncating it adds to the kinetic energy. */
static void stored(checker *c)
{
    problem *p = &c->p;
    const array *m = &p->data[M];
    mpz_t *v = array_spread(&c->r, &p->data[V], &p->row, c->s.nv);
    mpz_t *K = p->K, *y = p->y.x;
    mpz_mul(p->per, K[TOP], p->x.den);
    for (long j = 0; j < c->s.nv; j++) {
        mpz_mul(y[j], p->x.x[j], K[LOW]);
        mpz_submul(y[j], p->v.x[j], K[REST]);
        truncated(c, y[j], v[j], p->row.den);
        mpz_mul(y[j], y[j], p->row.den);
        mpz_mul(v[j], v[j], p->per);
    }
    mpz_set_ui(p->E, 0);
    for (long k = 0; k < m->n && p->level == L1; k++) {
        const long i = m->at[k] / c->s.nv, j = m->at[k] % c->s.nv;
        if (i != j || mpz_sgn(m->x[k]) < 0) /* else nothing is gained */
            sum(p->E, 1, p->E, NULL, i == j ? 1 : 2, m->x[k], v[i], v[j], NULL,
                i == j ? -1 : -2, m->x[k], y[i], y[j], NULL, 0);
    }
    sum(p->per, 2, p->over, p->per, p->per, p->row.den, p->row.den, NULL, 0);
}

void rows_check(checker *c)
{
    problem *p = &c->p;
    mpz_set(p->unit[IMPULSE], p->x.den);
    mpz_mul(p->unit[VELOCITY], p->x.den, p->over);
    mpz_mul(p->unit[ENERGY], p->x.den, p->unit[VELOCITY]);
    mpz_mul(p->per, p->K[UNIT], p->over);
    for (long i = 0; i < c->s.nv; i++)
        demand(c, EQUAL + IMPULSE, p->row.x[i], p->per,
               "the equation of motion does not hold");
    for (long i = p->at[JOINTS]; i < p->at[SPRINGS]; i++)
        demand(c, EQUAL + VELOCITY, p->along.x[i], c->r.one, "a joint moves");
    for (long j = 0; j < p->size[CONTACTS]; j++)
        contact_check(c, j);
    if (p->level == L0)
        energy(c);
    sum(p->per, 1, p->K[UNIT], p->unit[ENERGY], NULL, 0);
    springs_check(c);
    if (p->level == L0) { /* without the factor alpha of z */
        mpz_mul(p->E, p->E, p->K[LOW]);
        mpz_mul(p->per, p->per, p->K[TOP]);
    } else if (!p->gives)
        stored(c);
    if (mpz_sgn(p->E) > 0)
        p->sum.gain = nextafter(p->sum.gain + above(p->E, p->per), HUGE_VAL);
}
