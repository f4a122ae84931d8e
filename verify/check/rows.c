#include "perp_check.h"

#include <math.h>

/* to_i += A_ij X_j 2^e for a matrix of nv columns; the upper half stands for a
   symmetric one. */
static void multiply(big *to, const array *A, long nv, const mpz_t *X, long e,
                     int symmetric)
{
    for (size_t k = 0; k < A->n; k++) {
        long i = A->x[k].at / nv, j = A->x[k].at % nv;
        add(&to[i], A->x[k].m, A->x[k].e + e, X[j]);
        if (symmetric && i != j)
            add(&to[j], A->x[k].m, A->x[k].e + e, X[i]);
    }
}

/* Rows of constraints: along_i += A_i x, and part -= A_i Z_i. */
static void constrain(problem *p, big *along, const array *A, const mpz_t *Z)
{
    const long nv = p->s->nv;
    multiply(along, A, nv, (const mpz_t *)p->X, 0, 0);
    for (size_t k = 0; k < A->n; k++)
        add(&p->part[A->x[k].at % nv], -A->x[k].m, A->x[k].e,
            Z[A->x[k].at / nv]);
}

/* (C1): L times the rows of (4.18), which are zero when the problem is solved:
   M x - imp - alpha h (F + kv) x - alpha gamma h^2 kq x - den (M v - ...). */
static void motion(problem *p, const weights *w)
{
    const long nv = p->s->nv, e = -p->v_shift;
    const mpz_t *X = (const mpz_t *)p->X, *V = (const mpz_t *)p->V;
    big *all[] = {p->row, p->part, p->small, p->along};
    for (int i = 0; i < 4; i++)
        zero(all[i], i == 3 ? p->nz : nv);
    multiply(p->part, &p->M, nv, X, 0, 1);
    const array *J[] = {&p->nu, &p->a, &p->n, &p->d};
    const long at[] = {0, p->s->joints, p->first, p->first + p->p};
    for (int i = 0; i < 4; i++)
        constrain(p, p->along + at[i], J[i], (const mpz_t *)p->Z + at[i]);
    const struct {
        const array *A;
        const mpz_t *X;
        int sign, weight;
    } term[] = {{NULL, NULL, 1, 0},  {&p->F, X, -1, 1}, {&p->kv, X, -1, 1},
                {&p->kq, X, -1, 2},  {&p->M, V, 1, 0},  {&p->kv, V, -1, 1},
                {&p->kq, V, 1, 5},   {&p->F, V, 1, 6},  {&p->k0, NULL, 1, 3},
                {&p->k1, NULL, 1, 4}};
    mpz_set_ui(p->u, 1);
    for (int t = 0; t < 10; t++) {
        const array *A = term[t].A;
        big *to = t < 4 ? p->row : p->small;
        if (t > 0)
            zero(p->part, A->n == 0 ? 0 : nv);
        if (t > 0 && A->n == 0)
            continue;
        if (t > 7)
            for (size_t k = 0; k < A->n; k++)
                add(&p->part[A->x[k].at], A->x[k].m, A->x[k].e, p->one);
        else if (t > 0)
            multiply(p->part, A, nv, term[t].X, t < 4 ? 0 : e, A == &p->M);
        for (long i = 0; i < nv; i++)
            add_big(&to[i], term[t].sign, w->K[term[t].weight], &p->part[i]);
    }
    for (long i = 0; i < nv; i++)
        add_big(&p->row[i], -1, p->den, &p->small[i]);
}

/* Demands num 2^e <= 0 (L1), or keeps the largest num 2^e / den (L0). */
void bound(reader *r, problem *p, const big *x, mpz_srcptr den, double *most,
           const char *what)
{
    if (p->exact && mpz_sgn(x->m) > 0)
        refuse(r, "not a solution: %s", what);
    double size = p->exact ? 0 : above(x->m, x->e, den);
    *most = size > *most ? size : *most;
}

static void bound_both(reader *r, problem *p, big *x, mpz_srcptr den,
                       double *most, const char *what)
{
    int sign = mpz_sgn(x->m);
    mpz_abs(x->m, x->m);
    bound(r, p, x, den, most, what);
    if (sign < 0)
        mpz_neg(x->m, x->m);
}

/* (C5): lambda = max |d'x|; beta on one side of each slip; the cone. */
static void friction(reader *r, problem *p, long j)
{
    const long first = p->first + p->p;
    const long from = first + p->slip_at[j], to = first + p->slip_at[j + 1];
    big *zeta = &p->small[0], *lambda = &p->small[1], *s = &p->small[2];
    dyadic mu = scene_contact(p->s, p->id[j]).mu;
    zero(p->small, 3);
    add(zeta, -mu.m, mu.e, p->Z[p->first + j]);
    for (long k = from; k < to; k++) {
        add(zeta, mpz_sgn(p->Z[k]), 0, p->Z[k]);
        zero(s, 1);
        add_big(s, mpz_sgn(p->along[k].m), p->one, &p->along[k]);
        add_big(s, -1, p->one, lambda);
        if (mpz_sgn(s->m) > 0)
            add_big(lambda, 1, p->one, s);
    }
    bound(r, p, zeta, p->den, &p->sum.impulse, "zeta < 0");
    for (long k = from; k < to; k++) {
        zero(s, 1);
        mpz_abs(p->u, p->Z[k]);
        add_big(s, 1, p->u, lambda);
        add_big(s, 1, p->Z[k], &p->along[k]);
        bound(r, p, s, p->den2, &p->sum.energy, "sigma beta > 0");
    }
    mpz_neg(zeta->m, zeta->m);
    if (mpz_sgn(zeta->m) > 0) {
        zero(s, 1);
        add_big(s, 1, zeta->m, lambda);
        s->e += zeta->e;
        bound(r, p, s, p->den2, &p->sum.energy, "zeta lambda > 0");
    }
}

/* (C3), (C4): joints, and normal velocities against normal impulses. */
static void normal(reader *r, problem *p)
{
    big *s = &p->small[0];
    for (long i = 0; i < p->s->joints; i++)
        bound_both(r, p, &p->along[i], p->den, &p->sum.velocity,
                   "a joint moves");
    for (long i = p->first; i < p->first + p->p; i++) {
        zero(s, 1);
        add(s, -1, 0, p->Z[i]);
        bound(r, p, s, p->den, &p->sum.impulse, "c_n < 0");
        zero(s, 1);
        add_big(s, 1, p->Z[i], &p->along[i]);
        bound(r, p, s, p->den2, &p->sum.energy, "rho c_n > 0");
        zero(s, 1);
        add_big(s, -1, p->one, &p->along[i]);
        bound(r, p, s, p->den, &p->sum.velocity, "rho < 0");
    }
}

/* (C6), level L0: alpha times the energy that no force accounts for,
   x'row + sum Z along, springs beyond their law. */
static void energy(problem *p, const weights *w)
{
    big *s = &p->small[0];
    zero(s, 1);
    for (long i = 0; i < p->s->nv; i++)
        add_big(s, 1, p->X[i], &p->row[i]);
    for (long i = 0; i < p->nz; i++) {
        mpz_mul(p->u, p->Z[i], w->K[0]);
        if (i < p->s->joints || i >= p->first)
            add_big(s, 1, p->u, &p->along[i]);
    }
    ratio_of(p->w[0], s);
    mpz_mul(mpq_numref(p->w[1]), p->den2, w->K[0]);
    mpz_set_ui(mpq_denref(p->w[1]), 1);
    mpq_div(p->w[0], p->w[0], p->w[1]);
    mpq_add(p->w[0], p->w[0], p->worked);
    mpq_set_z(p->w[1], w->p);
    mpz_set(mpq_denref(p->w[1]), w->q);
    mpq_div(p->w[0], p->w[0], p->w[1]);
    if (mpq_sgn(p->w[0]) > 0)
        p->sum.gain = nextafter(
            p->sum.gain + above(mpq_numref(p->w[0]), 0, mpq_denref(p->w[0])),
            HUGE_VAL);
}

/* The contacts that stay: their normal velocity is not positive. */
static void keep(problem *p)
{
    p->kepts = 0;
    for (long i = 0; i < p->p; i++)
        if (mpz_sgn(p->along[p->first + i].m) <= 0)
            p->kept[p->kepts++] = p->id[i];
}

void problem_check(reader *r, problem *p, int jump)
{
    const weights *w = jump ? &p->jump : &p->step;
    mpz_mul(p->den2, p->den, p->den);
    motion(p, w);
    mpz_mul(p->u, p->den, w->K[0]);
    mpz_set(p->t, p->u);
    for (long i = 0; i < p->s->nv; i++)
        bound_both(r, p, &p->row[i], p->t, &p->sum.impulse,
                   "the equation of motion does not hold");
    mpq_set_ui(p->worked, 0, 1);
    if (!jump)
        springs_check(r, p);
    if (!p->exact)
        energy(p, w);
    normal(r, p);
    for (long j = 0; j < p->p; j++)
        friction(r, p, j);
    if (p->exact) {
        stored_check(r, p, w);
        keep(p);
    }
}
