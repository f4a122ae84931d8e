/**
# How far the forces of level L0 are from a solution (TH6)

doc/70-certificate.md, The step of contacts that yield; [the
cone](../../doc/41-PKS05-cone.md). The forces $\lambda$ of a row are doubles, and the
disc of friction has no rational step, so nothing solves it exactly. But the slip
is a function of the force alone,

$$w(\lambda) = A\lambda + b, \qquad A = (hK + C)^{-1} + h (1-\theta)\,W \tilde M^{-1}
W^T, \qquad \tilde M = M - h (1-\theta) J,$$

with $(\Phi + \delta_n)/h$ in the normal rows of b, and where A is monotone enough
there is one solution, and any $\lambda$ is within a known distance from it.

## The bound

Let $x^T A x \ge \sigma |x|^2$, $|A x| \le \eta |x|$, $\mu$ the largest coefficient,
$a = \sigma - \mu\eta > 0$. Choose $\pi$ so that $\lambda$ would be right for the
slip $\hat w = w(\lambda) + \pi$, with the radius $\rho_i$ of the disc of contact i in
the place of $\mu_i\lambda_{n,i}$, and let $\epsilon_i = |\rho_i - \mu_i\lambda_{n,i}|$:

* $\lambda_n > 0$: $\pi_n = -w_n$; $\lambda_n = 0$: $\pi_n = \max(0, -w_n)$;
* slides: $\pi_{to} = -(w_{to} + r\lambda_{to})$ with $r = -w_{to} \cdot
  \lambda_{to}/|\lambda_{to}|^2 > 0$, and $\rho = |\lambda_{to}|$;
* without friction, $\lambda_{to} = 0$: $\pi_{to} = 0$, $\rho = 0$, whatever the slip;
* sticks: $\pi_{to} = -w_{to}$, $\rho = \max(|\lambda_{to}|, \mu\lambda_n)$.

One contact without friction, $A = (2)$, $b = -1$, has the solution $\lambda^* =
\frac12$. Of a stated $\lambda = \frac{3}{5}$ the slip is $w = \frac15$; $\lambda_n > 0$, so
$\pi = -\frac15$, and with $\mu = 0$, $\sigma = \eta = a = 2$ the bound below is $|\pi|/a =
\frac1{10}$, the distance itself. With $b = 1$ and $\lambda = 0$ the contact is open,
$w = 1$ and $\pi = \max(0, -1) = 0$: nothing is off, and the bound is 0.

Of those that apply the one with less is taken; any would do. For a solution
$\lambda^*$ with slip $w^*$, complementarity says $(\lambda_n - \lambda_n^*) \cdot
(\hat w_n - w_n^*) \le 0$, and of a disc, with $\lambda \cdot \hat w = -\rho |\hat w|$ and
$\lambda^* \cdot w^* = -\rho^* |w^*|$ in its two rows,

$$(\lambda - \lambda^*) \cdot (\hat w - w^*) \le -\rho|\hat w| - \rho^*|w^*| + \rho|w^*| +
\rho^*|\hat w| = -(\rho - \rho^*)(|\hat w| - |w^*|) \le |\rho - \rho^*|\,|\hat w - w^*| .$$

Here $|\rho_i - \rho_i^*| \le \epsilon_i + \mu |\lambda_{n,i} - \lambda_{n,i}^*|$. With $e =
|\lambda - \lambda^*|$ and $|\hat w - w^*| \le \eta e + |\pi|$, summed over all contacts,

$$\sigma e^2 - |\pi| e \le (|\epsilon| + \mu e)(\eta e + |\pi|), \qquad
a e^2 - \bigl((1+\mu)|\pi| + \eta|\epsilon|\bigr) e - |\epsilon||\pi| \le 0,$$

$$e \le \frac{(1+\mu)|\pi| + \eta|\epsilon|}{a} + \sqrt{\frac{|\epsilon||\pi|}{a}} .$$

It holds of every solution, so $\pi = \epsilon = 0$ says that there is one at most. That
there is one: for given radii g the problem is a monotone variational inequality
with one solution $\lambda(g)$; by the same lines two of them differ by at most
$\frac\eta\sigma|g - g'|$, so $g \mapsto \mu\lambda_n(g)$ contracts.

## The constants

A and w are computed in fractions (reduce.c). Then A is scaled and cut off to whole numbers of
some 96 bits, which moves it by less than one in each entry, R in the norm. Of
whole numbers Bareiss's elimination (mass.c) says whether $A + A^T - 2 t\,1$ and $u\,1 -
A^T A$ are positive semidefinite; bisection finds t and u to a millionth, and $\sigma = t
- R$, $\eta = \sqrt u + R$ on that scale. All else is rounded up.

**By hand.** $A = (2, 1; 1, 2)$, $b = (-2, -3)$, $\mu = \frac14$, $\lambda = (1, \frac14)$:
$w = (\frac14, -\frac32)$, $\sigma = 1$, $\eta = 3$, $a = \frac14$. The normal row has $|\pi_n| =
\frac14$; friction is opposite to the slip, $r = 6$, $\rho = \frac14 = \mu\lambda_n$. So $e \le
\frac54 \cdot \frac14 / \frac14 = \frac54$; the solution is $(\frac89, \frac29)$, at 0.115.

**Why not the residuals alone.** A force that is off by a newton along a direction in
which A is soft has a small slip, and so small residuals; what carries over is
$|\pi|/\sigma$. And where $\mu\eta \ge \sigma$ a second solution may be far away which
no residual sees: `nonunique_step` of PKS05 has $A = (1, 2; 2, 5)$, $\mu = 1$, three
solutions, residuals 0 at each; $\sigma = 0.17$, $\eta = 5.83$, so it stays
undecided, as it must.

**What a forger can do with it.** The bound is of the stated data, and of the stated
force, whatever it is: a force that is wrong by a newton gets a bound of more
than one. A stiffness in the row that is softer than the scene's changes $\sigma$; it is
then the distance from the solution of that problem, as all of level L0 and L1 is
about the stated numbers. There is no number in a proof that claims a distance,
so none can be forged.

**Rounding.** Roots are rounded up to $2^{-600}$, quotients are fractions, and the sum is
turned into a double by `above` (number.c). $\sigma$ is too small by at most
$2^{-23}$ of the first diagonal entry and R units of $2^{-96}$, $\eta$ too large by as
little, so a bound that exists in truth may be missed only where $\mu\eta$ is
nearly $\sigma$.

**Where it is undecided**: $\mu\eta \ge \sigma$; a contact that pulls; more than MOST
rows or velocities, or numbers that are too long. Such rows are counted.
*/
#include "distance.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 12, ROOM = 4096, BITS = 96, FINE = 24 };

/* At least the root of x >= 0: over 2^600, one more. */
static void root(mpq_ptr to, mpq_srcptr x)
{
    mpz_ptr n = mpq_numref(to);
    mpz_mul_2exp(n, mpq_numref(x), 1200);
    mpz_tdiv_q(n, n, mpq_denref(x));
    mpz_sqrt(n, n);
    mpz_add_ui(n, n, 1);
    mpz_set_ui(mpq_denref(to), 1);
    mpq_div_2exp(to, to, 600);
}

/* The largest t with B - t 1 (sign 1), the least with t 1 - B (sign -1) positive
   semidefinite, between two numbers of which the one is and the other is not;
   B is whole, n by n. */
static void bisect(checker *c, const mpz_t *B, long n, int sign, mpz_ptr yes,
                   mpz_ptr no)
{
    mpz_t *a = array_spread(&c->r, NULL, &c->m.work, n * n), t;
    mpz_init(t);
    for (int k = 0; k < FINE; k++) {
        mpz_add(t, yes, no);
        mpz_fdiv_q_2exp(t, t, 1);
        for (long i = 0; i < n * n; i++) {
            mpz_mul_si(a[i], B[i], sign);
            if (i % (n + 1) == 0)
                (sign > 0 ? mpz_sub : mpz_add)(a[i], a[i], t);
        }
        mpz_set(semidefinite(c, a, n) ? yes : no, t);
    }
    mpz_clear(t);
}

/* sigma and eta of A, cut off to whole numbers over 2^k. 0: sigma <= 0. */
static int constants(checker *c, field *o)
{
    const long n = o->n;
    array whole = {.n = 0}, both = {.n = 0};
    mpz_t *a = array_spread(&c->r, NULL, &whole, n * n), low, high;
    mpz_t *B = array_spread(&c->r, NULL, &both, n * n);
    long e = 0, most = 0;
    for (long i = 0; i < n * n; i++) {
        e = (long)mpz_sizeinbase(mpq_numref(o->A[i]), 2) -
            (long)mpz_sizeinbase(mpq_denref(o->A[i]), 2);
        most = i == 0 || e > most ? e : most;
    }
    const long k = BITS - most;
    for (long i = 0; i < n * n; i++) {
        (k > 0 ? mpq_mul_2exp : mpq_div_2exp)(o->x, o->A[i],
                                             (unsigned long)labs(k));
        mpz_fdiv_q(a[i], mpq_numref(o->x), mpq_denref(o->x));
    }
    mpz_inits(low, high, NULL);
    for (long i = 0; i < n * n; i++) /* A + A' */
        mpz_add(B[i], a[i], a[i % n * n + i / n]);
    mpz_set(high, B[0]);
    bisect(c, (const mpz_t *)B, n, 1, low, high);
    mpz_fdiv_q_2exp(low, low, 1);
    mpz_sub_ui(low, low, (unsigned long)n);
    mpq_set_z(o->sigma, low);
    mpz_set_ui(high, 0);
    for (long i = 0; i < n * n; i++) { /* A'A */
        mpz_set_ui(B[i], 0);
        for (long j = 0; j < n; j++)
            mpz_addmul(B[i], a[j * n + i / n], a[j * n + i % n]);
        if (i % (n + 1) == 0)
            mpz_add(high, high, B[i]);
    }
    mpz_set_ui(low, 0);
    bisect(c, (const mpz_t *)B, n, -1, high, low);
    mpz_sqrt(high, high);
    mpz_add_ui(high, high, (unsigned long)n + 1);
    mpq_set_z(o->eta, high);
    for (int i = 0; i < 2; i++)
        (k > 0 ? mpq_div_2exp : mpq_mul_2exp)(i ? o->eta : o->sigma,
                                             i ? o->eta : o->sigma,
                                             (unsigned long)labs(k));
    mpz_clears(low, high, NULL);
    array_free(&whole);
    array_free(&both);
    return mpq_sgn(o->sigma) > 0;
}

/* The squares of |pi| and |epsilon| of a contact with friction. o->u: mu
   lambda_n. */
static void friction(field *o, const mpq_t *f, const mpq_t *w, int slips)
{
    mpq_t ww, ff, fw, slip, stick, length, over;
    mpq_inits(ww, ff, fw, slip, stick, length, over, NULL);
    for (int k = 1; k <= slips; k++) {
        fraction_add(ww, w[k], w[k], o->t);
        fraction_add(ff, f[k], f[k], o->t);
        fraction_add(fw, f[k], w[k], o->t);
    }
    if (mpq_sgn(ff) > 0)
        root(length, ff); /* at most 2^-600 too long, and so is epsilon */
    mpq_sub(over, length, o->u);
    mpq_set(stick, ww);
    if (mpq_sgn(ff) > 0)
        mpq_set(slip, ww);
    if (mpq_sgn(fw) < 0) { /* |w + r f|^2 = ww - fw^2 / ff */
        mpq_mul(o->x, fw, fw);
        mpq_div(o->x, o->x, ff);
        mpq_sub(slip, slip, o->x);
    }
    mpq_abs(o->x, over);
    mpq_set_ui(length, 1, 1);
    mpq_div_2exp(length, length, 600);
    mpq_add(o->x, o->x, length);
    mpq_mul(o->x, o->x, o->x);
    mpq_add(o->t, slip, o->x); /* pi^2 + epsilon^2 where it slides */
    if (mpq_sgn(over) <= 0 && mpq_cmp(stick, o->t) <= 0) {
        mpq_add(o->pi, o->pi, stick);
    } else {
        mpq_add(o->pi, o->pi, slip);
        mpq_add(o->eps, o->eps, o->x);
    }
    mpq_clears(ww, ff, fw, slip, stick, length, over, NULL);
}

/* pi and epsilon; 0: a contact pulls. */
static int off(checker *c, field *o)
{
    int fine = 1;
    for (long j = 0, row = 0; j < c->s.own; j++) {
        const contact *x = &c->s.contact[j];
        const mpq_t *f = (const mpq_t *)o->f + row;
        const mpq_t *w = (const mpq_t *)o->w + row;
        fine &= mpq_sgn(f[0]) >= 0;
        if (mpq_sgn(f[0]) > 0 || mpq_sgn(w[0]) < 0)
            fraction_add(o->pi, w[0], w[0], o->t);
        mpq_mul(o->u, x->mu, f[0]);
        if (x->slips > 0)
            friction(o, f, w, x->slips);
        if (x->slips > 0 && mpq_cmp(x->mu, o->mu) > 0)
            mpq_set(o->mu, x->mu);
        row += 1 + x->slips;
    }
    root(o->pi, o->pi);
    root(o->eps, o->eps);
    return fine;
}

/* The bound, N, into o->x. 0: a <= 0. */
static int bound(field *o)
{
    mpq_mul(o->u, o->mu, o->eta);
    mpq_sub(o->u, o->sigma, o->u); /* a */
    if (mpq_sgn(o->u) <= 0)
        return 0;
    mpq_mul(o->x, o->eps, o->pi);
    mpq_div(o->x, o->x, o->u);
    root(o->x, o->x);
    mpq_mul(o->eps, o->eps, o->eta);
    fraction_add(o->eps, o->mu, o->pi, o->t);
    mpq_add(o->eps, o->eps, o->pi);
    mpq_div(o->eps, o->eps, o->u);
    mpq_add(o->x, o->x, o->eps);
    return 1;
}

static int small(const checker *c)
{
    int fine = 1;
    for (int k = 0; k < Z; k++)
        for (long i = 0; i < c->p.data[k].n && fine; i++)
            fine = mpz_sizeinbase(c->p.data[k].x[i], 2) < ROOM;
    return fine && c->s.rows > 0 && c->s.rows <= MOST && c->s.nv <= MOST &&
           mpz_sizeinbase(c->p.over, 2) < ROOM &&
           mpz_sizeinbase(c->p.x.den, 2) < ROOM;
}

/* Behind the checks of a row of level L0, whose arrays are still there. */
void distance_find(checker *c)
{
    const long n = c->s.rows, v = c->s.nv;
    const long size[] = {n * (2 * n + 1), v * (v + n + 1), n * n, n, n};
    field o = {.nv = v, .n = n};
    mpq_t **to[] = {&o.X, &o.T, &o.A, &o.w, &o.f};
    long all = 0;
    if (!small(c))
        return;
    for (int k = 0; k < 5; k++)
        all += size[k];
    o.all = zeros((size_t)all, sizeof *o.all);
    for (long k = 0; k < all; k++)
        mpq_init(o.all[k]);
    all = 0;
    for (int k = 0; k < 5; all += size[k++])
        *to[k] = o.all + all;
    mpq_inits(o.h, o.share, o.mu, o.sigma, o.eta, o.pi, o.eps, o.t, o.u, o.x,
              NULL);
    mpq_set(o.h, c->s.h);
    mpq_set(o.share, c->s.gamma);
    if (reduce(c, &o) && constants(c, &o) && off(c, &o) && bound(&o)) {
        c->v->near++;
        c->v->distance = fmax(c->v->distance,
                              above(mpq_numref(o.x), mpq_denref(o.x)));
    }
    for (long k = 0; k < all; k++)
        mpq_clear(o.all[k]);
    mpq_clears(o.h, o.share, o.mu, o.sigma, o.eta, o.pi, o.eps, o.t, o.u, o.x,
               NULL);
    given_back(o.all);
}
