#include "gap08/run/spelt.h"

#include <math.h>
#include <string.h>

/** ## Behind a step: the projection

(4.4c) keeps the velocity on the tangent of a joint at $q^l$, so the step leaves the joint by its
curvature. A pendulum of length 1, $\Theta = \frac12(|q|^2 - 1)$, at $(1, 0)$ with the weighted
velocity $(0, 1)$ comes to $(1, h)$: $\Theta = \frac12h^2$, whatever $\alpha$. Over a fixed time
that adds up to $O(h)$, which the limit of GAP08 does not see (Lemma 8.3) and a scene may.

A scene may ask for AP02's projection of the positions (`project = 'joints'`,
`'contacts'` or `'full'`). It moves the end of each step, and the place of each
collision; velocities stay as they are, and the next step makes them consistent
with the new position. The contacts that take part are those that the step keeps: one
that it lets go may leave.

The projection is a computation in doubles, also where steps are proven: it is a
disturbance of the position between two steps, and the energy balance of each
step starts from the position that it finds. Over the rationals there is none,
because the nearest point of a curve is not rational. */
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

/** The elongations of springs at the end of a step, $\phi(q^l) + h\,a^Tv$ with the
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

/** What a projection leaves is checked by its own conditions of optimality, and a certificate
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
    PERP_TRY(assemble_gaps(e->sys, &r->work, q));
    certificate_project(r->e->cert,
                        &(certificate_projection){.at = &room->at,
                                                  .springs = room->rows -
                                                             r->e->sys->joints -
                                                             room->hand.n,
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
like any other. All closed contacts take part; a spring keeps the elongation it
has there. */
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
