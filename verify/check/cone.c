/**
# Is a friction cone pointed? (C14)

doc/70-certificate.md, C14; [GAP08, Definition 3.1](../../doc/21-GAP08-cones.md).
The convergence theory of the scheme needs that no impulses of joints and
active contacts, not all zero, sum up to zero. Behind each problem of a run
with `--cones` stands a witness for one of the two answers, in the numbers of
that problem.

**pointed $\delta$.** A direction with $\nu^T \delta = 0$, $n_j^T \delta > 0$
and $n_j^T \delta > \mu_j |d_k^T \delta|$ for each slip of each contact, and
joints that are independent. Why that is enough: let $\nu y + n c_n + d f = 0$
with $c_n \ge 0$, $\sum_k |f_k| \le \mu c_n$. Multiplied by $\delta$, the
first term is 0, and for each contact

$$c_n\,n^T\delta + \sum_k f_k\,d_k^T\delta \ge c_n\,n^T\delta - \mu c_n \max_k |d_k^T\delta| \ge 0,$$

positive unless $c_n = 0$. So all $c_n$ are 0, all $f$ with them, and
$\nu y = 0$ leaves $y = 0$, since the rows $\nu$ are independent. By the
theorem of the alternative such a $\delta$ exists whenever the cone is
pointed, so nothing true lacks a witness.

**vanishing y, c_n, f.** Impulses that are not all zero, each in its cone, of
which the sum is. Nothing has to be concluded: this is the definition's
negation.

Example: a body between two walls, $n_1 = (1, 0)$, $n_2 = (-1, 0)$. For no
$\delta$ are both $n^T\delta > 0$; `vanishing 0:1 1:1`, two equal pushes,
vanish. With $n_2 = (0, 1)$ and $\mu = \frac12$, $d_1 = (0, 1)$,
$d_2 = (1, 0)$ the direction $\delta = (1, 1)$ opens both: $1 > \frac12$.

| a forger writes | words |
|---|---|
| a $\delta$ along which a joint gives way | the direction moves a joint |
| one that grazes, or is too flat for the friction | the direction does not open contact N |
| a joint twice | the joints are not independent |
| impulses with another sum | the impulses do not vanish |
| one that pulls, or friction beyond $\mu c_n$ | an impulse lies outside of its cone |
| nothing | all impulses are zero |

Which contacts are in the cone is said by the problem; that the list is complete
is a question of level L2. Leaving a cone out of a row is no forgery: nothing is
claimed of that row, and the counts of the verdict are of those that are there.
*/
#include "proof.h"

/* y has nu' delta, n' delta, d' delta in the places of along, over one positive
   denominator, which the comparisons need not know. */
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

/* z: y, then c_n, then f, over one denominator; a zero is not written, so "not
   all zero" is that an entry was. */
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

/* A CONE may stand here; its first letter is not one that another line has
   here. */
void cone_check(checker *c)
{
    if (peek(&c->r) == 'p')
        pointed(c);
    else if (peek(&c->r) == 'v')
        vanishing(c);
}
