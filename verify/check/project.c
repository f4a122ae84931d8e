#include "proof.h"

static void keep(checker *c, mpz_srcptr x, mpz_srcptr unit)
{
    mpz_abs(c->p.t, x);
    double size = above(c->p.t, unit);
    if (size > c->p.sum.projection)
        c->p.sum.projection = size;
}

/* project EQUATIONS SPRINGS ID..., arrays, and the position that the projection came to. */
static void read_projection(checker *c, long *equations)
{
    problem *p = &c->p;
    const long nv = c->s.nv, m = c->s.joints;
    long n = 0, last = -1;
    for (int k = 0; k < V; k++) {
        p->data[k].n = 0;
        mpz_set_ui(p->data[k].den, 1);
    }
    read_text(&c->r, "project ");
    *equations = read_count(&c->r, MOST_COUNT);
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
    one_denominator(p);
    read_array(&c->r, "force", m + springs + n, &p->data[Z]);
    read_array(&c->r, "p", c->s.nq, &c->c.read);
}

/* (46): the position is nearest to the one before under the constraints, up to
   the largest residual of the conditions of optimality, a length, which is
   printed: Gamma' (q' - q) = rows' force; equations are 0; gaps and their forces
   are not negative, and one of the two is 0. */
void project_check(checker *c)
{
    problem *p = &c->p;
    array *q = &c->c.q, *to = &c->c.to, *z = &p->data[Z],
          *value = &p->data[PHI];
    const long nv = c->s.nv, nq = c->s.nq;
    long equations, rows = 0;
    read_projection(c, &equations);
    for (int k = JOINTS; k <= CONTACTS; k++)
        rows += p->size[k];
    array_room(&c->r, &p->x, rows);
    array_room(&c->r, &p->y, rows > nq ? rows : nq);
    array_room(&c->r, &p->along, rows);
    array_spread(&c->c.read, to, nq);
    array_spread(z, &p->x, rows);
    array_spread(value, &p->along, rows);
    mpz_t *row = p->row.x, *y = p->y.x, *f = p->x.x, *v = p->along.x;
    for (long i = 0; i < nq; i++)
        sum(y[i], 1, q->x[i], to->den, z->den, NULL, -1, to->x[i], q->den,
            z->den, NULL, 0);
    for (long j = 0; j < nv; j++)
        sum(row[j], 1, c->s.has_G ? c->r.none : y[j], p->over, NULL, 0);
    times(row, &p->data[G], nv, BACK, (const mpz_t *)y); /* or nothing */
    for (int k = 0, at = 0; k < 3; at += (int)p->size[JOINTS + k++]) {
        for (long i = 0; i < p->size[JOINTS + k]; i++)
            sum(y[i], 1, f[at + i], q->den, to->den, NULL, 0);
        times(row, &p->data[NU + k], nv, BACK, (const mpz_t *)y);
    }
    sum(p->per, 1, p->over, to->den, q->den, z->den, NULL, 0);
    for (long j = 0; j < nv; j++)
        keep(c, row[j], p->per);
    for (long k = 0; k < rows; k++) {
        const int open =
            k >= equations && mpz_sgn(f[k]) == 0 && mpz_sgn(v[k]) > 0;
        keep(c, open ? c->r.none : v[k], p->over);
        keep(c, k >= equations && mpz_sgn(f[k]) < 0 ? f[k] : c->r.none, z->den);
    }
    array_spread(&c->c.read, q, nq);
    c->c.projections++;
}
