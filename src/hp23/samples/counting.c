/**
# Lists beside samples

[Modes](../../lcp/enumerate/step_modes.h) list a step in doubles, and [fractions](doubtful.h) where these cannot say. Both are
asked of the very numbers that the sample's own problem has: the bounds, normal speeds
and slips in $w_q$, and $v$. Nothing goes back to the sample, so its bits are the same,
counted or not.

**What it costs** is what the list costs: a fifth of the speed is left on the gait, a hundredth on
the discs. Hence nobody counts who has not been asked, and what was not counted is
unknown, and not zero.

**The gait**: of 20000 samples 13538 have a step with several $v'$, 19557 steps of 32900 together. From where they begin B has
three ways if it may press, and one if it may not. Of 20000 samples of RAMone, which all end in one point, 17734 have such a
step: so that point is not the set.
*/
#include "hp23/samples/counting.h"

#include <string.h>

perp_status counting_new(arena *a, const modes *m, const halm_posa_proof *p,
                         counting *out)
{
    *out = (counting){.m = m, .proof = *p};
    out->ask = arena_take(a, MODES_STEPS, sizeof *out->ask);
    out->list = arena_take(a, 1, sizeof *out->list);
    if (out->ask == NULL || out->list == NULL)
        return PERP_NO_MEMORY(MODES_STEPS * sizeof *out->ask);
    return PERP_SUCCESS;
}

void counting_free(counting *c)
{
    arena_free(&c->work);
}

/** From $w_q = (\lambda_{n,max}; \bar J v; 0)$, in which each slip has two
places, to $x = (u, \lambda_{n,max})$. */
static void numbers(const mode_impact *m, const double *b, double *x)
{
    const int p = m->p;
    for (int k = 0; k < m->s; k++)
        x[k] = b[k < p ? p + k : 2 * k];
    memcpy(x + m->s, b, (size_t)p * sizeof *x);
}

/** A list in fractions that has no room in `list` has several entries. The states come from the
sampler and not from a walk of this module's own: `b` has the speeds in the form of the
problem, and $v$ is read only where a step is doubtful. One list is used for all steps, since nothing
is kept of it but whether it has more than one entry. */
perp_status counting_steps(counting *c, int count, const double *const *b,
                           const double *const *v, uint8_t *several)
{
    for (int i = 0; i < count; i++)
        numbers(&c->m->of, b[i], c->ask[i].x);
    step_modes_ask(c->m, count, c->ask);
    for (int i = 0; i < count; i++) {
        step_modes_outcomes(c->m, &c->ask[i], c->list);
        if (c->list->doubtful) {
            PERP_TRY(doubtful_step(&c->work, &c->m->of, &c->proof, v[i],
                                   c->ask[i].x, c->list));
            c->doubtful++;
        }
        several[i] = c->list->doubtful || c->list->count > 1;
    }
    return PERP_SUCCESS;
}
