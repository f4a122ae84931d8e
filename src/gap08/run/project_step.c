#include "gap08/run/spelt.h"

#include <math.h>
#include <string.h>

/** ## Behind a step: the projection

(4.4c) keeps the velocity on the tangent of a joint at $q^l$, so the step leaves the joint by its
curvature. A pendulum of length 1, $\Theta = \frac12(|q|^2 - 1)$, at $(1, 0)$ with the weighted
velocity $(0, 1)$ comes to $(1, h)$: $\Theta = \frac12h^2$, whatever $\alpha$. Over a fixed time
that adds up to $O(h)$, which the limit of GAP08 does not see (Lemma 8.3) and a scene may.

That pendulum, released from $(1, 0)$ at rest with $g = 9.81$, $\alpha = \gamma =
\frac12$, for 1 s:

| $h$ | largest $\lvert\Theta\rvert$ | with `project = 'joints'` | largest way moved, m |
|---|---|---|---|
| 0.02 | 0.1116 | $1.3 \cdot 10^{-13}$ | $4.06 \cdot 10^{-3}$ |
| 0.01 | 0.0539 | $1.2 \cdot 10^{-13}$ | $0.999 \cdot 10^{-3}$ |
| 0.005 | 0.0265 | $4.1 \cdot 10^{-13}$ | $0.248 \cdot 10^{-3}$ |

The first column falls like $h$: a sum of $T/h$ steps that each leave $\frac12h^2|x|^2$.
The last falls like $h^2$, since only the one step has to be taken back. A projection is
one or two subproblems (199 for the 100 of $h = 0.01$), each a least distance under
linearised equations.

*What it does to energy.* Positions are moved and velocities are not, so the potential
energy changes by the weight times the way. At the end of the second the pendulum has
2.228, 1.908, 1.759 J of motion without projection and 1.857, 1.726, 1.670 J with it, at
the three $h$: an open joint is a longer string, and with it another motion.

*What it does to theorems.* GAP08 has no projection, and its Lemma 8.3 wants none. AP02's
Theorem 2.4 bounds the energy of springs at $\phi + h\,a^Tv$, the linear prediction, and
the next step begins with the true $\phi$; the projection of (46) makes one the other,
which is why its springs are among what it holds (47).

| `project` | holds | where |
|---|---|---|
| `none` | nothing | |
| `joints` | $\Theta = 0$ | behind each step, at each collision |
| `contacts` | and $\Phi_j = 0$ for contacts that stay | the same |
| `full` | $\Theta = 0$, all $\Phi \ge 0$, springs at $\phi + h\,a^Tv$ | the same |

A scene may ask for AP02's projection of the positions (`project = 'joints'`,
`'contacts'` or `'full'`). It moves the end of each step, and the place of each
collision; velocities stay as they are, and the next step makes them consistent
with the new position. The contacts that take part are those that the step keeps: one
that it lets go may leave.

The projection is a computation in doubles, also where steps are proven: it is a
disturbance of the position between two steps, and the energy balance of each
step starts from the position that it finds. Over the rationals there is none,
because the nearest point of a curve is not rational.

The room is taken once: the elongations that springs should have, the contacts that are to
be held, and what `ap02/project.h` wants for its subproblems. A scene without projection
takes none and pays nothing. */
perp_status run_project_new(arena *a, run_state *r)
{
    const perp_system *s = r->e->sys;
    if (r->e->project == PROJECT_NONE)
        return PERP_SUCCESS;
    if (run_rational(r))
        return PERP_FAIL(PERP_USAGE,
                         "a projection of positions is computed in doubles; "
                         "--rational needs project = 'none'");
    r->target = arena_take(a, 2 * (size_t)s->springs + 1, sizeof *r->target);
    r->stay = arena_take(a, (size_t)s->contacts + 1, sizeof *r->stay);
    if (r->target == NULL || r->stay == NULL)
        return PERP_NO_MEMORY(s->springs + s->contacts);
    return project_room_new(a, s, &r->project);
}

/** `mean` is $(1 - \gamma)v^l + \gamma v^{l+1}$, the velocity that `move` has just moved
the position with; $\phi$ and $a$ are of $q^l$, as all data of the step. For a spring
whose elongation is a linear function of $q$ the target is met before any projection.

The elongations of springs at the end of a step, $\phi(q^l) + h\,a^Tv$ with the
velocity that moves the position. Theorem 2.4 bounds their energy; where the
projection makes them true it bounds the energy itself. Behind the targets stands how
wrong they may be, by $n_v + 8$ roundings of all terms, for a certificate.

Implements AP02 (47). */
static void set_targets(run_state *r)
{
    const step_data *d = &r->data;
    for (int k = 0; k < d->s; k++) {
        double rate = 0, size = 0;
        for (int j = 0; j < d->nv; j++) {
            const double a = d->a[k * d->nv + j];
            rate += a * r->mean[j];
            size += fabs(a) * (fabs(r->v[j]) + fabs(r->result.v[j]));
        }
        r->target[k] = d->phi[k] + r->stepping.h * rate;
        r->target[d->s + k] = 0x1p-50 * (d->nv + 8) *
                              (fabs(d->phi[k]) + r->stepping.h * size);
    }
}

/** One projection by hand, of the pendulum at $(1, \frac1{10})$, $\Theta = 0.005$: the
first subproblem moves by $-\Theta\,\nu/|\nu|^2$ to $(0.99505, 0.09950)$, where $\Theta =
1.24 \cdot 10^{-5}$; the second leaves $7.7 \cdot 10^{-11}$, the third rounding. The
nearest point of the circle is $(1, 0.1)/\sqrt{1.01} = (0.995037, 0.099504)$, 5 mm away.

The three numbers of a summary: `projections`, one for each step and one more for each
collision; `subproblems`, all of their linearisations; `moved`, the longest way of one, in
the units of $q$. A `moved` that does not fall like $h^2$ when $h$ is halved is that of a
start which was off, or of contacts that were let in.

What a projection leaves is checked by its own conditions of optimality, and a certificate
gets its gradients and multipliers: that $q$ is the nearest point is a statement about one
position, and needs no history. */
/* Moves q with the contacts in r->stay; counts. Behind it work.gap holds the
   gaps there. */
static perp_status project(run_state *r, double *q, int stay, int hit)
{
    const experiment *e = r->e;
    const active_set set = {stay, r->stay, NULL};
    const project_wish wish = {e->project, &set, r->target,
                               spelt_projection, r};
    project_report report;
    PERP_TRY(project_position(e->sys, &r->work, &wish, &r->project, &r->scratch,
                              q, &report));
    r->sum->projections++;
    r->sum->subproblems += report.subproblems;
    if (report.moved > r->sum->moved)
        r->sum->moved = report.moved;
    const project_room *room = &r->project;
    const double *off = r->target + e->sys->springs;
    PERP_TRY(near_whole(e->sys, &r->work, &r->near, q, 0));
    certificate_project(r->e->cert,
                        &(certificate_projection){.at = &room->at,
                                                  .springs = room->rows -
                                                             r->e->sys->joints -
                                                             room->hand.n,
                                                  .held = room->held,
                                                  .a = room->a,
                                                  .contacts = room->hand.n,
                                                  .eq = room->eq,
                                                  .id = room->hand.id,
                                                  .value = room->value,
                                                  .force = room->force,
                                                  .q = q,
                                                  .s = e->sys,
                                                  .gap = r->work.gap,
                                                  .target = r->target,
                                                  .off = hit ? NULL : off,
                                                  .from = room->start});
    return PERP_SUCCESS;
}

/** Behind a step that is taken, and before it is: what moves is `q_to`, and the gaps are
evaluated anew there, since `find_active` of the next row reads them. A projection may
bring a contact within the tolerance that the step had left open by less than the way
moved. It takes part in the next row, and if it approaches it goes through a compression
first (`approaching` in `meeting.c`). */
perp_status run_project(run_state *r)
{
    int stay = 0;
    if (r->e->project == PROJECT_NONE)
        return PERP_SUCCESS;
    for (int i = 0; i < r->set.n; i++)
        if (!r->leaves[i])
            r->stay[stay++] = r->set.id[i];
    set_targets(r);
    return project(r, r->q_to, stay, 0);
}

/** ## At a collision

A collision happens on the way of a trial step, which has left the joints
like any other. All closed contacts take part; a spring keeps the elongation it has there.
$q$ is moved and not `q_to`, before the compression is assembled: its rows are those of
the place where it happens. The velocity $v^-$ is that of the cubic at the place before,
and differs from one that the joints there allow by the turn of $\nu$ over the way moved,
which is of order $h^2$ and is taken away by the compression, whose joints are rows like
others. */
perp_status run_project_collision(run_state *r)
{
    const perp_system *s = r->e->sys;
    const active_set nobody = {0, r->stay, NULL};
    if (r->e->project == PROJECT_NONE)
        return PERP_SUCCESS;
    PERP_TRY(assemble_constraints(s, &r->work, r->q, &nobody, &r->project.at));
    for (int k = 0; k < s->springs; k++)
        r->target[k] = r->project.at.phi[k];
    for (int i = 0; i < r->set.n; i++)
        r->stay[i] = r->set.id[i];
    return project(r, r->q, r->set.n, 1);
}
