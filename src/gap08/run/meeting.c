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

/**
## The least gap

Two questions of a row are about all contacts that are not active: is none of them closed at the end
of the trial, and how far is the nearest one, which is what the search for the collision
interpolates between. Most contacts are far off, and of those `model/step/near.h` has proven
that their gaps are at least a number, the list's `beyond`, without a look at them.

- Open or not: `beyond` is above zero and above the tolerance. So where the least gap of
  the list is positive every gap is, and where it is not, it is the least of all.
- How far: when the least of the list is at most `beyond`, it is the least of all. Else it is *in
  doubt*, and all gaps are evaluated at that place.

*By hand.* A ball 1 mm above the floor falls with 1 m/s, $h = \frac1{100}$; another hangs 5 m above.
The trial ends 9 mm below the floor. Of the second ball it is known that its gap is at least 4.8 m.
The least gap at the start is 0.001, below 4.8, so nobody asks for the second one, neither at the
start nor at the eighths of the step that the search looks at.

*Why not take `beyond` for the value.* It would be a lower bound, and the search would end at the same
sign. But it would step elsewhere on its way, and stop at a root with other last bits: a run
would depend on when its boxes were chosen, and one that is resumed has other boxes.

*Over the rationals* all gaps are evaluated, and only the sign of the least counts. `kept` marks the
active ones. An active contact cannot collide in the trial: its row keeps it closed to
first order, and its gap may fall by $h^2$. */
double run_lowest(const run_state *r)
{
    double low = HUGE_VAL;
    if (!run_rational(r))
        return near_least(r->e->sys, &r->work, &r->near, r->set.kept);
    for (int j = 0; j < r->e->sys->contacts; j++) {
        if (r->set.kept[j])
            continue;
        double gap = mpq_get_d(r->work.gap_exact[j]);
        if (gap == 0) /* an underflow has a sign */
            gap = 0x1p-1022 * mpq_sgn(r->work.gap_exact[j]);
        low = gap < low ? gap : low;
    }
    return low;
}

int run_in_doubt(const run_state *r, double low)
{
    return !run_rational(r) && !r->near.whole && low > r->near.beyond;
}

/** At the start the doubt is kept until a collision is found, which most rows are without. By then
the work space has the gaps of the end, so those of the start are evaluated anew: at the same
position by the same tapes, and with the same bits. What the scene writes itself may
depend on the time, and the time of a start is that of the end of the row before, which can differ
from its own in the last bit; but those contacts are always evaluated, and stand in `start`
already. */
perp_status run_lowest_at_start(run_state *r, double *start)
{
    PERP_TRY(run_gaps_whole(r, r->q, 0));
    *start = fmin(*start, near_least_bound(r->e->sys, &r->work, r->set.kept));
    return PERP_SUCCESS;
}
