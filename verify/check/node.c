#include "proof.h"

/* A step of P10: w = (Z^n - q^n) / h, impulses; V^n = e V^{n-1} + (1 + e) w, with e
   = 0 in the first step; Moreau's: V^n = -e V^{n-1} + (1 + e) w. Arrays lie in the
   places of a problem: g in K0, f in PHI. */
static void read_node(checker *c)
{
    static const struct {
        const char *tag;
        int at;
    } part[] = {{"M", M}, {"g", K0}, {"f", PHI}, {"n", N}};
    const long v = c->s.nv, p = c->s.contacts, size[] = {v * v, v, p, p * v};
    array *data = c->p.data, *all[] = {&c->p.x, &c->p.along, &c->p.y};
    data_empty(c);
    for (int k = 0; k < 4; k++)
        read_array(&c->r, part[k].tag, size[k], &data[part[k].at]);
    data_ready(c);
    if (c->p.level == L0)
        read_array(&c->r, "impulse", p, &data[Z]);
    else
        read_array(&c->r, "z", v + p, &data[Z]);
    read_array(&c->r, "v", v, &data[V]);
    for (int k = 0; k < 3; k++)
        array_room(&c->r, all[k], v + p);
}

/* x = w and the impulses; in level L0 w = (V^n - back V^{n-1}) / (1 + e). */
static void unknowns(checker *c)
{
    problem *p = &c->p;
    const long v = c->s.nv;
    const array *z = &p->data[Z], *to = &c->c.v;
    mpz_srcptr e = mpq_numref(c->n.e), d = mpq_denref(c->n.e), old = p->v.den;
    array_spread(&c->r, z, &p->x, v + c->s.contacts);
    if (p->level != L0)
        return;
    mpz_add(p->s, e, d);
    for (long i = v + c->s.contacts; i-- > v;)
        sum(p->x.x[i], 1, p->x.x[i - v], p->s, to->den, old, NULL, 0);
    for (long j = 0; j < v; j++)
        sum(p->x.x[j], 1, to->x[j], d, old, z->den, NULL, -1, p->v.x[j],
            c->n.back, to->den, z->den, NULL, 0);
    sum(p->x.den, 1, z->den, p->s, to->den, old, NULL, 0);
}

/* (P1), (P2): M (V^n - V^{n-1}) = h g + n' impulse; impulse >= 0, f + h n w >= 0,
   and one of them is 0. The gaps at Z^n are left in along. Moreau: n w >= 0 where f
   <= 0; impulse = 0 where not. */
static void motion(checker *c)
{
    problem *p = &c->p;
    const long v = c->s.nv, m = c->s.contacts;
    mpz_srcptr e = mpq_numref(c->n.e), d = mpq_denref(c->n.e);
    mpz_srcptr h = mpq_numref(c->s.h), over = mpq_denref(c->s.h);
    const int moreau = c->s.form == MOREAU;
    mpz_t *y = p->y.x, *x = p->x.x;
    mpz_t *f = array_spread(&c->r, &p->data[PHI], &c->n.at, m);
    array_spread(&c->r, NULL, &p->row, v);
    array_spread(&c->r, NULL, &p->along, m);
    for (long j = 0; j < v; j++)
        sum(y[j], 1, x[j], d, over, p->v.den, NULL, 1, x[j], e, over,
            p->v.den, NULL, -1, p->v.x[j], d, over, p->x.den, NULL, 1,
            p->v.x[j], c->n.back, over, p->x.den, NULL, 0);
    times(p->row.x, &p->data[M], v, BOTH, (const mpz_t *)y);
    sum(y[0], -1, h, d, p->x.den, p->v.den, NULL, 0);
    times(p->row.x, &p->data[K0], 1, AHEAD, (const mpz_t *)y);
    for (long a = 0; a < m; a++)
        sum(y[a], -1, x[v + a], d, over, p->v.den, NULL, 0);
    times(p->row.x, &p->data[N], v, BACK, (const mpz_t *)y);
    mpz_set(p->unit[IMPULSE], p->x.den);
    sum(p->unit[VELOCITY], 1, p->over, p->x.den, h, NULL, 0);
    sum(p->unit[ENERGY], 1, p->unit[VELOCITY], p->x.den, NULL, 0);
    sum(p->per, 1, p->over, p->v.den, d, over, NULL, 0);
    for (long i = 0; i < v; i++)
        demand(c, EQUAL + IMPULSE, p->row.x[i], p->per,
             "the reaction does not balance the motion");
    for (long j = 0; j < v; j++)
        mpz_mul(y[j], x[j], h);
    times(p->along.x, &p->data[N], v, AHEAD, (const mpz_t *)y);
    sum(y[0], 1, over, p->x.den, NULL, 0);
    if (!moreau)
        times(p->along.x, &p->data[PHI], 1, AHEAD, (const mpz_t *)y);
    for (long a = 0; a < m; a++) {
        if (moreau && mpz_sgn(f[a]) > 0) {
            demand(c, EQUAL + IMPULSE, x[v + a], c->r.one, "it is open");
            continue;
        }
        demand(c, LEAST + VELOCITY, p->along.x[a], c->r.one, "Z^n is outside");
        demand(c, LEAST + IMPULSE, x[v + a], c->r.one, "a reaction pulls");
        mpz_mul(p->s, x[v + a], p->along.x[a]);
        demand(c, EQUAL + ENERGY, p->s, c->r.one, "a reaction acts from afar");
    }
}

/* The velocity that is stored is back V^{n-1} + (1 + e) w. */
static void stored(checker *c)
{
    problem *p = &c->p;
    array *to = &c->c.v;
    mpz_srcptr e = mpq_numref(c->n.e), d = mpq_denref(c->n.e);
    sum(p->per, 1, d, p->v.den, p->x.den, NULL, 0);
    for (long j = 0; j < c->s.nv; j++) {
        sum(p->y.x[j], 1, c->n.back, p->v.x[j], p->x.den, NULL, 1, d,
            p->x.x[j], p->v.den, NULL, 1, e, p->x.x[j], p->v.den, NULL, 0);
        truncated(c, p->y.x[j], to->x[j], to->den);
    }
}

/* The constraints of a polyhedron are those of the step before: the same rows n,
   and the same constants f - n q. */
static void same_polyhedron(checker *c)
{
    problem *p = &c->p;
    nodes *s = &c->n;
    const array *n = &p->data[N], *q = &c->c.q;
    array_spread(&c->r, &p->data[PHI], &s->at, c->s.contacts);
    sum(s->at.den, 1, p->over, q->den, NULL, 0);
    for (long a = 0; a < c->s.contacts; a++)
        mpz_mul(s->at.x[a], s->at.x[a], q->den);
    for (long k = 0; k < n->n; k++)
        mpz_submul(s->at.x[n->at[k] / c->s.nv], n->x[k],
                   q->x[n->at[k] % c->s.nv]);
    int same = s->n == 0 || s->rows.n == n->n;
    for (long k = 0; k < n->n && same && s->n > 0; k++) {
        sum(p->s, 1, n->x[k], s->over, NULL, -1, s->rows.x[k], p->over, NULL,
            0);
        same = s->rows.at[k] == n->at[k] && mpz_sgn(p->s) == 0;
    }
    for (long a = 0; a < c->s.contacts && same && s->n > 0; a++) {
        sum(p->s, 1, s->at.x[a], s->old_at.den, NULL, -1, s->old_at.x[a],
            s->at.den, NULL, 0);
        same = mpz_sgn(p->s) == 0;
    }
    if (!same)
        refuse(&c->r, "K is not that of the step before");
}

/* x'M x, over `over`. */
static void form(checker *c, mpz_ptr to, const mpz_t *x)
{
    for (long j = 0; j < c->s.nv; j++)
        mpz_set_ui(c->p.row.x[j], 0);
    times(c->p.row.x, &c->p.data[M], c->s.nv, BOTH, x);
    mpz_set_ui(to, 0);
    for (long j = 0; j < c->s.nv; j++)
        mpz_addmul(to, x[j], c->p.row.x[j]);
}

/* (L3) without its O(h), and what it says of the energy, with U = V^n + e V^{n-2}
   over D = V.den before.den d: n U <= 0 where Z^n touches; no work of the reaction
   in U; and when M is constant, (1 + e) |V^{n-1}|^2 + 2 e |V^{n-2}|^2 + 2 h g U
   >= (1 - e) |V^n|^2. */
static void lemmas(checker *c)
{
    problem *p = &c->p;
    const long v = c->s.nv;
    const array *V_ = &c->c.v, *one = &p->v, *two = &c->n.before;
    mpz_srcptr e = mpq_numref(c->n.e), d = mpq_denref(c->n.e);
    mpz_srcptr h = mpq_numref(c->s.h), over = mpq_denref(c->s.h);
    mpz_t *U = c->n.u.x, *y = p->y.x;
    for (long j = 0; j < v; j++)
        sum(U[j], 1, V_->x[j], two->den, d, NULL, 1, e, two->x[j], V_->den,
            NULL, 0);
    for (long a = 0; a < c->s.contacts; a++)
        mpz_set_ui(y[a], 0);
    times(y, &p->data[N], v, AHEAD, (const mpz_t *)U);
    mpz_set_ui(p->s, 0);
    for (long a = 0; a < c->s.contacts; a++) {
        if (mpz_sgn(p->along.x[a]) == 0 && mpz_sgn(y[a]) > 0)
            refuse(&c->r, "(C2) does not hold");
        mpz_addmul(p->s, p->x.x[v + a], y[a]);
    }
    if (mpz_sgn(p->s) > 0)
        refuse(&c->r, "(C3) does not hold");
    form(c, p->s, (const mpz_t *)one->x);
    sum(p->E, 1, p->s, d, two->den, two->den, V_->den, V_->den, over, NULL, 1,
        p->s, e, two->den, two->den, V_->den, V_->den, over, NULL, 0);
    form(c, p->s, (const mpz_t *)two->x);
    sum(p->E, 1, p->E, NULL, 2, p->s, e, one->den, one->den, V_->den, V_->den,
        over, NULL, 0);
    form(c, p->s, (const mpz_t *)V_->x);
    sum(p->E, 1, p->E, NULL, -1, p->s, d, one->den, one->den, two->den,
        two->den, over, NULL, 1, p->s, e, one->den, one->den, two->den,
        two->den, over, NULL, 0);
    mpz_set_ui(p->s, 0);
    for (long k = 0; k < p->data[K0].n; k++)
        mpz_addmul(p->s, p->data[K0].x[k], U[p->data[K0].at[k]]);
    sum(p->E, 1, p->E, NULL, 2, p->s, h, one->den, one->den, two->den, V_->den,
        NULL, 0);
    if (c->n.steady && mpz_sgn(p->E) < 0)
        refuse(&c->r, "(C5) does not hold");
}

static void begin(checker *c)
{
    const long v = c->s.nv, p = c->s.contacts;
    nodes *s = &c->n;
    array *all[] = {&s->at, &s->old_at, &s->before, &s->u, &s->rows};
    for (int k = 0; k < 5; k++)
        array_room(&c->r, all[k], k < 2 ? p : v);
    s->flat = tape_degree(&c->r, &c->s.gaps, 0, c->s.nq + v + 1) < 2;
    for (long k = 0; k < c->s.kinds; k++)
        s->flat &=
            tape_degree(&c->r, &c->s.kind[k].gap, 0,
                        c->s.kind[k].size[0][0] + c->s.kind[k].size[1][0]) < 2;
    s->steady = tape_degree(&c->r, &c->s.inertia, 0, c->s.nq + v + 1) == 0;
}

void node_row(checker *c)
{
    nodes *s = &c->n;
    if (!chain_ahead(c, 0))
        refuse(&c->r, "a step behind the end of the run");
    if (s->n == 0)
        begin(c);
    if (s->n > 0 || c->s.form == MOREAU)
        mpq_set(s->e, c->s.restitution);
    mpz_mul_si(s->back, mpq_numref(s->e), c->s.form == MOREAU ? -1 : 1);
    read_node(c);
    array_spread(&c->r, &c->p.before, &c->p.v, c->s.nv);
    array_spread(&c->r, &c->p.data[V], &c->c.v, c->s.nv);
    unknowns(c);
    motion(c);
    if (c->p.level != L0) {
        stored(c);
        if (s->flat && c->s.form == PAOLI)
            same_polyhedron(c);
        if (s->flat && c->s.form == PAOLI && c->p.level == R && s->n > 1)
            lemmas(c);
    }
    mpq_set_ui(c->c.fraction, 1, 1);
    between(c, c->c.fraction, 0);
    follow(c, "q", c->s.nq, &c->c.q, &c->c.identity);
    mpq_add(c->c.time, c->c.time, c->c.fraction);
    array_spread(&c->r, &c->p.before, &s->before, c->s.nv);
    array_swap(&c->p.data[V], &c->p.before);
    array_swap(&c->p.data[N], &s->rows);
    array_swap(&s->at, &s->old_at);
    mpz_set(s->over, c->p.over);
    c->c.steps++;
    s->n++;
}
