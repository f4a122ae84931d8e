/**
# Contacts that yield (TH1) to (TH5)

doc/70-certificate.md, The step of contacts that yield; [PKS05](../../doc/40-PKS05.md). Each
contact has a spring and a damper of its own, along its normal and its slips, and
deforms by $\delta$. A step goes from $(q, v, \delta)$ to $(q', v', \delta')$ by
forces $\lambda$, and everything but the force is frozen at its beginning:

    row N
    gap M G w k c f j      Phi, M, Gamma; the rows n, t, o; K, C; f, and J
    z ...                  v', delta', forces          (levels L1, R)
    lambda ...             the forces                  (level L0)
    v delta q              what is stored

All contacts are in a row, closed or not: (TH3) sorts them. So there is no list
that could leave one out, and no collision: a contact that closes is a step like
another.

## What is asked

With $v^\theta = \theta v + (1-\theta) v'$, $W$ the rows w, and $F = f + J (v^\theta
- v)$, the force on its tangent:

* **TH1, motion** $M (v' - v) = h\,(F + W^T \lambda)$;
* **TH2, compliance** $\lambda = K \delta' + C (\delta' - \delta)/h$;
* **TH3, normal** with $s = (\delta' - \delta)/h + W v^\theta$ and
  $g = \Phi + \delta_n + h s_n$: $\lambda_n \ge 0$, $g \ge 0$, $\lambda_n g = 0$;
* **TH4, friction** of one slip $|\lambda_t| \le \mu \lambda_n$ and $s_t \lambda_t =
  -\mu \lambda_n |s_t|$; of two slips $\lambda_{to} = \sum_k \beta_k D_k$ with the
  corners $D_k$ of the statement, $\beta \ge 0$, $\sum \beta_k \le \mu\lambda_n$, and
  $s \cdot \lambda_{to} = -\mu \lambda_n \max(0, \max_k (-s \cdot D_k))$.

[deform.c](deform.c) asks TH3 and TH4, contact by contact.

**Why the slip has $\delta$ in it.** What rubs is the surface, which moves against
the body by $\dot\delta$. A block that is pushed and sticks has $v \ne 0$ while its
surface stretches: $s = 0$, and not $v$.

## Which number stands over which denominator

$D$ is that of the data, $X$ that of $v', \delta', \lambda$ and the old state;
$h = h_n / h_d$, $1 - \theta = \gamma = g_n / g_d$, of the statement.

| | over |
|---|---|
| $v^\theta$: $(g_d - g_n) v + g_n v'$ | $X g_d$ |
| TH1, N s | $D X h_d g_d$ |
| TH2 times $h$, N s | $D X h_d$ |
| $s$: $D h_d g_d (\delta' - \delta) + h_n W v^\theta$ | $D X h_n g_d$ |
| $g$: $X h_d g_d \Phi + D h_d g_d \delta_n + s_n$ | $D X h_d g_d$ |
| $2\,(E' - E - \text{work})$ | $D X^2 h_d g_d^2$ |

Residuals of level L0 are measured as in the other schemes, forces times $h$ in
N s, gaps over $h$ in m/s, powers times $h$ in J.

## TH5, energy

PKS05 has no inequality of energy. Here none is believed: with the matrices of the
row, $E = \frac12 v^T M v + \frac12 \delta^T K \delta$, the number

$$E(v', \delta') - E(v, \delta) - h\,v^\theta \cdot F$$

is computed for the *stored* $v', \delta'$, rounding and all, and where it is
positive it is added to a sum that is printed, with the number of such rows. From
TH1 to TH4 follows the identity

$$E' - E - h v^\theta F = -\lambda_n \cdot (\Phi + \delta_n) + h s_{to} \cdot
\lambda_{to} - \tfrac12 \Delta\delta^T K \Delta\delta - \tfrac1h \Delta\delta^T C
\Delta\delta + (\theta - \tfrac12) \Delta v^T M \Delta v$$

of the exact solution: with $\theta \le \frac12$, M, K, C positive semidefinite (mass.c
asks it) and no surface inside at the start of the step, no row gains but by
rounding. `check.py` computes this side, so that the two checkers are two proofs of
it. Whoever wants a run that gains nothing asks for `energy<=0`.

*From row to row* E is that of other matrices, where M and K depend on $q$; then
the sum says nothing of the run's energy, and the verdict says so.

## By hand

The ball of [the chapter](../../doc/40-PKS05.md#the-cases): $m = 1$, $v = -1$, $f = -10$,
$K = 1000$, $C = 10$, $h = \frac1{1000}$, $\theta = 0$, $\Phi = \delta = 0$. Then
$\lambda = \frac{11110}{1011}$, $v' = -\frac{1010}{1011}$, $\delta' =
\frac{101}{101100}$:

* TH1: $-\frac{1010}{1011} + 1 = \frac1{1011}$, and $\frac1{1000} (-10 +
  \frac{11110}{1011}) = \frac1{1000} \cdot \frac{1000}{1011}$;
* TH2: $(1000 + 10000) \cdot \frac{101}{101100} = \frac{11110}{1011}$;
* TH3: $g = \frac{101}{101100} - \frac1{1000} \cdot \frac{1010}{1011} = 0$.

| a forger writes | words |
|---|---|
| a contact that pulls | not a solution: lambda_n >= 0, gap >= 0, product 0 |
| one that pushes while it is open | the same |
| friction that is lazy, or too much | not a solution: friction |
| another force | not a solution: the equation of motion does not hold |
| another deformation | not a solution: the compliance does not hold |
| a deformation moved by one unit of its last place | v is not the exact velocity truncated |
| a stiffness that is not definite | K is not positive semidefinite |
| the disc in level L1, corners in level L0 | corners are of levels L1 and R |

**Not proven**: that the solution is the only one (for large friction it need not
be), and that the numbers of the row are those of the scene. Of level L0
[distance.c](distance.c) says how far the forces are from a solution, where it can.
*/
#include "proof.h"

static long forces(const scene *s)
{
    long n = 0;
    for (long i = 0; i < s->own; i++)
        n += 1 + (s->contact[i].slips < 2 ? s->contact[i].slips : s->corners);
    return n;
}

/* The arrays lie in the places of a problem. */
static void read_data(checker *c)
{
    const scene *s = &c->s;
    const long v = s->nv, R_ = s->rows, p = s->own;
    const struct {
        const char *tag;
        int at;
        long n;
    } part[] = {{"gap", PHI, p},    {"M", M, v * v},
                {"G", G, s->has_G ? s->nq * v : 0},
                {"w", N, R_ * v},   {"k", KQ, R_ * R_},
                {"c", F, R_ * R_},  {"f", K0, v}, {"j", KV, v * v}};
    array *data = c->p.data;
    data_empty(c);
    for (int k = 0; k < 8; k++)
        read_array(&c->r, part[k].tag, part[k].n, &data[part[k].at]);
    const int fine =
        semidefinite_check(c, &c->m, &data[M], v, "M") +
        semidefinite_check(c, &c->y.K, &data[KQ], R_, "K") +
        semidefinite_check(c, &c->y.C, &data[F], R_, "C");
    c->v->heavy += fine < 3;
    data_ready(c);
    if (c->p.level == L0)
        read_array(&c->r, "lambda", R_, &data[Z]);
    else
        read_array(&c->r, "z", v + R_ + forces(s), &data[Z]);
    read_array(&c->r, "v", v, &data[V]);
    read_array(&c->r, "delta", R_, &c->y.to);
}

/* Levels L1, R: x = v', delta', lambda over z.den corner.den, of which the
   forces of two slips are sums of corners. */
static void from_corners(checker *c)
{
    const scene *s = &c->s;
    const long n = s->nv + s->rows;
    mpz_t *z = array_spread(&c->r, &c->p.data[Z], &c->y.z, n + forces(s));
    mpz_t *x = c->p.x.x, *corner = s->corner.x;
    mpz_srcptr low = s->corner.den;
    long at = n, row = n;
    for (long i = 0; i < n; i++)
        mpz_mul(x[i], z[i], low);
    for (long j = 0; j < s->own; j++) {
        const int slips = s->contact[j].slips;
        for (int k = 0; k < (slips < 2 ? 1 + slips : 1); k++)
            mpz_mul(x[row++], z[at++], low);
        for (long k = 0; slips == 2 && k < 2 * s->corners; k++)
            mpz_addmul(x[row + k % 2], z[at + k / 2], corner[k]);
        at += slips == 2 ? s->corners : 0;
        row += slips == 2 ? 2 : 0;
    }
    sum(c->p.x.den, 1, c->y.z.den, low, NULL, 0);
}

/* x, the old state and what is stored, over one denominator X. Level L0: x is
   what is stored, and the forces. */
static void unknowns(checker *c)
{
    problem *p = &c->p;
    yields *y = &c->y;
    const long v = c->s.nv, n = v + c->s.rows;
    array *stated[] = {&p->data[V], &y->to, &p->data[Z]};
    array *all[] = {&p->x, &p->v, &y->old, &y->kept};
    array_unify(&c->r, stated, p->level == L0 ? 3 : 2);
    array_spread(&c->r, NULL, &p->x, n + c->s.rows);
    array_spread(&c->r, &p->data[V], &y->kept, n);
    for (long k = 0; k < y->to.n; k++)
        mpz_set(y->kept.x[v + y->to.at[k]], y->to.x[k]);
    if (p->level == L0) {
        for (long i = 0; i < n; i++)
            mpz_set(p->x.x[i], y->kept.x[i]);
        for (long k = 0; k < p->data[Z].n; k++)
            mpz_set(p->x.x[n + p->data[Z].at[k]], p->data[Z].x[k]);
        mpz_set(p->x.den, p->data[Z].den);
    } else
        from_corners(c);
    array_spread(&c->r, &p->before, &p->v, v);
    array_spread(&c->r, &y->delta, &y->old, c->s.rows);
    array_unify(&c->r, all, 4);
}

/* to = factor (x - old), n numbers. */
static void difference(mpz_t *to, mpz_srcptr factor, const mpz_t *x,
                       const mpz_t *old, long n)
{
    for (long i = 0; i < n; i++) {
        mpz_sub(to[i], x[i], old[i]);
        mpz_mul(to[i], to[i], factor);
    }
}

/* (TH1). */
static void motion(checker *c)
{
    problem *p = &c->p;
    const long v = c->s.nv, n = v + c->s.rows;
    const mpz_t *x = (const mpz_t *)p->x.x, *old = (const mpz_t *)p->v.x;
    mpz_srcptr hn = mpq_numref(c->s.h), hd = mpq_denref(c->s.h);
    mpz_srcptr gn = mpq_numref(c->s.gamma), gd = mpq_denref(c->s.gamma);
    mpz_t *row = array_spread(&c->r, NULL, &p->row, v);
    mpz_t *y = array_spread(&c->r, NULL, &p->y, n + 1);
    sum(p->by, 1, hd, gd, NULL, 0);
    difference(y, p->by, x, old, v);
    times(row, &p->data[M], v, BOTH, (const mpz_t *)y);
    sum(p->by, -1, hn, gn, NULL, 0);
    difference(y, p->by, x, old, v);
    times(row, &p->data[KV], v, AHEAD, (const mpz_t *)y);
    sum(y[0], -1, hn, gd, p->x.den, NULL, 0);
    times(row, &p->data[K0], 1, AHEAD, (const mpz_t *)y);
    for (long i = 0; i < c->s.rows; i++)
        sum(y[i], -1, hn, gd, x[n + i], NULL, 0);
    times(row, &p->data[N], v, BACK, (const mpz_t *)y);
    sum(p->per, 1, p->over, p->x.den, hd, gd, NULL, 0);
    for (long i = 0; i < v; i++)
        demand(c, EQUAL + IMPULSE, row[i], p->per,
               "the equation of motion does not hold");
}

/* (TH2), and the slips of (TH3), (TH4). */
static void compliance(checker *c)
{
    problem *p = &c->p;
    const long v = c->s.nv, R_ = c->s.rows, n = v + R_;
    const mpz_t *x = (const mpz_t *)p->x.x, *old = (const mpz_t *)c->y.old.x;
    mpz_srcptr hn = mpq_numref(c->s.h), hd = mpq_denref(c->s.h);
    mpz_srcptr gn = mpq_numref(c->s.gamma), gd = mpq_denref(c->s.gamma);
    mpz_t *left = array_spread(&c->r, NULL, &c->y.s, R_);
    mpz_t *y = array_spread(&c->r, NULL, &p->y, n + 1);
    for (long i = 0; i < R_; i++) {
        sum(left[i], 1, hn, p->over, x[n + i], NULL, 0);
        sum(y[i], -1, hn, x[v + i], NULL, 0);
    }
    times(left, &p->data[KQ], R_, BOTH, (const mpz_t *)y);
    mpz_neg(p->by, hd);
    difference(y, p->by, x + v, old, R_);
    times(left, &p->data[F], R_, BOTH, (const mpz_t *)y);
    sum(p->per, 1, p->over, p->x.den, hd, NULL, 0);
    for (long i = 0; i < R_; i++)
        demand(c, EQUAL + IMPULSE, left[i], p->per,
               "the compliance does not hold");
    sum(p->by, 1, p->over, hd, gd, NULL, 0);
    difference(left, p->by, x + v, old, R_);
    for (long i = 0; i < v; i++)
        sum(y[i], 1, hn, gd, p->v.x[i], NULL, -1, hn, gn, p->v.x[i], NULL, 1,
            hn, gn, x[i], NULL, 0);
    times(left, &p->data[N], v, AHEAD, (const mpz_t *)y);
}

/* to += sign x'A x, of a symmetric A. */
static void form(checker *c, const array *A_, long n, const mpz_t *x, int sign)
{
    mpz_t *y = array_spread(&c->r, NULL, &c->p.y, n);
    times(y, A_, n, BOTH, x);
    for (long i = 0; i < n; i++)
        (sign > 0 ? mpz_addmul : mpz_submul)(c->p.E, x[i], y[i]);
}

/* (TH5): 2 (E' - E) of what is stored less twice the work of F = f + gamma J (v'
   - v), over D X gd, in v^theta. */
static void energy(checker *c)
{
    problem *p = &c->p;
    const long v = c->s.nv;
    const mpz_t *x = (const mpz_t *)p->x.x, *old = (const mpz_t *)p->v.x;
    const mpz_t *kept = (const mpz_t *)c->y.kept.x;
    mpz_srcptr hn = mpq_numref(c->s.h), hd = mpq_denref(c->s.h);
    mpz_srcptr gn = mpq_numref(c->s.gamma), gd = mpq_denref(c->s.gamma);
    mpz_set_ui(p->E, 0);
    form(c, &p->data[M], v, kept, 1);
    form(c, &p->data[M], v, old, -1);
    form(c, &p->data[KQ], c->s.rows, kept + v, 1);
    form(c, &p->data[KQ], c->s.rows, (const mpz_t *)c->y.old.x, -1);
    sum(p->E, 1, p->E, hd, gd, gd, NULL, 0);
    mpz_t *force = array_spread(&c->r, NULL, &p->row, v);
    mpz_t *y = array_spread(&c->r, NULL, &p->y, v);
    difference(y, gn, x, old, v);
    times(force, &p->data[KV], v, AHEAD, (const mpz_t *)y);
    sum(y[0], 1, p->x.den, gd, NULL, 0);
    times(force, &p->data[K0], 1, AHEAD, (const mpz_t *)y);
    mpz_set_ui(p->t, 0);
    for (long i = 0; i < v; i++) {
        sum(p->s, 1, gd, old[i], NULL, -1, gn, old[i], NULL, 1, gn, x[i], NULL,
            0);
        mpz_addmul(p->t, p->s, force[i]);
    }
    sum(p->E, 1, p->E, NULL, -2, hn, p->t, NULL, 0);
    sum(p->per, 2, p->over, p->x.den, p->x.den, hd, gd, gd, NULL, 0);
    c->v->owns += mpz_sgn(p->E) > 0;
    energy_add(c);
}

/* The first row: what a level can say of friction, and the deformations of the
   start. */
static void begin(checker *c)
{
    long two = 0;
    for (long i = 0; i < c->s.own; i++)
        two += c->s.contact[i].slips == 2;
    if (c->p.level == L0 ? c->s.corners > 0 : two > 0 && c->s.corners == 0)
        refuse(&c->r, "corners are of levels L1 and R");
    array_swap(&c->s.delta, &c->y.delta);
}

void yield_row(checker *c)
{
    problem *p = &c->p;
    if (!chain_ahead(c, 0))
        refuse(&c->r, "a row behind the end of the run");
    if (c->c.steps == 0)
        begin(c);
    read_data(c);
    unknowns(c);
    for (int k = 0; k < SORTS; k++)
        mpz_set_ui(p->unit[k], 1);
    motion(c);
    compliance(c);
    yield_contacts(c);
    energy(c);
    if (p->level == L0)
        distance_find(c);
    mpz_set(p->per, p->x.den);
    for (long i = 0; p->level != L0 && i < c->s.nv + c->s.rows; i++)
        truncated(c, p->x.x[i], c->y.kept.x[i], p->x.den);
    mpq_set_ui(c->c.fraction, 1, 1);
    between(c, c->c.fraction, 0);
    follow(c, "q", c->s.nq, &c->c.q,
           c->s.has_G ? &p->data[G] : &c->c.identity);
    array_swap(&p->data[V], &p->before);
    array_swap(&c->y.to, &c->y.delta);
    mpq_add(c->c.time, c->c.time, c->c.fraction);
    c->c.steps++;
}
