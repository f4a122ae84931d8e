/**
# Are the numbers of a row those of the scene? (E3)

doc/71-enclosures.md, E3. For the stored $q$ and $v$ and the time of (C11) the
tapes give balls. Each entry of each array of the row must satisfy

$$|\text{stored} - m| + r \le \rho,$$

so the whole ball, and with it the real number that the formula means, is
within $\rho$ of what is stored. *Each* entry: also those that are not
written, because they are 0. That is the point at which an empty array can lie
as well as a full one, and arrays that the scene does not have at all must be
empty:

* M: both halves of the tape's M; entries (i, j) and (j, i) are asked against
  the one that is stored.
* F and G: the rest of `inertia`. Where the scene has no F, the answer to one
  is "F where the scene has none"; where it has no rates, G has no places to
  write at.
* k0, k1: `force` at $(q, v, t)$ and at $(q, v, t + h)$.
* kq, kv: its gradients at the second, $\nabla_q k_1\,\Gamma$ and
  $\nabla_v k_1$. Where the statement or the scheme has no Jacobians, "a
  Jacobian where there is none".
* nu: $\Gamma^T \nabla\Theta$; phi and a: elongations and
  $\Gamma^T \nabla\varphi$.
* n, d: contacts.c.

In the chapter's example the tape of the mass says `out 5 6 6 5` with the
constants 1 and 0 in slots 5 and 6: M is (1, 0; 0, 1), and the row has `M 0:1
3:1`. Each of its three entries on and above the diagonal is compared with
both of its places: at entry 1 nothing is stored, so 0 is asked against slot
6, twice. Balls of constants that are whole have the radius 0, so every
$\rho > 0$ would do for them.

What an entry too much can do: an F that the scene does not have, $F_{yy} = 5$
in each row, makes a falling ball rise, and every problem so posed is solved
exactly.

Stored numbers are walked from the left beside the places they may have
(`compare`): the next stored entry is this place's, or this place holds 0.
Since all places are visited in order, and the entries were read in order,
none is left over.

**Why one absolute radius.** An entry like a lever arm $x_1 - x_2$ has an
error of the size of $x_1$, however small it is itself. A radius relative to
the entry would be missed by honest proofs, and one relative to each term
could be chosen by the writer. How large $\rho$ may be: radius_check.

A projection (E9) has the rows G, nu, a, n at the position that it came to, and
values; they are compared in the same way, with a radius of their own.

The joints' values $\Theta$ are not compared with anything, for the scheme
does not use them; the largest is printed, so that a reader sees how far the
machine has come apart.
*/
#include "level2.h"

/* The value and the derivative of an output, which must be there: null for a
   derivative that is exactly 0. */
const ball *value_at(checker *c, const tape *t, long k)
{
    const sheet *s = &c->two->s;
    if (s->lost[t->out[k]])
        refuse(&c->r, "the scene has no value where the proof says L2");
    return &s->x[t->out[k]];
}

const ball *slope_at(checker *c, const tape *t, long k)
{
    const sheet *s = &c->two->s;
    if (s->moves[t->out[k]] > 1)
        refuse(&c->r, "the scene has no gradient where the proof says L2");
    return s->moves[t->out[k]] ? &s->d[t->out[k]] : NULL;
}

/* Entry `at` of an array, walked from the left: k is where the walk is. */
void compare(checker *c, const array *list, long *k, long at, const ball *x,
                    const char *what)
{
    level2 *e = c->two;
    mpz_srcptr given = c->r.none;
    if (*k < list->n && list->at[*k] == at)
        given = list->x[(*k)++];
    if (!ball_near(&e->s.w, x, given, c->p.over, e->most))
        refuse(&c->r, "%s is farther from the scene's than the radius", what);
}

/* n outputs of the tape that was evaluated last, from the k-th on. */
static void compare_outputs(checker *c, const array *list, const tape *t, long k,
                            long n, const char *what)
{
    long walk = 0;
    for (long i = 0; i < n; i++)
        compare(c, list, &walk, i, value_at(c, t, k + i), what);
}

/* The inputs of the scene's tapes: q, v, and the time, a whole step later when
   `later`. */
void inputs_set(checker *c, int later)
{
    level2 *e = c->two;
    const long nq = c->s.nq, nv = c->s.nv;
    ball *in = balls_room(&c->r, &e->in, nq + nv + 1);
    for (long i = 0; i < nq; i++)
        ball_ratio(&in[i], c->c.q.x[i], c->c.q.den);
    for (long i = 0; i < nv; i++)
        ball_ratio(&in[nq + i], c->p.v.x[i], c->p.v.den);
    mpq_ptr t = c->r.ratio;
    mpq_set_si(t, later, 1);
    mpq_add(t, t, c->c.time);
    mpq_mul(t, t, c->s.h);
    ball_ratio(&in[nq + nv], mpq_numref(t), mpq_denref(t));
}

/* d is the derivative by coordinate `at`: row += d times row `at` of Gamma,
   for n = Gamma' grad is a row over velocities. Without rates coordinate i is
   moved by velocity i alone. */
void spread(checker *c, ball *row, long at, const ball *d)
{
    level2 *e = c->two;
    if (!c->s.has_G) {
        ball_add(&row[at], &row[at], d);
        return;
    }
    for (long j = 0; j < c->s.nv; j++) {
        const ball *rate = &e->G.x[at * c->s.nv + j];
        if (ball_is_zero(rate))
            continue;
        ball_mul(&e->s.w, &e->t, rate, d);
        ball_add(&row[j], &row[j], &e->t);
    }
}

ball *zero_rows(checker *c, long n)
{
    ball *row = balls_room(&c->r, &c->two->row, n * c->s.nv);
    for (long i = 0; i < n * c->s.nv; i++)
        ball_zero(&row[i]);
    return row;
}

ball *zero_seed(checker *c, long n)
{
    ball *seed = balls_room(&c->r, &c->two->seed, n);
    for (long i = 0; i < n; i++)
        ball_zero(&seed[i]);
    return seed;
}

/* Rows Gamma' grad of n outputs of a tape over q, v, t, or of those that `want`
   names; with `speeds`, grad_v instead. */
ball *gradient(checker *c, const tape *t, long n, const long *want,
                      int speeds)
{
    level2 *e = c->two;
    ball *row = zero_rows(c, n), *seed = zero_seed(c, t->inputs);
    const long from = speeds ? c->s.nq : 0;
    const long to = speeds ? c->s.nq + c->s.nv : c->s.nq;
    for (long i = from; i < to && n > 0; i++) {
        ball_one(&seed[i]);
        sheet_slope(&e->s, t, seed);
        ball_zero(&seed[i]);
        for (long k = 0; k < n; k++) {
            const ball *d = slope_at(c, t, want == NULL ? k : want[k]);
            if (d != NULL && speeds)
                ball_set(&row[k * c->s.nv + i - from], d);
            else if (d != NULL)
                spread(c, row + k * c->s.nv, i, d);
        }
    }
    return row;
}

static void compare_rows(checker *c, const array *list, const ball *row, long n,
                         const char *what)
{
    long walk = 0;
    for (long i = 0; i < n * c->s.nv; i++)
        compare(c, list, &walk, i, &row[i], what);
}

/* A jump has no G in the file; it is needed for gradients, and taken from the
   tape of inertia, which was evaluated last. */
static void rates(checker *c)
{
    level2 *e = c->two;
    const scene *s = &c->s;
    const tape *t = &s->inertia;
    const long nv = s->nv, at = nv * nv * (1 + s->has_F);
    if (!c->p.jump)
        compare_outputs(c, &c->p.data[G], t, at, s->has_G * s->nq * nv, "G");
    for (long i = 0; s->has_G && i < s->nq * nv; i++)
        ball_set(&balls_room(&c->r, &e->G, s->nq * nv)[i],
                 value_at(c, t, at + i));
}

void mass_compare(checker *c)
{
    level2 *e = c->two;
    const tape *t = &c->s.inertia;
    const long nv = c->s.nv;
    long walk = 0;
    sheet_value(&e->s, t, e->in.x);
    for (long i = 0; i < nv; i++)
        for (long j = i; j < nv; j++) {
            long again = walk; /* for the entry below the diagonal */
            compare(c, &c->p.data[M], &walk, i * nv + j,
                    value_at(c, t, i * nv + j), "M");
            compare(c, &c->p.data[M], &again, i * nv + j,
                    value_at(c, t, j * nv + i), "M");
        }
}

static void inertia(checker *c)
{
    const scene *s = &c->s;
    const tape *t = &s->inertia;
    const long vv = s->nv * s->nv;
    mass_compare(c);
    if (!s->has_F && c->p.data[F].n > 0)
        refuse(&c->r, "F where the scene has none");
    if (!c->p.jump)
        compare_outputs(c, &c->p.data[F], t, vv, s->has_F * vv, "F");
    rates(c);
}

/* kq and kv belong to the force at the end of the step; where the statement has
   no Jacobians, or the scheme uses none, they are zero. The inputs are put back
   for what comes behind. */
static void force(checker *c)
{
    level2 *e = c->two;
    const scene *s = &c->s;
    const tape *t = &s->force;
    const int steep = s->jacobians && s->form != EXPLICIT;
    sheet_value(&e->s, t, e->in.x);
    compare_outputs(c, &c->p.data[K0], t, 0, s->nv, "k0");
    inputs_set(c, 1);
    sheet_value(&e->s, t, e->in.x);
    compare_outputs(c, &c->p.data[K1], t, 0, s->nv, "k1");
    compare_rows(c, &c->p.data[KQ], gradient(c, t, s->nv * steep, NULL, 0),
                 s->nv * steep, "kq");
    compare_rows(c, &c->p.data[KV], gradient(c, t, s->nv * steep, NULL, 1),
                 s->nv * steep, "kv");
    if (!steep && c->p.data[KQ].n + c->p.data[KV].n > 0)
        refuse(&c->r, "a Jacobian where there is none");
    inputs_set(c, 0);
}

/* Joints, then springs, of which a jump has none. */
static void constraints(checker *c)
{
    level2 *e = c->two;
    const scene *s = &c->s;
    sheet_value(&e->s, &s->theta, e->in.x);
    for (long i = 0; i < s->joints; i++) {
        double far = ball_size(value_at(c, &s->theta, i));
        e->sum.joint = far > e->sum.joint ? far : e->sum.joint;
    }
    compare_rows(c, &c->p.data[NU], gradient(c, &s->theta, s->joints, NULL, 0),
                 s->joints, "nu");
    if (c->p.jump || s->springs == 0)
        return;
    sheet_value(&e->s, &s->phi, e->in.x);
    compare_outputs(c, &c->p.data[PHI], &s->phi, 0, s->springs, "phi");
    compare_rows(c, &c->p.data[A], gradient(c, &s->phi, s->springs, NULL, 0),
                 s->springs, "a");
}

/* (E9): the rows of a projection, which lie in the places of a problem, at the
   position that it came to; its values are Theta, the elongations of springs with a
   stiffness less what they were to be, gaps. */
void geometry_place(checker *c)
{
    level2 *e = c->two;
    const scene *s = &c->s;
    const long m = s->joints, springs = c->p.size[SPRINGS];
    e->placed = 1;
    e->walk = 0;
    inputs_set(c, 0);
    sheet_value(&e->s, &s->inertia, e->in.x);
    rates(c);
    sheet_value(&e->s, &s->theta, e->in.x);
    for (long i = 0; i < m; i++)
        compare(c, &c->p.data[PHI], &e->walk, i, value_at(c, &s->theta, i),
                "a value");
    compare_rows(c, &c->p.data[NU], gradient(c, &s->theta, m, NULL, 0), m, "nu");
    sheet_value(&e->s, &s->phi, e->in.x);
    for (long i = 0; i < springs; i++) {
        const long held = s->held[i];
        ball_sub(&e->u, value_at(c, &s->phi, held), &e->target.x[held]);
        compare(c, &c->p.data[PHI], &e->walk, m + i, &e->u, "a value");
    }
    compare_rows(c, &c->p.data[A], gradient(c, &s->phi, springs, s->held, 0),
                 springs, "a");
    contacts_check(c);
    e->placed = 0;
}

void geometry_check(checker *c)
{
    inputs_set(c, 0);
    inertia(c);
    if (!c->p.jump)
        force(c);
    constraints(c);
    contacts_check(c);
}
