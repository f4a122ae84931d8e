#include "proof.h"

static const struct {
    const char *tag;
    int rows, columns, jump;
} table[ARRAYS] = {
    {"M", NV, NV, 1},        {"F", NV, NV, 0},         {"kv", NV, NV, 0},
    {"kq", NV, NV, 0},       {"k0", NV, ONE, 0},       {"k1", NV, ONE, 0},
    {"G", NQ, NV, 0},        {"phi", SPRINGS, ONE, 0}, {"nu", JOINTS, NV, 1},
    {"a", SPRINGS, NV, 0},   {"n", CONTACTS, NV, 1},   {"d", SLIPS, NV, 1},
    {"z", UNKNOWNS, ONE, 1}, {"v", NV, ONE, 1}};

/* AP02's steps take the force at t_l, its (7) neither Jacobian nor F at the new
   velocity. A jump has h = 0 and alpha = 1. */
static void weigh(mpz_t *K, mpz_t *jump, const scene *s)
{
    mpz_srcptr pa = mpq_numref(s->alpha), qa = mpq_denref(s->alpha);
    mpz_srcptr pg = mpq_numref(s->gamma), qg = mpq_denref(s->gamma);
    mpz_srcptr ph = mpq_numref(s->h), qh = mpq_denref(s->h);
    const int f = 2 * F + (s->form == EXPLICIT);
    mpz_set(K[TOP], pa);
    mpz_set(K[LOW], qa);
    mpz_sub(K[REST], qa, pa);
    sum(K[UNIT], 1, qa, qa, qg, qh, qh, NULL, 0);
    sum(K[f], -1, pa, ph, qa, qg, qh, NULL, 0);
    sum(K[2 * K1], -1, pa, pa, ph, qg, qh, NULL, 0);
    sum(K[2 * K0], 1, K[f], NULL, -1, K[2 * K1], NULL, 0);
    if (s->form != FAMILY) /* alpha = 1 */
        mpz_swap(K[2 * K0], K[2 * K1]);
    if (s->form != EXPLICIT) {
        mpz_set(K[2 * KV], K[f]);
        mpz_neg(K[2 * KV + 1], K[f]);
        sum(K[2 * KQ], -1, pa, pg, ph, ph, qa, NULL, 0);
        sum(K[2 * KQ + 1], -1, pa, pa, ph, ph, qg, NULL, -1, K[2 * KQ], NULL,
            0);
    }
    mpz_set(K[2 * M], K[UNIT]);
    mpz_neg(K[2 * M + 1], K[UNIT]);
    for (int k = 0; k < 4; k++)
        mpz_set_ui(jump[(int[]){UNIT, TOP, LOW, 2 * M}[k]], 1);
    mpz_set_si(jump[2 * M + 1], -1);
}

void problem_init(checker *c)
{
    problem *p = &c->p;
    array *all[] = {&p->old, &p->row, &p->u};
    for (int k = 0; k < ARRAYS; k++)
        array_room(&c->r, &p->data[k], 0);
    for (int k = 0; k < 3; k++)
        array_room(&c->r, all[k], c->s.nv + c->s.springs);
    weigh(p->K[0], p->K[1], &c->s);
}

/* The active contacts: ascending, and in a run that keeps contacts all that the
   problem before left touching (C8). */
static void read_active(checker *c)
{
    problem *p = &c->p;
    long last = -1, held = 0, n = 0, slips = 0;
    for (; peek(&c->r) != '\n'; slips += scene_contact(&c->s, last)->slips) {
        read_text(&c->r, " ");
        long id = read_count(&c->r, c->s.contacts - 1);
        if (id <= last || n == MOST_ACTIVE)
            refuse(&c->r, "active contacts grow, at most %d", MOST_ACTIVE);
        held += held < p->kepts && p->kept[held] == id;
        p->slip_at[n] = slips;
        p->id[n++] = last = id;
    }
    p->slip_at[n] = slips;
    p->size[CONTACTS] = n;
    p->size[SLIPS] = slips;
    if (p->level != L0 && !c->s.sharp && held < p->kepts)
        refuse(&c->r, "contact %ld was touching and is missing", p->kept[held]);
    read_text(&c->r, "\n");
}

void upper_half(checker *c)
{
    const array *m = &c->p.data[M];
    for (long k = 0; k < m->n; k++)
        if (m->at[k] / c->s.nv > m->at[k] % c->s.nv)
            refuse(&c->r, "M is given by its upper half");
}

static void read_problem(checker *c, int jump)
{
    problem *p = &c->p;
    const scene *s = &c->s;
    long n = s->nv;
    p->jump = jump;
    read_text(&c->r, jump ? "jump" : "step");
    read_active(c);
    p->size[ONE] = 1;
    p->size[NQ] = s->has_G ? s->nq : 0;
    p->size[NV] = n;
    p->size[JOINTS] = s->joints;
    p->size[SPRINGS] = jump ? 0 : s->springs;
    for (int k = JOINTS; k < UNKNOWNS; n += p->size[k++])
        p->at[k] = n;
    p->size[UNKNOWNS] = n;
    for (int k = 0; k < ARRAYS; k++) {
        n = p->size[table[k].rows] * p->size[table[k].columns];
        p->data[k].n = 0;
        if (!jump || table[k].jump)
            read_array(&c->r, table[k].tag, n, &p->data[k]);
    }
    upper_half(c);
}

void one_denominator(problem *p)
{
    mpz_set_ui(p->over, 1);
    for (int k = M; k <= D; k++)
        mpz_lcm(p->over, p->over, p->data[k].den);
    for (int k = M; k <= D; k++) {
        mpz_divexact(p->s, p->over, p->data[k].den);
        for (long i = 0; i < p->data[k].n; i++)
            mpz_mul(p->data[k].x[i], p->data[k].x[i], p->s);
    }
}

/* x and z: as stated (L1, R), or x = (a v+ +
   (b - a) v) / b and z = a (c, f) / b with alpha = a / b. */
static void unknowns(checker *c)
{
    problem *p = &c->p;
    const long nv = c->s.nv, n = p->size[UNKNOWNS];
    const array *z = &p->data[Z], *v = &p->data[V];
    array *all[] = {&p->x, &p->along, &p->y};
    for (int k = 0; k < 3; k++)
        array_room(&c->r, all[k], n);
    array_spread(z, &p->x, n);
    if (p->level != L0)
        return;
    if (z->n > 0 && z->at[0] < nv)
        refuse(&c->r, "level L0 states no x");
    mpz_srcptr a = p->K[p->jump][TOP], b = p->K[p->jump][LOW];
    array_spread(v, &p->row, nv);
    for (long j = 0; j < nv; j++)
        sum(p->x.x[j], 1, a, p->row.x[j], p->old.den, z->den, NULL, 1,
            p->K[p->jump][REST], p->old.x[j], v->den, z->den, NULL, 0);
    for (long i = nv; i < n; i++)
        sum(p->x.x[i], 1, p->x.x[i], a, v->den, p->old.den, NULL, 0);
    sum(p->x.den, 1, b, v->den, p->old.den, z->den, NULL, 0);
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

/* (C1), over K[UNIT] over x.den old.den: row = the arrays up to k1, each times
   its combination of x and v (of 1 for a force), less J'z; along = J x. */
static void motion(checker *c)
{
    problem *p = &c->p;
    const long nv = c->s.nv;
    const mpz_t *K = (const mpz_t *)p->K[p->jump];
    for (long i = 0; i < nv; i++)
        mpz_set_ui(p->row.x[i], 0);
    for (long i = 0; i < p->size[UNKNOWNS]; i++)
        mpz_set_ui(p->along.x[i], 0);
    for (int k = M; k <= K1; k++) {
        const long n = k < K0 ? nv : 1;
        for (long j = 0; j < n && p->data[k].n > 0; j++)
            sum(p->y.x[j], 1, K[2 * k], k < K0 ? p->x.x[j] : p->x.den,
                p->old.den, NULL, 1, K[2 * k + 1], p->old.x[j], p->x.den, NULL,
                0);
        times(p->row.x, &p->data[k], n, k == M ? BOTH : AHEAD,
              (const mpz_t *)p->y.x);
    }
    for (int k = JOINTS; k <= SLIPS; k++) {
        const array *J = &p->data[NU + k - JOINTS];
        const long at = p->at[k];
        for (long i = 0; i < p->size[k]; i++)
            sum(p->y.x[i], -1, p->x.x[at + i], K[UNIT], p->old.den, NULL, 0);
        times(p->row.x, J, nv, BACK, (const mpz_t *)p->y.x);
        times(p->along.x + at, J, nv, AHEAD, (const mpz_t *)p->x.x);
    }
}

void problem_solve(checker *c, int jump)
{
    read_problem(c, jump);
    one_denominator(&c->p);
    unknowns(c);
    motion(c);
    rows_check(c);
}
