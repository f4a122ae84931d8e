#include "proof.h"

#include <math.h>

/* Demands x <= 0, or keeps the largest x / unit (L0). */
void bound(checker *c, mpz_srcptr x, mpz_srcptr unit, double *most,
           const char *what)
{
    if (c->p.level != L0 && mpz_sgn(x) > 0)
        refuse(&c->r, "not a solution: %s", what);
    double size = c->p.level != L0 ? 0 : above(x, unit);
    *most = size > *most ? size : *most;
}

/* Demands x = 0, or x >= 0. */
void zero(checker *c, mpz_srcptr x, mpz_srcptr unit, double *most,
          const char *what)
{
    mpz_abs(c->p.t, x);
    bound(c, c->p.t, unit, most, what);
}

void positive(checker *c, mpz_srcptr x, mpz_srcptr unit, double *most,
              const char *what)
{
    if (mpz_sgn(x) < 0)
        zero(c, x, unit, most, what);
}

/* (C12): z + alpha h (k (phi + h ((alpha - gamma) av + gamma ax)) + damping ax),
   by coefficients of (C1), or ax where it is rigid; and its work. */
static void spring_law(checker *c, long i, mpz_srcptr phi, mpz_srcptr av)
{
    problem *p = &c->p;
    const mpz_t *K = (const mpz_t *)p->K[0];
    mpz_srcptr z = p->x.x[p->at[SPRINGS] + i], den = p->x.den;
    mpz_srcptr ax = p->along.x[p->at[SPRINGS] + i], dv = p->old.den;
    mpz_srcptr k = mpq_numref(c->s.spring[i].stiffness);
    mpz_srcptr kd = mpq_denref(c->s.spring[i].stiffness);
    mpz_srcptr d = mpq_numref(c->s.spring[i].damping);
    mpz_srcptr dd = mpq_denref(c->s.spring[i].damping);
    if (c->s.form == LIMIT && (mpz_sgn(k) > 0 || mpz_sgn(d) > 0)) {
        sum(p->per, 1, p->over, den, NULL, 0);
        zero(c, ax, p->per, &p->sum.velocity, "a rigid link moves");
        sum(p->E, 1, p->E, NULL, 1, z, ax, K[UNIT], dv, NULL, 0);
        return;
    }
    sum(p->s, 1, z, K[UNIT], p->over, dv, kd, dd, NULL, -1, k, dd, K[2 * F],
        phi, den, dv, NULL, -1, k, dd, K[2 * F + 1], phi, den, dv, NULL, -1, k,
        dd, K[2 * KQ], ax, dv, NULL, -1, k, dd, K[2 * KQ + 1], av, den, NULL,
        -1, d, kd, K[2 * F], ax, dv, NULL, -1, d, kd, K[2 * F + 1], av, den,
        NULL, 0);
    sum(p->per, 1, K[UNIT], p->over, den, dv, kd, dd, NULL, 0);
    zero(c, p->s, p->per, &p->sum.impulse, "a spring does not obey its law");
    sum(p->E, 1, p->E, kd, dd, p->over, NULL, 1, p->s, ax, NULL, 0);
    sum(p->EPER, 1, p->EPER, kd, dd, p->over, NULL, 0);
}

static void springs(checker *c)
{
    problem *p = &c->p;
    const array *a = &p->data[A], *phi = &p->data[PHI];
    array_spread(phi, &p->y, p->size[SPRINGS]);
    for (long i = 0, k = 0; i < p->size[SPRINGS]; i++) {
        mpz_set_ui(p->u.x[0], 0);
        for (; k < a->n && a->at[k] / c->s.nv == i; k++)
            mpz_addmul(p->u.x[0], a->x[k], p->old.x[a->at[k] % c->s.nv]);
        spring_law(c, i, p->y.x[i], p->u.x[0]);
    }
}

/* (C5): lambda = max |d'x|; beta on one side of each slip; the cone. */
static void friction(checker *c, long j)
{
    problem *p = &c->p;
    const mpz_t *z = (const mpz_t *)p->x.x + p->at[SLIPS];
    const mpz_t *y = (const mpz_t *)p->along.x + p->at[SLIPS];
    const contact *which = scene_contact(&c->s, p->id[j]);
    mpz_srcptr lambda = c->r.none, d = mpq_denref(which->mu);
    sum(p->s, 1, mpq_numref(which->mu), p->x.x[p->at[CONTACTS] + j], NULL, 0);
    for (long k = p->slip_at[j]; k < p->slip_at[j + 1]; k++) {
        (mpz_sgn(z[k]) < 0 ? mpz_addmul : mpz_submul)(p->s, z[k], d);
        lambda = mpz_cmpabs(y[k], lambda) > 0 ? y[k] : lambda;
    }
    sum(p->per, 1, p->x.den, d, NULL, 0);
    positive(c, p->s, p->per, &p->sum.impulse, "zeta < 0");
    sum(p->per, 1, p->per, p->x.den, p->over, NULL, 0);
    if (mpz_sgn(p->s) > 0) {
        mpz_mul(p->s, p->s, lambda);
        zero(c, p->s, p->per, &p->sum.energy, "zeta lambda > 0");
    }
    for (long k = p->slip_at[j]; k < p->slip_at[j + 1]; k++) {
        mpz_mul(p->s, z[k], y[k]);
        mpz_mul(p->t, z[k], lambda);
        (mpz_sgn(p->t) < 0 ? mpz_sub : mpz_add)(p->s, p->s, p->t);
        mpz_mul(p->s, p->s, d);
        bound(c, p->s, p->per, &p->sum.energy, "sigma beta > 0");
    }
}

/* (C2) to (C4): joints; normal velocities against normal impulses. */
static void normal(checker *c)
{
    problem *p = &c->p;
    const mpz_t *z = (const mpz_t *)p->x.x, *y = (const mpz_t *)p->along.x;
    sum(p->per, 1, p->over, p->x.den, NULL, 0);
    for (long i = p->at[JOINTS]; i < p->at[SPRINGS]; i++)
        zero(c, y[i], p->per, &p->sum.velocity, "a joint moves");
    for (long i = p->at[CONTACTS]; i < p->at[SLIPS]; i++) {
        positive(c, y[i], p->per, &p->sum.velocity, "rho < 0");
        positive(c, z[i], p->x.den, &p->sum.impulse, "c_n < 0");
        mpz_mul(p->s, z[i], y[i]);
        mpz_mul(p->EPER, p->per, p->x.den);
        bound(c, p->s, p->EPER, &p->sum.energy, "rho c_n > 0");
    }
}

/* (C6), level L0: (x'row + sum z along) / alpha, to which springs add. */
static void energy(problem *p, long nv)
{
    const mpz_t *K = (const mpz_t *)p->K[p->jump];
    mpz_set_ui(p->E, 0);
    for (long i = nv; i < p->size[UNKNOWNS]; i++)
        if (i < p->at[SPRINGS] || i >= p->at[CONTACTS])
            mpz_addmul(p->E, p->x.x[i], p->along.x[i]);
    sum(p->E, 1, p->E, K[UNIT], p->old.den, NULL, 0);
    for (long i = 0; i < nv; i++)
        mpz_addmul(p->E, p->x.x[i], p->row.x[i]);
    sum(p->EPER, 1, K[UNIT], p->over, p->x.den, p->x.den, p->old.den, NULL, 0);
}

/* (C7): v / den is y / (per den) truncated toward zero to a double, whose last
   place is 2^last / den; in level R it is equal. */
void truncated(checker *c, mpz_srcptr y, mpz_srcptr v, mpz_srcptr den)
{
    problem *p = &c->p;
    const long places = (long)mpz_sizeinbase(den, 2) - 1 - 1074;
    long last = (long)mpz_sizeinbase(v, 2) - 53;
    last = mpz_sgn(v) == 0 || last < places ? places : last;
    int fine = mpz_popcount(den) == 1 && mpz_sgn(v) * mpz_sgn(y) >= 0 &&
               (mpz_sgn(v) == 0 || (long)mpz_scan1(v, 0) >= last);
    mpz_mul(p->s, p->per, v);
    if (p->level == R ? mpz_cmp(p->s, y) == 0
                      : fine && mpz_cmpabs(p->s, y) <= 0) {
        mpz_sub(p->s, p->s, y);
        mpz_mul_2exp(p->s, p->s, (mp_bitcnt_t)(last < 0 ? -last : 0));
        mpz_mul_2exp(p->t, p->per, (mp_bitcnt_t)(last > 0 ? last : 0));
        if (mpz_cmpabs(p->s, p->t) < 0)
            return;
    }
    refuse(&c->r, "v is not the exact velocity truncated");
}

/* v+ = (b x - (b - a) v) / a; what truncating it adds to the kinetic energy. */
static void stored(checker *c)
{
    problem *p = &c->p;
    const mpz_t *K = (const mpz_t *)p->K[p->jump], *v = (const mpz_t *)p->row.x;
    mpz_t *y = p->y.x;
    array_spread(&p->data[V], &p->row, c->s.nv);
    sum(p->per, 1, K[TOP], p->x.den, p->old.den, NULL, 0);
    for (long j = 0; j < c->s.nv; j++) {
        sum(y[j], 1, p->x.x[j], K[LOW], p->old.den, p->row.den, NULL, -1,
            p->old.x[j], K[REST], p->x.den, p->row.den, NULL, 0);
        truncated(c, y[j], v[j], p->row.den);
    }
    mpz_set_ui(p->E, 0);
    for (long k = 0; k < p->data[M].n && p->level == L1; k++) {
        const long i = p->data[M].at[k] / c->s.nv;
        const long j = p->data[M].at[k] % c->s.nv;
        if (i != j || mpz_sgn(p->data[M].x[k]) < 0) /* else nothing is gained */
            sum(p->E, 1, p->E, NULL, i == j ? 1 : 2, p->data[M].x[k], v[i],
                v[j], p->per, p->per, NULL, i == j ? -1 : -2, p->data[M].x[k],
                y[i], y[j], NULL, 0);
    }
    sum(p->EPER, 2, p->over, p->per, p->per, p->row.den, p->row.den, NULL, 0);
}

void rows_check(checker *c)
{
    problem *p = &c->p;
    const mpz_t *K = (const mpz_t *)p->K[p->jump];
    sum(p->per, 1, K[UNIT], p->over, p->x.den, p->old.den, NULL, 0);
    for (long i = 0; i < c->s.nv; i++)
        zero(c, p->row.x[i], p->per, &p->sum.impulse,
             "the equation of motion does not hold");
    normal(c);
    for (long j = 0; j < p->size[CONTACTS]; j++)
        friction(c, j);
    if (p->level == L0)
        energy(p, c->s.nv);
    springs(c);
    if (p->level == L0) { /* without the factor alpha of z */
        mpz_mul(p->E, p->E, K[LOW]);
        mpz_mul(p->EPER, p->EPER, K[TOP]);
    } else
        stored(c);
    p->kepts = 0;
    for (long i = 0; i < p->size[CONTACTS] && p->level != L0; i++)
        if (mpz_sgn(p->along.x[p->at[CONTACTS] + i]) <= 0)
            p->kept[p->kepts++] = p->id[i];
    if (mpz_sgn(p->E) > 0)
        p->sum.gain = nextafter(p->sum.gain + above(p->E, p->EPER), HUGE_VAL);
}
