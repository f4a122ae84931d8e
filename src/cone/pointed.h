/**
# Pointed or not, inside or not: the polyhedral cone

Both questions are decided in exact arithmetic, each by one complementarity
problem that has a solution, and answered with a certificate that `witness.h`
has already accepted.
| the groove | answer | certificate |
|---|---|---|
| $\mu = \frac12$: pointed? | yes | $d = (0, 2)$, with $g \cdot d = 1$, 3, 1, 3 |
| $\mu = 1$ | no | weights $\frac12$ on the lower edges: $c_n = (\frac12, \frac12)$, $f = (\frac12, \frac12)$ |
| $\mu = \frac12$: is $(1, 0)$ in it? | no | $d = (-\frac1{10}, \frac3{10})$, $d \cdot z = -\frac1{10}$ |
| $\mu = \frac12$: is $(0, 1)$ in it? | yes | weights 1 on the lower edges |

Either certificate is short and can be checked by hand, which a yes or no is
not. They are what a proof of a run carries on to the second program.
*/
#pragma once

#include "cone/closest.h"
#include "cone/range.h"

/** Which fields hold what, by the answer:

| | YES | NO | UNDECIDED, full cone only |
|---|---|---|---|
| `rank.full` | 1 | 1, or 0: the joints alone | 1 |
| `d` | opens every edge, smallest margin 1 | zeros | opens with $\mu(1 - \text{gap})$ |
| `weights` | zeros | of the edges, sum 1; zeros if the joints alone | zeros |
| `zero` | zeros | what cancels | zeros |
| `gap` | 0 | 0 | of $\mu$, relative |

`d` has no unit of its own: it is scaled by its margin. As a velocity it parts
all contacts with 1 m/s at least, whichever way friction pulls, and no joint
moves: what a solver may add to any velocity to make it feasible. */

/* A verdict on Definition 3.1. The numbers are given back by pointed_clear. */
typedef struct {
    cone_answer answer;
    range_rank rank;   /* the joints, decided by themselves */
    mpq_t *d;          /* yes: nv; nu'd = 0, every edge opens: g.d >= 1 */
    mpq_t *weights;    /* no: one per edge, >= 0, of sum 1, or all zero */
    cone_impulse zero; /* no: the same as an impulse, not zero, whose sum is */
    double gap;        /* full cone only, see full.h */
    int rounds;        /* full cone only: polyhedra that were asked */
    size_t nv, edges;
} pointed;

/* Without a ray the cone is the range of nu, pointed exactly if the joints are
   independent, and d is zero: there is no edge to open.

   Is the polyhedral cone of these rays pointed? CONE_YES or CONE_NO. LIMIT:
   memory, bits. BUG when a certificate fails its check. Arrays in the arena. */
perp_status pointed_decide(arena *a, const cone_rays *r, pointed *out);

/* The same for the cone of a step; on success `rays` are its rays, which the
   caller clears beside the verdict, and nothing otherwise. */
perp_status pointed_step(arena *a, const cone *c, cone_rays *rays,
                         pointed *out);
void pointed_clear(pointed *x);

/* Room for a verdict about up to `edges` edges, answer CONE_UNDECIDED, the rank
   decided and checked. */
perp_status pointed_new(arena *a, const cone *c, int edges, pointed *out);

/* Reads the answer of the joined problem: d, scaled so that the smallest margin
   over the rays is 1, or the vanishing combination. */
void pointed_read(const cone_rays *r, closest_answer *from, pointed *out);

/* The joined problem with margins one, asked of the rays there are: by the
   full cone once a round, of a growing polyhedron. The joints have to be
   independent, which pointed_new has found out. */
perp_status pointed_ask(arena *a, const cone_rays *r, closest_answer *out);

/* The smallest (d.g)^2 / |P g|^2 over the edges, P the projection across the
   joints. Requires nu'd = 0 and g.d > 0: then P g is not zero. */
perp_status pointed_slowest(arena *a, const cone_rays *r, const mpq_t *d,
                            mpq_ptr out);

/* A verdict on z in the cone. YES: weights on the edges, and the impulse that
   they make, one of perhaps many. NO: d, a motion that contacts and joints
   allow and against which z works. In a full cone
   weights are those of the last inner polyhedron, which is gone; `sum` says
   the same without it. */
typedef struct {
    cone_answer answer;
    mpq_t *weights;   /* yes: one per edge */
    cone_impulse sum; /* yes: the impulse, nu y + n cn + D-bar f = z */
    mpq_t *d;         /* no: nu'd = 0, g.d >= 0 for every edge, d.z < 0 */
    double gap;       /* full cone, undecided: z is at most so far from it */
    int rounds;
    size_t nv, edges;
} member;

/* Is z (nv) in the polyhedral cone of these rays? */
perp_status member_decide(arena *a, const cone_rays *r, const mpq_t *z,
                          member *out);
void member_clear(member *x);

perp_status member_new(arena *a, const cone *c, int edges, member *out);
void member_read(const cone_rays *r, closest_answer *from, member *out);
