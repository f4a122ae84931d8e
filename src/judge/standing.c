#include "judge/standing.h"

/** **Why it is asked.** The quotients of `judge/bars.h` are those of the data at the table's
numbers. Within the bars a force that depends on $v$ is another one, and a motion with
*its* force may be perp's own: with $k = 3 - 1000v$ and $h = \tfrac1{32}$ noise within the
bars would have to be seven times as small. So a law is refuted only where nothing it
is asked with reads $q$ or $v$. With a pendulum's joint, $\Theta = \frac12(q^Tq - 1)$ and $\nu = q$,
a place within the bars $X$ has
$\lvert\Theta - \Theta(\bar q)\rvert \le X\lvert\bar q\rvert_1 + X^2$ in the plane: the quotient with
$X\lvert\nu\rvert_1$ leaves the square out, and is of first order.

**How.** From the outputs back to the inputs: what an operation that is met takes is met.
Inputs are the coordinates, the velocities, the time; only the first ones are asked for. */
static int reads(arena *a, const tape *t, uint32_t first, uint32_t end,
                 uint32_t inputs, perp_status *s)
{
    arena_mark mark = arena_here(a);
    const uint32_t base = t->inputs + t->consts;
    char *met = arena_take(a, tape_values(t) + 1, 1);
    int found = 0;
    if (met == NULL) {
        *s = PERP_NO_MEMORY(tape_values(t) + 1);
        return 1;
    }
    for (uint32_t i = first; i < end; i++)
        met[t->out[i]] = 1;
    for (uint32_t r = t->runs; r-- > 0;)
        for (uint32_t i = t->run[r].to; i-- > t->run[r].from;) {
            const int args = graph_arity((graph_op)t->run[r].op);
            const uint32_t of[] = {t->arg[i].a, t->arg[i].b, t->arg[i].c};
            for (int k = 0; met[base + i] && k < args; k++)
                met[of[k]] = 1;
        }
    for (uint32_t i = 0; i < inputs; i++)
        found |= met[i];
    arena_release(a, mark);
    return found;
}

/** A row of a contact is $n$ and then one $d$ for each slip. Only $n$ decides whether
the gap is linear: a disc on the ground has a lever arm that reads its height, in $d$. Of
kinds, whose rows are those of two sides, $n$ and $d$ are not told apart: a kind that
reads its coordinates counts as curved, which claims less. */
static int gaps_stand(const perp_system *s, arena *a, uint32_t states,
                      int kinds_stand, perp_status *st)
{
    int stand = kinds_stand;
    for (int j = 0; stand && j < s->scene_contacts; j++) {
        const uint32_t at = (uint32_t)s->row_at[j];
        stand = !reads(a, &s->row, at, at + (uint32_t)s->nv, states, st);
    }
    return stand;
}

perp_status standing_find(const perp_system *s, arena *a, standing *out)
{
    const uint32_t states = (uint32_t)(s->nq + s->nv);
    const uint32_t nv = (uint32_t)s->nv, M = nv * nv * (s->has_F ? 2u : 1u);
    const tape *t = &s->inertia, *rows = &s->row;
    perp_status st = PERP_SUCCESS;
    int kinds = 1;
    for (int b = 0; b < s->bindings && kinds; b++) {
        const kind *k = s->binding[b].pairs->k;
        kinds = !reads(a, &k->row, 0, k->row.outputs,
                       kind_coords(k) + kind_vels(k), &st);
    }
    out->rates = !s->has_G || !reads(a, t, M, t->outputs, states, &st);
    out->joints = !reads(a, &s->joint, (uint32_t)s->joints, s->joint.outputs,
                         states, &st);
    out->gaps = gaps_stand(s, a, states, kinds, &st);
    out->all = out->rates && out->joints && kinds && !s->has_F &&
               s->springs == 0 && !reads(a, t, 0, t->outputs, states, &st) &&
               !reads(a, &s->force, 0, s->force.outputs, states, &st) &&
               !reads(a, rows, 0, rows->outputs, states, &st);
    return st;
}
