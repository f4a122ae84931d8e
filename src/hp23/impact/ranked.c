/**
# By the first speed that differs

Two $v'$ of a step are ordered by [the first contact
speed](../../lcp/enumerate/mode.h#mode_before) that differs by more than $10^{-8}$ of the
largest change of a speed in this step: so what rounding has done to a speed
that both have in common does not decide, and the order is the one that
[modes in doubles](../../lcp/enumerate/step_modes.c#sort) come to. On the gait, from $(-0.489, 0, 0,
0)$ with the bound $\frac1{10}$ for A and any for B, A still approaches with the same speed in all three
$v'$; of B the least normal speed comes first, and the two that keep B at rest differ by its slip.

Speeds closer than that and not equal are no order, since "less by more than a bar" is not transitive;
there the exact list keeps the order of its tree, which is the same for the same data, and doubles
say that they do not know.
*/
#include "hp23/impact/ranked.h"

#include "lcp/enumerate/mode.h"

#include <math.h>

/** The contact speeds of v. */
static void speeds_of(const step_exact *d, const mpq_t *v, double *u)
{
    mpq_t t;
    mpq_init(t);
    for (int j = 0; j < d->p + d->r; j++) {
        if (j < d->p)
            impact_normal(d, j, v, t);
        else
            impact_slip(d, j - d->p, v, t);
        u[j] = mpq_get_d(t);
    }
    mpq_clear(t);
}

/** An outcome, and its speeds. */
typedef struct {
    outcome *of;
    double *u;
} place;

/** Lists have some entries: each is moved up past those that it comes before. */
static void sort(place *list, int count, int s, double bar)
{
    for (int i = 1; i < count; i++)
        for (place *y = list + i; y > list; y--) {
            const place z = *y;
            if (mode_before(s, bar, y[-1].u, y->u) >= 0)
                break;
            *y = y[-1];
            y[-1] = z;
        }
}

/** The step is the largest change of a contact speed over all outcomes of the list, in m/s, so the bar is
the same for each two of them. The list is linked anew from its end: what changes are its links, and
no number is copied. An insertion is stable, so that outcomes which the rule does not tell apart stay as
the tree has found them. With one outcome, or none, nothing is done but to read the speeds. */
perp_status ranked_outcomes(arena *a, const step_exact *d, outcomes *list)
{
    const size_t s = (size_t)(d->p + d->r), count = (size_t)list->count;
    double *from = arena_take(a, (count + 1) * s, sizeof *from), step = 0;
    place *of = arena_take(a, count + 1, sizeof *of), *end = of;
    if (from == NULL || of == NULL)
        return PERP_NO_MEMORY((count + 1) * s * sizeof *from);
    speeds_of(d, (const mpq_t *)d->v, from);
    for (outcome *k = list->first; k != NULL; k = k->next, end++) {
        *end = (place){k, from + s * (size_t)(end - of + 1)};
        speeds_of(d, (const mpq_t *)k->v, end->u);
        for (size_t i = 0; i < s; i++)
            step = fmax(step, fabs(end->u[i] - from[i]));
    }
    sort(of, (int)count, (int)s, 1e-8 * step);
    list->first = list->last = NULL;
    for (place *x = end; x-- > of;) {
        x->of->next = list->first;
        list->first = x->of;
        list->last = list->last == NULL ? x->of : list->last;
    }
    return PERP_SUCCESS;
}
