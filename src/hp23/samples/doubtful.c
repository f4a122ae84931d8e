/**
# One step in fractions, between steps in doubles

**Which problem.** A state of the walk is a velocity $v$, doubles, and with it the speeds $u$ of the contacts, which
are kept apart since a contact at rest has $u = 0$ where $J v$ is some $10^{-17}$. The problem that is solved is (75) from $v$:
its speeds are $J v$ to the last digit, those of a velocity, as a set of
[rounded speeds of redundant contacts](../../lcp/enumerate/mode.c#as_it_seems) would not be. So the list is the exact one of the doubles
$M$, $J$, $\mu$, $v$ and of the bounds, with its proof.

**And back.** The impulses of an outcome are rounded, and what they do to $v$ and to $u$ is computed as of
[all other outcomes](../../lcp/enumerate/step_modes.c#step_modes_speed), zeros included: so the path is one of rounded states,
and what is exact begins and ends with a step. What does not happen is what happens to a sample that is gone through
in fractions from its beginning: numbers of $k$ times as many digits behind $k$ steps, which take minutes on the discs.

**The block** slides on both corners, $v = (\frac3{10}, -10^{-17}, 0)$, its $u$ is $(0, 0, \frac3{10}, \frac3{10})$, and no
contact may press. In fractions $v' = v$, with both corners approaching at $10^{-17}$; the impulses are zero, so $u' = u$, and
the sample is over, as it was before.

Nothing is remembered from step to step, so a list depends on the state and on the bounds, and a row on
its sample's number, whatever other samples are under way.
*/
#include "hp23/samples/doubtful.h"

#include "number/rational.h"

/** The search's own limits hold for the step, and its time is that of all steps together. Of the list as
many entries are taken as there is room for, MODES_FOUND, or none: half a list would be drawn
from as if it were whole. $v'$ is not handed on, since the walk forms it of $\Lambda$, as of
every other outcome. */
perp_status doubtful_step(arena *a, const mode_impact *m, halm_posa_proof *p,
                          const double *v, const double *x,
                          step_modes_list *out)
{
    const arena_mark mark = arena_here(a);
    step_exact d = *p->d;
    const int s = d.p + d.r;
    const size_t nv = (size_t)d.nv, bounds = (size_t)d.p, all = nv + bounds;
    outcomes next = {.nv = d.nv, .impulses = s};
    mpq_t *from = rational_array(a, all);
    if (from == NULL)
        return PERP_NO_MEMORY(all * sizeof *from);
    rational_of_doubles(nv, v, from);
    rational_of_doubles(bounds, x + s, from + nv);
    d.v = from;
    perp_status st =
        halm_posa_list(a, &d, (const mpq_t *)from + nv, &p->search, &next);
    out->count = 0;
    out->doubtful = next.count > MODES_FOUND;
    for (outcome *k = next.first; k != NULL && !out->doubtful; k = k->next) {
        step_modes_outcome *to = &out->of[out->count++];
        for (int i = 0; i < s; i++)
            to->L[i] = mpq_get_d(k->L[i]);
        for (int i = 0; i < s; i++)
            to->u[i] = step_modes_speed(m, i, x, to->L);
    }
    outcomes_clear(&next);
    rational_clear(from, all);
    arena_release(a, mark);
    return st;
}
