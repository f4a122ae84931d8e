/**
# Contacts that yield: the polygon of friction, (TH3), (TH4)

yield.c has the step as a whole, and the letters. This file has what a statement
says of contacts that yield, and what each contact has to obey:

    corners 4              of the statement, behind the contacts
    corner 1 0
    corner 0 1
    corner -1 0
    corner 0 -1
    delta 0                one for each row: a contact, then its slips

**The law.** TH4 is the law "the friction that dissipates the most": a linear function takes
its least value over a polygon at a corner. That the corners surround the origin
is not asked; where they do not, the origin is one more, which is what the $0$ in
the maximum says. That each lies inside the disc is asked of the statement, so no
friction is beyond Coulomb's.

With these four corners, $\mu = \frac12$, $\lambda_n = 2$ and the slip $s = (3, -1)$ the best
corner is $(-1, 0)$, since $-s \cdot D_k$ is $-3, 1, 3, -1$. So $\lambda_{to} = (-1, 0)$: all
of $\mu\lambda_n = 1$ on that corner, and $s \cdot \lambda_{to} = -3 = -1 \cdot 3$. Half of it
on each of the two corners with a positive number, $(-\frac12, \frac12)$, has $-2$:
lazy, and refused. Who states $\beta = (-1, 0, 2, 0)$ has $(-3, 0)$ within the sum 1; so
a share is asked to be not negative.

**The disc** stands in level L0 alone: its force $-\mu\lambda_n s / |s|$ has a root in it,
so no exact step in fractions. What is measured needs lengths, and these are
rounded up, $\lceil 2^{100} |x| \rceil$ of whole numbers, so that what is printed is not
less than what is there. A length that is a whole number is itself; therefore the
same lines ask $|\lambda_t| \le \mu\lambda_n$ and $s_t\lambda_t = -\mu\lambda_n|s_t|$ of one slip in
levels L1 and R, exactly: with the first, the second can fail to one side only.

| a forger states | and hears |
|---|---|
| a corner at $(1, \frac12)$, for more friction than Coulomb's | a corner outside of the disc of friction |
| a share of $-1$ on two opposite corners, for a sum that seems less | not a solution: a share of a corner |
| shares whose sum is more than $\mu\lambda_n$ | not a solution: friction beyond mu lambda_n |
| all of $\mu\lambda_n$ on the second best corner | not a solution: friction that is not opposite to the slip |
| three slips, or contacts of a binding | a contact that yields has at most two slips; contacts that yield are the scene's |
| another deformation at the start | not a solution: the compliance does not hold, in the first row |

**Not asked**: that a statement's corners are many, or spread evenly. A polygon
with the corner $(0, 0)$ alone is frictionless, and its statement says so.
*/
#include "proof.h"

/* What contacts that yield have besides, behind the last of them: corners inside
   the disc, of which a force of two slips is a sum; one deformation for each
   row. All contacts stand in each row of a proof, so their number has the limit
   of a problem's. */
void yield_read(reader *r, scene *s)
{
    array *const to[] = {&s->corner, &s->delta};
    s->rows = s->own;
    r->over = s->own > MOST_ACTIVE;
    if (r->over || s->bindings > 0)
        refuse(r, "contacts that yield are the scene's, at most %d",
               MOST_ACTIVE);
    for (long i = 0; i < s->own; i++)
        s->rows += s->contact[i].slips;
    for (long i = 0; i < s->own; i++)
        if (s->contact[i].slips > 2)
            refuse(r, "a contact that yields has at most two slips");
    read_text(r, "corners ");
    s->corners = read_within(r, MOST_ACTIVE);
    read_text(r, "\n");
    for (int k = 0; k < 2; k++) {
        array_room(r, to[k], 0);
        for (long i = 0; i < (k == 0 ? s->corners : s->rows); i++) {
            read_text(r, k == 0 ? "corner" : "delta");
            for (int x = k; x < 2; x++) {
                read_text(r, " ");
                read_ratio(r, r->ratio);
                array_append(r, to[k], &s->part[0], r->ratio);
            }
            read_text(r, "\n");
        }
        array_join(r, to[k], &s->part[0]);
    }
    mpz_mul(r->work, s->corner.den, s->corner.den);
    for (long k = 0; k < s->corners; k++) {
        mpz_t *x = s->corner.x + 2 * k;
        sum(r->common, 1, x[0], x[0], NULL, 1, x[1], x[1], NULL, 0);
        if (mpz_cmp(r->common, r->work) > 0)
            refuse(r, "a corner outside of the disc of friction");
    }
}

/* (TH3) of contact j, whose first row is `row`; `phi` is spread. */
static void normal(checker *c, long j, long row, const mpz_t *phi)
{
    problem *p = &c->p;
    static const char what[] = "lambda_n >= 0, gap >= 0, product 0";
    mpz_srcptr hn = mpq_numref(c->s.h), hd = mpq_denref(c->s.h), gd = mpq_denref(c->s.gamma);
    mpz_srcptr push = p->x.x[c->s.nv + c->s.rows + row];
    sum(p->s, 1, p->x.den, hd, gd, phi[j], NULL, 1, p->over, hd, gd,
        c->y.old.x[row], NULL, 1, c->y.s.x[row], NULL, 0);
    mpz_mul(p->t, push, hn);
    mpz_mul(p->by, p->x.den, hd);
    demand(c, LEAST + IMPULSE, p->t, p->by, what);
    sum(p->by, 1, p->over, p->x.den, gd, hn, NULL, 0);
    demand(c, LEAST + VELOCITY, p->s, p->by, what);
    mpz_mul(p->t, push, p->s);
    sum(p->by, 1, p->over, p->x.den, p->x.den, hd, gd, NULL, 0);
    demand(c, ENERGY, p->t, p->by, what);
}

/* to = at least the root of x^2 + y^2, over 2^100 more than x and y; the root of a
   square is itself. */
static void length(mpz_ptr to, mpz_srcptr x, mpz_srcptr y)
{
    mpz_t rest;
    mpz_init(rest);
    sum(to, 1, x, x, NULL, 1, y, y, NULL, 0);
    mpz_mul_2exp(to, to, 200);
    mpz_sqrtrem(to, rest, to);
    mpz_add_ui(to, to, mpz_sgn(rest) != 0);
    mpz_clear(rest);
}

/* (TH4) of a disc, level L0, or of one slip, whose other one is 0: with lengths
   over 2^100 more; friction beyond the cone, and what it could dissipate more. */
static void disc(checker *c, mpq_srcptr mu, const mpz_t *f, const mpz_t *s,
                 int slips)
{
    problem *p = &c->p;
    mpz_srcptr hn = mpq_numref(c->s.h), hd = mpq_denref(c->s.h), gd = mpq_denref(c->s.gamma);
    mpz_srcptr none = c->r.none;
    length(p->s, f[1], slips == 2 ? f[2] : none);
    mpz_mul_2exp(p->t, f[0], 100);
    sum(p->s, 1, p->s, hn, mpq_denref(mu), NULL, -1, p->t, hn, mpq_numref(mu), NULL, 0);
    sum(p->by, 1, p->x.den, hd, mpq_denref(mu), NULL, 0);
    mpz_mul_2exp(p->by, p->by, 100);
    demand(c, IMPULSE, p->s, p->by, "friction beyond mu lambda_n");
    length(p->s, s[1], slips == 2 ? s[2] : none);
    sum(p->s, 1, p->s, mpq_numref(mu), f[0], NULL, 0);
    sum(p->t, 1, f[1], s[1], NULL, 1, slips == 2 ? f[2] : none,
        slips == 2 ? s[2] : none, NULL, 0);
    mpz_mul(p->t, p->t, mpq_denref(mu));
    mpz_mul_2exp(p->t, p->t, 100);
    mpz_add(p->s, p->s, p->t);
    sum(p->by, 1, p->over, p->x.den, p->x.den, hd, gd, mpq_denref(mu), NULL, 0);
    mpz_mul_2exp(p->by, p->by, 100);
    demand(c, ENERGY, p->s, p->by, "friction that is not opposite to the slip");
}

/* (TH4) of a polygon, levels L1 and R: z are lambda_n and the shares of the
   corners, f and s the forces and slips of the contact. */
static void polygon(checker *c, mpq_srcptr mu, const mpz_t *z, const mpz_t *f,
                    const mpz_t *s)
{
    problem *p = &c->p;
    const mpz_t *corner = (const mpz_t *)c->s.corner.x;
    mpz_mul(p->t, z[0], mpq_numref(mu));
    mpz_set_ui(p->E, 0); /* the best corner */
    for (long k = 0; k < c->s.corners; k++) {
        demand(c, LEAST + IMPULSE, z[1 + k], c->r.one, "a share of a corner");
        mpz_submul(p->t, z[1 + k], mpq_denref(mu));
        sum(p->s, -1, s[1], corner[2 * k], NULL, -1, s[2], corner[2 * k + 1],
            NULL, 0);
        if (mpz_cmp(p->s, p->E) > 0)
            mpz_set(p->E, p->s);
    }
    demand(c, LEAST + IMPULSE, p->t, c->r.one, "friction beyond mu lambda_n");
    mpz_srcptr low = c->s.corner.den;
    sum(p->s, 1, f[1], s[1], low, mpq_denref(mu), NULL, 1, f[2], s[2], low, mpq_denref(mu),
        NULL, 1, f[0], p->E, mpq_numref(mu), NULL, 0);
    demand(c, EQUAL + ENERGY, p->s, c->r.one,
           "friction that is not opposite to the slip");
}

/* Contact by contact: at counts forces of the file, row those of all rows. */
void yield_contacts(checker *c)
{
    const scene *s = &c->s;
    const long n = s->nv + s->rows;
    mpz_t *phi = array_spread(&c->r, &c->p.data[PHI], &c->n.at, s->own);
    for (long j = 0, row = 0, at = n; j < s->own; j++) {
        const contact *x = &s->contact[j];
        const mpz_t *f = (const mpz_t *)c->p.x.x + n + row;
        const mpz_t *slip = (const mpz_t *)c->y.s.x + row;
        const int corners = x->slips == 2 && c->p.level != L0;
        normal(c, j, row, (const mpz_t *)phi);
        if (corners)
            polygon(c, x->mu, (const mpz_t *)c->y.z.x + at, f, slip);
        else if (x->slips > 0)
            disc(c, x->mu, f, slip, x->slips);
        at += 1 + (corners ? s->corners : x->slips);
        row += 1 + x->slips;
    }
}

void yield_tell(const verdict *v)
{
    printf("Contacts yield: each row is a step (16) of PKS05 from the stated data, with\n"
           "all contacts. With E = v'M v / 2 + d'K d / 2 of a row's own M and K, in %ld\n"
           "rows E grows by more than the work of the stated forces. Not proven: that a\n"
           "force is the only one; anything of E between rows, if M or K depend on q.\n",
           v->owns);
    if (v->near > 0)
        printf("distance: in %ld rows there is one solution, with the disc for friction,\n"
               "and the forces are within %.17g N of it.\n",
               v->near, v->distance);
    if (v->level == L0 && v->near < v->rows)
        puts("distance undecided, in the other rows: how far the forces are from a\n"
             "solution.");
}
