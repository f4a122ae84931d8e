/**
# What AP02's steps have of their own: coefficients of (C1), springs (C12)

doc/70-certificate.md, C1 and C12; AP02's linearly implicit step (12), its
explicit one (7), called semi-implicit here, and the limit of infinite
stiffness (34).

## Coefficients

AP02 takes the force at the start of the step only, and $\alpha = \gamma = 1$.
In the table of problem.c that is: $k_0$ has the weight $-h$ that $k_1$ has in
the family with $\alpha = 1$, and $k_1$ the weight 0, which $k_0$ has there;
the two are exchanged. The explicit step has no Jacobians, so $k_{1v}$ and
$k_{1q}$ count as zero, and $h F v^l$ stands in the place of $\alpha h F x$:
the weight of F moves from $x$ to $v^l$. What a forger puts into an array of
weight 0 is multiplied by 0: the proof is still true, and says nothing of that
array.

## Springs

A spring with stiffness $k$, damping $\delta$, elongation $\varphi$ and
gradient $a$ pulls with $k\varphi' + \delta\,a^T x$, where $\varphi'$ is the
elongation carried on along the step and $x$ the weighted velocity; for
$\alpha = \gamma = 1$ both are those that the step ends with. It has a row and
an impulse of its own; $z_s$ is $\alpha$ times the impulse, and

$$s = z_s + \alpha h\,\bigl(k\,(\varphi + h((\alpha - \gamma)\,a^T v^l + \gamma\,a^T x)) + \delta\,a^T x\bigr) = 0.$$

Inserting $x = (1 - \alpha) v^l + \alpha v^{l+1}$ shows what $\varphi'$ is:
$\varphi + \alpha h\,a^T ((1 - \gamma) v^l + \gamma v^{l+1})$, the share
$\alpha$ of the way of (C9). Eliminating $z_s$ from (C1) adds
$\alpha h \delta\,a a^T + \alpha\gamma h^2 k\,a a^T$ to $M$, for AP02
$h\delta\,a a^T + h^2 k\,a a^T$, as (12) has it. In a row of its own
$k = 10^{12}$ is a number among others; in the sum the mass would be lost
beside it, and the row would have to prove more places.

The coefficients are those of (C1): $\alpha h$ is minus the weight of F,
$\alpha\gamma h^2$ minus that of kq at $x$, $\alpha h^2(\alpha - \gamma)$
minus that of kq at $v^l$. So one table decides both, and the explicit step,
where F's weight has moved to $v^l$ and kq's are 0, has
$s = z_s + h(k\varphi + \delta\,a^T v^l)$, as (7) does, without a line about
it.

In the limit a spring with stiffness or damping is a rigid link: $a^T x = 0$,
and $z_s$ is free, as for a joint. One with neither has $z_s = 0$ in all
schemes.

In a JUMP springs have no impulse, for their force times no time is none.

**Energy.** A residual $s$ of a spring works with $a^T x$, and so adds
$s\,a^T x$ to (C6) in level L0; a rigid link that gives way adds $z_s\,a^T x$.

| a forger writes | words |
|---|---|
| a spring that pulls less, and a velocity for it | a spring does not obey its law |
| in the limit, a link that stretches | a rigid link moves |
*/
#include "proof.h"

/* Changes the table of problem.c, which has just been filled for alpha = gamma
   = 1, or for a JUMP, where all of it but M is 0 anyway. */
void ap02_weigh(checker *c)
{
    mpz_t *K = c->p.K;
    if (c->s.form == FAMILY)
        return;
    mpz_swap(K[2 * K0], K[2 * K1]);
    if (c->s.form != EXPLICIT)
        return;
    mpz_set(K[2 * F + 1], K[2 * F]);
    mpz_set_ui(K[2 * F], 0);
    for (int k = 2 * KV; k < 2 * K0; k++)
        mpz_set_ui(K[k], 0);
}

/* s over p->by = K[UNIT] `over` k.den and the unit of z: t is minus the
   bracket that k multiplies, then minus the one that damping multiplies. To
   p->E, over p->per, the work of s is added, or of z. */
void springs_check(checker *c)
{
    problem *p = &c->p;
    const mpz_t *K = (const mpz_t *)p->K, *x = (const mpz_t *)p->x.x;
    const array *k = &c->s.stiffness, *d = &c->s.damping;
    const long n = p->size[SPRINGS];
    mpz_t *phi = array_spread(&c->r, &p->data[PHI], &p->y, n);
    mpz_t *av = array_spread(&c->r, NULL, &p->row, n);
    times(av, &p->data[A], c->s.nv, AHEAD, (const mpz_t *)p->v.x);
    sum(p->by, 1, K[UNIT], p->over, k->den, NULL, 0);
    if (n > 0) {
        sum(p->E, 1, p->E, p->over, k->den, NULL, 0);
        sum(p->per, 1, p->per, p->over, k->den, NULL, 0);
    }
    for (long i = 0; i < n; i++) {
        mpz_srcptr ax = p->along.x[p->at[SPRINGS] + i];
        mpz_mul(p->s, p->by, x[p->at[SPRINGS] + i]);
        if (c->s.form == LIMIT &&
            (mpz_sgn(k->x[i]) > 0 || mpz_sgn(d->x[i]) > 0))
            demand(c, EQUAL + VELOCITY, ax, c->r.one, "a rigid link moves");
        else {
            sum(p->t, 1, K[2 * F], phi[i], p->x.den, NULL, 1, K[2 * F + 1],
                phi[i], p->x.den, NULL, 1, K[2 * KQ], ax, NULL, 1,
                K[2 * KQ + 1], av[i], NULL, 0);
            mpz_submul(p->s, p->t, k->x[i]);
            sum(p->t, 1, K[2 * F], ax, NULL, 1, K[2 * F + 1], av[i], NULL, 0);
            mpz_submul(p->s, p->t, d->x[i]);
            demand(c, EQUAL + IMPULSE, p->s, p->by,
                   "a spring does not obey its law");
        }
        mpz_addmul(p->E, p->s, ax);
    }
}
