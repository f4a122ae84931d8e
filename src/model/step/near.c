/**
# Boxes of coordinates

A step asks for all gaps at least once, and a collision at a dozen places between two
positions. 128 boxes in the plane have 65,000 pairs of a corner and a box, of which 256 touch;
ten boxes in space that slide spent four fifths of their time on gaps. What is asked of a gap that
is far away is only that it is far.

So a box is chosen, $q_i \in [a_i, b_i]$, and for each pair the lower end of its
gap over the box is computed (`binding_floors`). Pairs whose lower end is above a bar,
`beyond`, are left alone until a coordinate leaves its interval. The bar is not below the tolerance
of the active set, nor below zero; hence a pair that is left out

- is not in the active set: its gap is above the tolerance;
- has not closed at the end of a trial, nor on its way;
- has no error to report: all numbers of its evaluation are finite.

What is left is its *value*, and two places want the least value of all gaps, because the
search for a collision interpolates. If the least of the list is at most `beyond`, it is the
least of all; if not, all are evaluated there. So no bit of a run depends on the box, nor
on when it was chosen: a run that is resumed chooses another.

**By hand.** Discs of radius 1 at $x = 0$, 3 and 10, each in an interval of half width $\frac12$, $y =
0$: the gaps are 1 and 5 between neighbours, 8 between the first and the last. Distances lie in
$[2, 4]$, $[6, 8]$ and $[9, 11]$, so the lower ends are 0, 4 and 7. With the bar $\frac14$ the first
pair alone is evaluated. A disc that starts with 100 m/s leaves the box within the first step of
$h = \frac1{100}$: the position behind it is not in the box, and all three are evaluated there.

**Contacts that the scene writes** have one tape together and may depend on the
time; they are always in the list. So are the pairs of a kind with few candidates. */
#include "model/step/near.h"

#include <math.h>
#include <string.h>

perp_status near_new(arena *a, const perp_system *s, near_contacts *out)
{
    const size_t nq = (size_t)s->nq, all = (size_t)s->contacts;
    size_t work = 0;
    for (int i = 0; i < s->bindings; i++) {
        const size_t own = 2 * binding_work(s->binding[i].pairs);
        work = own > work ? own : work;
    }
    *out = (near_contacts){
        .whole = 1,
        .id = arena_take(a, all + 1, sizeof *out->id),
        .first = arena_take(a, (size_t)s->bindings + 1, sizeof *out->first),
        .from = arena_take(a, nq + 1, sizeof *out->from),
        .to = arena_take(a, nq + 1, sizeof *out->to),
        .work = arena_take(a, work + 1, sizeof *out->work),
        .low = arena_take(a, all + 1, sizeof *out->low)};
    if (!out->id || !out->first || !out->from || !out->to || !out->work ||
        !out->low)
        return PERP_NO_MEMORY((work + all) * sizeof *out->work);
    return PERP_SUCCESS;
}

/* NaN is nowhere. */
static int inside(const perp_system *s, const near_contacts *x, const double *q)
{
    int in = x->boxed;
    for (int i = 0; i < s->nq && in; i++)
        in = q[i] >= x->from[i] && q[i] <= x->to[i];
    return in;
}

/** ## How large

A small box is left soon, and to choose another costs some ten evaluations of
everything; a large one has many pairs in its list. Bodies mostly go on as they go: with
$\Delta_i$ the way of the step at hand the interval reaches from $2\Delta_i$ behind $q_i$ to
$14\Delta_i$ ahead of it. What rests has $\Delta_i = 0$ and gets $2^{-14}$ (m, rad), which rounding does
not leave in many steps and which keeps edges that are parallel parallel: they count as such up to
an angle of $2^{-10}$. The bar is an eighth of the widest interval, the way of two steps: a pair
that closes in this step is then nearer than it, and has the least gap. These numbers have a say
in the cost and none in a result. */
enum { BEHIND = 2, AHEAD = 14, REST = -14, BAR = 8 };

static void make_box(const perp_system *s, near_contacts *x, const double *q,
                     const double *to)
{
    const double rest = ldexp(1, REST);
    x->widest = 0;
    for (int i = 0; i < s->nq; i++) {
        const double way = to[i] - q[i];
        const double a = q[i] - BEHIND * way, b = q[i] + AHEAD * way;
        x->from[i] = fmin(a, b) - rest;
        x->to[i] = fmax(a, b) + rest;
        x->widest = fmax(x->widest, x->to[i] - x->from[i]);
    }
    x->asked = 0;
    x->fastest = 0;
}

/** **What has come to rest** stays in the box that was made for its motion, whose
angles leave open for ever which edges are parallel. So after each eight steps it is asked whether
a box for the fastest of them were eight times smaller; then it is made. Eight steps, and not the
one at hand, because what swings stands still twice a swing; and eight times, because to choose a
box costs as much as a few steps. */
enum { LOOK = 8, SMALLER = 8 };

static int too_large(const perp_system *s, near_contacts *x, const double *q,
                     const double *to)
{
    for (int i = 0; i < s->nq; i++)
        x->fastest = fmax(x->fastest, fabs(to[i] - q[i]));
    if (++x->asked < LOOK)
        return 0;
    const double widest = (BEHIND + AHEAD) * x->fastest + 2 * ldexp(1, REST);
    x->asked = 0;
    x->fastest = 0;
    return SMALLER * widest < x->widest;
}

void near_cover(const perp_system *s, near_contacts *x, const double *q,
                const double *to, double tolerance)
{
    if (x->never || s->bindings == 0 ||
        (inside(s, x, to) && !too_large(s, x, q, to)))
        return;
    make_box(s, x, q, to);
    const double bar = fmax(tolerance, 0) + x->widest / BAR;
    for (int j = 0; j < s->contacts; j++)
        x->low[j] = -HUGE_VAL;
    for (int i = 0; i < s->bindings; i++)
        binding_floors(s->binding[i].pairs, x->from, x->to, x->work,
                       x->low + s->pair_at[i]);
    x->n = 0;
    x->beyond = HUGE_VAL;
    for (int j = 0, i = 0; j < s->contacts; j++) {
        while (i < s->bindings && s->pair_at[i] <= j)
            x->first[i++] = x->n;
        if (!(x->low[j] > bar))
            x->id[x->n++] = j;
        else
            x->beyond = fmin(x->beyond, x->low[j]);
    }
    x->first[s->bindings] = x->n;
    x->boxed = 1;
}

perp_status near_whole(const perp_system *s, assembler *w, near_contacts *x,
                       const double *q, double t)
{
    x->whole = 1;
    return assemble_gaps_at(s, w, q, t);
}

perp_status near_gaps(const perp_system *s, assembler *w, near_contacts *x,
                      const double *q, double t)
{
    if (!inside(s, x, q))
        return near_whole(s, w, x, q, t);
    x->whole = 0;
    PERP_TRY(assemble_gaps_scene(s, w, q, t));
    for (int i = 0; i < s->bindings; i++)
        PERP_TRY(binding_gaps_of(s->binding[i].pairs, x->id + x->first[i],
                                 s->pair_at[i],
                                 (uint32_t)(x->first[i + 1] - x->first[i]), q,
                                 w->work, w->gap + s->pair_at[i]));
    return PERP_SUCCESS;
}

double near_least(const perp_system *s, const assembler *w,
                  const near_contacts *x, const uint8_t *kept)
{
    const int n = x->whole ? s->contacts : x->n;
    double low = HUGE_VAL;
    for (int k = 0; k < n; k++) {
        const int j = x->whole ? k : x->id[k];
        if (!kept[j] && w->gap[j] < low)
            low = w->gap[j];
    }
    return low;
}

double near_least_bound(const perp_system *s, const assembler *w,
                        const uint8_t *kept)
{
    double low = HUGE_VAL;
    for (int j = s->scene_contacts; j < s->contacts; j++)
        if (!kept[j] && w->gap[j] < low)
            low = w->gap[j];
    return low;
}
