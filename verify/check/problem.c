#include "proof.h"

#include <string.h>

static const struct {
    const char *tag;
    int rows, columns, jump;
} table[ARRAYS] = {
    {"M", NV, NV, 1},       {"F", NV, NV, 0},          {"kv", NV, NV, 0},
    {"kq", NV, NV, 0},      {"k0", NV, ONE, 0},        {"k1", NV, ONE, 0},
    {"G", NQ, NV, 0},       {"phi", SPRINGS, ONE, 0},  {"nu", JOINTS, NV, 1},
    {"a", SPRINGS, NV, 0},  {"n", CONTACTS, NV, 1},    {"d", SLIPS, NV, 1},
    {"z", UNKNOWNS, ONE, 1}, {"v", NV, ONE, 1}};

/* The coefficients of (C1), and alpha; a jump has h = 0 and alpha = 1. */
static void weigh(checker *c, int jump)
{
    const scene *s = &c->s;
    mpz_t *K = c->p.K;
    mpz_srcptr g = mpq_numref(s->gamma), e = mpq_denref(s->gamma);
    mpz_srcptr a = jump ? c->r.one : mpq_numref(s->alpha);
    mpz_srcptr b = jump ? c->r.one : mpq_denref(s->alpha);
    mpz_srcptr h = jump ? c->r.none : mpq_numref(s->h), d = mpq_denref(s->h);
    mpz_set(K[TOP], a);
    mpz_set(K[LOW], b);
    mpz_sub(K[REST], b, a);
    sum(K[UNIT], 1, b, b, e, d, d, NULL, 0);
    mpz_neg(K[MINUS], K[UNIT]);
    sum(K[2 * F], -1, a, h, b, e, d, NULL, 0);
    mpz_set(K[2 * KV], K[2 * F]);
    mpz_neg(K[2 * KV + 1], K[2 * F]);
    sum(K[2 * KQ], -1, a, g, h, h, b, NULL, 0);
    sum(K[2 * KQ + 1], -1, a, a, h, h, e, NULL, -1, K[2 * KQ], NULL, 0);
    sum(K[2 * K1], -1, a, a, h, e, d, NULL, 0);
    mpz_sub(K[2 * K0], K[2 * F], K[2 * K1]);
    ap02_weigh(c);
}

static void read_active(checker *c)
{
    problem *p = &c->p;
    long n = 0, *at = p->slip_at;
    for (at[0] = 0; peek(&c->r) != '\n'; n++) {
        read_text(&c->r, " ");
        p->id[n] = read_count(&c->r, c->s.contacts - 1);
        if (n == MOST_ACTIVE || (n > 0 && p->id[n] <= p->id[n - 1]))
            refuse(&c->r, "active contacts grow, at most %d", MOST_ACTIVE);
        at[n + 1] = at[n] + scene_contact(&c->s, p->id[n])->slips;
    }
    p->size[CONTACTS] = n;
    p->size[SLIPS] = at[n];
    read_text(&c->r, "\n");
}

void data_empty(checker *c)
{
    for (int k = 0; k < ARRAYS; k++)
        array_spread(&c->r, NULL, &c->p.data[k], 0);
}

void data_ready(checker *c)
{
    array *all[Z], *m = &c->p.data[M];
    for (int k = 0; k < Z; k++)
        all[k] = &c->p.data[k];
    array_unify(all, Z);
    mpz_set(c->p.over, m->den);
    for (long k = 0; k < m->n; k++)
        if (m->at[k] / c->s.nv > m->at[k] % c->s.nv)
            refuse(&c->r, "M is given by its upper half");
}

static void read_problem(checker *c, int jump)
{
    problem *p = &c->p;
    long n = c->s.nv, size[] = {1, c->s.has_G ? c->s.nq : 0, n, c->s.joints,
                                jump ? 0 : c->s.springs};
    memcpy(p->size, size, sizeof size);
    p->jump = jump;
    weigh(c, jump);
    read_text(&c->r, jump ? "jump" : "step");
    read_active(c);
    for (int k = JOINTS; k < UNKNOWNS; n += p->size[k++])
        p->at[k] = n;
    p->size[UNKNOWNS] = n;
    data_empty(c);
    for (int k = 0; k < ARRAYS; k++)
        if (k == V ? !rebound_ahead(c) : !jump || table[k].jump)
            read_array(&c->r, table[k].tag,
                       p->size[table[k].rows] * p->size[table[k].columns],
                       &p->data[k]);
    data_ready(c);
}

/* x with z behind it, and the velocity before, over one denominator: as stated (L1,
   R), or x = (a v+ + (b - a) v) / b and z = a (c, f) / b with alpha = a / b. */
void problem_unknowns(checker *c)
{
    problem *p = &c->p;
    const long nv = c->s.nv, n = p->size[UNKNOWNS];
    array *all[] = {&p->x, &p->v, &p->y}, *z = &p->data[Z];
    mpz_t *x = array_spread(&c->r, z, &p->x, n), *K = p->K;
    mpz_t *v = array_spread(&c->r, &p->before, &p->v, nv);
    mpz_t *to = array_spread(&c->r, &p->data[V], &p->y, nv);
    array_unify(all, p->level == L0 ? 3 : 2);
    if (p->level != L0)
        return;
    if (z->n > 0 && z->at[0] < nv)
        refuse(&c->r, "level L0 states no x");
    for (long i = 0; i < n; i++)
        mpz_mul(x[i], i < nv ? to[i] : x[i], K[TOP]);
    for (long j = 0; j < nv; j++) {
        mpz_addmul(x[j], K[REST], v[j]);
        mpz_mul(v[j], v[j], K[LOW]);
    }
    mpz_mul(p->x.den, p->x.den, K[LOW]);
    mpz_set(p->v.den, p->x.den);
}

void times(mpz_t *to, const array *A_, long columns, int way, const mpz_t *y)
{
    for (long k = 0; k < A_->n; k++) {
        const long i = A_->at[k] / columns, j = A_->at[k] % columns;
        if (way != BACK)
            mpz_addmul(to[i], A_->x[k], y[j]);
        if (way == BACK || (way == BOTH && i != j))
            mpz_addmul(to[j], A_->x[k], y[i]);
    }
}

/* (C1), over K[UNIT] `over` x.den: row = the arrays up to k1, each times its
   combination of x and v (of 1 for a force), less J'z; along = J x. */
void problem_motion(checker *c)
{
    problem *p = &c->p;
    const long nv = c->s.nv, n = p->size[UNKNOWNS];
    mpz_t *x = p->x.x, *row = array_spread(&c->r, NULL, &p->row, nv);
    mpz_t *along = array_spread(&c->r, NULL, &p->along, n);
    mpz_t *y = array_spread(&c->r, NULL, &p->y, n);
    for (int k = M; k <= K1; k++) {
        for (long j = 0; j < (k < K0 ? nv : 1) && p->data[k].n > 0; j++) {
            mpz_mul(y[j], p->K[2 * k], k < K0 ? x[j] : p->x.den);
            mpz_addmul(y[j], p->K[2 * k + 1], p->v.x[j]);
        }
        times(row, &p->data[k], k < K0 ? nv : 1, k == M ? BOTH : AHEAD,
              (const mpz_t *)y);
    }
    for (int k = JOINTS; k <= SLIPS; k++) {
        for (long i = 0; i < p->size[k]; i++)
            mpz_mul(y[i], x[p->at[k] + i], p->K[MINUS]);
        times(row, &p->data[NU + k - JOINTS], nv, BACK, (const mpz_t *)y);
        times(along + p->at[k], &p->data[NU + k - JOINTS], nv, AHEAD,
              (const mpz_t *)x);
    }
}

void problem_solve(checker *c, int jump)
{
    read_problem(c, jump);
    problem_unknowns(c);
    problem_motion(c);
    rows_check(c);
    touching_check(c);
    if (c->solved != NULL)
        c->solved(c);
    cone_check(c);
}
