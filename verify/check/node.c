/**
# Nodes: steps of P10's scheme and of Moreau's

doc/70-certificate.md, Nodes; [P10](../../doc/50-P10.md). P10's scheme moves
positions: with $Z^n$ the nearest point of $K = \{f \ge 0\}$ to a prediction,
$q^{n+1} = -e q^{n-1} + (1+e) Z^n$. The checker sees no nearest point. It sees
what characterises one.

    node N
    M g f n                mass (upper half), force, gaps, gradients at q^n
    z                      w = (Z^n - q^n) / h, then the impulses
    v                      V^n
    q                      q^{n+1}

In velocities $V^n = (q^{n+1} - q^n)/h$ the scheme is
$V^n = e V^{n-1} + (1+e) w$, by inserting $q^{n-1} = q^n - h V^{n-1}$; $e = 0$
in the first node, which has no node before it.

* **P1** $M (V - V^{n-1}) = h g + n^T \mu$: the distance to the prediction is
  a combination of gradients. Times $\frac h{1+e}$ it is the condition of
  optimality of the projection in the metric of M.
* **P2** $\mu \ge 0$, $f' = f + h\,n w \ge 0$, $\mu_a f'_a = 0$: only
  gradients of gaps that are closed at $Z^n$, and outward.

If every gap is linear and M positive definite, P1 and P2 are necessary and
enough for $Z^n$ to be the nearest point. For curved gaps they say so of the
tangents at $q^n$ as they are stated, which the verdict does not call more.

Moreau's step takes P1, $V = -e V^{n-1} + (1+e) w$ with $e$ in each node, $f$
and $n$ at the middle $q^n + h V^{n-1}/2$, and as P2: where $f_a \le 0$,
$0 \le \mu_a \perp n_a w \ge 0$, and where not, $\mu_a = 0$. As
$(1+e) w = V + e V^{n-1}$, the second is Newton's law. (C9) has
$\gamma = \frac12$ then.

In level L0 $w = (V - e V^{n-1}) / (1 + e)$ is formed from the stored
velocities, and the residuals are measured: $|$P1$|$ and $-\mu$ in N s,
$-f'/h$ (of Moreau $-n w$) in m/s, $|\mu f'/h|$ in J.

## P3: the same polyhedron

A projection onto another K in each step is no scheme. If the tapes say that
all gaps are linear (tape.c), then in levels L1 and R the rows $n$ and
constants $f - n q^n$ of a node must be those of the node before, exactly. So
K is one polyhedron for the whole run: that of the first node's rows. That
these are the scene's is not asked; a forger may choose K once.

## What level R adds

From the third node on, with $U = V^n + e V^{n-2}$, the scheme's own estimates
are asked as printed in the chapter on P10: $n_a U \le 0$ where $f'_a = 0$
(Lemma 3 with its $O(h)$ equal to 0), $\mu^T n U \le 0$ (monotonicity), and the
estimate, in the norm of the node's own M,

$$(1-e)|V^n|^2 \le (1+e)|V^{n-1}|^2 + 2e|V^{n-2}|^2 + 2h\,g^T U.$$

They follow from P1 to P3 where nothing is rounded, and the third from $M \ge 0$:
$Z^n - Z^{n-1} = \frac h{1+e} U$, and where
$f'_a(Z^n) = 0 \le f'_a(Z^{n-1})$ the gap has not grown; P1 times U is the
third. So they cannot fail for an honest run; they are asked because a reader
need not redo that proof to believe them.

## An example

A ball on the ground, $e = \frac12$, $h = 1$, $M = 1$, no force, $q^n = 1$,
$V^{n-1} = -2$. The prediction is $q^n + h V^{n-1}(1-e)/(1+e) = \frac13$, so
nothing is touched, $w = -\frac23$, $V^n = -1 - 1 = -2$: it flies on. From
$q^n = \frac12$ the prediction is $-\frac16$; $Z^n = 0$, $w = -\frac12$,
$V^n = -1 - \frac34 = -\frac74$, $\mu = \frac14$, $q^{n+1} = -\frac54$:
outside, as P10's scheme may be for one node; the next one brings it back.

| a forger writes | words |
|---|---|
| another velocity | not a solution: the reaction does not balance the motion |
| a point $Z^n$ beyond the wall | not a solution: Z^n is outside |
| a wall that pulls | not a solution: a reaction pulls |
| a wall that pushes from afar | not a solution: a reaction acts from afar |
| Moreau: an impulse of an open wall | not a solution: it is open |
| another wall in a later node | K is not that of the step before |
| one node more | a step behind the end of the run |

At level L2 a node of Moreau's step has a `radius` behind its v, and then its M, g, f, n are
asked of the formulas (node_data.c). Of P10's it has none: over a curved K no line says
where f and n were taken.
*/
#include "proof.h"

/* The arrays lie in the places of a problem: g in K0, f in PHI. All contacts
   of the scene are in a node, open or not, so there is no list of active
   ones. */
static void read_node(checker *c)
{
    static const struct {
        const char *tag;
        int at;
    } part[] = {{"M", M}, {"g", K0}, {"f", PHI}, {"n", N}};
    const long v = c->s.nv, p = c->s.contacts, size[] = {v * v, v, p, p * v};
    array *data = c->p.data, *all[] = {&c->p.x, &c->p.along, &c->p.y};
    data_empty(c);
    for (int k = 0; k < 4; k++) {
        read_array(&c->r, part[k].tag, size[k], &data[part[k].at]);
        if (k == 0)
            mass_check(c);
    }
    data_ready(c);
    if (c->p.level == L0)
        read_array(&c->r, "impulse", p, &data[Z]);
    else
        read_array(&c->r, "z", v + p, &data[Z]);
    read_array(&c->r, "v", v, &data[V]);
    for (int k = 0; k < 3; k++)
        array_room(&c->r, all[k], v + p);
}

/* x = w and the impulses, over x.den; in level L0 w = (V^n - back V^{n-1}) /
   (1 + e) with back = e, of Moreau -e. n.e = e / d: back is over d, and 1 + e
   is (e + d) / d. */
static void unknowns(checker *c)
{
    problem *p = &c->p;
    const long v = c->s.nv;
    const array *z = &p->data[Z], *to = &c->c.v;
    mpz_srcptr e = mpq_numref(c->n.e), d = mpq_denref(c->n.e), old = p->v.den;
    array_spread(&c->r, z, &p->x, v + c->s.contacts);
    if (p->level != L0)
        return;
    mpz_add(p->s, e, d);
    for (long i = v + c->s.contacts; i-- > v;)
        sum(p->x.x[i], 1, p->x.x[i - v], p->s, to->den, old, NULL, 0);
    for (long j = 0; j < v; j++)
        sum(p->x.x[j], 1, to->x[j], d, old, z->den, NULL, -1, p->v.x[j],
            c->n.back, to->den, z->den, NULL, 0);
    sum(p->x.den, 1, z->den, p->s, to->den, old, NULL, 0);
}

/* Units of z = (w, impulses), of gaps over h, of their product; per: of P1
   without z's. */
static void measure(checker *c)
{
    problem *p = &c->p;
    mpz_srcptr h = mpq_numref(c->s.h), over = mpq_denref(c->s.h);
    mpz_set(p->unit[IMPULSE], p->x.den);
    sum(p->unit[VELOCITY], 1, p->over, p->x.den, h, NULL, 0);
    sum(p->unit[ENERGY], 1, p->unit[VELOCITY], p->x.den, NULL, 0);
    sum(p->per, 1, p->over, p->v.den, mpq_denref(c->n.e), over, NULL, 0);
}

/* P1 over p.per x.den, p.per = over v.den d h.den: y is V - V^{n-1} = (e + d)
   / d w + (back - d) / d V^{n-1}, then -h, then minus the impulses. */
static void balance(checker *c)
{
    problem *p = &c->p;
    const long v = c->s.nv, m = c->s.contacts;
    mpz_srcptr e = mpq_numref(c->n.e), d = mpq_denref(c->n.e);
    mpz_srcptr h = mpq_numref(c->s.h), over = mpq_denref(c->s.h);
    mpz_t *y = p->y.x, *x = p->x.x;
    array_spread(&c->r, NULL, &p->row, v);
    for (long j = 0; j < v; j++)
        sum(y[j], 1, x[j], d, over, p->v.den, NULL, 1, x[j], e, over,
            p->v.den, NULL, -1, p->v.x[j], d, over, p->x.den, NULL, 1,
            p->v.x[j], c->n.back, over, p->x.den, NULL, 0);
    times(p->row.x, &p->data[M], v, BOTH, (const mpz_t *)y);
    sum(y[0], -1, h, d, p->x.den, p->v.den, NULL, 0);
    times(p->row.x, &p->data[K0], 1, AHEAD, (const mpz_t *)y);
    for (long a = 0; a < m; a++)
        sum(y[a], -1, x[v + a], d, over, p->v.den, NULL, 0);
    times(p->row.x, &p->data[N], v, BACK, (const mpz_t *)y);
    for (long i = 0; i < v; i++)
        demand(c, EQUAL + IMPULSE, p->row.x[i], p->per,
               "the reaction does not balance the motion");
}

/* P2: the gaps f' = f + h n w at Z^n, over `over` h.den x.den, are left in
   along for the lemmas; of Moreau h n w, where f <= 0. */
static void one_sided(checker *c)
{
    problem *p = &c->p;
    const long v = c->s.nv;
    const int moreau = c->s.form == MOREAU;
    mpz_t *y = p->y.x, *x = p->x.x;
    mpz_t *f = array_spread(&c->r, &p->data[PHI], &c->n.at, c->s.contacts);
    array_spread(&c->r, NULL, &p->along, c->s.contacts);
    for (long j = 0; j < v; j++)
        mpz_mul(y[j], x[j], mpq_numref(c->s.h));
    times(p->along.x, &p->data[N], v, AHEAD, (const mpz_t *)y);
    sum(y[0], 1, mpq_denref(c->s.h), p->x.den, NULL, 0);
    if (!moreau)
        times(p->along.x, &p->data[PHI], 1, AHEAD, (const mpz_t *)y);
    for (long a = 0; a < c->s.contacts; a++) {
        if (moreau && mpz_sgn(f[a]) > 0) {
            demand(c, EQUAL + IMPULSE, x[v + a], c->r.one, "it is open");
            continue;
        }
        demand(c, LEAST + VELOCITY, p->along.x[a], c->r.one, "Z^n is outside");
        demand(c, LEAST + IMPULSE, x[v + a], c->r.one, "a reaction pulls");
        mpz_mul(p->s, x[v + a], p->along.x[a]);
        demand(c, EQUAL + ENERGY, p->s, c->r.one, "a reaction acts from afar");
    }
}

/* (C7): the velocity that is stored is back V^{n-1} + (1 + e) w, truncated. */
static void stored(checker *c)
{
    problem *p = &c->p;
    array *to = &c->c.v;
    mpz_srcptr e = mpq_numref(c->n.e), d = mpq_denref(c->n.e);
    sum(p->per, 1, d, p->v.den, p->x.den, NULL, 0);
    for (long j = 0; j < c->s.nv; j++) {
        sum(p->y.x[j], 1, c->n.back, p->v.x[j], p->x.den, NULL, 1, d,
            p->x.x[j], p->v.den, NULL, 1, e, p->x.x[j], p->v.den, NULL, 0);
        truncated(c, p->y.x[j], to->x[j], to->den);
    }
}

/* P3: the constraints are those of the node before, the same rows n and the
   same constants f - n q. Their denominators may be others, so each is
   compared crosswise. */
static void same_polyhedron(checker *c)
{
    problem *p = &c->p;
    nodes *s = &c->n;
    const array *n = &p->data[N], *q = &c->c.q;
    array_spread(&c->r, &p->data[PHI], &s->at, c->s.contacts);
    sum(s->at.den, 1, p->over, q->den, NULL, 0);
    for (long a = 0; a < c->s.contacts; a++)
        mpz_mul(s->at.x[a], s->at.x[a], q->den);
    for (long k = 0; k < n->n; k++)
        mpz_submul(s->at.x[n->at[k] / c->s.nv], n->x[k],
                   q->x[n->at[k] % c->s.nv]);
    int same = s->n == 0 || s->rows.n == n->n;
    for (long k = 0; k < n->n && same && s->n > 0; k++) {
        sum(p->s, 1, n->x[k], s->over, NULL, -1, s->rows.x[k], p->over, NULL,
            0);
        same = s->rows.at[k] == n->at[k] && mpz_sgn(p->s) == 0;
    }
    for (long a = 0; a < c->s.contacts && same && s->n > 0; a++) {
        sum(p->s, 1, s->at.x[a], s->old_at.den, NULL, -1, s->old_at.x[a],
            s->at.den, NULL, 0);
        same = mpz_sgn(p->s) == 0;
    }
    if (!same)
        refuse(&c->r, "K is not that of the step before");
}

/* What level R adds. U = V^n + e V^{n-2} over D = V.den before.den d, where
   `one` is V^{n-1} and `two` is V^{n-2}; the estimate over (one.den two.den
   V.den)^2 d h.den and the denominator of the data. */
static void lemmas(checker *c)
{
    problem *p = &c->p;
    const long v = c->s.nv;
    const array *V_ = &c->c.v, *one = &p->v, *two = &c->n.before;
    mpz_srcptr e = mpq_numref(c->n.e), d = mpq_denref(c->n.e);
    mpz_srcptr h = mpq_numref(c->s.h), over = mpq_denref(c->s.h);
    mpz_t *U = c->n.u.x, *y = p->y.x;
    for (long j = 0; j < v; j++)
        sum(U[j], 1, V_->x[j], two->den, d, NULL, 1, e, two->x[j], V_->den,
            NULL, 0);
    for (long a = 0; a < c->s.contacts; a++)
        mpz_set_ui(y[a], 0);
    times(y, &p->data[N], v, AHEAD, (const mpz_t *)U);
    mpz_set_ui(p->s, 0);
    for (long a = 0; a < c->s.contacts; a++) {
        if (mpz_sgn(p->along.x[a]) == 0 && mpz_sgn(y[a]) > 0)
            refuse(&c->r, "(C2) does not hold");
        mpz_addmul(p->s, p->x.x[v + a], y[a]);
    }
    if (mpz_sgn(p->s) > 0)
        refuse(&c->r, "(C3) does not hold");
    mass_form(c, p->s, (const mpz_t *)one->x);
    sum(p->E, 1, p->s, d, two->den, two->den, V_->den, V_->den, over, NULL, 1,
        p->s, e, two->den, two->den, V_->den, V_->den, over, NULL, 0);
    mass_form(c, p->s, (const mpz_t *)two->x);
    sum(p->E, 1, p->E, NULL, 2, p->s, e, one->den, one->den, V_->den, V_->den,
        over, NULL, 0);
    mass_form(c, p->s, (const mpz_t *)V_->x);
    sum(p->E, 1, p->E, NULL, -1, p->s, d, one->den, one->den, two->den,
        two->den, over, NULL, 1, p->s, e, one->den, one->den, two->den,
        two->den, over, NULL, 0);
    mpz_set_ui(p->s, 0);
    for (long k = 0; k < p->data[K0].n; k++)
        mpz_addmul(p->s, p->data[K0].x[k], U[p->data[K0].at[k]]);
    sum(p->E, 1, p->E, NULL, 2, p->s, h, one->den, one->den, two->den, V_->den,
        NULL, 0);
    if (mpz_sgn(p->E) < 0)
        refuse(&c->r, "(C5) does not hold");
}

/* Before the first node: are all gaps linear in the coordinates, for a kind in
   those of its things? In a gap of the scene velocities
   and time count as coordinates do: where a gap is linear in t, P3 refuses the
   next node. */
static void begin(checker *c)
{
    const long v = c->s.nv, p = c->s.contacts;
    nodes *s = &c->n;
    array *all[] = {&s->at, &s->old_at, &s->before, &s->u, &s->rows};
    for (int k = 0; k < 5; k++)
        array_room(&c->r, all[k], k < 2 ? p : v);
    s->flat = tape_degree(&c->r, &c->s.gaps, 0, c->s.nq + v + 1) < 2;
    for (long k = 0; k < c->s.kinds; k++)
        s->flat &=
            tape_degree(&c->r, &c->s.kind[k].gap, 0,
                        c->s.kind[k].size[0][0] + c->s.kind[k].size[1][0]) < 2;
}

void node_row(checker *c)
{
    nodes *s = &c->n;
    if (!chain_ahead(c, 0))
        refuse(&c->r, "a step behind the end of the run");
    if (s->n == 0)
        begin(c);
    if (s->n > 0 || c->s.form == MOREAU)
        mpq_set(s->e, c->s.restitution);
    mpz_mul_si(s->back, mpq_numref(s->e), c->s.form == MOREAU ? -1 : 1);
    read_node(c);
    array_spread(&c->r, &c->p.before, &c->p.v, c->s.nv);
    array_spread(&c->r, &c->p.data[V], &c->c.v, c->s.nv);
    unknowns(c);
    measure(c);
    balance(c);
    one_sided(c);
    if (c->p.level != L0) {
        stored(c);
        if (s->flat && c->s.form == PAOLI)
            same_polyhedron(c);
        if (s->flat && c->s.form == PAOLI && c->p.level == R && s->n > 1)
            lemmas(c);
    }
    if (c->two != NULL)
        level2_node(c);
    mpq_set_ui(c->c.fraction, 1, 1);
    between(c, c->c.fraction, 0);
    follow(c, "q", c->s.nq, &c->c.q, &c->c.identity);
    mpq_add(c->c.time, c->c.time, c->c.fraction);
    array_spread(&c->r, &c->p.before, &s->before, c->s.nv);
    array_swap(&c->p.data[V], &c->p.before);
    array_swap(&c->p.data[N], &s->rows);
    array_swap(&s->at, &s->old_at);
    mpz_set(s->over, c->p.over);
    c->c.steps++;
    s->n++;
}
