/**
# (scheme) in fractions, where the nearest point is none

The point of a circle nearest to $y = (\frac12, 1)$ has a root in it, and of an
ellipse it has one of a quartic. What a run in fractions can have is a fraction
beside it, and a proof of how far beside. Which fraction, is free, and is
chosen so that

* $Z^n \in K$, without any tolerance: $f_a(Z^n) \ge 0$ is a comparison of fractions;
* every point of $K$ that is as near to $y^n$ as $Z^n$ lies within $r^n$ of it (paoli_bound.c);
* $q^{n+1} = -eq^{n-1} + (1+e)Z^n$, exactly;
* numbers do not grow.

So each step is (scheme) with one word changed: $Z^n$ is not in the Argmin but
within $r^n$ of all of it, and the numbers of a row are all that it takes to
check that. No radius is carried along. The next step begins at this $q^{n+1}$,
which is a fraction and has no error: a run is a sequence of true statements
about its own nodes. What it is not is an enclosure of the scheme's own orbit.
Two orbits of (scheme) with $K$ convex, $M$ constant and $G$ of $t$ alone
satisfy $\delta^{n+1} \le 2\delta^n + \delta^{n-1} + (1+e)r$, since projections
do not lengthen; so after $N$ steps that push they are apart by at most some
$r(1+\sqrt2)^{N+1}$, $N + 1$ times 1.3 bits. With $r < 2^{-120}$ eighty pushing
steps leave 4 decimals in the worst case; what is seen is growth like $n$
(test_paoli_enclosed).

## Which fraction

| step | $Z^n$ |
|---|---|
| $y \in K$ | $y$; $r = 0$, and no rounding, while $q^{n+1}$ has fewer than $4P$ bits |
| the same, longer | the node rounded to $2^{-P}$, if that is in $K$; $\mu = 0$ and $r = 2\lvert\varepsilon\rvert$ |
| else | Newton's method from the doubles' answer, the node rounded |

It is the node $q^{n+1}$ that is rounded to a multiple of $2^{-P}$, $P = 256$,
and not $Z$: $Z = (q^{n+1} + eq^{n-1})/(1+e)$ follows. Were it $Z$, each step
that pushes would multiply the denominator by that of $e$, and a thousand of
them with $e = \frac13$ would make numbers of 1600 bits. Flight over a force
that depends on $q$, and a mass that does, lengthen numbers in every step, and
the second line cuts them.

The last line is paoli_refine.c.

## A step by hand

The case `disc` with $h = \frac1{100}$, $e = \frac12$: a point flies with $(1,
0)$ to the unit circle, which it meets at $(-\frac45, \frac35)$ at $t =
\frac65$. In row 119 it is at $q = (-\frac{81}{100}, \frac35)$, and up to there
$Z = y$, and each number has two digits. The prediction

$$y = q + h\frac{1 - e}{1 + e}V = (-\tfrac{81}{100} + \tfrac1{300}, \tfrac35)$$

has $|y|^2 = 1.0106\ldots$ and lies in $K$: the node moves on to $(-\frac45,
\frac35)$, on the circle. There $y = (-\frac45 + \frac1{300}, \frac35)$ has
$|y|^2 - 1 = -\frac{479}{90000}$ and lies outside of $K$, and the nearest point
is $y/|y|$, whose root is not rational: $|y|^2 = \frac{89521}{90000}$. The node
$q = \frac32Z - \frac12q^{119}$ is rounded, and a $Z$ with 256 bits is what the
row says. Its impulse gives $\mu = h\,\mathtt{cn}/(1 + e)$, and with $n = 2Z$
the balance $Z - y - \mu n$ is some $2^{-257}$ in each entry: the rounding of
$\mu$ and $Z$. $f(Z)$ is between 0 and $2^{-253}$, $\mu = 0.00133$, so $b <
2^{-262}$ and the last ball has the radius $\sqrt{2b} < 2^{-130}$. The one step
behind pushes, too, since $Z^n$ leaves a velocity into the disc: with $e > 0$
an impact takes two steps. In row 122 and from there on $Z = y$ again, exactly,
of numbers with 256 bits.

## What is not done

| | why |
|---|---|
| roots, sines in gaps | $f(Z) \ge 0$ is a comparison of fractions. It could be one of intervals; then a second program would need the same roots |
| gaps of bodies | they are lengths, so roots |
| Moreau's step | its cone is made of gradients at a middle that is closed or not: with curved gaps a row's cone is not that of one $K$ |
| `--certify` | a record of (scheme) has $f + hn\cdot w$ of linear gaps; a record here would have tapes of gaps in it, and a ball of gradients to be enclosed by the checker |
| Lemmas 1 and 3 | they compare two nearest points; $Z^n$ is one up to $r^n$ only |
*/
#include "p10/paoli_curved.h"

#include "number/rational.h"
#include "p10/paoli_bound.h"

#include <math.h>
#include <string.h>

enum { SHORT = 4 * PAOLI_GRID };

/** Of gaps that a fraction goes through: in their tapes are no roots, sines or
branches.*/
static perp_status algebraic(const perp_system *s)
{
    static const char wants[] =
        "--rational wants gaps of sums, products and quotients over a curved "
        "K; write |x| >= R as x*x >= R*R";
    if (s->bindings > 0)
        return PERP_FAIL(PERP_INPUT, "--rational wants gaps that the scene "
                                     "writes itself over a curved K, not "
                                     "those of bodies");
    for (uint32_t i = 0; i < s->gaps.runs; i++) {
        const tape_run *k = &s->gaps.run[i];
        if (k->op == OP_SQRT || k->op == OP_SIN || k->op == OP_COS ||
            k->op == OP_SEL)
            return tape_blame(&s->gaps, k->from, PERP_INPUT, wants);
    }
    return PERP_SUCCESS;
}

static perp_status doubles(arena *a, size_t n, paoli_curved *k)
{
    k->E = arena_take(a, n * (n + 1), sizeof *k->E);
    k->scale = arena_take(a, n, sizeof *k->scale);
    k->row_of = arena_take(a, n, sizeof *k->row_of);
    k->used = arena_take(a, n, 1);
    return k->E == NULL || k->scale == NULL || k->row_of == NULL ||
                   k->used == NULL
               ? PERP_NO_MEMORY(n * n * sizeof *k->E)
               : PERP_SUCCESS;
}

perp_status paoli_curved_new(arena *a, const perp_system *s, paoli_curved **out)
{
    const size_t v = (size_t)s->nv, p = (size_t)s->contacts;
    const size_t count = 4 * v + 3 * p + p * v;
    PERP_TRY(algebraic(s));
    paoli_curved *k = arena_take(a, 1, sizeof *k);
    mpq_t *x = rational_array(a, count);
    if (k == NULL || x == NULL) {
        rational_clear(x, x == NULL ? 0 : count);
        return PERP_NO_MEMORY(count * sizeof *x);
    }
    *k = (paoli_curved){.own = x, .count = count, .y = x, .Z = x + v};
    k->next = k->Z + v;
    k->F = k->next + v;
    k->mu = k->F + v;
    k->f = k->mu + p;
    k->above = k->f + p;
    k->n = k->above + p;
    mpq_inits(k->within, k->t, k->s, NULL);
    *out = k;
    PERP_TRY(doubles(a, 2 * v, k));
    return paoli_bound_new(a, s, PAOLI_GRID + 32, &k->bound);
}

void paoli_curved_free(paoli_curved *k)
{
    if (k == NULL)
        return;
    paoli_bound_free(k->bound);
    rational_clear(k->own, k->count);
    mpq_clears(k->within, k->t, k->s, NULL);
}

mpq_srcptr paoli_curved_within(const paoli_curved *k)
{
    return k->within;
}

/* What is proven of Z: k->within. */
static perp_status prove(paoli_state *r, paoli_curved *k, int *decided)
{
    const paoli_bound_of x = {(const mpq_t *)r->all.M, (const mpq_t *)k->y,
                              (const mpq_t *)k->Z,     (const mpq_t *)k->mu,
                              (const mpq_t *)k->f,     (const mpq_t *)k->n,
                              &r->metric_exact};
    return paoli_bound_find(k->bound, &x, k->within, decided);
}

/** Of a step that is not proven there is no row. One that went on with a word
of doubt in it would have to hand this doubt to all that follow, since the next
prediction begins at its node, and a reader of the last row would have to look
for it in all the others. So the run ends, with the rows that are proven.

A step that pushes: the doubles search, Newton ends it, the bound decides. What
the doubles count of their own proofs is not said of this run.*/
static perp_status push(paoli_state *r, paoli_curved *k)
{
    const long proven = r->proven, searched = r->searched;
    const double within = r->within, apart = r->apart;
    int done, decided = 0;
    PERP_TRY(paoli_nearest(r));
    PERP_TRY(paoli_refine_find(r, k, &done));
    if (done)
        PERP_TRY(prove(r, k, &decided));
    if (!decided)
        return PERP_FAIL(PERP_LIMIT,
                         "%s; take a smaller h, or leave --rational",
                         done ? "undecided: that no point of K is nearer than "
                                "the one found is not proven"
                              : "undecided: no fraction in K was found beside "
                                "the nearest point");
    r->proven = proven + 1;
    r->searched = searched + 1;
    r->within = fmax(within, mpq_get_d(k->within));
    r->apart = apart;
    for (int j = 0; j < r->sys->contacts; j++)
        if (mpq_sgn(k->mu[j]) > 0)
            r->apart = fmax(r->apart, mpq_get_d(k->f[j]));
    return PERP_SUCCESS;
}

static int is_long(const paoli_state *r, const paoli_curved *k)
{
    size_t most = 0;
    for (int i = 0; i < r->sys->nv; i++) {
        const size_t n = mpz_sizeinbase(mpq_numref(k->next[i]), 2) +
                         mpz_sizeinbase(mpq_denref(k->next[i]), 2);
        most = n > most ? n : most;
    }
    return most > SHORT;
}

/** $y \in K$, so $Z = y$. Rounded only when numbers are long, and only if that
leaves Z in K and a bound.*/
static perp_status fly(paoli_state *r, paoli_curved *k)
{
    int kept = 0;
    paoli_refine_place(r, k, 0);
    if (is_long(r, k)) {
        paoli_refine_place(r, k, 1);
        PERP_TRY(paoli_refine_look(r, k));
        if (paoli_refine_inside(r, k))
            PERP_TRY(prove(r, k, &kept));
        for (int i = 0; i < r->sys->nv && !kept; i++)
            mpq_set(k->Z[i], k->y[i]);
        if (!kept)
            paoli_refine_place(r, k, 0);
    }
    if (!kept)
        mpq_set_ui(k->within, 0, 1);
    r->within = fmax(r->within, mpq_get_d(k->within));
    for (int i = 0; i < r->sys->nv; i++) {
        r->at[i] = mpq_get_d(k->Z[i]);
        r->w[i] = mpq_get_d(r->w_exact[i]);
    }
    PERP_TRY(paoli_rows(r, r->at, r->rows));
    paoli_see_tunnel(r);
    return PERP_SUCCESS;
}

/** Into the state: impulses $(1+e)\mu_a/h$, doubles of everything, and on to
the next step.*/
static void conclude(paoli_state *r, paoli_curved *k)
{
    const paoli_exact x = paoli_numbers_exact(r);
    mpq_set_ui(k->s, 1, 1);
    mpq_add(k->s, k->s, x.e);
    mpq_div(k->s, k->s, x.h);
    for (int j = 0; j < r->sys->contacts; j++) {
        mpq_mul(r->impulse_exact[j], k->mu[j], k->s);
        r->impulse[j] = mpq_get_d(r->impulse_exact[j]);
    }
    for (int i = 0; i < r->sys->nv; i++) {
        r->w[i] = mpq_get_d(r->w_exact[i]);
        r->V[i] = mpq_get_d(r->V_exact[i]);
        r->Z[i] = mpq_get_d(k->Z[i]);
        mpq_set(r->q_exact[i], k->next[i]);
        mpq_swap(r->before[i], r->all.v[i]);
        mpq_set(r->all.v[i], r->V_exact[i]);
        r->q[i] = mpq_get_d(k->next[i]);
        r->v[i] = r->V[i];
    }
    r->sum->steps_proven++;
}

/** $y^n$ in fractions, with $M(q^n)$ factored; and force, mass and prediction
in doubles, for the search.

Implements P10 (scheme).*/
static perp_status predict(paoli_state *r, paoli_curved *k)
{
    const paoli_exact x = paoli_numbers_exact(r);
    PERP_TRY(paoli_evaluate_exact(r));
    PERP_TRY(paoli_evaluate(r));
    if (!r->steady || r->n == 0)
        PERP_TRY(paoli_exact_factor((const mpq_t *)r->all.M, &r->metric_exact));
    paoli_predict_exact(&x, &r->all, &r->metric_exact, r->w_exact);
    for (int i = 0; i < r->sys->nv; i++) {
        mpq_mul(k->y[i], x.h, r->w_exact[i]);
        mpq_add(k->y[i], k->y[i], r->q_exact[i]);
        mpq_set(k->Z[i], k->y[i]);
    }
    for (int j = 0; j < r->sys->contacts; j++)
        mpq_set_ui(k->mu[j], 0, 1);
    return paoli_refine_look(r, k);
}

perp_status paoli_curved_step(paoli_state *r)
{
    paoli_curved *k = r->curved;
    PERP_TRY(predict(r, k));
    PERP_TRY(paoli_refine_inside(r, k) ? fly(r, k) : push(r, k));
    conclude(r, k);
    return PERP_SUCCESS;
}
