#include "ap02/spring.h"

/** **Why a row.** AP02 adds the stiff forces to the mass, (32):

$$\hat M = M + hK_c + \sum_i K_i\,a_i a_i^\top, \qquad K = h^2\gamma + h\delta,$$

and $-h\gamma\varphi\,a$ to the right-hand side, (33). With a stiffness of $10^{12}$
that buries $M$: sixteen digits hold $10^{12} + 1$ and not much of the $1$. Name
the impulse of the spring instead,

$$c = -h\gamma\varphi - K\,a^\top v^{l+1},$$

and let it be an unknown with this equation. (12) becomes $(M + hK_c)\,v^{l+1} -
\sum_i a_i c_i - \dots = Mv^l + hk_1$, no number in it is large, and a spring is a
joint that gives way:

$$\begin{bmatrix} M + hK_c & -a \\ a^\top & 1/K \end{bmatrix}$$

stands in the place of the mass in Theorem 2.1, positive definite like it.
$1/K = 0$ is the stiff limit (34), in which $c$ is the multiplier of a rigid link.
(The paper sets the multipliers of the proof of Theorem 2.6 with the other sign:
erratum 1-8.)

**With weights.** In the family of GAP08 the same spring, with (30) and (31) for
its Jacobians, has in (4.5) the part $-h\gamma\varphi - (h\delta + \alpha h^2\gamma)
a^\top v$ in $\tilde k$ and $\alpha(h\delta + \gamma_q h^2\gamma)$ times $aa^\top$ in
$\tilde M$ ($\gamma_q$ is the weight of the position). With $v^{l+1} - v^l = (x -
v^l)/\alpha$ its impulse is

$$c = -h\gamma\varphi - (\alpha - \gamma_q)h^2\gamma\,a^\top v^l
- (h\delta + \gamma_q h^2\gamma)\,a^\top x,$$

and the problem has $\alpha c$ for its unknown. $\alpha = \gamma_q = 1$ is (12).

| step | move | give | shift |
|---|---|---|---|
| implicit | $\alpha(h\delta + \gamma_q h^2\gamma)$ | 1 | $\alpha(h\gamma\varphi + (\alpha - \gamma_q)h^2\gamma\,a^\top v^l)$ |
| limit, $h > 0$ | 1 | 0 | 0 |
| explicit (7) | 0 | 1 | $h\gamma\varphi + h\delta\,a^\top v^l$ |

A spring without stiffness and damping is not there, in the limit too; and $h = 0$
gives $c = 0$.

Implements AP02 (26), (30), (31), (32), (33), (34), (35), (51). */
spring_row spring_row_of(const alpha_gamma *s, const step_data *d, int i)
{
    const double a = s->alpha, g = s->gamma, h = s->h;
    const double stiff = d->stiffness[i], damp = d->damping[i];
    double av = 0;
    if (spring_rigid(s->form, h > 0, stiff + damp > 0))
        return (spring_row){.move = 1};
    for (int j = 0; j < d->nv; j++)
        av += d->a[i * d->nv + j] * d->v[j];
    if (s->form == STEP_EXPLICIT)
        return (spring_row){.give = 1,
                            .shift = h * (stiff * d->phi[i] + damp * av)};
    double K = a * h * (damp + g * h * stiff);
    double shift = a * h * stiff * (d->phi[i] + (a - g) * h * av);
    if (K > 1)
        return (spring_row){1, 1 / K, shift / K};
    return (spring_row){K, 1, shift};
}

/* a'v of one spring */
static void along(const step_exact *d, int i, const mpq_t *v, mpq_t sum,
                  mpq_t t)
{
    mpq_set_ui(sum, 0, 1);
    for (int j = 0; j < d->nv; j++) {
        mpq_mul(t, d->a[i * d->nv + j], v[j]);
        mpq_add(sum, sum, t);
    }
}

/** Without rounding the row is left in its own units: $K$ and $\varphi$ as
doubles have short numerators, $1/K$ has not. */
void spring_row_of_exact(const alpha_gamma_exact *s, const step_exact *d, int i,
                         spring_row_exact *out)
{
    mpq_srcptr stiff = d->stiffness[i], damp = d->damping[i];
    const int acts = mpq_sgn(stiff) > 0 || mpq_sgn(damp) > 0;
    const int rigid = spring_rigid(s->form, mpq_sgn(s->h) > 0, acts);
    const int explicit = s->form == STEP_EXPLICIT;
    mpq_t av, t;
    mpq_set_ui(out->move, (unsigned long)rigid, 1);
    mpq_set_ui(out->give, (unsigned long)!rigid, 1);
    mpq_set_ui(out->shift, 0, 1);
    if (rigid)
        return;
    mpq_inits(av, t, NULL);
    along(d, i, (const mpq_t *)d->v, av, t);
    if (explicit) {
        mpq_mul(out->shift, damp, av);
    } else {
        mpq_mul(out->move, s->gamma, s->h); /* alpha h (delta + g h gamma) */
        mpq_mul(out->move, out->move, stiff);
        mpq_add(out->move, out->move, damp);
        mpq_mul(out->move, out->move, s->h);
        mpq_mul(out->move, out->move, s->alpha);
        mpq_sub(t, s->alpha, s->gamma);
        mpq_mul(t, t, s->h);
        mpq_mul(t, t, av);
        mpq_mul(out->shift, stiff, t);
    }
    mpq_mul(t, stiff, d->phi[i]);
    mpq_add(out->shift, out->shift, t);
    mpq_mul(out->shift, out->shift, s->h);
    if (!explicit)
        mpq_mul(out->shift, out->shift, s->alpha);
    mpq_clears(av, t, NULL);
}

void spring_row_init(spring_row_exact *r)
{
    mpq_inits(r->move, r->give, r->shift, NULL);
}

void spring_row_clear(spring_row_exact *r)
{
    mpq_clears(r->move, r->give, r->shift, NULL);
}

/** The impulse of a spring by its law, not from the solution and not from the
row: a row that is posed wrongly is found here. `u` is $a^\top x$. */
static void impulse(const alpha_gamma_exact *s, const step_exact *d, int i,
                    mpq_srcptr u, mpq_t c)
{
    mpq_t move, t;
    mpq_inits(move, t, NULL);
    along(d, i, (const mpq_t *)d->v, c, t);
    mpq_set(move, s->form == STEP_EXPLICIT ? c : u);
    mpq_mul(move, move, d->damping[i]);
    if (s->form == STEP_EXPLICIT) {
        mpq_set(c, d->phi[i]);
    } else { /* phi + h ((alpha - gamma) a'v + gamma a'x) */
        mpq_sub(t, s->alpha, s->gamma);
        mpq_mul(c, c, t);
        mpq_mul(t, s->gamma, u);
        mpq_add(c, c, t);
        mpq_mul(c, c, s->h);
        mpq_add(c, c, d->phi[i]);
    }
    mpq_mul(c, c, d->stiffness[i]);
    mpq_add(c, c, move);
    mpq_mul(c, c, s->h);
    mpq_neg(c, c);
    mpq_clears(move, t, NULL);
}

/** $\sum_i c_i\,a_i^\top x$. A rigid link does no work because $a^\top x = 0$,
which must hold exactly. */
perp_status spring_work(const alpha_gamma_exact *s, const step_exact *d,
                        const mpz_t *X, mpz_srcptr den, mpq_t work)
{
    mpq_t u, c, x;
    perp_status status = PERP_SUCCESS;
    mpq_inits(u, c, x, NULL);
    mpq_set_ui(work, 0, 1);
    for (int i = 0; i < d->s; i++) {
        int acts = mpq_sgn(d->stiffness[i]) > 0 || mpq_sgn(d->damping[i]) > 0;
        int rigid = spring_rigid(s->form, mpq_sgn(s->h) > 0, acts);
        mpq_set_ui(u, 0, 1);
        for (int j = 0; j < d->nv; j++) {
            mpq_set_z(x, X[j]);
            mpq_mul(x, x, d->a[i * d->nv + j]);
            mpq_add(u, u, x);
        }
        mpq_set_z(x, den);
        mpq_div(u, u, x); /* a'x */
        if (rigid && mpq_sgn(u) != 0)
            status = PERP_FAIL(PERP_REFUTED, "rigid link %d moves with %g m/s",
                               i + 1, mpq_get_d(u));
        impulse(s, d, i, u, c);
        mpq_mul(c, c, u);
        if (!rigid)
            mpq_add(work, work, c);
    }
    mpq_clears(u, c, x, NULL);
    return status;
}
