#include "pks05/run/compliant_springs.h"
#include "number/rational.h"
#include "run/tally.h"

#include <string.h>

/**
## What a spring did in a step

Of one spring $\varphi$, stiffness $\gamma$, damping $\delta$, the force of (16) has
$-(\gamma\varphi + \delta\,a^\top v^\theta)\,a$ with $\varphi$ and $a$ at $q^\theta$. Its column is $h$ times the
factor of $a$, an impulse as the other schemes have it, so that $M(v' - v)$ is the sum of all columns times their
rows. $q^\theta$ is where the step's last tangent touches: `compliant_touch` leaves it in `q_at`, the step in
fractions in `q_at_exact`. With `--exact-check` it is the doubles' touching point, and the column is one of the
doubles' step beside exact forces of contact; the two differ by rounding.

**Energy.** For an elongation that is affine in $q$, $q' = q + h\,\Gamma v^\theta$ makes $\varphi' - \varphi =
h\,a^\top v^\theta$, and with $\varphi^\theta = \theta\varphi + (1-\theta)\varphi'$ the work of the spring is

$$-h\,(a^\top v^\theta)(\gamma\varphi^\theta + \delta\,a^\top v^\theta) =
-\tfrac\gamma2(\varphi'^2 - \varphi^2) - (\tfrac12 - \theta)\,\gamma\,(\varphi' - \varphi)^2 -
h\delta\,(a^\top v^\theta)^2 .$$

So with $\theta \le \frac12$ the energy of [a step](../step/theta_check.c) may have that of the springs in it, which
is what `elastic` has: the sum `kinetic + elastic` grows by no more than the forces without the springs do work. For
$\theta = 0$ a spring loses $\frac\gamma2(\varphi' - \varphi)^2$ in each step, for $\theta = \frac12$ nothing.
`energy_excess` is about all of $f$, the springs included, and knows no potential; where $\varphi$ is curved it is still
what it says, and the last display holds up to $O(h^3)$.

**By hand.** A kilogram on a spring of 100 N/m at $\varphi = 0$ with $v = 1$, $h = \frac1{10}$, nothing else. With $\theta =
0$: $v' = 1 - \frac1{10} \cdot 100 \cdot \frac1{10}v'$, so $v' = \frac12$, $\varphi' = \frac1{20}$, the column is $-\frac12$ N s
and the energies are $\frac18 + \frac18$ for $\frac12$ before: lost are $\frac18$ by the spring and $\frac18$ by the
velocity's own $(\frac12 - \theta)\,m\,(v' - v)^2$. With $\theta = \frac12$, $v' = \frac35$ and $\varphi' = \frac2{25}$:
$\frac9{50} + \frac8{25} = \frac12$, and nothing is lost.

Row 0 has no step, and no impulse. */
static void pull(const compliant_state *r, double *to)
{
    const perp_system *s = r->sys;
    const double *phi = r->work.out, *a = phi + s->springs;
    for (int i = 0; i < s->springs; i++, a += s->nv) {
        double rate = 0;
        for (int j = 0; j < s->nv; j++)
            rate += a[j] * r->end.mean[j];
        to[i] = -r->h * (s->stiffness[i] * phi[i] + s->damping[i] * rate);
    }
}

static void pull_exact(const compliant_state *r, mpq_t *to)
{
    const perp_system *s = r->sys;
    const mpq_t *phi = (const mpq_t *)r->work.out_exact, *a = phi + s->springs;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < s->springs; i++, a += s->nv) {
        mpq_set_ui(to[i], 0, 1);
        for (int j = 0; j < s->nv; j++) {
            mpq_mul(t, a[j], r->end_exact.mean[j]);
            mpq_add(to[i], to[i], t);
        }
        mpq_mul(to[i], to[i], s->spring_exact[s->springs + i]);
        mpq_mul(t, s->spring_exact[i], phi[i]);
        mpq_add(to[i], to[i], t);
        mpq_mul(to[i], to[i], r->exact.h);
        mpq_neg(to[i], to[i]);
    }
    mpq_clear(t);
}

static perp_status put(loop *l, int row, double *to)
{
    compliant_state *r = l->own;
    memcpy(r->work.in, r->q_at, (size_t)r->sys->nq * sizeof *r->q_at);
    PERP_TRY(tape_f64(&r->sys->spring, r->work.in, r->work.work, r->work.out));
    pull(r, to);
    loop_put(l, row, l->at.cs, to, r->sys->springs);
    return PERP_SUCCESS;
}

static perp_status put_exact(loop *l, int row, mpq_t *to)
{
    compliant_state *r = l->own;
    for (int k = 0; k < r->sys->nq; k++)
        mpq_set(r->work.in_exact[k], r->q_at_exact[k]);
    PERP_TRY(tape_exact(&r->sys->spring, (const mpq_t *)r->work.in_exact,
                        r->work.out_exact));
    pull_exact(r, to);
    loop_put_exact(l, row, l->at.cs, (const mpq_t *)to, r->sys->springs);
    return PERP_SUCCESS;
}

perp_status compliant_springs_put(loop *l, int row)
{
    compliant_state *r = l->own;
    const size_t n = (size_t)r->sys->springs;
    const arena_mark here = arena_here(&r->scratch);
    perp_status s = PERP_SUCCESS;
    if (n == 0)
        return s;
    if (compliant_rational(r)) {
        mpq_t *to = rational_array(&r->scratch, n);
        s = to == NULL ? PERP_NO_MEMORY(n * sizeof *to) : put_exact(l, row, to);
        rational_clear(to, to == NULL ? 0 : n);
    } else {
        double *to = arena_take(&r->scratch, n, sizeof *to);
        s = to == NULL ? PERP_NO_MEMORY(n * sizeof *to) : put(l, row, to);
    }
    arena_release(&r->scratch, here);
    return s;
}

/** $\frac12\sum\gamma\varphi^2$ at $q^j$, from the numbers that the next step freezes. */
double compliant_springs_energy(const compliant_state *r)
{
    return tally_elastic(r->at.s, r->at.stiffness, r->at.phi);
}

void compliant_springs_energy_exact(const compliant_state *r, mpq_t to)
{
    tally_elastic_exact(r->at_exact.s, (const mpq_t *)r->at_exact.stiffness,
                        (const mpq_t *)r->at_exact.phi, to);
}
