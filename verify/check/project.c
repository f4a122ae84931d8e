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

The rows are joints, then all springs or none, then the contacts in hand. The
first EQUATIONS of them are equations: joints and springs, or all rows, since
AP02's third section has contacts that stay as equations.

**What is proven: a number.** A projection is done in doubles in any level, so
nothing here holds exactly, and nothing is refused for not holding. The
residuals are lengths, and the largest of the run is printed, rounded up:
$|\Gamma^T(q' - q) - J^T \lambda|$ by components; $|\theta_i|$ of equations,
and of a gap that is negative or has $\lambda_i \ne 0$; $-\lambda_i$ of gaps.
For a gap that is open and does not push nothing is counted.

**What is not.** The rows J and values are the writer's; no level compares
them with the tapes, and the statement does not say whether a run projects at
all. A forger who takes the row $q' - q$ with the multiplier 1 has the
residual 0 and $q'$ wherever he likes. From $q = 0$:

    project 0 0 0
    G
    nu
    a
    n 0:63              the way he wants to go, 99 m
    value
    force 0:1
    p 0:63

is accepted, and counted as one projection. So a run with projections proves
of its positions what lies between them, and the verdict prints how many there
were.

| a forger writes | words |
|---|---|
| contacts out of order, or twice | contacts grow |
| a number of equations that is neither | equations are joints and springs, and contacts or not |
| some springs; a projection in level R | all springs or none; level R knows no projection |
*/
#include "proof.h"

/* The largest |x| / unit, rounded up. */
static void keep(checker *c, mpz_srcptr x, mpz_srcptr unit)
{
    double size = above(x, unit);
    if (size > c->p.sum.projection)
        c->p.sum.projection = size;
}

/* project EQUATIONS SPRINGS ID..., arrays, and the position that it came to.
   The arrays lie in the places of a problem: value in PHI, force in Z. */
static void read_projection(checker *c, long *equations)
{
    problem *p = &c->p;
    const long nv = c->s.nv, m = c->s.joints;
    long n = 0, last = -1;
    data_empty(c);
    read_text(&c->r, "project ");
    *equations = read_within(&c->r, MOST_COUNT);
    read_text(&c->r, " ");
    const long springs = read_count(&c->r, c->s.springs);
    for (; peek(&c->r) != '\n'; n++) {
        read_text(&c->r, " ");
        long id = read_count(&c->r, c->s.contacts - 1);
        if (id <= last)
            refuse(&c->r, "contacts grow");
        last = id;
    }
    read_text(&c->r, "\n");
    if (*equations != m + springs && *equations != m + springs + n)
        refuse(&c->r, "equations are joints and springs, and contacts or not");
    if ((springs != 0 && springs != c->s.springs) || c->p.level == R)
        refuse(&c->r, "all springs or none; level R knows no projection");
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
    array_unify(both, 2);
    for (long i = 0; i < nq; i++) {
        mpz_sub(y[i], q->x[i], t[i]);
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
}
