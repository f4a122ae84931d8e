#include "proof.h"

/* (C14): d moves no joint, and n'd > mu |d_k'd| for each slip of each contact, so
   every impulse of contacts but none works in d: only joints could cancel, and
   they are independent. */
static void pointed(checker *c)
{
    problem *p = &c->p;
    const long nv = c->s.nv, *size = p->size;
    mpz_t *y = p->along.x;
    const mpz_t *nd = (const mpz_t *)&y[p->at[CONTACTS]];
    const mpz_t *dd = (const mpz_t *)&y[p->at[SLIPS]];
    read_array(&c->r, "pointed", nv, &c->c.read);
    array_spread(&c->r, &c->c.read, &p->y, nv);
    for (long i = 0; i < size[UNKNOWNS]; i++)
        mpz_set_ui(y[i], 0);
    for (int k = JOINTS; k <= SLIPS; k++)
        times(y + p->at[k], &p->data[NU + k - JOINTS], nv, AHEAD,
              (const mpz_t *)p->y.x);
    for (long i = 0; i < size[JOINTS]; i++)
        if (mpz_sgn(y[p->at[JOINTS] + i]) != 0)
            refuse(&c->r, "the direction moves a joint");
    for (long j = 0; j < size[CONTACTS]; j++) {
        mpq_srcptr mu = scene_contact(&c->s, p->id[j])->mu;
        int opens = mpz_sgn(nd[j]) > 0;
        mpz_mul(p->s, nd[j], mpq_denref(mu));
        for (long k = p->slip_at[j]; k < p->slip_at[j + 1]; k++) {
            mpz_mul(p->t, dd[k], mpq_numref(mu));
            opens &= mpz_cmpabs(p->s, p->t) > 0;
        }
        if (!opens)
            refuse(&c->r, "the direction does not open contact %ld", p->id[j]);
    }
    const long shape[] = {size[JOINTS], nv}, *const all[] = {NULL, NULL};
    if (rank(&p->data[NU], nv, all, shape) != size[JOINTS])
        refuse(&c->r, "the joints are not independent");
    c->v->pointed++;
}

/* (C14): impulses of joints and contacts, each in its cone, not all zero, whose sum
   is. */
static void vanishing(checker *c)
{
    problem *p = &c->p;
    const long nv = c->s.nv, *size = p->size, m = size[JOINTS];
    mpz_t *z = p->y.x, *cn = z + m, *f = cn + size[CONTACTS], *sum_ = p->row.x;
    const long n = m + size[CONTACTS] + size[SLIPS];
    read_array(&c->r, "vanishing", n, &c->c.read);
    array_spread(&c->r, &c->c.read, &p->y, n);
    for (long i = 0; i < nv; i++)
        mpz_set_ui(sum_[i], 0);
    times(sum_, &p->data[NU], nv, BACK, (const mpz_t *)z);
    times(sum_, &p->data[N], nv, BACK, (const mpz_t *)cn);
    times(sum_, &p->data[D], nv, BACK, (const mpz_t *)f);
    for (long i = 0; i < nv; i++)
        if (mpz_sgn(sum_[i]) != 0)
            refuse(&c->r, "the impulses do not vanish");
    for (long j = 0; j < size[CONTACTS]; j++) {
        mpq_srcptr mu = scene_contact(&c->s, p->id[j])->mu;
        mpz_mul(p->s, cn[j], mpq_numref(mu));
        for (long k = p->slip_at[j]; k < p->slip_at[j + 1]; k++) {
            mpz_abs(p->t, f[k]);
            mpz_submul(p->s, p->t, mpq_denref(mu));
        }
        if (mpz_sgn(cn[j]) < 0 || mpz_sgn(p->s) < 0)
            refuse(&c->r, "an impulse lies outside of its cone");
    }
    if (c->c.read.n == 0)
        refuse(&c->r, "all impulses are zero");
    c->v->vanishing++;
}

void cone_check(checker *c)
{
    if (peek(&c->r) == 'p')
        pointed(c);
    else if (peek(&c->r) == 'v')
        vanishing(c);
}
