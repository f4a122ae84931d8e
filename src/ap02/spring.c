#include "ap02/spring.h"

/** # Section 2.2: the second case, in rows

The paper goes from forces to steps in this order. (26) is the force. (27) to
(29) make the Coriolis part a matrix $K_c(q, v)$ without power; that is the
scene's, and stands in `F` $= -K_c$. (30), (31) are the Jacobians: the exact ones
would have $-\gamma\varphi\,\nabla^2\varphi$ in them, which is indefinite for a spring
that is pressed or pulled and could take from $\hat M$ what Theorem 2.1 needs of
it; the paper leaves these terms out, and first order does not notice. Put into
(10), (11) they give the matrix (32) and the force (33), and put into (12) to
(16) a step that has a solution for every $h$ and every stiffness. This file
takes the same step and writes it differently.

**Why a row.** AP02 adds the stiff forces to the mass, (32):

$$\hat M = M + hK_c + \sum_i K_i\,a_i a_i^\top, \qquad K = h^2\gamma + h\delta,$$

and $-h\gamma\varphi\,a$ to the right-hand side, (33). With a stiffness of $10^{12}$
that buries $M$: sixteen digits hold $10^{12} + 1$ and not much of the $1$. Two
unit masses with a damper of $K = 10^{16}$ between them are the whole accident:

$$\hat M = \begin{bmatrix} 1 + K & -K \\ -K & 1 + K \end{bmatrix}$$

has the determinant $1 + 2K$, but all four entries round to $\pm 10^{16}$, and what
doubles eliminate is singular. Name the impulse of the spring instead,

$$c = -h\gamma\varphi - K\,a^\top v^{l+1},$$

and let it be an unknown with this equation. (12) becomes $(M + hK_c)\,v^{l+1} -
\sum_i a_i c_i - \dots = Mv^l + hk_1$, no number in it is large, and the equation
divided by $K$ is one more row in which the stiffness is $1/K$. The two masses,
pushed with 1 N s on the first, are $x_1 + c = 1$, $x_2 - c = 0$, $-x_1 + x_2 +
c/K = 0$: $c = 1/(2 + 1/K)$, in doubles as in fractions, for $K = 10^{16}$ and for
$1/K = 0$. A spring is a joint that gives way:

$$\begin{bmatrix} M + hK_c & -a \\ a^\top & 1/K \end{bmatrix}$$

stands in the place of the mass in Theorem 2.1, positive definite like it: its
form in $(x, c)$ is $x^\top M x + c^2/K$, for $K_c$ and the two borders cancel. The
price is one more free unknown a spring. It is eliminated before Lemke's path
begins, which is no longer for it; that $1/K$ is small is still to be seen on the
path, and [the numbers are computed once more](../lcp/solve/mlcp.c#read_basis) from
the basis where it ends.

**The limit.** $1/K = 0$ is (34): $a^\top x = 0$, and $c$ is the multiplier of a
rigid link, one of those that (35) collects in $\bar K_s$. So the limit that
Theorem 2.6 speaks of is no other scheme but the other end of one number, and
(51) is its row. Its rate can be read off: by (49) $c$ stays bounded when the
cone (38) is pointed and springs are at rest length, and then $|a^\top x| =
|c|/K$ falls like $1/K$, which is (50). (The paper sets the multipliers of that
proof with the other sign, and $h(\bar\gamma + h\bar\delta)$ for $K$: errata
1-8, 1-9.)

Why the theorem wants $\phi = 0$ is in the row, too. Divided by $K$ it reads
$a^\top x + c/K + h\gamma\varphi/K = 0$, and when $\gamma$ grows alone its last term
tends to $\varphi/h$: a very stiff spring that is 0.1 m too long closes this in one
step, with 1 m/s at $h = 0.1$ s, while a rigid link of the limit would keep the
0.1 m for ever. With $\delta$ growing alone the term tends to zero, and dampers may
start anywhere.

**One step by hand.** A mass of 1 kg, $\gamma = 100$ N/m, $h = 0.1$ s, at rest,
0.1 m too long: $K = h^2\gamma = 1$, $h\gamma\varphi = 1$ N s, the equation of
motion is $x - c = 0$, and the row $x + c + 1 = 0$. So $x = c = -\frac12$, and the
elongation at the end is $0.1 - 0.05$. The explicit row gives $x = -1$ and an
elongation of zero; with 400 N/m it would give $-4$ and $-0.3$ m, three times as
far on the other side, where the implicit one has $K = 4$, $x = -\frac45$, and
0.02 m.

**With weights.** In the family of GAP08 the same spring, with (30) and (31) for
its Jacobians, has in (4.5) the part $-h\gamma\varphi - (h\delta + \alpha
h^2\gamma) a^\top v$ in $\tilde k$ and $\alpha(h\delta + \gamma_q h^2\gamma)$
times $aa^\top$ in $\tilde M$ ($\gamma_q$ is the weight of the position). With
$v^{l+1} - v^l = (x - v^l)/\alpha$ its impulse is

$$c = -h\gamma\varphi - (\alpha - \gamma_q)h^2\gamma\,a^\top v^l
- (h\delta + \gamma_q h^2\gamma)\,a^\top x,$$

and the problem has $\alpha c$ for its unknown. $\alpha = \gamma_q = 1$ is (12).

| step | move | give | shift |
|---|---|---|---|
| implicit | $\alpha(h\delta + \gamma_q h^2\gamma)$ | 1 | $\alpha(h\gamma\varphi + (\alpha - \gamma_q)h^2\gamma\,a^\top v^l)$ |
| limit, $h > 0$ | 1 | 0 | 0 |
| explicit (7) | 0 | 1 | $h\gamma\varphi + h\delta\,a^\top v^l$ |

The explicit row is no relation between force and motion but a number: $-$shift is
the force at $(t_l, q^l, v^l)$ times $h$, and (7) has it on its right-hand side. A
spring without stiffness and damping is not there, in the limit too; and $h = 0$
gives $c = 0$.

**Rounding.** In doubles the row is divided by $K$ when $K > 1$. Either way
neither of its factors is above one, whatever the strength: the elimination
compares the entries of a column with each other, and $K = 10^{12}$ beside
gradients of size one would make all of these zeros. The bar stands at 1 kg;
near it both forms are good. The sum $\delta + \gamma_q h\gamma$ is rounded
once, so the double's row is that of a spring whose strength is off by a few
units of the last place.

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
doubles have short numerators, $1/K$ has not. Nothing is buried where nothing is
rounded, so that there is no reason to divide. */
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
row: a row that is posed wrongly is found here. `u` is $a^\top x$. What is formed is

$$c = -h\Bigl(\gamma\bigl(\varphi + h\,a^\top((\alpha - \gamma_q) v^l + \gamma_q
x)\bigr) + \delta\,a^\top x\Bigr),$$

the force of (26) at a linearised elongation, times $h$: at $\alpha = \gamma_q = 1$
that of the end of the step. In the explicit step it is the force at its
beginning. */
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

/** $\sum_i c_i\,a_i^\top x$, the part of springs in the energy balance of a step
(GAP08's, with any weights; for AP02's own identity see stiff.c). A rigid link
does no work because $a^\top x = 0$, which must hold exactly; its $c$ is not known
from the primary data, and is not needed. In the example above the work is
$\frac12\cdot\frac12$ J. */
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
