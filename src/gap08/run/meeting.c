#include "gap08/run/steps.h"

#include <math.h>

/**
# Where contacts are, and how they meet

The gaps of a row are asked at its beginning, at the end of the trial and at points of the way
between, each at its own time: of contacts that move $\Phi(q, t)$ is meant, and the time of a point
at the share $s$ of a step is $t_l + sh$, which is what the clock shows behind a collision there.

*A piston by hand.* A mass of 3 kg rests at $x = 1$, a wall with $\Phi = x - 2t$ comes nearer with 2
m/s, $h = \frac18$, $e = 0$. Nothing is active and nothing moves in the first three steps; the trial
of the fourth ends at $\Phi(1, \frac12) = 0$, which is not open. The cubic is a point, its gap
$1 - 2(t_3 + sh)$ closes at $s = 1$, and the compression at $t = \frac12$ has the row $x - 2 \ge 0$: it
gives $v^+ = 2$ with 6 N s. From then on the row of a step is $x + \bar\Phi = 0$ with $\bar\Phi =
-2$, and $c_n = 0$: the mass goes with the wall, unpushed, and the gap stays 0.

Asked at the time of the row's beginning instead, the gap would be 1 for ever, and the wall would go
through; at the instant of the collision, but with the rates of $t_3$, a wall that accelerates would
hit with an old velocity. So a collision is assembled at its own time, too (`ahead`).

For contacts that stand still no time is read, and nothing of this is computed: the bits of their
runs do not depend on it. Over the rationals $t_l$, $s$ and $h$ are fractions, and so is $t_l + sh$. */
perp_status run_gaps_at(run_state *r, const double *q, double s)
{
    return near_gaps(r->e->sys, &r->work, &r->near, q,
                     run_time(r) + s * r->stepping.h);
}

perp_status run_gaps_whole(run_state *r, const double *q, double s)
{
    return near_whole(r->e->sys, &r->work, &r->near, q,
                      run_time(r) + s * r->stepping.h);
}

perp_status run_gaps_at_exact(run_state *r, const mpq_t *q, mpq_srcptr s)
{
    if (!r->e->sys->moves)
        return assemble_gaps_exact(r->e->sys, &r->work, q);
    run_time_exact(r, r->t0);
    mpq_mul(r->t1, s, r->e->h);
    mpq_add(r->t0, r->t0, r->t1);
    return assemble_gaps_at_exact(r->e->sys, &r->work, q, r->t0);
}

/** A contact that has just joined the active set without a collision (it is closed at the start,
or it came within the tolerance) may still approach. Left to (4.4d) it would be reflected with the
ratio $(1-\alpha)/\alpha$, so it goes through the compression where it is: a ball that starts on
the floor with $-1$ m/s would leave it with $+1$ for $\alpha = \frac12$, with $\frac13$ for
$\alpha = \frac34$, and stays. An approach that would not pass the tolerance within a step is
none: a contact that rests without load is dropped and taken back at the whim of the last bit, and
must not collide each time. In doubles the speed must also be more than rounding, $2^{-40}$ of the
sum that it is. The paper's sharp set is run as printed, without this. The speed is that of the gap:
of a contact that moves $n^Tv + \partial\Phi/\partial t$. */
static int approaching(const run_state *r)
{
    const step_data *d = &r->data;
    if (r->settled || r->e->sharp)
        return 0;
    for (int j = 0; j < d->p; j++) {
        double speed = d->rate != NULL ? d->rate[j] : 0, size = fabs(speed);
        if (r->was[r->set.id[j]])
            continue;
        for (int i = 0; i < d->nv; i++) {
            speed += d->n[j * d->nv + i] * d->v[i];
            size += fabs(d->n[j * d->nv + i] * d->v[i]);
        }
        if (speed < -0x1p-40 * size && speed * r->stepping.h < -r->tolerance)
            return 1;
    }
    return 0;
}

/** The same in fractions, where an approach is one when $h\,(n^Tv + \partial\Phi/\partial t)$ plus the
tolerance is negative. Nothing is held against rounding, as there is none: a speed of
$-10^{-30}$ m/s that the tolerance does not cover counts. With the tolerance 0 every approach of
a contact that has just joined is one, in doubles only what is more than $2^{-40}$ of its
terms. */
static int approaching_exactly(run_state *r)
{
    const step_exact *d = &r->exact;
    int found = 0;
    for (int j = 0; j < d->p && !r->settled && !r->e->sharp; j++) {
        if (r->was[r->set.id[j]])
            continue;
        mpq_set_ui(r->t1, 0, 1);
        if (d->rate != NULL)
            mpq_set(r->t1, d->rate[j]);
        for (int i = 0; i < d->nv; i++) {
            mpq_mul(r->t0, d->n[j * d->nv + i], d->v[i]);
            mpq_add(r->t1, r->t1, r->t0);
        }
        mpq_mul(r->t1, r->t1, r->e->h);
        mpq_add(r->t1, r->t1, r->e->tolerance);
        found |= mpq_sgn(r->t1) < 0;
    }
    return found;
}

/** In the mode of the run: doubles ask the doubles that the step starts from, also where the step
itself is proven afterwards. */
int run_approaching(run_state *r)
{
    return run_rational(r) ? approaching_exactly(r) : approaching(r);
}
