/**
# A problem: its data, its unknowns, and the equation of motion (C1), (C2)

doc/70-certificate.md, The proof and The checks. A STEP or a JUMP is a line with
the active contacts and then the arrays of the table below; a JUMP, in which
no time passes, has five of them: M, nu, n, d, z, and v.

## The equation

GAP08 (4.17), (4.18), with
$x = v^{l+1,\alpha} = (1-\alpha) v^l + \alpha v^{l+1}$ as the unknown and
forces linearised at the end of the step:

$$r = \bar M (x - v^l) - \alpha h F x - \alpha \bar k - \nu z_\nu - a z_s - n z_n - d z_f,$$
$$\bar M = M - \alpha h k_{1v} - \alpha\gamma h^2 k_{1q}, \quad
\alpha\bar k = \alpha(1-\alpha) h k_0 + \alpha^2 h k_1 + \alpha^2 h^2 k_{1q} v^l.$$

This is the equation of the scheme, $M (v^{l+1} - v^l) = h(\dots)$ + impulses,
times $\alpha$: so $z$ is $\alpha$ times the impulses. Each term is an array
of the file times a combination of $x$ and $v^l$, or a force times a number.
The combinations are one table, K, which `weigh` fills; ap02.c and system.c
use it again.

| array | at $x$ | at $v^l$ |
|---|---|---|
| M | $1$ | $-1$ |
| F | $-\alpha h$ | $0$ |
| kv | $-\alpha h$ | $\alpha h$ |
| kq | $-\alpha\gamma h^2$ | $\alpha\gamma h^2 - \alpha^2 h^2$ |
| k0, k1 | $-\alpha(1-\alpha) h$, $-\alpha^2 h$ (a force, at 1) | |
| $\nu$, a, n, d transposed | $-1$ (at z) | |

With $\alpha = a/b$, $\gamma = g/e$, $h = \eta/d$ all of these are whole
numbers over $b^2 e d^2$, K[UNIT]: for example $-\alpha\gamma h^2$ is
$-a g \eta^2 b$, and $-\alpha^2 h^2$ is $-a^2 \eta^2 e$. In a JUMP $h = 0$ and
$\alpha = 1$, and (C1) is $M (x - v) = \nu z_\nu + n z_n + d z_f$. AP02's
schemes change three entries of the table: ap02.c.

## In numbers

The worked example of the chapter: $\alpha = \gamma = 1$, $h = \frac12$, so
K[UNIT] = 4, at k1 $-2$, at k0 0. M is the identity, $k_1 = (0, -10)$, n = (0,
1), d = (1, 0). The file has z = (3, 0, 10, -5) over 2, and $v^l = (4, 0)$
becomes (8, 0) over 2. Over 4 · 1 · 2 = 8,

    row 0: 4 · 3 - 4 · 8          - 4 · 1 · (-5) = 0
    row 1: 4 · 0 - 4 · 0 - 2 · 2 · (-10) - 4 · 1 · 10 = 0

and along is (0, 3) over 2: the block does not leave the ground and slides
with $\frac32$ m/s. Had the forger written $f = -4/2$, row 0 would be -4, and
the answer "not a solution: the equation of motion does not hold".

## What is refused here

| a forger writes | words |
|---|---|
| a contact twice, or out of order | active contacts grow |
| a contact that the scene does not have | a count is larger than |
| an entry of M below the diagonal | M is given by its upper half (mass.c) |
| $x$ in a proof of level L0 | level L0 states no x |
| an entry beyond the shape of an array | a count is larger than |

Symmetry of M is by form: what is not in the file cannot be asymmetric. That it
is positive semidefinite is asked by mass.c.

With (C1) and (C2) alone a forger can choose any impulses that he likes and
compute the velocity. It is rows.c that ties impulses to velocities.
*/
#include "proof.h"

#include <string.h>

/* The arrays in the order of the file: their shapes, and whether a jump has
   them. */
static const struct {
    const char *tag;
    int rows, columns, jump;
} table[ARRAYS] = {
    {"M", NV, NV, 1},       {"F", NV, NV, 0},          {"kv", NV, NV, 0},
    {"kq", NV, NV, 0},      {"k0", NV, ONE, 0},        {"k1", NV, ONE, 0},
    {"G", NQ, NV, 0},       {"phi", SPRINGS, ONE, 0},  {"nu", JOINTS, NV, 1},
    {"a", SPRINGS, NV, 0},  {"n", CONTACTS, NV, 1},    {"d", SLIPS, NV, 1},
    {"z", UNKNOWNS, ONE, 1}, {"v", NV, ONE, 1}};

/* K, over K[UNIT] = b^2 e d^2. What is not set here is 0, or set by AP02's
   schemes for themselves. K[TOP] / K[LOW] = alpha, K[REST] / K[LOW] = 1 -
   alpha. */
static void weigh(checker *c, int jump)
{
    const scene *s = &c->s;
    mpz_t *K = c->p.K;
    mpz_srcptr g = mpq_numref(s->gamma), e = mpq_denref(s->gamma);
    mpz_srcptr a = jump ? c->r.one : mpq_numref(s->alpha);
    mpz_srcptr b = jump ? c->r.one : mpq_denref(s->alpha);
    mpz_srcptr h = jump ? c->r.none : mpq_numref(s->h), d = mpq_denref(s->h);
    mpz_set(K[TOP], a);
    mpz_set(K[LOW], b);
    mpz_sub(K[REST], b, a);
    sum(K[UNIT], 1, b, b, e, d, d, NULL, 0);
    mpz_neg(K[MINUS], K[UNIT]);
    sum(K[2 * F], -1, a, h, b, e, d, NULL, 0);
    mpz_set(K[2 * KV], K[2 * F]);
    mpz_neg(K[2 * KV + 1], K[2 * F]);
    sum(K[2 * KQ], -1, a, g, h, h, b, NULL, 0);
    sum(K[2 * KQ + 1], -1, a, a, h, h, e, NULL, -1, K[2 * KQ], NULL, 0);
    sum(K[2 * K1], -1, a, a, h, e, d, NULL, 0);
    mpz_sub(K[2 * K0], K[2 * F], K[2 * K1]);
    ap02_weigh(c);
}

/* The contacts grow, so no one is listed twice: a contact that were there
   twice could have its friction twice. */
static void read_active(checker *c)
{
    problem *p = &c->p;
    long n = 0, *at = p->slip_at;
    for (at[0] = 0; peek(&c->r) != '\n'; n++) {
        read_text(&c->r, " ");
        p->id[n] = read_count(&c->r, c->s.contacts - 1);
        c->r.over = n == MOST_ACTIVE;
        if (n == MOST_ACTIVE || (n > 0 && p->id[n] <= p->id[n - 1]))
            refuse(&c->r, "active contacts grow, at most %d", MOST_ACTIVE);
        at[n + 1] = at[n] + scene_contact(&c->s, p->id[n])->slips;
    }
    p->size[CONTACTS] = n;
    p->size[SLIPS] = at[n];
    read_text(&c->r, "\n");
}

void data_empty(checker *c)
{
    for (int k = 0; k < ARRAYS; k++)
        array_spread(&c->r, NULL, &c->p.data[k], 0);
}

/* All data over one denominator, which is that of M, too: an empty array
   counts as one over 1. */
void data_ready(checker *c)
{
    array *all[Z], *m = &c->p.data[M];
    for (int k = 0; k < Z; k++)
        all[k] = &c->p.data[k];
    array_unify(&c->r, all, Z);
    mpz_set(c->p.over, m->den);
}

static void read_problem(checker *c, int jump)
{
    problem *p = &c->p;
    long n = c->s.nv, size[] = {1, c->s.has_G ? c->s.nq : 0, n, c->s.joints,
                                jump ? 0 : c->s.springs};
    memcpy(p->size, size, sizeof size);
    p->jump = jump;
    weigh(c, jump);
    read_text(&c->r, jump ? "jump" : "step");
    read_active(c);
    for (int k = JOINTS; k < UNKNOWNS; n += p->size[k++])
        p->at[k] = n;
    p->size[UNKNOWNS] = n;
    data_empty(c);
    for (int k = 0; k < ARRAYS; k++)
        if (k == V ? !rebound_ahead(c) : !jump || table[k].jump) {
            read_array(&c->r, table[k].tag,
                       p->size[table[k].rows] * p->size[table[k].columns],
                       &p->data[k]);
            if (k == M)
                mass_check(c);
        }
    data_ready(c);
}

/* x with z behind it, and the velocity before, over one denominator: as stated
   (L1, R), or x = (a v+ + (b - a) v) / b and z = a (c, f) / b with alpha = a /
   b. */
void problem_unknowns(checker *c)
{
    problem *p = &c->p;
    const long nv = c->s.nv, n = p->size[UNKNOWNS];
    array *all[] = {&p->x, &p->v, &p->y}, *z = &p->data[Z];
    mpz_t *x = array_spread(&c->r, z, &p->x, n), *K = p->K;
    mpz_t *v = array_spread(&c->r, &p->before, &p->v, nv);
    mpz_t *to = array_spread(&c->r, &p->data[V], &p->y, nv);
    array_unify(&c->r, all, p->level == L0 ? 3 : 2);
    if (p->level != L0)
        return;
    if (z->n > 0 && z->at[0] < nv)
        refuse(&c->r, "level L0 states no x");
    for (long i = 0; i < n; i++)
        mpz_mul(x[i], i < nv ? to[i] : x[i], K[TOP]);
    for (long j = 0; j < nv; j++) {
        mpz_addmul(x[j], K[REST], v[j]);
        mpz_mul(v[j], v[j], K[LOW]);
    }
    mpz_mul(p->x.den, p->x.den, K[LOW]);
    mpz_set(p->v.den, p->x.den);
}

/* By the entries that are there: entry (i, j) of an array by rows of so many
   columns stands at i columns + j. */
void times(mpz_t *to, const array *A_, long columns, int way, const mpz_t *y)
{
    for (long k = 0; k < A_->n; k++) {
        const long i = A_->at[k] / columns, j = A_->at[k] % columns;
        if (way != BACK)
            mpz_addmul(to[i], A_->x[k], y[j]);
        if (way == BACK || (way == BOTH && i != j))
            mpz_addmul(to[j], A_->x[k], y[i]);
    }
}

/* to = x'M x, over `over`; the row is lost. */
void mass_form(checker *c, mpz_ptr to, const mpz_t *x)
{
    mpz_t *row = array_spread(&c->r, NULL, &c->p.row, c->s.nv);
    times(row, &c->p.data[M], c->s.nv, BOTH, x);
    mpz_set_ui(to, 0);
    for (long j = 0; j < c->s.nv; j++)
        mpz_addmul(to, x[j], row[j]);
}

/* (C1), over K[UNIT] `over` x.den: row = the arrays up to k1, each times its
   combination of x and v (of 1 for a force), less J'z; along = J x. */
void problem_motion(checker *c)
{
    problem *p = &c->p;
    const long nv = c->s.nv, n = p->size[UNKNOWNS];
    mpz_t *x = p->x.x, *row = array_spread(&c->r, NULL, &p->row, nv);
    mpz_t *along = array_spread(&c->r, NULL, &p->along, n);
    mpz_t *y = array_spread(&c->r, NULL, &p->y, n);
    for (int k = M; k <= K1; k++) {
        for (long j = 0; j < (k < K0 ? nv : 1) && p->data[k].n > 0; j++) {
            mpz_mul(y[j], p->K[2 * k], k < K0 ? x[j] : p->x.den);
            mpz_addmul(y[j], p->K[2 * k + 1], p->v.x[j]);
        }
        times(row, &p->data[k], k < K0 ? nv : 1, k == M ? BOTH : AHEAD,
              (const mpz_t *)y);
    }
    for (int k = JOINTS; k <= SLIPS; k++) {
        for (long i = 0; i < p->size[k]; i++)
            mpz_mul(y[i], x[p->at[k] + i], p->K[MINUS]);
        times(row, &p->data[NU + k - JOINTS], nv, BACK, (const mpz_t *)y);
        times(along + p->at[k], &p->data[NU + k - JOINTS], nv, AHEAD,
              (const mpz_t *)x);
    }
}

/* In this order, since each needs the one before: the solution is known to
   solve the problem before level L2 asks what other data would do to it, and
   before a cone is looked at. */
void problem_solve(checker *c, int jump)
{
    read_problem(c, jump);
    problem_unknowns(c);
    if (jump)
        collision_check(c);
    problem_motion(c);
    rows_check(c);
    touching_check(c);
    if (c->solved != NULL)
        c->solved(c);
    cone_check(c);
}
