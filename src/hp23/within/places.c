/**
# Boxes that meet

An equivalence made of a relation that is none: boxes that meet may be boxes of the
same outcome, and if A meets B and B meets C, A and C may be, too. Places are the
classes of its closure. They are found in one pass: each mode in turn joins the places
of all modes before it that it meets, the lower number winning, and the numbers are
closed up at the end. With some thousand modes that is some million comparisons of
boxes, and most fail in the first coordinate.

**Three intervals.** With one coordinate and the boxes $[0, 1]$, $[2, 3]$, $[1,
2]$ in this order the first two get the numbers 0 and 1, since they do not meet.
The third gets 2, meets the first, and becomes 0 with it; meets the second, too,
and now all of number 1 become 0. One place is left. Numbers that nobody has any
more are skipped at the end, so that places count from 0 in the order of their
first modes. Ends belong to their boxes: $[0, 1]$ and $[1, 2]$ meet, for what is
rounded outward may be the same number.

Only the nv coordinates of $v^+$ are compared, not the speeds, which follow from them.
*/
#include "hp23/within/places.h"

#include <math.h>

static int meet(int n, const within_mode *k, const within_mode *l)
{
    int all = 1;
    for (int i = 0; i < n && all; i++)
        all = k->low[i] <= l->high[i] && l->low[i] <= k->high[i];
    return all;
}

/* A mode joins the first that it meets, and all that it meets join that. */
void places_find(within *w)
{
    int next = 0;
    for (within_mode *k = w->first; k != NULL; k = k->next) {
        k->place = next++;
        for (within_mode *l = w->first; l != k; l = l->next) {
            if (l->place == k->place || !meet(w->nv, k, l))
                continue;
            const int from = l->place > k->place ? l->place : k->place;
            const int to = l->place > k->place ? k->place : l->place;
            for (within_mode *o = w->first; o != k->next; o = o->next)
                o->place = o->place == from ? to : o->place;
        }
    }
    for (int i = 0; i < next; i++) {
        int found = 0;
        for (within_mode *k = w->first; k != NULL; k = k->next)
            if (k->place == i) {
                k->place = w->places;
                found = 1;
            }
        w->places += found;
    }
}

/** An outcome of the given data lies in one place: its mode is listed, its
$v^+$ in that mode's box, and boxes of other places have nothing in common with
it. That is asked of outcomes which another search has found, so the two check
each other; an outcome in no place would be a fault of one of them. */

/** The ends are doubles and the outcome is a fraction: they are compared as
fractions, so an outcome that is an end of a box is in it. */

/* The sign of q - x; x may be infinite. */
static int compare(mpq_srcptr q, double x)
{
    mpq_t t;
    if (isinf(x))
        return x > 0 ? -1 : 1;
    mpq_init(t);
    mpq_set_d(t, x);
    const int order = mpq_cmp(q, t);
    mpq_clear(t);
    return order;
}

int places_hold(const within *w, int place, const mpq_t *v)
{
    int found = 0;
    for (const within_mode *k = w->first; k != NULL && !found; k = k->next) {
        found = k->place == place;
        for (int i = 0; i < w->nv && found; i++)
            found =
                compare(v[i], k->low[i]) >= 0 && compare(v[i], k->high[i]) <= 0;
    }
    return found;
}
