/**
# Collisions that give something back

Behind the compression of a JUMP stands a second problem with the same rows, (C15): from
v^c, which is not rounded in levels L1 and R, to v+. Of its normal impulses e times those
of the compression are given; the record holds what it takes beyond.
*/
#include "proof.h"

/* Is there a second problem? Asked when z has been read: where there is one, v^c is
   stated in level L0 only, and 1 says that the v of this problem is absent. */
int rebound_ahead(checker *c)
{
    problem *p = &c->p;
    const array *z = &p->data[Z];
    p->back.n = 0;
    p->gives = 0;
    mpz_set_ui(p->E, 0); /* nothing is truncated in this one */
    for (long k = 0; k < z->n; k++)
        p->gives |= p->jump && mpq_sgn(c->s.restitution) > 0 &&
                    z->at[k] >= p->at[CONTACTS] && z->at[k] < p->at[SLIPS] &&
                    mpz_sgn(z->x[k]) > 0;
    return p->gives && p->level != L0;
}

/* c_n of contact j, less what is given of it. */
mpz_srcptr beyond(checker *c, long j)
{
    problem *p = &c->p;
    mpz_set(p->s, p->x.x[p->at[CONTACTS] + j]);
    if (p->back.n > 0)
        mpz_sub(p->s, p->s, p->back.x[c->s.nv + j]);
    return p->s;
}

/* Before the sum of (C6), level L0: E = - (v+ - v^c)' M e (v^c - v-), which turns it into
   that of (C16); 0 where nothing comes back. */
void rebound_energy(checker *c)
{
    problem *p = &c->p;
    const long nv = c->s.nv;
    mpz_set_ui(p->E, 0);
    if (p->back.n == 0)
        return;
    mpz_t *y = array_spread(&c->r, NULL, &p->y, nv);
    times(y, &p->data[M], nv, BOTH, (const mpz_t *)p->back.x);
    for (long i = 0; i < nv; i++) {
        mpz_addmul(p->E, p->v.x[i], y[i]);
        mpz_submul(p->E, p->x.x[i], y[i]);
    }
}

/* back = e (v^c - v-), e c_n; and what the second problem starts from is v^c. */
static void turn(checker *c)
{
    problem *p = &c->p;
    const long nv = c->s.nv, n = nv + p->size[CONTACTS];
    mpz_t *back = array_spread(&c->r, NULL, &p->back, n), *x = p->x.x;
    array_room(&c->r, &p->before, nv);
    for (long i = 0; i < n; i++) {
        if (i < nv) {
            mpz_sub(back[i], x[i], p->v.x[i]);
            mpz_set(p->before.x[i], x[i]);
            p->before.at[i] = i;
        } else
            mpz_set(back[i], x[p->at[CONTACTS] + i - nv]);
        mpz_mul(back[i], back[i], mpq_numref(c->s.restitution));
    }
    p->before.n = nv;
    mpz_set(p->before.den, p->x.den);
    mpz_mul(p->back.den, p->x.den, mpq_denref(c->s.restitution));
}

void rebound_check(checker *c)
{
    problem *p = &c->p;
    array *all[] = {&p->x, &p->v, &p->back};
    if (!p->gives)
        return;
    p->gives = 0;
    turn(c);
    read_array(&c->r, "rebound", p->size[UNKNOWNS], &p->data[Z]);
    read_array(&c->r, "v", c->s.nv, &p->data[V]);
    problem_unknowns(c);
    array_unify(all, 3);
    for (long j = 0; j < p->size[CONTACTS]; j++)
        mpz_add(p->x.x[p->at[CONTACTS] + j], p->x.x[p->at[CONTACTS] + j],
                p->back.x[c->s.nv + j]);
    problem_motion(c);
    rows_check(c);
    touching_check(c);
    c->v->rebounds++;
}
