/**
# Listed contacts: their gaps and rows (E3), and how large a radius may be

doc/71-enclosures.md, E3. For each contact of a problem the gap is evaluated,
and the rows n and d are compared with the formulas. The scene's own contacts
share one tape of gaps, evaluated once; contacts of a binding have the tape of
their kind, at the coordinates of their two things.

**Pairs.** Inputs of a kind's tape are coordinates of A and B, velocities,
parameters. `pair_inputs` puts the system's coordinates into their places,
zeros for the world's, and zeros for velocities, on which no such tape depends
(level2.c). A gradient by a local coordinate is one by the system's coordinate
at that place; two local ones may be the same coordinate of the system, and
then add up, which is why `spread` adds.

For example the rod's end and the ground of GAP08's rod_tip:

    side 1 0 0 3
    thing 0 1 0                   the ground: a normal (0, 1) and a height 0
    side 2 3 3 2
    thing 0 1 2 0 1 2 -1 0        the rod at q[0], q[1], q[2]: its end at (-1, 0)
    thing 0 1 2 0 1 2 1 0

Pair 0:1 has the gap $y + \sin\theta$ at the coordinates q[0], q[1], q[2]:
$n = (0, 1, \cos\theta)$. The row of the proof must have these three numbers
within $\rho$, and zeros at the places of all other velocities of the system.
A forger who takes the other end's row has $-\cos\theta$ in the last place: "n
is farther from the scene's than the radius".

**Which contacts may be listed.** Listing a contact that is far away is a
forgery, too: an impulse at a wall that is not there needs only a row n. So
the gap of a listed contact must not be more than the tolerance of the
statement, plus a doubt; unless the problem before left it touching, for then
(C8) demands it whatever its gap has become. With `sharp` the tolerance is 0
and nothing is kept. The words are "contact N is listed and open".

**The doubt** is $2^{-46} \max(4, |q_i|)$. perp decides by gaps in doubles,
and the decision at the border is not the checker's; within this distance
either is accepted. For coordinates within 4 m it is $6 \cdot 10^{-14}$ m.

**How large a radius may be.** $\rho \le 2^{-46} S$, $S$ the largest of 4, the
coordinates, the time, the data of the problem. Without a limit a proof could
state $\rho = 1$, under which all data are near. With it, "enclosed" means
that the data agree with the formulas to about 44 bits of the largest number
around. The largest radius of the run is printed.
*/
#include "level2.h"

#include <string.h>

void doubt(checker *c, const ball *q, ball *z)
{
    ball_one(z);
    mpz_mul_2exp(z->m, z->m, 2);
    for (long i = 0; i < c->s.nq; i++)
        if (mpz_cmpabs(q[i].m, z->m) > 0)
            mpz_abs(z->m, q[i].m);
    mpz_tdiv_q_2exp(z->m, z->m, 46);
}

/* A listed contact is not open, unless it was kept: u = -gap (+ tolerance) +
   doubt, at the inputs that were set last; where that is negative for sure, the
   gap is above for sure. */
static void closed(checker *c, long id, const ball *phi)
{
    level2 *e = c->two;
    if (!c->s.sharp && e->was[id])
        return;
    ball_neg(&e->u, phi);
    if (!c->s.sharp) {
        ball_ratio(&e->t, mpq_numref(c->s.tolerance),
                   mpq_denref(c->s.tolerance));
        ball_add(&e->u, &e->u, &e->t);
    }
    doubt(c, e->in.x, &e->t);
    ball_add(&e->u, &e->u, &e->t);
    if (ball_negative(&e->u))
        refuse(&c->r, "contact %ld is listed and open", id);
}

/* high and deep are the largest gap and the largest depth, printed. */
void gap_seen(checker *c, const ball *phi)
{
    level2 *e = c->two;
    double high = ball_above(phi), deep;
    ball_neg(&e->u, phi);
    deep = ball_above(&e->u);
    e->sum.high = high > e->sum.high ? high : e->sum.high;
    e->sum.deep = deep > e->sum.deep ? deep : e->sum.deep;
}

/* Of a projection the gap is one of its values; it stands behind those of joints
   and springs. Where contacts are listed by another place, nothing is asked
   here. */
static void value(checker *c, long j, const ball *phi)
{
    const problem *p = &c->p;
    if (c->two->placed)
        compare(c, &p->data[PHI], &c->two->walk,
                p->size[JOINTS] + p->size[SPRINGS] + j, phi, "a value");
    if (c->two->placed || c->s.how->middle)
        return;
    gap_seen(c, phi);
    if (!p->jump)
        closed(c, p->id[j], phi);
}

/* Of a collision contacts are asked where it is, before a projection moves the
   position, and whatever its radius: what it lists has closed there. */
void contacts_met(checker *c)
{
    level2 *e = c->two;
    const ball *at = c->c.struck ? e->met.x : e->from.x;
    ball *in = balls_room(&c->r, &e->in, c->s.nq + c->s.nv + 1);
    for (long i = 0; i < c->s.nq; i++)
        ball_set(&in[i], &at[i]);
    for (long j = 0; j < c->p.size[CONTACTS]; j++) {
        const long id = c->p.id[j];
        if (gap_at(c, id, at, NULL, &e->part[0], NULL))
            closed(c, id, &e->part[0]);
        else if (c->s.sharp || !e->was[id])
            refuse(&c->r, "contact %ld is listed, and its gap has no value", id);
    }
}

/* The scene's own contacts, which have a tape in common. */
static long own_contacts(checker *c, long *n_at, long *d_at)
{
    level2 *e = c->two;
    const problem *p = &c->p;
    const scene *s = &c->s;
    long own = 0, slip = 0, at = 0;
    while (own < p->size[CONTACTS] && p->id[own] < s->own)
        own++;
    if (own == 0)
        return 0;
    sheet_value(&e->s, &s->gaps, e->in.x);
    for (long j = 0; j < own; j++)
        value(c, j, value_at(c, &s->gaps, p->id[j]));
    const ball *row = gradient(c, &s->gaps, own, p->id, 0);
    for (long j = 0; j < own * s->nv; j++)
        compare(c, &p->data[N], n_at, j, &row[j], "n");
    if (e->placed)
        return own;
    sheet_value(&e->s, &s->slips, e->in.x);
    for (long j = 0; j < own; j++) {
        for (; at < p->id[j]; at++)
            slip += s->contact[at].slips;
        const long first = p->slip_at[j] * s->nv, to = s->contact[at].slips;
        for (long k = 0; k < to * s->nv; k++)
            compare(c, &p->data[D], d_at, first + k,
                    value_at(c, &s->slips, slip * s->nv + k), "d");
    }
    return own;
}

/* The inputs of a pair of a kind: what is local stands where the system has
   it. */
const range *pair_inputs(checker *c, long id, const ball *q, const int32_t **at)
{
    level2 *e = c->two;
    const scene *s = &c->s;
    const range *b = s->range;
    while (id >= b->first + b->n)
        b++;
    const kind *k = &s->kind[b->kind];
    ball *in = balls_room(&c->r, &e->at, k->gap.inputs);
    for (long i = 0; i < k->gap.inputs; i++)
        ball_zero(&in[i]);
    const long vels = k->size[0][1] + k->size[1][1];
    ball *param = in + k->size[0][0] + k->size[1][0] + vels;
    for (int w = 0; w < 2; w++) {
        const side *x = &s->side[b->side[w]];
        const long thing = b->pair[2 * (id - b->first) + w];
        const long own = x->size[0] + x->size[1]; /* may be nothing */
        at[w] = own == 0 ? NULL : x->place + thing * own;
        for (long i = 0; i < x->size[0]; i++, in++)
            if (at[w][i] >= 0)
                ball_set(in, &q[at[w][i]]);
        for (long i = 0; i < x->size[2]; i++) {
            mpq_srcptr value = x->param[thing * x->size[2] + i];
            ball_ratio(param++, mpq_numref(value), mpq_denref(value));
        }
    }
    return b;
}

/* n = Gamma' grad gap, coordinate by coordinate of A, then of B. */
static ball *pair_normal(checker *c, const kind *k, const int32_t *const *at)
{
    level2 *e = c->two;
    ball *row = zero_rows(c, 1), *seed = zero_seed(c, k->gap.inputs);
    long i = 0;
    for (int w = 0; w < 2; w++)
        for (long l = 0; l < k->size[w][0]; l++, i++) {
            if (at[w][l] < 0)
                continue;
            ball_one(&seed[i]);
            sheet_slope(&e->s, &k->gap, seed);
            ball_zero(&seed[i]);
            const ball *d = slope_at(c, &k->gap, 0);
            if (d != NULL)
                spread(c, row, at[w][l], d);
        }
    return row;
}

/* Contact j of the problem, one of a binding. A row d has a place for each
   velocity of A, then of B; what belongs to the world is not the system's. */
static void pair_contact(checker *c, long j, long *n_at, long *d_at)
{
    level2 *e = c->two;
    const problem *p = &c->p;
    const long nv = c->s.nv;
    const int32_t *at[2];
    const range *b = pair_inputs(c, p->id[j], e->in.x, at);
    const kind *k = &c->s.kind[b->kind];
    sheet_value(&e->s, &k->gap, e->at.x);
    value(c, j, value_at(c, &k->gap, 0));
    ball *row = pair_normal(c, k, at);
    for (long i = 0; i < nv; i++)
        compare(c, &p->data[N], n_at, j * nv + i, &row[i], "n");
    if (e->placed)
        return;
    sheet_value(&e->s, &k->d, e->at.x);
    long out = 0;
    for (long r = 0; r < k->slips; r++) {
        row = zero_rows(c, 1);
        for (int w = 0; w < 2; w++)
            for (long l = 0; l < k->size[w][1]; l++, out++) {
                long to = at[w][k->size[w][0] + l];
                if (to >= 0)
                    ball_add(&row[to], &row[to], value_at(c, &k->d, out));
            }
        for (long i = 0; i < nv; i++)
            compare(c, &p->data[D], d_at, (p->slip_at[j] + r) * nv + i, &row[i],
                    "d");
    }
}

/* n_at and d_at walk along the stored rows, contact after contact. */
void contacts_check(checker *c)
{
    long n_at = 0, d_at = 0, j = own_contacts(c, &n_at, &d_at);
    for (; j < c->p.size[CONTACTS]; j++)
        pair_contact(c, j, &n_at, &d_at);
}

/* high <= |x / d| */
static int reaches(mpq_srcptr high, mpz_srcptr x, mpz_srcptr d, mpz_ptr t)
{
    mpz_mul(t, mpq_denref(high), x);
    mpz_abs(t, t);
    mpz_submul(t, mpq_numref(high), d);
    return mpz_sgn(t) >= 0;
}

/* rho 2^46 <= the largest of 4, the coordinates, the time and the data: is
   there one of them that reaches it? `most` is rho over the denominator of the
   data, in units of balls, cut off, for ball_near. */
void radius_check(checker *c)
{
    level2 *e = c->two;
    mpq_ptr high = c->r.ratio;
    mpz_ptr t = c->r.work;
    if (mpq_sgn(e->rho) <= 0)
        refuse(&c->r, "a radius is positive");
    mpq_mul_2exp(high, e->rho, 46);
    int fine = mpq_cmp_ui(high, 4, 1) <= 0;
    for (int k = M; k <= D; k++)
        for (long i = 0; i < c->p.data[k].n && !fine; i++)
            fine = reaches(high, c->p.data[k].x[i], c->p.over, t);
    for (long i = 0; i < c->s.nq && !fine; i++)
        fine = reaches(high, c->c.q.x[i], c->c.q.den, t);
    mpq_div(high, high, c->s.h);
    if (!fine && mpq_cmp(high, c->c.time) > 0)
        refuse(&c->r, "the radius is larger than is allowed");
    mpz_mul(e->most, mpq_numref(e->rho), c->p.over);
    mpz_mul_2exp(e->most, e->most, BALL_BITS);
    mpz_fdiv_q(e->most, e->most, mpq_denref(e->rho));
    const double rho = above(mpq_numref(e->rho), mpq_denref(e->rho));
    e->sum.radius = rho > e->sum.radius ? rho : e->sum.radius;
}
