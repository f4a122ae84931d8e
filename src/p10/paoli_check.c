/**
# The lemmas, asked of a step

Lemmas 1, 2, 3 and the estimate of case 2, each as a finite test in fractions.
Everything here is recomputed from the primary data $M$, $g$, $V^{n-1}$, $f$,
$\nabla f$ and the claim $w$, $V^n$, $r$; no factor, no prediction, no Lemke.
The slides use these statements to pass to the limit $h \to 0$. For one step
they are more than an aid of a proof: the first says that the step is the
scheme, the others that the scheme does what the theory counts on.

**Lemma 2.** The Argmin of (scheme) has $M(q^n)(y - Z^n) \in N_K(Z^n)$. With
$(1+e)(y - Z^n) = 2q^n - (1-e)q^{n-1} + h^2G^n - (q^{n+1} + eq^{n-1})$, and
since what is left of the positions is $h(V^{n-1} - V^n)$,

$$M(q^n)(V^{n-1} - V^n + hG^n) = -\sum_a r_a\nabla f_a(Z^n), \qquad
r_a \ge 0, \quad f_a(Z^n) \ge 0, \quad r_a f_a(Z^n) = 0 .$$

$MG^n = g$, so no solution with $M$ is needed to ask it. Where $K$ is a
polyhedron the four are not only necessary: they are the optimality conditions
of a convex problem with a strictly convex objective, so $Z^n$ is *the* nearest
point and the claim is proven, whoever made it.

**Lemma 3.** $f_a(Z^n) = 0 \le f_a(Z^{n-1})$ means that the way from $Z^{n-1}$
to $Z^n$ does not leave wall $a$. With

$$D = \frac{1+e}h (Z^n - Z^{n-1}) = V^n + eV^{n-2}$$

that is $(\nabla f_a, D) \le 0$ for a linear $f_a$; for a curved one with $L_a$
the Lipschitz constant of $\nabla f_a$ the printed $O(h)$ is $L_ah/(2(1+e))$
(erratum 4.12). It is here that the positions two steps apart turn into an
impact law: where a wall pushes at $n$ and at $n - 1$, $D = 0$ across it, that
is $(\nabla f_a, V^n) = -e(\nabla f_a, V^{n-2})$.

**The product.** Lemma 2 and 3 together: $(M(V^{n-1} - V^n + hG^n), D) = -\sum
r_a(\nabla f_a, D) \ge 0$.

**The estimate** is the product multiplied out in the metric. With $x =
V^{n-1}$, $u = V^n$, $z = V^{n-2}$ use $2(x, u) \le |x|^2 + |u|^2$, $2e(x, z)
\le e|x|^2 + e|z|^2$ and $-2e(u, z) \le e|u|^2 + e|z|^2$:

$$(1-e)|V^n|^2 \le (1+e)|V^{n-1}|^2 + 2e|V^{n-2}|^2 + 2h(G^n, D),$$

with the last term in place of the printed $O(h)$ (erratum 4.13). It follows
from the product, and is asked all the same: it is the line that the convergence
stands on. For $e = 1$ its left side is 0, and nothing bounds $V^n$ in a step
(erratum 4.14).

**Lemma 1** is the case $e = 0$: the product says $|V^n|^2 \le (V^{n-1} + hG^n,
V^n)$, and Cauchy's inequality makes $|V^n| \le |V^{n-1}| + h|G^n|$ of it. The
form without roots is the one that can be asked in fractions, so it is the
product that stands for Lemma 1 here.

## The example of paoli.c

The ball with $h = \frac25$, $e = \frac12$, at its two steps on the floor:

| $n$ | $V^{n-2}, V^{n-1}, V^n$ | $r$ | $D$ | product | estimate |
|---|---|---|---|---|---|
| 3 | $-1, -1, \frac14$ | $\frac54$ | $-\frac14$ | $\frac5{16}$ | $\frac1{32} \le \frac52$ |
| 4 | $-1, \frac14, \frac12$ | $\frac14$ | 0 | 0 | $\frac18 \le \frac{35}{32}$ |

At $n = 3$ it came down from $Z^2 = \frac1{15}$, $D = \frac32 \cdot
(-\frac1{15})/\frac25$; at $n = 4$ both $Z$ are 0, and $V^4 = -\frac12 V^2$ is
the rebound.

## Who is refused

| a claim | by |
|---|---|
| $V^n$ of another $w$: the restitution forgotten | V is not the velocity that belongs to Z |
| another force, an impulse left out, one that is not normal | a row of the balance of impulses |
| a floor that holds back | a constraint pulls |
| a wall that the step forgot | a constraint is violated at Z |
| an impulse before the wall is reached | a constraint pushes without touching |
| a history $V^{n-2}$ with which the wall would have been left | touches and is being left |
| the same with no wall in reach | the product $< 0$ |

The estimate has no line of its own: a claim that breaks it has broken the
product. It stands last: what the algebra above promises, computed.

Of Moreau's step only Lemma 2 is asked, with $f = 0$ and `back` $= -e$: its $w =
(v^{n+1} + ev^n)/(1+e)$ is then a point of the cone, and the same four lines are
its own conditions.
*/
#include "p10/paoli.h"

/** The three that are asked, and room for sums: `x` belongs to the checks, `y`
and `t` to the helpers that they call. */
typedef struct {
    const paoli_exact *s;
    const paoli_exact_data *d;
    const paoli_claim *c;
    mpq_t x, y, t; /* scratch */
} check;

static void begin(check *k)
{
    mpq_inits(k->x, k->y, k->t, NULL);
}

static void end(check *k)
{
    mpq_clears(k->x, k->y, k->t, NULL);
}

static void add_product(mpq_ptr out, mpq_srcptr x, mpq_srcptr y, mpq_ptr t)
{
    if (mpq_sgn(x) == 0 || mpq_sgn(y) == 0)
        return;
    mpq_mul(t, x, y);
    mpq_add(out, out, t);
}

/** $V^n = e V^{n-1} + (1+e) w$, which is $q^{n+1} = -e q^{n-1} + (1+e) Z^n$;
the first $e$ is `back`. Asked as an equation between fractions, not up to
something; the claim's $V$ is the exact one, before it is truncated. */
static perp_status check_velocity(check *k)
{
    for (int i = 0; i < k->d->nv; i++) {
        mpq_mul(k->x, k->s->e, k->c->w[i]);
        mpq_add(k->x, k->x, k->c->w[i]);
        add_product(k->x, k->s->back, k->d->v[i], k->t);
        if (!mpq_equal(k->x, k->c->V[i]))
            return PERP_FAIL(PERP_REFUTED,
                             "V[%d] is not the velocity that belongs to Z",
                             i + 1);
    }
    return PERP_SUCCESS;
}

/** Component i of $M(V^{n-1} - V^n) + h g$. */
static void defect(check *k, int i, mpq_ptr out)
{
    const int n = k->d->nv;
    mpq_mul(out, k->s->h, k->d->g[i]);
    for (int j = 0; j < n; j++) {
        if (mpq_sgn(k->d->M[i * n + j]) == 0)
            continue;
        mpq_sub(k->y, k->d->v[j], k->c->V[j]);
        add_product(out, k->d->M[i * n + j], k->y, k->t);
    }
}

/** $M(V^{n-1} - V^n) + h g = -\sum_a r_a \nabla f_a$ with the impulses $r$. */
static perp_status check_balance(check *k)
{
    const int n = k->d->nv;
    for (int i = 0; i < n; i++) {
        defect(k, i, k->x);
        for (int a = 0; a < k->d->p; a++)
            add_product(k->x, k->c->impulse[a], k->d->n[a * n + i], k->t);
        if (mpq_sgn(k->x) != 0)
            return PERP_FAIL(PERP_REFUTED,
                             "row %d of the balance of impulses is %g, not 0",
                             i + 1, mpq_get_d(k->x));
    }
    return PERP_SUCCESS;
}

/** out = $f_a(Z^n) = f_a + h\, n_a w$. */
static void value_at_Z(check *k, int a, mpq_ptr out)
{
    mpq_set_ui(k->y, 0, 1);
    for (int i = 0; i < k->d->nv; i++)
        add_product(k->y, k->d->n[a * k->d->nv + i], k->c->w[i], k->t);
    mpq_mul(out, k->y, k->s->h);
    mpq_add(out, out, k->d->f[a]);
}

/** $r_a \ge 0$, $f_a(Z^n) \ge 0$, one of them 0, for every constraint of d.
Those that a step did not take in hand are among them, with $r_a = 0$: forgotten
walls are found here. */
static perp_status check_cone(check *k)
{
    for (int a = 0; a < k->d->p; a++) {
        value_at_Z(k, a, k->x);
        if (mpq_sgn(k->c->impulse[a]) < 0)
            return PERP_FAIL(PERP_REFUTED, "constraint %d pulls", a + 1);
        if (mpq_sgn(k->x) < 0)
            return PERP_FAIL(PERP_REFUTED, "constraint %d is violated at Z",
                             a + 1);
        if (mpq_sgn(k->x) > 0 && mpq_sgn(k->c->impulse[a]) > 0)
            return PERP_FAIL(PERP_REFUTED,
                             "constraint %d pushes without touching", a + 1);
    }
    return PERP_SUCCESS;
}

/** Lemma 2: the defect lies in the normal cone at $Z^n$. For linear constraints
these three are also sufficient: $Z^n$ is *the* projection.

Implements P10 (L2). */
perp_status paoli_check(const paoli_exact *s, const paoli_exact_data *d,
                        const paoli_claim *c)
{
    check k = {.s = s, .d = d, .c = c};
    begin(&k);
    perp_status v = check_velocity(&k);
    if (v.code == PERP_OK)
        v = check_balance(&k);
    if (v.code == PERP_OK)
        v = check_cone(&k);
    end(&k);
    return v;
}

/** out = component i of $D = (1+e)(Z^n - Z^{n-1})/h$. Where nothing is rounded
this is $V^n + e V^{n-2}$. Between doubles the states are rounded, and $D =
V^n + e V^{n-2} + \beta$ with a disturbance $\beta$ of the size of a rounding
error, known exactly; with it the lemmas hold exactly. For $n < 2$, where they
say nothing, $D$ is not asked for. */
static void advance(check *k, int i, mpq_ptr out)
{
    mpq_mul(out, k->s->e, k->c->before[i]);
    mpq_add(out, out, k->c->V[i]);
    if (k->c->slip != NULL)
        mpq_add(out, out, k->c->slip[i]);
}

/** Lemma 3 for linear constraints, where its O(h) is 0 (erratum 4.12): what
touches at $Z^n$ has not been left since $Z^{n-1}$. */
static perp_status check_approach(check *k)
{
    mpq_t z;
    mpq_init(z);
    int good = 1, a = 0;
    for (; a < k->d->p && good; a++) {
        value_at_Z(k, a, k->x);
        if (mpq_sgn(k->x) != 0)
            continue;
        mpq_set_ui(k->x, 0, 1);
        for (int i = 0; i < k->d->nv; i++) {
            advance(k, i, z);
            add_product(k->x, k->d->n[a * k->d->nv + i], z, k->t);
        }
        good = mpq_sgn(k->x) <= 0;
    }
    mpq_clear(z);
    return good ? PERP_SUCCESS
                : PERP_FAIL(PERP_REFUTED,
                            "constraint %d touches and is being left", a);
}

/** $x^T M y$ into out. */
static void metric(check *k, const mpq_t *x, const mpq_t *y, mpq_ptr out)
{
    const int n = k->d->nv;
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (mpq_sgn(k->d->M[i * n + j]) == 0 || mpq_sgn(x[i]) == 0)
                continue;
            mpq_mul(k->y, k->d->M[i * n + j], x[i]);
            add_product(out, k->y, y[j], k->t);
        }
}

/** $K$ convex, $Z^{n-1} \in K$: the defect, which lies in the normal cone at
$Z^n$, has a nonnegative product with $Z^n - Z^{n-1}$. With $e = 0$ this is
$|V^n|_M^2 \le (V^{n-1} + hG^n, V^n)_M$, hence Lemma 1; no square root is
needed. */
static perp_status check_monotone(check *k)
{
    mpq_t z, sum, row;
    mpq_inits(z, sum, row, NULL);
    for (int i = 0; i < k->d->nv; i++) {
        defect(k, i, row);
        advance(k, i, z);
        add_product(sum, row, z, k->t);
    }
    int good = mpq_sgn(sum) >= 0;
    mpq_clears(z, sum, row, NULL);
    return good ? PERP_SUCCESS
                : PERP_FAIL(PERP_REFUTED,
                            "(M (V^{n-1} - V^n + h G), V^n + e V^{n-2}) < 0");
}

/** out += $(M (V^{n-1} - V^n), \beta)$. */
static void add_disturbance(check *k, mpq_ptr out)
{
    const int n = k->d->nv;
    mpq_t d;
    mpq_init(d);
    for (int i = 0; i < n && k->c->slip != NULL; i++)
        for (int j = 0; j < n; j++) {
            mpq_sub(d, k->d->v[j], k->c->V[j]);
            mpq_mul(d, d, k->d->M[i * n + j]);
            add_product(out, d, k->c->slip[i], k->t);
        }
    mpq_clear(d);
}

/** The estimate with its O(h) written out (erratum 4.13): $(1-e)|V^n|^2 \le
(1+e)|V^{n-1}|^2 + 2e|V^{n-2}|^2 + 2h(G^n, D) + 2(V^{n-1} - V^n, \beta)$ in the
metric of $M(q^n)$: the product before, multiplied out. */
static perp_status check_estimate(check *k)
{
    mpq_t sum, x, z;
    mpq_inits(sum, x, z, NULL);
    for (int i = 0; i < k->d->nv; i++) {
        advance(k, i, z);
        add_product(sum, k->d->g[i], z, k->t);
    }
    mpq_mul(sum, sum, k->s->h);
    add_disturbance(k, sum);
    metric(k, k->c->before, k->c->before, x);
    add_product(sum, k->s->e, x, k->t);
    mpq_mul_2exp(sum, sum, 1);
    metric(k, (const mpq_t *)k->d->v, (const mpq_t *)k->d->v, x);
    mpq_add(sum, sum, x);
    add_product(sum, k->s->e, x, k->t);
    metric(k, k->c->V, k->c->V, x);
    mpq_sub(sum, sum, x);
    add_product(sum, k->s->e, x, k->t); /* right side - (1-e)|V^n|^2 */
    int good = mpq_sgn(sum) >= 0;
    mpq_clears(sum, x, z, NULL);
    return good ? PERP_SUCCESS
                : PERP_FAIL(PERP_REFUTED,
                            "(1-e)|V^n|^2 exceeds the energy estimate");
}

/** What only a polyhedron guarantees, and only when $Z^{n-1}$ exists.

Implements P10 (L1), (L3), (estimate). */
perp_status paoli_check_convex(const paoli_exact *s, const paoli_exact_data *d,
                               const paoli_claim *c)
{
    if (c->before == NULL)
        return PERP_SUCCESS;
    check k = {.s = s, .d = d, .c = c};
    begin(&k);
    perp_status v = check_approach(&k);
    if (v.code == PERP_OK)
        v = check_monotone(&k);
    if (v.code == PERP_OK)
        v = check_estimate(&k);
    end(&k);
    return v;
}
