/**
# From problem to problem

What a row starts from is what the row before ended with: velocity, position, time, and the
contacts that touch. Collisions have their fraction of a step, from which position and
velocity follow.
*/
#include "proof.h"

void array_swap(array *a, array *b)
{
    const array t = *a;
    *a = *b;
    *b = t;
}

void chain_init(checker *c)
{
    chain *x = &c->c;
    array_spread(&c->r, &c->s.q, &x->q, c->s.nq);
    array_swap(&c->s.v, &c->p.before);
    for (long i = 0; i < c->s.nv; i++) {
        array_room(&c->r, &x->identity, i);
        mpz_set_ui(x->identity.x[i], 1);
        x->identity.at[x->identity.n++] = i * c->s.nv + i;
    }
}

/* (C11): is T / h more than the time and 2^-28 `slacks`? */
int chain_ahead(checker *c, unsigned long slacks)
{
    mpq_ptr t = c->r.ratio;
    mpq_set_ui(t, slacks, 1ul << 28);
    mpq_add(t, t, c->c.time);
    mpq_mul(t, t, c->s.h);
    return mpq_cmp(c->s.T, t) > 0;
}

/* (C8), levels L1 and R: in a run that keeps contacts, all that the problem before left
   touching are active; and which ones this one leaves so. */
void touching_check(checker *c)
{
    problem *p = &c->p;
    const long n = p->level == L0 ? 0 : p->size[CONTACTS];
    long held = 0, kepts = 0;
    for (long i = 0; i < n; i++)
        held += held < p->kepts && p->kept[held] == p->id[i];
    if (held < p->kepts && !c->s.sharp)
        refuse(&c->r, "contact %ld was touching and is missing", p->kept[held]);
    for (long i = 0; i < n; i++)
        if (mpz_sgn(p->along.x[p->at[CONTACTS] + i]) <= 0)
            p->kept[kepts++] = p->id[i];
    p->kepts = kepts;
}

/* y = h (back v + W v+) / per, its size too: W = S^2 (3 gamma - 1 + (1 - 2 gamma) S),
   back = S - W; or the velocity: W' in the place of W, 1 in that of S, h = 1. */
void between(checker *c, mpq_srcptr S, int velocity)
{
    array *v = &c->p.v, *to = &c->c.v, *both[] = {v, to};
    mpz_srcptr s = mpq_numref(S), d = mpq_denref(S);
    mpz_srcptr p = mpq_numref(c->s.gamma), g = mpq_denref(c->s.gamma);
    mpz_srcptr h = velocity ? c->r.one : mpq_numref(c->s.h);
    mpz_srcptr over = velocity ? c->r.one : mpq_denref(c->s.h);
    mpz_srcptr u = velocity ? d : s;
    mpz_ptr two = c->p.s, three = c->p.t; /* powers of S in W */
    mpz_t *W = c->c.weight;
    array_spread(&c->r, &c->p.before, v, c->s.nv);
    array_spread(&c->r, &c->p.data[V], to, c->s.nv);
    array_unify(both, 2);
    sum(two, 3, p, NULL, -1, g, NULL, 0);
    sum(three, 1, g, NULL, -2, p, NULL, 0);
    sum(W[1], 1 + velocity, h, s, u, two, d, NULL, 1 + 2 * velocity, h, s, u,
        three, s, NULL, 0);
    sum(W[0], 1, h, u, g, d, d, NULL, -1, W[1], NULL, 0);
    sum(c->c.all, 1, h, g, d, d, d, NULL, 0);
    sum(c->p.per, 1, over, g, d, d, d, v->den, NULL, 0);
    mpz_t *y = array_spread(&c->r, NULL, &c->c.y, c->s.nv);
    mpz_t *size = array_spread(&c->r, NULL, &c->c.size, c->s.nv);
    for (long j = 0; j < c->s.nv; j++) {
        mpz_mul(y[j], W[0], v->x[j]);
        mpz_addmul(y[j], W[1], to->x[j]);
        mpz_abs(size[j], v->x[j]);
        (mpz_sgn(to->x[j]) < 0 ? mpz_sub : mpz_add)(size[j], size[j], to->x[j]);
        mpz_mul(size[j], size[j], c->c.all);
    }
}

/* Reads n numbers. Each must be that of `from` and, by a row of J, y / per: but for
   (nv + 8) 2^-50 of the sizes and 2^-1000, in level R exactly. They become `from`. */
void follow(checker *c, const char *tag, long n, array *from, const array *J)
{
    array *to = &c->c.to, *both[] = {from, to};
    mpz_ptr move = c->p.s, size = c->r.work, part = c->p.t, per = c->p.per;
    read_array(&c->r, tag, n, &c->c.read);
    array_spread(&c->r, &c->c.read, to, n);
    array_unify(both, 2);
    mpz_mul(per, per, J->den);
    for (long i = 0, k = 0; i < n; i++) {
        mpz_set_ui(move, 0);
        mpz_set_ui(size, 0);
        for (; k < J->n && J->at[k] / c->s.nv == i; k++) {
            mpz_addmul(move, J->x[k], c->c.y.x[J->at[k] % c->s.nv]);
            mpz_mul(part, J->x[k], c->c.size.x[J->at[k] % c->s.nv]);
            (mpz_sgn(part) < 0 ? mpz_sub : mpz_add)(size, size, part);
        }
        sum(move, 1, move, to->den, NULL, 1, from->x[i], per, NULL, -1,
            to->x[i], per, NULL, 0);
        sum(size, 1, size, to->den, NULL, mpz_sgn(from->x[i]) < 0 ? -1 : 1,
            from->x[i], per, NULL, 0);
        mpz_mul_si(size, size, c->s.nv + 8);
        mpz_mul_2exp(size, size, 950);
        mpz_addmul(size, per, to->den);
        mpz_mul_2exp(move, move, 1000);
        if (c->p.level == R ? mpz_sgn(move) != 0 : mpz_cmpabs(move, size) > 0)
            refuse(&c->r, "%s is not what follows from the step", tag);
    }
    array_spread(&c->r, &c->c.read, from, n);
}

static void read_fraction(checker *c, mpq_ptr S)
{
    read_text(&c->r, "hit ");
    read_ratio(&c->r, S);
    read_text(&c->r, "\n");
    if (mpq_sgn(S) <= 0 || mpq_cmp_ui(S, 1, 1) > 0)
        refuse(&c->r, "a collision happens at a fraction in (0, 1]");
}

/* step, q (C9) | step, hit, q, v, jump (C10) | jump */
void chain_row(checker *c)
{
    const array *J = c->s.has_G ? &c->p.data[G] : &c->c.identity;
    const int step = peek(&c->r) == 's';
    mpq_ptr S = c->c.fraction;
    if (!chain_ahead(c, 0))
        refuse(&c->r, "a row behind the end of the run");
    mpq_set_ui(S, (unsigned long)step, 1);
    if (step)
        problem_solve(c, 0);
    const int jump = !step || peek(&c->r) != 'q';
    if (step && jump)
        read_fraction(c, S);
    if (step && jump && c->two != NULL)
        hit_begin(c, S, J);
    if (step) {
        between(c, S, 0);
        follow(c, "q", c->s.nq, &c->c.q, J);
    }
    if (step && jump) { /* the velocity before it is followed from zero */
        between(c, S, 1);
        array_spread(&c->r, NULL, &c->p.row, c->s.nv);
        follow(c, "v", c->s.nv, &c->p.row, &c->c.identity);
        array_swap(&c->c.read, &c->p.data[V]);
    }
    if (step)
        array_swap(&c->p.data[V], &c->p.before);
    if (step && peek(&c->r) == 'p')
        project_check(c);
    if (jump) {
        problem_solve(c, 1);
        rebound_check(c);
        array_swap(&c->p.data[V], &c->p.before);
    }
    if (jump && c->s.uniform)
        mpq_set_ui(S, 1, 1);
    mpq_add(c->c.time, c->c.time, S);
    c->c.steps += step;
    c->c.hits += step && jump;
    c->c.stills += !step;
}
