#include "model/step/active.h"

#include <string.h>

/** GAP08 takes $\{\Phi(q^l) \le 0\}$, sharply. A curved contact at rest leaves
that set after each step by an amount of order $h^2$, falls, collides, and the
number of collisions grows like $1/h$ (erratum 0-4). AP02 keeps a contact until
its normal velocity is positive, but at a corner a kept contact can be dropped
at $\Phi = 0$ with a tiny positive velocity and collide at once, for ever
(erratum 1-24). The union of both rules has neither illness: a contact that was
carried stays, and one that has not left is taken back. What is not active
carries no impulse, which is the complementarity of (4) between gap and force.

Implements AP02 (4). */
static void gather(active_set *s, int contacts)
{
    const uint8_t *at = s->kept, *end = at + contacts;
    for (s->n = 0; at < end; at++) {
        at = memchr(at, 1, (size_t)(end - at)); /* few of many */
        if (at == NULL)
            return;
        s->id[s->n++] = (int)(at - s->kept);
    }
}

void active_find(active_set *s, int contacts, const double *gap,
                 double tolerance)
{
    for (int j = 0; j < contacts; j++)
        s->kept[j] |= gap[j] <= tolerance;
    gather(s, contacts);
}

void active_find_among(active_set *s, int contacts, const double *gap,
                       double tolerance, const int *id, int n)
{
    for (int k = 0; k < n; k++)
        s->kept[id[k]] |= gap[id[k]] <= tolerance;
    gather(s, contacts);
}

void active_find_exact(active_set *s, int contacts, const mpq_t *gap,
                       mpq_srcptr tolerance)
{
    for (int j = 0; j < contacts; j++)
        s->kept[j] |= mpq_cmp(gap[j], tolerance) <= 0;
    gather(s, contacts);
}

void active_keep(active_set *s, int contacts, const uint8_t *leaves)
{
    active_forget(s, contacts);
    for (int i = 0; i < s->n; i++)
        s->kept[s->id[i]] = !leaves[i];
}

void active_forget(active_set *s, int contacts)
{
    memset(s->kept, 0, (size_t)contacts);
}
