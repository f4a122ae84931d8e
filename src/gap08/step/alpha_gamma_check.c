/**
# What a solved step must balance

That numbers solve (4.7), (4.8) is one thing, and `lcp/problem` checks it row by row; that the rows
were those of the paper is another. Here two statements are asked that follow from (4.4) and are not
rows of it. They are formed from the primary data (masses, forces, gradients as the step has them)
and not from the posed problem, by code that poses nothing, and they hold with equality or the step
is not proven.

## Friction

For each contact (4.4e) gives $\beta^T(\lambda e + D^Tx) = 0$, and (4.4f) $\lambda(\mu c_n -
e^T\beta) = 0$. So

$$\beta^TD^Tx = -\lambda e^T\beta = -\mu\lambda c_n :$$

friction takes out all that its cone allows. In section 5 this is what makes (5.2) of (5.1); the
paper needs only the sign.

## Energy

Multiply (4.18) by $x^T$. With $w = v^{l+1} - v^l$ and $x = \frac12(v^{l+1} + v^l) + (\alpha -
\frac12)w$,

$$x^TMw = \tfrac12|v^{l+1}|_M^2 - \tfrac12|v^l|_M^2 + (\alpha - \tfrac12)|w|_M^2,$$

$c_\nu\cdot\nu^Tx$ is zero by (4.4c), $c_n\cdot n^Tx$ by (4.4d), friction does $-\mu\lambda c_n$,
and what is left is the power of the forces in $x$. No estimate is made, so nothing is lost: (5.1)
as an identity, of which the proof of Theorem 5.1 keeps an inequality.

The block of `alpha_gamma.c` has $v^l = 0$, $v^{l+1} = (\frac15, 0)$, $x = (\frac1{10}, 0)$,
$\alpha = \frac12$: left $\frac1{50}$; the forces $x_1\cdot\frac45 = \frac2{25}$, friction
$\frac35\cdot\frac1{10}\cdot 1 = \frac3{50}$; right $\frac4{50} - \frac3{50}$.

With $\alpha > \frac12$ the scheme takes energy by itself. The mass that leaves the floor with
$v^l = \frac3{10}$ has for $\alpha = \frac34$ the contact impulse $c_n = 0.581$ N s, $x = 0$ and
$v^{l+1} = -\frac1{10}$: $\frac12(0.01 - 0.09) + \frac14\cdot0.16 = 0$, and no force has worked,
because $x = 0$. The kinetic energy has gone from 0.045 to 0.005 J, and the third term, 0.04 J, is
what the scheme took.

*What it sees.* A step posed with the Coriolis part as printed in (4.5) has $F(x - \alpha v^l)$
where $Fx$ belongs, so both sides differ by $\alpha h\,x^TFv^l$: the solution is perfect, row by
row, and refused. A wrong $\gamma$ in $\tilde M$, a Jacobian taken twice, a $v^{l+1}$ that is not
that of (4.10) are found in the same way. *What it does not see* is a force that is wrong in both
places, because the data are, and anything across $x$: one number says nothing about a direction.

*Contacts that move* work. Their rows are $\rho = n^Tx + \bar\Phi$ and $\sigma = \lambda e + D^Tx
- \bar U$, so that complementarity says $c_n\,n^Tx = -c_n\bar\Phi$ and $\beta^T(D^Tx - \bar U) =
-\mu\lambda c_n$. On the right there is one term more, the work of walls and belts in the step,

$$W = -\sum_j\bigl(c_{n,j}\bar\Phi_j - f_j\cdot\bar u_j\bigr), \qquad
\tfrac12|v^{l+1}|_M^2 - \tfrac12|v^l|_M^2 \le P + W \quad (\alpha \ge \tfrac12).$$

A wall that comes nearer has $\bar\Phi < 0$ and works by pushing.

*Collisions and springs.* A compression is the step with $h = 0$, $\alpha = 1$, and is asked the
same. A decompression pushes, so that its contacts do work; `ap02/collision.c` has its balance.
Springs and dampers add $\sum c\,a^Tx$ (`ap02/spring.h`).

*Cost.* A bilinear form for each of $M$, $F$, $\tilde k_{1q}$, $\tilde k_{1v}$, so nv² products of a
numerator by an entry, $M$ and $\tilde k_{1q}$ more than once; and no greatest common divisor.
*/
#include "gap08/step/alpha_gamma.h"
#include "number/rational.h"
#include "ap02/spring.h"

/** A sum of rational numbers as one fraction that is never shortened, num /
scale. What is long are the numerators of the solution, and they have one
denominator which stands outside; the scales are those of the data, powers of
two mostly. */
typedef struct {
    mpz_t num, scale;
    mpz_t sum, row, data, own; /* work */
} form;

static void form_init(form *f)
{
    mpz_inits(f->num, f->scale, f->sum, f->row, f->data, f->own, NULL);
    mpz_set_ui(f->scale, 1);
}

static void form_clear(form *f)
{
    mpz_clears(f->num, f->scale, f->sum, f->row, f->data, f->own, NULL);
}

static void form_zero(form *f)
{
    mpz_set_ui(f->num, 0);
    mpz_set_ui(f->scale, 1);
}

/** $a/s + cb/o$: when the scale $s$ is not a multiple of $o$ both are multiplied out, which
happens a few times, while the powers of two of the data meet for the first time. Behind that a
term costs its products. The sum is compared with zero, so nobody needs it in lowest terms. */
/* f += c sum / own; both are used up. */
static void add(form *f, mpq_srcptr c)
{
    if (mpz_sgn(f->sum) == 0 || mpq_sgn(c) == 0)
        return;
    mpz_mul(f->sum, f->sum, mpq_numref(c));
    mpz_mul(f->own, f->own, mpq_denref(c));
    if (!mpz_divisible_p(f->scale, f->own)) {
        mpz_mul(f->num, f->num, f->own);
        mpz_mul(f->sum, f->sum, f->scale);
        mpz_mul(f->scale, f->scale, f->own);
    } else {
        mpz_divexact(f->own, f->scale, f->own);
        mpz_mul(f->sum, f->sum, f->own);
    }
    mpz_add(f->num, f->num, f->sum);
}

/** Entries of a matrix are brought to one denominator first, which for doubles is a power of two;
then the products are of integers, and the denominator enters once a form instead of once a term.
*/
/* own = the common denominator of n numbers. */
static void cover(form *f, int n, const mpq_t *A)
{
    mpz_set_ui(f->own, 1);
    for (int i = 0; i < n; i++)
        if (mpq_sgn(A[i]) != 0)
            rational_cover(f->own, A[i]);
}

/* row = own A.y, where own covers A. */
static void row_product(form *f, int n, const mpq_t *A, const mpz_t *y)
{
    mpz_set_ui(f->row, 0);
    for (int j = 0; j < n; j++) {
        if (mpq_sgn(A[j]) == 0 || mpz_sgn(y[j]) == 0)
            continue;
        rational_scaled(f->data, f->own, A[j]);
        mpz_addmul(f->row, f->data, y[j]);
    }
}

/* f += c x'A y */
static void add_bilinear(form *f, mpq_srcptr c, int n, const mpz_t *x,
                         const mpq_t *A, const mpz_t *y)
{
    cover(f, n * n, A);
    mpz_set_ui(f->sum, 0);
    for (int i = 0; i < n; i++) {
        row_product(f, n, A + i * n, y);
        mpz_addmul(f->sum, x[i], f->row);
    }
    add(f, c);
}

/* f += c a'x unit */
static void add_dot(form *f, mpq_srcptr c, int n, const mpq_t *a,
                    const mpz_t *x, mpz_srcptr unit)
{
    cover(f, n, a);
    row_product(f, n, a, x);
    mpz_mul(f->sum, f->row, unit);
    add(f, c);
}

/* f += c a b */
static void add_product(form *f, mpq_srcptr c, mpz_srcptr a, mpz_srcptr b)
{
    mpz_mul(f->sum, a, b);
    mpz_set_ui(f->own, 1);
    add(f, c);
}

/** The first balance, contact by contact: a sum over all of them could hide a friction that
drives behind another that brakes too much. Everything is over $\delta^2$, the square of the
solution's denominator; $\beta$ and $c_n$ carry the same factor $\alpha$, so it drops out. The sum
of $\mu\lambda c_n$, times that $\alpha$, goes to `loss`. A contact without slips is asked
nothing: there $\zeta = \mu c_n$, and $\lambda\zeta = 0$ is a row of the problem. */
static perp_status friction_balance(const step_exact *d, const mpq_t *drift,
                                    const mpz_t *Z, mpz_srcptr den,
                                    form *power, form *loss)
{
    const int nv = d->nv, free = nv + d->m + d->s, beta = free + d->p;
    const int lambda = beta + 2 * d->r;
    mpq_t one;
    mpz_t slip;
    mpq_init(one);
    mpz_init(slip);
    mpq_set_ui(one, 1, 1);
    perp_status status = PERP_SUCCESS;
    for (int j = 0; j < d->p; j++) {
        form_zero(power);
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
            mpz_sub(slip, Z[beta + 2 * k], Z[beta + 2 * k + 1]);
            if (mpz_sgn(slip) == 0)
                continue;
            add_dot(power, one, nv, (const mpq_t *)d->d + k * nv, Z, slip);
            if (drift != NULL)
                add_product(power, drift[d->p + k], slip, den);
        }
        for (int to = 0; to < 2; to++) { /* mu lambda c_n */
            form *f = to == 0 ? power : loss;
            mpz_mul(f->sum, Z[lambda + j], Z[free + j]);
            mpz_set_ui(f->own, 1);
            add(f, d->mu[j]);
        }
        if (d->slip_at[j] < d->slip_at[j + 1] && mpz_sgn(power->num) != 0)
            status = PERP_FAIL(
                PERP_REFUTED,
                "friction balance of active contact %d is not zero", j + 1);
    }
    mpq_clear(one);
    mpz_clear(slip);
    return status;
}

/* What the energy identity is made of, all over the result's denominator. */
typedef struct {
    const alpha_gamma_exact *s;
    const step_exact *d;
    const mpz_t *x, *vp, *cn, *f;
    mpz_srcptr den;
    mpz_t *v, *w;  /* v^l and v^{l+1} - v^l */
    mpq_t c, work; /* a coefficient; what the springs do, J */
} balance;

/** ## The power of the forces

Minus the power of the forces in the weighted velocity,

$$P = h\bigl(x^T k_1(t_l) + \alpha\,x^T(k_1(t_{l+1}) - k_1(t_l) + k_{1v} w
+ h k_{1q}(v^l + \gamma w)) + x^T F x\bigr),$$

which is $x^T(\bar k + \alpha h (k_{1v} + \gamma h k_{1q}) w + hFx)$ of (4.17)
and (4.18), $w = v^{l+1} - v^l$. The last term vanishes for an antisymmetric
$F$, which the paper assumes; it is kept because the data need not be so
kind. AP02's steps have no $k_1(t_{l+1})$, the explicit one $x^T F v^l$ and no
Jacobians; springs and dampers add $\sum c\,a^T x$. */
static void subtract_power(form *f, balance *b)
{
    const step_exact *d = b->d;
    const mpz_t *v = (const mpz_t *)b->v, *w = (const mpz_t *)b->w;
    const step_form whose = b->s->form;
    const int n = d->nv;
    mpz_mul(f->sum, b->den, b->den); /* the springs' work is over one */
    mpz_set_ui(f->own, 1);
    mpq_neg(b->c, b->work);
    add(f, b->c);
    mpq_neg(b->c, b->s->h); /* -h x'F x */
    add_bilinear(f, b->c, n, b->x, (const mpq_t *)d->F,
                 whose == STEP_EXPLICIT ? v : b->x);
    if (whose != STEP_FAMILY)
        add_dot(f, b->c, n, (const mpq_t *)d->k0, b->x, b->den);
    if (whose == STEP_EXPLICIT)
        return;
    mpq_mul(b->c, b->c, b->s->alpha); /* -h alpha */
    add_bilinear(f, b->c, n, b->x, (const mpq_t *)d->kv, w);
    if (whose == STEP_FAMILY) {
        add_dot(f, b->c, n, (const mpq_t *)d->k1, b->x, b->den);
        mpq_add(b->c, b->c, b->s->h);
        mpq_neg(b->c, b->c); /* -h (1 - alpha) */
        add_dot(f, b->c, n, (const mpq_t *)d->k0, b->x, b->den);
    }
    mpq_mul(b->c, b->s->h, b->s->h);
    mpq_mul(b->c, b->c, b->s->alpha);
    mpq_neg(b->c, b->c); /* -h^2 alpha */
    add_bilinear(f, b->c, n, b->x, (const mpq_t *)d->kq, v);
    mpq_mul(b->c, b->c, b->s->gamma);
    add_bilinear(f, b->c, n, b->x, (const mpq_t *)d->kq, w);
}

/** Minus the work of contacts that move, $\sum c_n\bar\Phi - f\cdot\bar u$: the impulses are
those of (4.4), over the denominator of the result, and so is one. */
static void subtract_walls(form *f, const balance *b)
{
    const step_exact *d = b->d;
    const mpq_t *drift = alpha_gamma_drift_exact(b->s, d);
    for (int j = 0; drift != NULL && j < d->p; j++)
        add_product(f, drift[j], b->cn[j], b->den);
    for (int k = 0; drift != NULL && k < d->r; k++)
        add_product(f, drift[d->p + k], b->f[k], b->den);
}

/** ## The identity

Left minus right of the energy identity of one step,

$$\tfrac12|v^{l+1}|_M^2 - \tfrac12|v^l|_M^2 + (\alpha - \tfrac12)|w|_M^2
= P - \sum_j \mu_j\lambda_j c_{n,j}.$$

It is $x^T$ times the equation of motion: $x^T M w$ is the left side because $x
= \tfrac12(v^{l+1} + v^l) + (\alpha - \tfrac12) w$, joints and normal impulses
do no work in $x$, and friction does $-\mu\lambda c_n$. For $\alpha = \tfrac12$
the scheme itself dissipates nothing. `loss` carries the factor $\alpha$ of the
impulses in $z$ and is divided by it here; it is over $\delta^2$, all else over
the square of the result's denominator, a multiple of $\delta$. */
static void energy_defect(form *f, balance *b, const form *loss, mpz_srcptr den)
{
    const mpq_t *M = (const mpq_t *)b->d->M;
    const mpz_t *v = (const mpz_t *)b->v, *w = (const mpz_t *)b->w;
    const int n = b->d->nv;
    mpq_set_ui(b->c, 1, 2);
    add_bilinear(f, b->c, n, b->vp, M, b->vp);
    mpq_neg(b->c, b->c);
    add_bilinear(f, b->c, n, v, M, v);
    mpq_add(b->c, b->c, b->s->alpha);
    add_bilinear(f, b->c, n, w, M, w);
    subtract_power(f, b);
    subtract_walls(f, b);
    mpz_divexact(f->data, b->den, den);
    mpz_mul(f->data, f->data, f->data);
    mpz_mul(f->sum, loss->num, f->data);
    mpz_set(f->own, loss->scale);
    mpq_inv(b->c, b->s->alpha);
    add(f, b->c);
}

/** $v^l$ and $w$ over the denominator of the result. That it covers the denominators of $v^l$ is a
promise of `alpha_gamma_recover_numerators`, and is asked, because a claimed result may break it. */
static perp_status energy_balance(balance *b, mpz_srcptr den, const form *loss,
                                  form *f)
{
    arena a = {0};
    const int n = b->d->nv;
    b->v = integer_array(&a, 2 * (size_t)n, 0);
    if (b->v == NULL)
        return PERP_NO_MEMORY(2 * (size_t)n * sizeof(mpz_t));
    b->w = b->v + n;
    perp_status status = PERP_SUCCESS;
    for (int i = 0; i < n; i++) {
        mpz_mul(b->v[i], b->den, mpq_numref(b->d->v[i]));
        if (!mpz_divisible_p(b->v[i], mpq_denref(b->d->v[i])))
            status = PERP_FAIL(PERP_REFUTED, "the denominator of the result "
                                             "does not cover the velocity");
        mpz_tdiv_q(b->v[i], b->v[i], mpq_denref(b->d->v[i]));
        mpz_sub(b->w[i], b->vp[i], b->v[i]);
    }
    form_zero(f);
    if (status.code == PERP_OK) {
        energy_defect(f, b, loss, den);
        if (mpz_sgn(f->num) != 0)
            status = PERP_FAIL(PERP_REFUTED, "the energy identity does not "
                                             "hold");
    }
    integer_clear(b->v, 2 * (size_t)n);
    arena_free(&a);
    return status;
}

/** Both balances, from the primary data and the claimed solution alone.
Nothing here was used to find the solution. */
perp_status alpha_gamma_check(const alpha_gamma_exact *s, const step_exact *d,
                              const mpz_t *Z, mpz_srcptr den,
                              const step_numerators *r)
{
    form f, loss;
    balance b = {.s = s,
                 .d = d,
                 .x = (const mpz_t *)r->x,
                 .vp = (const mpz_t *)r->v,
                 .cn = (const mpz_t *)r->cn,
                 .f = (const mpz_t *)r->f,
                 .den = r->den};
    form_init(&f);
    form_init(&loss);
    mpq_inits(b.c, b.work, NULL);
    perp_status status = friction_balance(d, alpha_gamma_drift_exact(s, d), Z,
                                          den, &f, &loss);
    if (status.code == PERP_OK && !mpz_divisible_p(r->den, den))
        status = PERP_FAIL(PERP_REFUTED, "the denominator of the result is not "
                                         "a multiple of the solution's");
    if (status.code == PERP_OK)
        status = spring_work(s, d, b.x, b.den, b.work);
    if (status.code == PERP_OK)
        status = energy_balance(&b, den, &loss, &f);
    form_clear(&f);
    form_clear(&loss);
    mpq_clears(b.c, b.work, NULL);
    return status;
}
