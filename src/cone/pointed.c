#include "cone/pointed.h"

#include "cone/witness.h"
#include "number/rational.h"

#include <assert.h>

/** # Definition 3.1 for a polyhedral cone

GAP08 calls a cone pointed when no impulse other than zero has the sum zero,
(3.2). Why it is asked: a step has the sum of its impulses bounded, since
velocities are; if parts of it could cancel, they could be as large as they
like, and nothing that converges would come of them. Independent gradients are
enough and too much: four legs of a table on a floor have dependent normals, and
their cone is pointed, since no legs pull.

The definition is weaker than independence and stronger than what one step
needs: (4.4) has a solution whether the cone is pointed or not. It is a property
of the configuration, so it is asked there, of the scene, of steps whose proof
is written with `--cones`, and of impacts.

**Order.** Joints first, by [range.c](range.c), for their dependence is a
refutation of its own. Then one problem, [closest.c](closest.c), then the
reading of its answer, below, then the check, [witness.c](witness.c). No answer
leaves without it. */

perp_status pointed_new(arena *a, const cone *c, int edges, pointed *out)
{
    *out = (pointed){.answer = CONE_UNDECIDED,
                     .nv = (size_t)c->nv,
                     .edges = (size_t)edges + 1};
    PERP_TRY(range_rank_find(a, c, &out->rank));
    perp_status s = witness_rank(c, &out->rank);
    if (s.code == PERP_OK)
        s = cone_impulse_new(a, c, &out->zero);
    if (s.code == PERP_OK) {
        out->d = rational_array(a, out->nv + 1);
        out->weights = rational_array(a, out->edges);
        if (out->d == NULL || out->weights == NULL)
            s = PERP_NO_MEMORY(out->edges * sizeof *out->d);
    }
    if (s.code != PERP_OK)
        pointed_clear(out);
    return s;
}

void pointed_clear(pointed *x)
{
    range_rank_clear(&x->rank);
    cone_impulse_clear(&x->zero);
    rational_clear(x->d, x->nv + 1);
    rational_clear(x->weights, x->edges);
    *x = (pointed){.d = NULL};
}

perp_status pointed_ask(arena *a, const cone_rays *r, closest_answer *out)
{
    arena_mark mark = arena_here(a);
    size_t count = (size_t)r->count + 1;
    mpq_t *ones = rational_array(a, count);
    if (ones == NULL)
        return PERP_NO_MEMORY(count * sizeof *ones);
    for (int i = 0; i < r->count; i++)
        mpq_set_ui(ones[i], 1, 1);
    closest_problem p = {.rays = r, .joined = 1, .margin = (const mpq_t *)ones};
    perp_status s = closest_solve(a, &p, out);
    rational_clear(ones, count);
    arena_release(a, mark);
    return s;
}

/* sum of c into s; is d zero? */
static int vanishes(int nv, const mpq_t *d)
{
    int zero = 1;
    for (int i = 0; i < nv; i++)
        zero &= mpq_sgn(d[i]) == 0;
    return zero;
}

/**
## One problem, two answers

A nonzero impulse whose sum vanishes exists, or a direction $d$ along which no
joint moves and every edge opens: exactly one of the two (Gordan, Tucker), given
that $\nu$ has full rank. The joined problem of `closest.c`,

$$d = \nu y + G c, \quad \nu^T d = 0, \quad
0 \le c \perp G^T d + (e^T c) e - e \ge 0,$$

has a solution in either case. Write $s = e^T c$ and $t = 1 - s$, so that
$g_i \cdot d \ge t$ for every edge. Multiply the rows by $c$ and use
$\nu^T d = 0$: $|d|^2 = c^T G^T d = s\,t$. Hence

* $d \ne 0$: then $s, t > 0$, and $d/t$ satisfies $g_i \cdot d/t \ge 1$. The cone
  is pointed. With $c/t$ for multipliers, $d/t$ fulfils the conditions of the
  *shortest* vector with these margins; $d/|d|$ is the direction that opens the
  slowest edge as fast as possible.
* $d = 0$: then $s = 0$ or $t = 0$. With $s = 0$ the rows would read
  $0 \ge 1$, so $s = 1$: $Gc + \nu y = 0$ with $c \ge 0$ of sum one. Not pointed.

The groove has $c = \frac25$ on both lower edges, $s = \frac45$, $t = \frac15$,
$d = (0, \frac25)$: $|d|^2 = \frac4{25} = s t$, and $d/t = (0, 2)$ has the
margin 1 on the lower edges and 3 on the others.

**Why ask it so.** Gordan's alternative could be decided by two programs, one
for each answer, or by one for a direction with the other read from its dual.
The joined problem has an answer in both cases, and the yes comes with the best
direction: of all $d$ with margins of one it is the shortest, so it keeps
farthest from every edge in the measure that (3.9) wants.

**Why the term $e e^\top$.** Without it and with margins 0 the problem has the
solution $d = 0$, $c = 0$, and says nothing. With margins 1 it has none when the
cone is not pointed, and Lemke would end on a ray, true but no certificate to be
read without more work. The term makes a no a solution: weights with the sum
one.

**Near the edge.** With $\mu = 1 - \delta$ the groove's lower edges are
$(\pm(2 - \delta), \delta)$, and

$$c = \frac1{2(1 + \delta^2)}, \qquad s = \frac1{1 + \delta^2}, \qquad t = \frac{\delta^2}{1 + \delta^2},
\qquad d = \Bigl(0, \frac{\delta}{1 + \delta^2}\Bigr).$$

For $\delta = 2^{-50}$ the number that decides, $t$, is $2^{-100}$, the
difference of 1 and a sum of weights: in doubles it is 0, or whatever rounding
makes of it. In fractions it is positive, and $d/t = (0, 2^{50})$ is the
certificate.

There is no tolerance in it: a cone $2^{-50}$ from the edge is decided like any
other.
*/
void pointed_read(const cone_rays *r, closest_answer *from, pointed *out)
{
    const cone *c = r->of;
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(t, 1, 1);
    for (int i = 0; i < r->count; i++)
        mpq_sub(t, t, from->c[i]);
    out->answer = r->count == 0 || !vanishes(c->nv, (const mpq_t *)from->d)
                      ? CONE_YES
                      : CONE_NO;
    for (int i = 0; i < c->nv && out->answer == CONE_YES; i++)
        mpq_div(out->d[i], from->d[i], t);
    for (int i = 0; i < r->count && out->answer == CONE_NO; i++)
        mpq_set(out->weights[i], from->c[i]);
    for (int k = 0; k < c->m && out->answer == CONE_NO; k++)
        mpq_set(out->zero.y[k], from->y[k]);
    if (out->answer == CONE_NO)
        rays_impulse(r, (const mpq_t *)from->c, &out->zero);
    mpq_clear(t);
}

/** Before an answer leaves this file its certificate has been checked, in both
cases by code that has only the data and the claim. A no is checked as an impulse
and as weights: the impulse is what is told, the weights are what is found, and both
have to be right. */
static perp_status check(const cone_rays *r, const pointed *x)
{
    if (x->answer == CONE_YES)
        return witness_direction(r, (const mpq_t *)x->d, 1);
    PERP_TRY(witness_sum(r->of, &x->zero, NULL));
    return witness_weights(r, (const mpq_t *)x->weights,
                           (const mpq_t *)x->zero.y, NULL, 1);
}

static perp_status bug(perp_status s)
{
    return s.code == PERP_REFUTED
               ? PERP_FAIL(PERP_BUG, "a cone's certificate fails its check: %s",
                           s.message)
               : s;
}

/** Dependent joints end it: their $y$ is the answer, with no weights on edges.
Otherwise the problem is posed with all rays there are. Its size is nv + m
equations and a pair for each ray, so a body on four corners in space has 6 and
16, where the step's own problem has 24. */
static perp_status decide(arena *a, const cone_rays *r, pointed *out)
{
    closest_answer x;
    if (!out->rank.full) {
        out->answer = CONE_NO;
        for (int k = 0; k < r->of->m; k++)
            mpq_set(out->zero.y[k], out->rank.y[k]);
        return check(r, out);
    }
    PERP_TRY(closest_new(a, r, &x));
    perp_status s = pointed_ask(a, r, &x);
    if (s.code == PERP_OK)
        pointed_read(r, &x, out);
    closest_clear(&x);
    return s.code == PERP_OK ? check(r, out) : s;
}

/** Joints first: dependent ones refute by themselves, with $c_n = 0$, and that
certificate is kept apart from the contacts'. With dependent joints the rows
$\nu^\top d = 0$ repeat themselves, the joined problem may find a direction for the
contacts, and the answer would be yes: Definition 3.1 counts $c_\nu$ among the
impulses that must not cancel.

Implements GAP08 (3.2). */
perp_status pointed_decide(arena *a, const cone_rays *r, pointed *out)
{
    PERP_TRY(pointed_new(a, r->of, r->room, out));
    perp_status s = bug(decide(a, r, out));
    if (s.code != PERP_OK)
        pointed_clear(out);
    return s;
}

perp_status pointed_step(arena *a, const cone *c, cone_rays *rays, pointed *out)
{
    PERP_TRY(rays_step(a, c, 0, rays));
    perp_status s = pointed_decide(a, rays, out);
    if (s.code != PERP_OK)
        rays_clear(rays);
    return s;
}

/** For $z = \nu y + \sum c_i g_i$ the joints drop out on both sides: $d \cdot z =
\sum c_i\,d \cdot g_i$ and $P z = \sum c_i P g_i$. With $d \cdot g_i \ge C |P g_i|$
for each edge $d \cdot z \ge C \sum c_i |P g_i| \ge C |P z|$; an edge alone has
equality. No $P g_i$ is zero, since $d \cdot g_i = d \cdot P g_i > 0$. The groove
with $d = (0, 2)$ has $1/\frac52 = \frac25$ on the lower edges and $9/\frac52$ on
the upper ones: $C^2 = \frac25$, and $\frac1{10}$ for $d/|d|$.

Read with $d$ from above: $d \cdot z \ge C |P z|$ for all $z$ of the cone with
the smallest quotient of the edges for $C$, by the triangle inequality, and for
no larger $C$. */
perp_status pointed_slowest(arena *a, const cone_rays *r, const mpq_t *d,
                            mpq_ptr out)
{
    int nv = r->of->nv;
    mpq_t dot, length;
    mpq_inits(dot, length, NULL);
    perp_status s = PERP_SUCCESS;
    for (int i = 0; i < r->count && s.code == PERP_OK; i++) {
        const mpq_t *g = (const mpq_t *)r->g + i * nv;
        s = range_across(a, r->of, g, length);
        cone_dot(nv, d, g, dot);
        assert(s.code != PERP_OK || mpq_sgn(length) > 0);
        mpq_mul(dot, dot, dot);
        if (s.code == PERP_OK)
            mpq_div(dot, dot, length);
        if (i == 0 || mpq_cmp(dot, out) < 0)
            mpq_set(out, dot);
    }
    mpq_clears(dot, length, NULL);
    return s;
}

perp_status member_new(arena *a, const cone *c, int edges, member *out)
{
    *out = (member){.answer = CONE_UNDECIDED,
                    .nv = (size_t)c->nv,
                    .edges = (size_t)edges + 1};
    PERP_TRY(cone_impulse_new(a, c, &out->sum));
    out->d = rational_array(a, out->nv + 1);
    out->weights = rational_array(a, out->edges);
    if (out->d != NULL && out->weights != NULL)
        return PERP_SUCCESS;
    member_clear(out);
    return PERP_NO_MEMORY(out->edges * sizeof *out->d);
}

void member_clear(member *x)
{
    cone_impulse_clear(&x->sum);
    rational_clear(x->d, x->nv + 1);
    rational_clear(x->weights, x->edges);
    *x = (member){.d = NULL};
}

/**
## Inside or outside

The closest point of the cone is $z + d$. When it is $z$ itself, the multipliers
are the impulses. Otherwise $d$ separates: $\nu^T d = 0$, $g_i \cdot d \ge 0$,
and from $d = \nu y + G c - z$, $c \perp G^T d$ follows $d \cdot z = -|d|^2 < 0$,
while every point of the cone has a product $\ge 0$ with $d$.

With a joint: the groove whose point moves up and down only, $\nu = (1, 0)$,
gives every $z$ with $z_2 \ge 0$. $(5, 1)$ is in it, with weights 1 on the lower
edges and $y = 5$. Of $(5, -1)$ the nearest point is $(5, 0)$, and $d = (0, 1)$
separates: $\nu^\top d = 0$, $g \cdot d = \frac12$ or $\frac32$, $d \cdot z =
-1$.

What $d$ means is seen at a joint or a contact: a motion that no joint hinders and
that closes no contact in spite of friction, and against which $z$ works. A body
that is held against $-z$ by its contacts would have to do that work on its own. */
void member_read(const cone_rays *r, closest_answer *from, member *out)
{
    const cone *c = r->of;
    int inside = vanishes(c->nv, (const mpq_t *)from->d);
    out->answer = inside ? CONE_YES : CONE_NO;
    for (int i = 0; i < c->nv; i++)
        mpq_set(out->d[i], from->d[i]);
    for (int i = 0; i < r->count && inside; i++)
        mpq_set(out->weights[i], from->c[i]);
    for (int k = 0; k < c->m && inside; k++)
        mpq_set(out->sum.y[k], from->y[k]);
    if (inside)
        rays_impulse(r, (const mpq_t *)from->c, &out->sum);
}

static perp_status check_member(const cone_rays *r, const mpq_t *z,
                                const member *x)
{
    if (x->answer == CONE_YES)
        return witness_weights(r, (const mpq_t *)x->weights,
                               (const mpq_t *)x->sum.y, z, 0);
    PERP_TRY(witness_direction(r, (const mpq_t *)x->d, 0));
    mpq_t dot;
    mpq_init(dot);
    cone_dot(r->of->nv, (const mpq_t *)x->d, z, dot);
    int separates = mpq_sgn(dot) < 0;
    mpq_clear(dot);
    return separates ? PERP_SUCCESS
                     : PERP_FAIL(PERP_REFUTED, "the vector does not separate");
}

perp_status member_decide(arena *a, const cone_rays *r, const mpq_t *z,
                          member *out)
{
    closest_answer x;
    closest_problem p = {.rays = r, .z = z};
    PERP_TRY(member_new(a, r->of, r->room, out));
    perp_status s = closest_new(a, r, &x);
    if (s.code == PERP_OK) {
        s = closest_solve(a, &p, &x);
        if (s.code == PERP_OK)
            member_read(r, &x, out);
        closest_clear(&x);
    }
    if (s.code == PERP_OK)
        s = bug(check_member(r, z, out));
    if (s.code != PERP_OK)
        member_clear(out);
    return s;
}
