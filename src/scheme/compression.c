#include "scheme/compression.h"

/** Both papers solve a collision by the step's own problem in no time: the
solution set of the compression phase is $\mathcal L(q^-, v^-, 0, 0, 1, 1)$.
With $h = 0$, $\tilde M$ is $M$ and every force drops out; with $\alpha = 1$ the
unknown $x$ is $v^+$ itself. Nothing is left to write: the step's functions are
called with these numbers. The weight matters. Left to (4.4d) with the
$\alpha$ of the run, a contact that arrives with $n^Tv < 0$ would leave with
$-\frac{1-\alpha}{\alpha}n^Tv$: an elastic bounce for $\alpha = \frac12$, decided
by a parameter of the integrator.

Dampers and springs do not act in no time ($K = h^2\gamma + h\delta = 0$ leaves
$c = 0$ of a spring's row), so a collision ignores what a very stiff damper would
do in a step, and the rigid links of the stiff limit too. */
const alpha_gamma compression = {.alpha = 1, .gamma = 1, .h = 0};

alpha_gamma_exact compression_exact(mpq_srcptr one, mpq_srcptr zero)
{
    return (alpha_gamma_exact){.alpha = one, .gamma = one, .h = zero};
}

static void add_form(mpq_ptr sum, const step_exact *d, const mpq_t *x,
                     const mpq_t *y, mpq_ptr t)
{
    for (int i = 0; i < d->nv; i++)
        for (int j = 0; j < d->nv; j++) {
            mpq_mul(t, x[i], d->M[i * d->nv + j]);
            mpq_mul(t, t, y[j]);
            mpq_add(sum, sum, t);
        }
}

/** The balance of a collision,

$$|v^+|_M^2 + |v^+ - v^-|_M^2 + 2\sum_j\mu_j\lambda_j c_{n,j} = |v^-|_M^2,$$

is $2v^{+T}$ times $M(v^+ - v^-) = \tilde\nu c_\nu + \tilde n c_n + \tilde D\beta$:
joints and normal impulses do no work in $v^+$, friction does $-\mu\lambda c_n$. All
three terms on the left are positive, so a collision never gains energy over
$v^-$. (It may gain over $v^l$ when $v^-$ overshoots: erratum 0-46.) Since
$|v^+|^2 + |v^+ - v^-|^2 - |v^-|^2 = 2v^{+T}M(v^+ - v^-)$ for symmetric $M$, half of
it is formed here. */
perp_status compression_check(const step_exact *d, const mpq_t *z)
{
    const int free = d->nv + d->m + d->s, lambda = free + d->p + 2 * d->r;
    mpq_t sum, part, t;
    mpq_inits(sum, part, t, NULL);
    add_form(sum, d, z, z, t);
    add_form(part, d, z, (const mpq_t *)d->v, t);
    mpq_sub(sum, sum, part);
    for (int j = 0; j < d->p; j++) {
        mpq_mul(t, d->mu[j], z[lambda + j]);
        mpq_mul(t, t, z[free + j]);
        mpq_add(sum, sum, t);
    }
    perp_status s = PERP_SUCCESS;
    if (mpq_sgn(sum) != 0)
        s = PERP_FAIL(PERP_REFUTED,
                      "the energy balance of a collision is off by %g J",
                      2 * mpq_get_d(sum));
    mpq_clears(sum, part, t, NULL);
    return s;
}
