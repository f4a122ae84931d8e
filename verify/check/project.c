/**
# Projections (C13)

doc/70-certificate.md, C13; AP02 (46). Position-level drift is removed by
moving $q$ to the nearest point, in the metric of the unit matrix of
velocities, in which joints and chosen springs are satisfied and gaps are not
negative:

$$\Gamma^T (q' - q) = J^T \lambda, \qquad \theta_i(q') = 0 \text{ for equations}, \qquad
0 \le \lambda_i \perp \theta_i(q') \ge 0 \text{ for gaps}.$$

    project EQUATIONS SPRINGS ID...     contacts in hand, growing
    G nu a n                            rows J at the new position, and Gamma
    value                               theta, one per row
    force                               lambda, one per row
    p                                   q'

The rows are joints, then the springs that have a stiffness or none, then the
contacts in hand. A damper stores nothing, and (46) has no line for it. The
first EQUATIONS of them are equations: joints and springs, or all rows, since
AP02's third section has contacts that stay as equations.

**What is proven.** A projection is done in doubles in any level, so nothing
here holds exactly. The residuals are lengths: $|\Gamma^T(q' - q) - J^T \lambda|$
by components; $|\theta_i|$ of equations, and of a gap that is negative or has
$\lambda_i \ne 0$; $-\lambda_i$ of gaps. For a gap that is open and does not push
nothing is counted. None may be more than $2^{-39} \max(1, |q'_i|)$, twice what
perp ends its iteration with; the largest of the run is printed, and the
largest move of a coordinate, both rounded up.

The statement says whether there are projections at all, and of which rows. Then
each position has one, so where they stand is not the writer's choice; nor is,
in level L1, which contacts are in hand: those that stay closed, for `full`
perhaps others that would be negative.

**A projection by hand.** A pendulum of length 1, $\Theta = \frac12(|q|^2 - 1)$, under
`project joints`. A step has left it at $q = (\frac34, 1)$, where $\Theta =
\frac9{32}$. The nearest point of the circle is $q' = (\frac35, \frac45)$, there $\nu =
q'$, and $q' - q = (-\frac3{20}, -\frac15) = -\frac14 \nu$:

    project 1 0
    G
    nu/5 0:3 1:4
    a
    n
    value
    force/4 0:-1
    p/5 0:3 1:4

Both residuals are 0, the value because it is not written, and the move is
$\frac15$. The multiplier may be negative: a joint holds on both sides. Were this row
a contact, $-\lambda = \frac14$ would be its residual, and the record refused: a wall
does not pull. In doubles neither $q'$ nor $\lambda$ is what it is here, and residuals
are some $10^{-17}$; allowed are $2^{-39}$, about $1.8 \cdot 10^{-12}$, and a
position that is off by $10^{-10}$, with these rows and this multiplier, is refused.

**What is not.** In level L1 the rows J and the values are the writer's. Under a
statement with `project contacts` a forger who takes the row $q' - q$ with the
multiplier 1 has the residual 0 and $q'$ wherever he likes. From $q = 0$, with
contact 0 at rest:

    project 0 0 0
    G
    nu
    a
    n 0:63              the way he wants to go, 99 m
    value
    force 0:1
    p 0:63

is accepted, and "moves a coordinate by at most 99". Level L2 compares rows
and values with the formulas (geometry.c, E9). In no level is a stationary
point known to be the nearest one.

| a forger writes | words |
|---|---|
| contacts out of order, or twice | contacts grow |
| a number of equations that is neither | equations are joints and springs, and contacts or not |
| springs or contacts that the mode has not | rows that the statement's projection has not |
| contacts that do not touch | a projection has other contacts in hand |
| a position that is not stationary | the conditions of a projection do not hold |
| a projection in a run that has none | the statement knows no projection |
*/
#include "proof.h"

/* The largest |x| / unit, rounded up; and that it is at most 2^-39 times the
   size of the position, p->s / p->t. */
static void keep(checker *c, mpz_srcptr x, mpz_srcptr unit)
{
    problem *p = &c->p;
    double size = above(x, unit);
    if (size > p->sum.projection)
        p->sum.projection = size;
    mpz_mul(p->E, x, p->t);
    mpz_mul_2exp(p->E, p->E, 39);
    mpz_mul(p->r, unit, p->s);
    if (mpz_cmpabs(p->E, p->r) > 0)
        refuse(&c->r, "the conditions of a projection do not hold");
}

/* In hand are the contacts that stay closed: of a step those that it keeps, of a
   collision those that it lists. (46) takes all contacts, of which the others
   are in hand where they have to push. */
void hand_check(checker *c, const long *id, long n)
{
    const chain *x = &c->c;
    long k = 0, at = 0;
    if (c->s.project != ON_CONTACTS && c->s.project != ON_ALL)
        return;
    for (; k < n; k++, at++) {
        while (at < x->hands && x->hand[at] < id[k])
            at++;
        if (at == x->hands || x->hand[at] != id[k])
            break;
    }
    if (k < n || (c->s.project == ON_CONTACTS && x->hands != n))
        refuse(&c->r, "a projection has other contacts in hand");
}

/* The largest |q_i - q'_i|, rounded up, of the projections of a run. */
static void moved(checker *c, mpz_srcptr x, mpz_srcptr unit)
{
    double far = above(x, unit);
    if (far > c->p.sum.moved)
        c->p.sum.moved = far;
}

/* project EQUATIONS SPRINGS ID..., arrays, and the position that it came to.
   The arrays lie in the places of a problem: value in PHI, force in Z. */
static void read_projection(checker *c, long *equations)
{
    problem *p = &c->p;
    const long nv = c->s.nv, m = c->s.joints;
    const int mode = c->s.project;
    long n = 0;
    data_empty(c);
    read_text(&c->r, "project ");
    *equations = read_within(&c->r, MOST_COUNT);
    read_text(&c->r, " ");
    const long springs = read_count(&c->r, c->s.springs);
    for (; peek(&c->r) != '\n'; n++) {
        read_text(&c->r, " ");
        c->c.hand[n] = read_count(&c->r, c->s.contacts - 1);
        c->r.over = n == MOST_ACTIVE;
        if (n == MOST_ACTIVE || (n > 0 && c->c.hand[n] <= c->c.hand[n - 1]))
            refuse(&c->r, "contacts grow, at most %d", MOST_ACTIVE);
    }
    read_text(&c->r, "\n");
    c->c.hands = n;
    if (*equations != m + springs &&
        (mode != ON_CONTACTS || *equations != m + springs + n))
        refuse(&c->r, "equations are joints and springs, and contacts or not");
    if (springs != (mode == ON_ALL ? c->s.holds : 0) ||
        (mode == ON_JOINTS && n > 0))
        refuse(&c->r, "rows that the statement's projection has not");
    p->size[JOINTS] = m;
    p->size[SPRINGS] = springs;
    p->size[CONTACTS] = n;
    read_array(&c->r, "G", c->s.has_G * c->s.nq * nv, &p->data[G]);
    read_array(&c->r, "nu", m * nv, &p->data[NU]);
    read_array(&c->r, "a", springs * nv, &p->data[A]);
    read_array(&c->r, "n", n * nv, &p->data[N]);
    read_array(&c->r, "value", m + springs + n, &p->data[PHI]);
    data_ready(c);
    read_array(&c->r, "force", m + springs + n, &p->data[Z]);
    read_array(&c->r, "p", c->s.nq, &c->c.read);
}

/* y = q - q' over q.den z.den, so that row becomes J' lambda - Gamma' (q' - q)
   over `over` q.den z.den: where there is no Gamma, `over` y stands for it.
   The parts of lambda follow one behind the other as the rows do. */
void project_check(checker *c)
{
    problem *p = &c->p;
    array *q = &c->c.q, *to = &c->c.to, *both[] = {q, to}, *z = &p->data[Z],
          *value = &p->data[PHI];
    const long nv = c->s.nv, nq = c->s.nq;
    long equations, rows = 0;
    read_projection(c, &equations);
    for (int k = JOINTS; k <= CONTACTS; k++)
        rows += p->size[k];
    mpz_t *t = array_spread(&c->r, &c->c.read, to, nq);
    mpz_t *f = array_spread(&c->r, z, &p->x, rows);
    mpz_t *v = array_spread(&c->r, value, &p->along, rows);
    mpz_t *y = array_spread(&c->r, NULL, &p->y, rows > nq ? rows : nq);
    mpz_t *row = array_spread(&c->r, NULL, &p->row, nv);
    array_unify(&c->r, both, 2);
    mpz_set(p->s, to->den); /* the larger of 1 and |q'_i|, over to->den */
    mpz_set(p->t, to->den);
    for (long i = 0; i < nq; i++) {
        if (mpz_cmpabs(t[i], p->s) > 0)
            mpz_abs(p->s, t[i]);
        mpz_sub(y[i], q->x[i], t[i]);
        moved(c, y[i], q->den);
        mpz_mul(y[i], y[i], z->den);
    }
    for (long j = 0; j < nv && !c->s.has_G; j++)
        mpz_mul(row[j], y[j], p->over);
    times(row, &p->data[G], nv, BACK, (const mpz_t *)y); /* or nothing */
    for (int k = 0, at = 0; k < 3; at += (int)p->size[JOINTS + k++]) {
        for (long i = 0; i < p->size[JOINTS + k]; i++)
            mpz_mul(y[i], f[at + i], q->den);
        times(row, &p->data[NU + k], nv, BACK, (const mpz_t *)y);
    }
    sum(p->per, 1, p->over, q->den, z->den, NULL, 0);
    for (long j = 0; j < nv; j++)
        keep(c, row[j], p->per);
    for (long k = 0; k < rows; k++) {
        const int open =
            k >= equations && mpz_sgn(f[k]) == 0 && mpz_sgn(v[k]) > 0;
        keep(c, open ? c->r.none : v[k], p->over);
        keep(c, k >= equations && mpz_sgn(f[k]) < 0 ? f[k] : c->r.none, z->den);
    }
    array_spread(&c->r, &c->c.read, q, nq);
    c->c.projections++;
    if (c->two != NULL)
        place_check(c);
}
