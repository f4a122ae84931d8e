/**
# Ends of a set

HP23 ends with sets of velocities at one impact. What a set of impacts means for the
motion behind it the paper leaves to its readers; a run that follows all of it would
follow uncountably many. This module picks finitely many outcomes, so that runs
through them span something: at most $2(p + r)$ of samples, all orders, all corners.

Why ends of contact speeds and not of coordinates? A coordinate is a scene's own
choice, and its least value means little, while a contact's normal speed tells
what happens next: how high a corner is lifted. $2(p + r)$ directions see a box
about the set, not the set; of a set with a long thin arm along the diagonal
both ends are found, of a ring nothing of its inside is. Ends of samples are
inside the ends of the set, and how far nobody knows; [the
chapter](../../../doc/32-HP23-samples.md#covering) measures how well samples
cover.

What is *not* said: that runs between two of them stay between their runs. The map
from $v^+$ to what comes after is not monotonous, and jumps where the next collision
has other contacts.
*/
#include "hp23/run/extremes.h"

#include "hp23/impact/orders.h"

#include <math.h>

/** ## Shares

How likely is an outcome? The paper gives sets, and no measure on them. What can be
counted is how often the law itself comes there when it draws, with `select = "random"` or
by its samples: a choice of this house, and no statement of mechanics. So each draw
votes, a vector of contact speeds, and goes to the outcome with the nearest speeds, in the
order of the list where two are as near. Of law (31) each outcome of the list is as likely as
every other, of laws in turn each order, of the set-valued law each sample that ends.

| law | a draw | weight of one | goes to |
|---|---|---|---|
| simultaneous | an outcome of the list | $1/n$ of $n$ | itself |
| sequential, Routh | an order, its outcomes evenly | $1/n$ of $n$ orders | its $v^+$ |
| halm_posa | a sample that ended | $1/n$ of $n$ | the nearest of the extremes |

In each row the weights add up to 1, so the shares of a list do. A law in turn that draws takes
the order at random and of this order the outcome that Lemke's method finds; where a single impact
has several, which in the plane it has not, all of them share the order's weight here.

**Nearest** is in the speeds of the contacts, all in m/s, with equal weights: they are what the
extremes are chosen by, and coordinates have mixed units. An extreme is a sample and votes for
itself. Of the block's 1024 samples 441 go to rest, 26 and 46 to the two that lift a corner most, and 249 and
262 to two that lift one a little, A with 17 mm/s or B with 8. So a share is that of a part of the
set, an arm or half of one, and not the probability of a point. */
static void vote(const outcomes *list, int each, const double *speeds,
                 const double *u, double weight)
{
    outcome *best = NULL;
    double least = HUGE_VAL;
    for (outcome *o = list->first; o != NULL; o = o->next, speeds += each) {
        double far = 0;
        for (int k = 0; k < each; k++)
            far += (speeds[k] - u[k]) * (speeds[k] - u[k]);
        if (far < least) {
            least = far;
            best = o;
        }
    }
    if (best != NULL)
        best->share += weight;
}

/* The speeds of each outcome of the list, `each` of each. */
static perp_status list_speeds(arena *a, const step_exact *d,
                               const outcomes *list, double **out)
{
    const int each = d->p + d->r;
    double *u = *out = arena_take(a, (size_t)(each * list->count) + 1,
                                  sizeof *u);
    if (u == NULL)
        return PERP_NO_MEMORY(each);
    for (const outcome *o = list->first; o != NULL; o = o->next, u += each)
        impact_speeds(d, (const mpq_t *)o->v, u);
    return PERP_SUCCESS;
}

/* count draws, `each` speeds of each; those that `ended` counts (null: all). */
static perp_status share_out(arena *a, const step_exact *d, int count,
                             const double *u, const uint8_t *ended,
                             outcomes *list)
{
    const int each = d->p + d->r;
    int all = 0;
    double *speeds;
    PERP_TRY(list_speeds(a, d, list, &speeds));
    for (int i = 0; i < count; i++)
        all += ended == NULL || ended[i];
    for (outcome *o = list->first; o != NULL; o = o->next)
        o->share = 0;
    for (int i = 0; i < count; i++)
        if (ended == NULL || ended[i])
            vote(list, each, speeds, u + (size_t)i * (size_t)each, 1.0 / all);
    return PERP_SUCCESS;
}

/** ## All at once

The list of (31) is proven to be whole. When it has a continuum its corners are
listed, and the runs through them are not all runs: so a spread list is not complete.
Its corners have equal shares for all that: a corner of a long face weighs as much as one that
stands alone. The gait has three outcomes and no face, a third each. Shares are those of the list
that the law draws from (`at_once` of law.c), so they are given behind the merge: two that rounding has
made of one are drawn as one.
*/
static perp_status all_at_once(const impact_law *l, arena *a,
                               const collision_state *x, outcomes *out,
                               int *complete)
{
    outcomes_search search = law_search(x);
    perp_status s = law_at_once(l, a, x, &search, out);
    *complete = s.code == PERP_OK && !out->spread;
    return s;
}

/* One of `of` outcomes of an order: in the list once, with all its shares. */
static perp_status put_vote(arena *a, outcomes *list, const outcome *o, int of)
{
    PERP_TRY(outcomes_put(a, list, (const mpq_t *)o->v, (const mpq_t *)o->L,
                          o->impacts));
    for (outcome *k = list->first; k != NULL; k = k->next) {
        int same = 1;
        for (int i = 0; same && i < list->nv; i++)
            same = mpq_equal(k->v[i], o->v[i]);
        if (same)
            k->share += 1.0 / of;
    }
    return PERP_SUCCESS;
}

/** ## All orders

In lexicographic order, from the law's own on. The law's own is that of the data
when the scene names none, which is the first in lexicographic order, so all
$p!$ come. A scene that names an order wants this one, and it is followed alone.
Of each order all outcomes of every single impact are found, and different
orders with the same $v^+$ are one outcome. Nothing here says that the list is
whole: a sequence of single impacts may be cut by its tolerance, and Routh's
path in space is no proof. */
static perp_status all_orders(const impact_law *l, arena *a,
                              const collision_state *x, outcomes *out)
{
    const int p = x->exact->p;
    outcomes_search search = law_search(x);
    int *order = arena_take(a, (size_t)p + 1, sizeof *order);
    if (order == NULL)
        return PERP_NO_MEMORY(p);
    if (p > ORDERS_CONTACTS && l->orders == 0)
        return PERP_FAIL(PERP_LIMIT,
                         "%d contacts collide at once, and the orders of at "
                         "most %d are tried; name one, impact.order",
                         p, ORDERS_CONTACTS);
    law_turns(l, x, order);
    perp_status s;
    int orders = 0;
    do {
        outcomes one = law_list(x);
        s = law_in_turn(l, a, x, order, &search, &one);
        orders++;
        for (const outcome *o = one.first; s.code == PERP_OK && o; o = o->next)
            s = put_vote(a, out, o, one.count);
        out->spread |= one.spread;
        outcomes_clear(&one);
    } while (s.code == PERP_OK && l->orders == 0 && orders_next(p, order));
    for (outcome *o = out->first; o != NULL; o = o->next)
        o->share /= orders;
    return s;
}

/** ## The corners of a set that nobody has a list of

Of many samples those are taken that have the least or the greatest speed along
a normal or a slip. They are found in doubles, many at once, when each step
takes the solution that Lemke's method finds, and then gone through again in
fractions; when solutions are drawn, in fractions from the beginning. */
typedef struct {
    const impact_law *l;
    arena *a;
    const collision_state *x;
    halm_posa g;
    int samples, each;
    double *u;      /* samples x each: speeds of the contacts */
    uint8_t *ended; /* samples */
} crowd_of_samples;

/** With solutions drawn at random a sample has to be gone through in fractions, as
the law itself does, or the extremes would be those of another law. That takes
milliseconds a sample. */
static perp_status sample_exactly(crowd_of_samples *c, int i)
{
    const step_exact *d = c->x->exact;
    halm_posa_path path;
    arena_mark mark = arena_here(c->a);
    perp_status s = law_sample(c->l, c->a, c->x, &c->g, (uint64_t)i, &path);
    const outcome *o = path.ended.first;
    c->ended[i] = s.code == PERP_OK && o != NULL;
    if (c->ended[i])
        impact_speeds(d, (const mpq_t *)o->v,
                      c->u + (size_t)i * (size_t)c->each);
    outcomes_clear(&path.ended);
    arena_release(c->a, mark);
    return s;
}

static perp_status sample_all(crowd_of_samples *c)
{
    halm_posa_samples all;
    PERP_TRY(halm_posa_new(c->a, c->x->data, &c->g));
    PERP_TRY(halm_posa_room(c->a, &c->g, c->samples, &all));
    c->u = all.u;
    c->ended = all.ended;
    if (!c->l->random)
        return halm_posa_sample(&c->g, &c->l->o, 0, c->samples, c->a, &all);
    for (int i = 0; i < c->samples; i++)
        PERP_TRY(sample_exactly(c, i));
    return PERP_SUCCESS;
}

/** Of two contacts with a slip each there are eight ends, four speeds and two
ends of each, and fewer outcomes. All samples of the block end with the slip
zero, so the four ends of slips are one sample, the first that ended; the least
and the greatest of each normal speed are four more. These five are what is left
of 1024. Where many samples have the same speed the one with the least number is
taken, so a list does not depend on how samples are shared out. */
/* The first sample with the least (sign = 1) or greatest (-1) speed k; -1: no
   sample ended. */
static int extreme(const crowd_of_samples *c, int k, int sign)
{
    int best = -1;
    for (int i = 0; i < c->samples; i++)
        if (c->ended[i] &&
            (best < 0 ||
             sign * c->u[(size_t)i * (size_t)c->each + (size_t)k] <
                 sign * c->u[(size_t)best * (size_t)c->each + (size_t)k]))
            best = i;
    return best;
}

/** The chosen samples once more, in fractions and with impulses. A sample that ended
in doubles and does not in fractions is left out; that happens where the law jumps. */
static perp_status add_sample(crowd_of_samples *c, int i, outcomes *out)
{
    halm_posa_path path;
    perp_status s = law_sample(c->l, c->a, c->x, &c->g, (uint64_t)i, &path);
    const outcome *o = path.ended.first;
    if (s.code == PERP_OK && o != NULL)
        s = outcomes_put(c->a, out, (const mpq_t *)o->v, (const mpq_t *)o->L,
                         o->impacts);
    outcomes_clear(&path.ended);
    return s;
}

/** Two passes: `samples` runs of the law in doubles, then at most $2(p + r)$ of them once more,
in fractions. So 1024 samples of two contacts with a slip each are gone through again at most
eight times. A corner found here is an outcome of the law, proven as any other; that
there is none farther out is not, and `complete` stays 0. */
static perp_status corners(const impact_law *l, arena *a,
                           const collision_state *x, int samples, outcomes *out)
{
    crowd_of_samples c = {.l = l,
                          .a = a,
                          .x = x,
                          .samples = samples,
                          .each = x->exact->p + x->exact->r};
    PERP_TRY(sample_all(&c));
    for (int k = 0; k < 2 * c.each; k++) {
        int i = extreme(&c, k / 2, k % 2 == 0 ? 1 : -1);
        if (i >= 0)
            PERP_TRY(add_sample(&c, i, out));
    }
    if (out->count == 0)
        return PERP_FAIL(PERP_LIMIT,
                         "none of %d samples of the impact is over behind %ld "
                         "steps; give impact.N or impact.h more",
                         samples, l->o.N + 1);
    return share_out(a, x->exact, samples, c.u, c.ended, out);
}

static void equal_shares(outcomes *out)
{
    for (outcome *o = out->first; o != NULL; o = o->next)
        o->share = 1.0 / out->count;
}

perp_status extremes_find(const impact_law *l, arena *a,
                          const collision_state *x, int samples, outcomes *out,
                          int *complete)
{
    perp_status s;
    *complete = 0;
    if (l->kind == LAW_SIMULTANEOUS)
        s = all_at_once(l, a, x, out, complete);
    else if (l->kind == LAW_HALM_POSA)
        s = corners(l, a, x, samples, out);
    else
        s = all_orders(l, a, x, out);
    if (s.code == PERP_OK && !x->rational)
        outcomes_merge(x->exact, out);
    if (l->kind == LAW_SIMULTANEOUS)
        equal_shares(out);
    return s;
}
