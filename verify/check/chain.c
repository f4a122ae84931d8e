#include "proof.h"

void chain_init(checker *c)
{
    chain *x = &c->c;
    array *all[] = {&x->q, &x->to, &x->v, &x->y, &x->size, &x->read};
    for (int k = 0; k < 6; k++)
        array_room(&c->r, all[k], c->s.nv + c->s.nq);
    array_spread(&c->s.q, &x->q, c->s.nq);
    array_spread(&c->s.v, &c->p.old, c->s.nv);
}

/* (C11): is T / h more than the time and 2^-28 `slacks`? */
int chain_ahead(checker *c, unsigned long slacks)
{
    mpq_t t, s;
    mpq_inits(t, s, NULL);
    mpq_set_ui(s, slacks, 1ul << 28);
    mpq_add(s, s, c->c.time);
    mpq_div(t, c->s.T, c->s.h);
    int is = mpq_cmp(t, s) > 0;
    mpq_clears(t, s, NULL);
    return is;
}

/* y = h (back v + W v+) / per, its size too: r = 1 - S, W = S^2 (gamma (1 + 2 r) -
   r), back = S - W; or the velocity: W = S (6 r gamma + 1 - 3 r), back = 1 - W. */
void between(checker *c, mpq_srcptr S, int velocity)
{
    const array *v = &c->p.old, *to = &c->c.v;
    mpz_srcptr s = mpq_numref(S), d = mpq_denref(S), g = mpq_denref(c->s.gamma);
    mpz_srcptr p = mpq_numref(c->s.gamma), one = c->p.K[1][UNIT];
    mpz_srcptr h = velocity ? one : mpq_numref(c->s.h);
    mpz_srcptr over = velocity ? one : mpq_denref(c->s.h);
    mpz_ptr r = c->p.E, W = c->p.EPER, back = c->p.t, all = c->p.s;
    mpz_sub(r, d, s);
    sum(all, 1, g, d, d, d, NULL, 0);
    if (velocity)
        sum(W, 6, s, r, p, d, NULL, 1, s, d, g, d, NULL, -3, s, r, g, d, NULL,
            0);
    else
        sum(W, 1, s, s, p, d, NULL, 2, s, s, p, r, NULL, -1, s, s, g, r, NULL,
            0);
    sum(back, 1, velocity ? d : s, g, d, d, NULL, -1, W, NULL, 0);
    for (long j = 0; j < c->s.nv; j++) {
        const int a = mpz_sgn(v->x[j]), b = mpz_sgn(to->x[j]);
        sum(c->c.y.x[j], 1, back, v->x[j], to->den, h, NULL, 1, W, to->x[j],
            v->den, h, NULL, 0);
        sum(c->c.size.x[j], a < 0 ? -1 : 1, v->x[j], to->den, h, all, NULL,
            b < 0 ? -1 : 1, to->x[j], v->den, h, all, NULL, 0);
    }
    sum(c->p.per, 1, all, over, v->den, to->den, NULL, 0);
}

/* Reads n numbers. Each must be that of `from` and, by a row of J / p.over or, when
   J is null, by itself, y / per: but for (nv + 8) 2^-50 of the sizes and 2^-1000,
   in level R exactly. They become `from`. */
void follow(checker *c, const char *tag, long n, array *from, const array *J)
{
    array *to = &c->c.to;
    mpz_ptr move = c->p.s, size = c->r.work, unit = c->p.EPER, per = c->p.per;
    read_array(&c->r, tag, n, &c->c.read);
    array_spread(&c->c.read, to, n);
    sum(per, 1, per, J == NULL ? c->p.K[1][UNIT] : c->p.over, NULL, 0);
    sum(unit, 1, per, from->den, to->den, NULL, 0);
    for (long i = 0, k = 0; i < n; i++) {
        mpz_set(move, J == NULL ? c->c.y.x[i] : c->r.none);
        mpz_set(size, J == NULL ? c->c.size.x[i] : c->r.none);
        for (; J != NULL && k < J->n && J->at[k] / c->s.nv == i; k++) {
            mpz_addmul(move, J->x[k], c->c.y.x[J->at[k] % c->s.nv]);
            mpz_abs(J->x[k], J->x[k]);
            mpz_addmul(size, J->x[k], c->c.size.x[J->at[k] % c->s.nv]);
        }
        sum(move, 1, move, from->den, to->den, NULL, 1, from->x[i], to->den,
            per, NULL, -1, to->x[i], from->den, per, NULL, 0);
        sum(size, 1, size, from->den, to->den, NULL,
            mpz_sgn(from->x[i]) < 0 ? -1 : 1, from->x[i], to->den, per, NULL,
            0);
        mpz_mul_si(size, size, c->s.nv + 8);
        mpz_mul_2exp(size, size, 950);
        mpz_add(size, size, unit);
        mpz_mul_2exp(c->p.t, move, 1000);
        if (c->p.level == R ? mpz_sgn(move) != 0 : mpz_cmpabs(c->p.t, size) > 0)
            refuse(&c->r, "%s is not what follows from the step", tag);
    }
    array_spread(&c->c.read, from, n);
}

static void solve(checker *c, int jump)
{
    problem_solve(c, jump);
    if (c->solved != NULL)
        c->solved(c);
    cone_check(c);
    array_spread(&c->p.data[V], &c->c.v, c->s.nv);
}

/* A collision at the fraction S of the step: (C10), and the velocity before it,
   which is followed from zero. */
static void hit(checker *c, mpq_ptr S, const array *J)
{
    read_text(&c->r, "hit ");
    read_ratio(&c->r, S);
    read_text(&c->r, "\n");
    if (mpq_sgn(S) <= 0 || mpq_cmp_ui(S, 1, 1) > 0)
        refuse(&c->r, "a collision happens at a fraction in (0, 1]");
    if (c->two != NULL)
        hit_begin(c, S, J);
    between(c, S, 0);
    follow(c, "q", c->s.nq, &c->c.q, J);
    between(c, S, 1);
    for (long j = 0; j < c->s.nv; j++)
        mpz_set_ui(c->p.old.x[j], 0);
    follow(c, "v", c->s.nv, &c->p.old, NULL);
    c->c.hits++;
}

/* step, q (C9) | step, hit, q, v, jump | jump */
void chain_row(checker *c)
{
    const array *J = c->s.has_G ? &c->p.data[G] : NULL;
    const int step = peek(&c->r) == 's';
    mpq_ptr S = c->c.fraction;
    if (!chain_ahead(c, 0))
        refuse(&c->r, "a row behind the end of the run");
    mpq_set_ui(S, (unsigned long)step, 1);
    if (step)
        solve(c, 0);
    c->c.steps += step;
    c->c.stills += !step;
    const int jump = !step || peek(&c->r) != 'q';
    if (!jump) {
        between(c, S, 0);
        follow(c, "q", c->s.nq, &c->c.q, J);
    } else if (step)
        hit(c, S, J);
    if (step && peek(&c->r) == 'p')
        project_check(c);
    if (jump) {
        solve(c, 1);
        if (c->s.uniform)
            mpq_set_ui(S, 1, 1);
    }
    mpq_add(c->c.time, c->c.time, S);
    array_spread(&c->p.data[V], &c->p.old, c->s.nv);
}
