/**
# Assumption 2 in numbers

(24) asks for $d$ with $d \cdot F \ge \|F\|_2$ for all forces $F$ of the friction
cone, and from it the paper draws a $p$ with $\|J^\top \lambda\|_2 \ge p
\|\lambda\|_2$, (25). Whether there is such a $d$ is GAP08's question too, and [its
answer](../../cone/pointed.h) is used: a cone is pointed or some impulses in it
cancel, and either is proven in fractions. What is added here are the shortest $d$ and
a $p$ that holds.

Why shortest: lengths of $d$ are what bounds are made of. A force of the cone has a
component of at least $\|F\|/\|d\|$ along $d$, so $1/\|d\|$ is the cosine of an angle
that the whole cone keeps to its axis, and the shortest $d$ is the axis of the
narrowest round cone about it.

**The block** of the [wing's page](../README.md): the edges are $(\pm 1, 1,
\pm\frac12)$ of length $\frac32$ and $(\mp 1, 1, \mp\frac32)$ of length
$\frac12\sqrt{17}$, and by symmetry $d = (0, \frac12\sqrt{17}, 0)$, $\|d\| = 2.06155$,
as `perp inclusion` prints it. A root of 17 is no fraction; it is rounded up, so what
is printed has (24) for certain and is longer than the shortest one by $2^{-60}$ of
itself.

**How wide.** The second edges are those that bind: $d \cdot g = \frac12\sqrt{17}$ is
their length exactly, at $61.0°$ from $d$, while the first ones are at $48.2°$ with $d
\cdot g = 2.06 > 1.5$. As an angle the axis says: all that the two corners can do
together is within $61.0°$ of straight up. As a bound: impulses whose norms
add up to 1 give the block an upward momentum of no less than $0.485$ N s.

**Units.** The components of $F$ are N s and N m s, and $\|F\|_2$ adds their squares
as numbers. With lengths in centimetres $d$ is another vector and $p$ another
number, and (24) is as true of them. Whoever wants numbers that do not depend on it
takes the norm of $M^{-1}$, as [followed.c](followed.c) does for lengths of
solutions. */
#include "hp23/inclusion/axis.h"

#include "cone/closest.h"
#include "cone/pointed.h"
#include "number/rational.h"

/** **The axis.** Every $F$ of the cone is a sum $\sum c_k g_k$ of its edges, so $d
\cdot F \ge \sum c_k \|g_k\| \ge \|F\|$ when $d \cdot g_k \ge \|g_k\|$ for each, and
(24) asks for no less. The shortest such $d$ is the closest point to zero with these
margins, one complementarity problem; lengths of edges are rounded up, by $2^{-60}$
of themselves at most. In the plane the edges are those of $\mathrm{FC}$ itself.

Implements HP23 (24). */
static perp_status shortest(arena *a, const cone_rays *r, axis *out)
{
    const int nv = out->nv;
    closest_answer x;
    mpq_t *margin = rational_array(a, (size_t)r->count + 1);
    if (margin == NULL)
        return PERP_NO_MEMORY((size_t)r->count * sizeof *margin);
    for (int k = 0; k < r->count; k++) {
        impact_dot(nv, (const mpq_t *)r->g + k * nv,
                   (const mpq_t *)r->g + k * nv, out->square);
        cone_root_up(out->square, margin[k]);
    }
    closest_problem p = {.rays = r, .margin = (const mpq_t *)margin};
    perp_status s = closest_new(a, r, &x);
    if (s.code == PERP_OK) {
        s = closest_solve(a, &p, &x);
        for (int i = 0; i < nv && s.code == PERP_OK; i++)
            mpq_set(out->d[i], x.d[i]);
        closest_clear(&x);
    }
    impact_dot(nv, (const mpq_t *)out->d, (const mpq_t *)out->d, out->square);
    rational_clear(margin, (size_t)r->count + 1);
    return s;
}

/** **p** is $1/c$ for the constant $c$ of GAP08's (3.3), (3.4): in the plane a
contact's friction impulse is one number, and the sum of its parts along $d$ and
$-d$ is its size when one of them is zero. (3.3) there is a bound $\|\lambda\| \le c
\|J^\top \lambda\|$ for impulses in the cone, which is (25) read from the other
side. It is a bound that can be proven and not the best one: for the block $p =
0.728$. What it is good for is that it is positive, and that it is a fraction.

Implements HP23 (25). */
static perp_status least_ratio(arena *a, const cone_rays *r, const pointed *x,
                               axis *out)
{
    bound b;
    PERP_TRY(bound_find(a, r, 0, (const mpq_t *)x->d, &b));
    mpq_inv(out->p, b.square[BOUND_C]);
    bound_clear(&b);
    return PERP_SUCCESS;
}

perp_status axis_find(arena *a, const step_exact *d, axis *out)
{
    cone c = cone_of_step_exact(d);
    cone_rays rays;
    pointed verdict;
    *out = (axis){.nv = d->nv};
    out->d = rational_array(a, (size_t)d->nv);
    mpq_inits(out->square, out->p, NULL);
    if (out->d == NULL)
        return PERP_NO_MEMORY((size_t)d->nv * sizeof(mpq_t));
    if (d->m > 0)
        return PERP_FAIL(PERP_INPUT, "the paper's cone has no joints; write "
                                     "the system in minimal coordinates");
    PERP_TRY(pointed_step(a, &c, &rays, &verdict));
    out->pointed = verdict.answer == CONE_YES;
    perp_status s = PERP_SUCCESS;
    if (out->pointed)
        s = least_ratio(a, &rays, &verdict, out);
    if (out->pointed && s.code == PERP_OK)
        s = shortest(a, &rays, out);
    pointed_clear(&verdict);
    rays_clear(&rays);
    return s;
}

void axis_clear(axis *x)
{
    rational_clear(x->d, (size_t)x->nv);
    mpq_clears(x->square, x->p, NULL);
}
