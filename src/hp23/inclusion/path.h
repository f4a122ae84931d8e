/**
# Is a path a solution of the inclusion?

A path of velocities that is linear between its knots, over s, the normal impulse so
far. Whether it solves (39) is decided exactly.

Such paths are Routh's, one behind the other; those that [solution.h](solution.h)
draws; the steps (75), of which each is a leg; the straight line to an outcome of law
(31). The block's sequence A, B is one with the knots $s = 0, \frac{17}{20},
\frac{221}{200}$.
A path that is none, to see the verdict's numbers: a point of 1 kg with $\mu =
1$, $v = (\frac12, -1)$, and the straight line to rest over $s$ from 0 to 1. Its
rate is $(-\frac12, 1)$; while the point slips the set is the one corner $(-1,
1)$. So the worst distance is $\frac12$, the integral $\frac12$ m/s over one
piece, nothing is inside, and `leg` is 0. The path by $(0, -\frac12)$ at $s =
\frac12$ ends in the same place and is a solution: it brakes as Coulomb has it,
sticks, and goes on straight up.
*/
#pragma once

#include "hp23/inclusion/rates.h"

/* knots >= 1; s ascends strictly, N s. Borrowed. */
typedef struct {
    int knots;
    const mpq_t *s; /* knots */
    const mpq_t *v; /* knots x nv */
} velocity_path;

/* How far v' is from D_q(v), in the largest component. length - inside is the
   part of s on which it is beside the set; integral / length its mean. Lengths
   are in N s, speeds as the coordinates have them. */
typedef struct {
    mpq_t length;   /* of s altogether */
    mpq_t inside;   /* of the pieces on which the path is a solution */
    mpq_t worst;    /* the largest distance (m/s)/(N s) */
    mpq_t integral; /* of the distance over s, m/s */
    int pieces;     /* open intervals on which no speed changes its sign */
    int leg;        /* the leg of `worst`, or -1 */
} path_verdict;

/* Decides: the path is a solution exactly if worst is 0. A path of one knot has
   no legs and is one, of length 0. Nothing is asked about where it begins or
   ends; that it ends where nothing collides is the caller's to see. Ends with
   path_verdict_clear in every case. LIMIT. INPUT: s that does not ascend. */
perp_status path_check(arena *a, rates *r, const velocity_path *p,
                       path_verdict *out);
void path_verdict_clear(path_verdict *v);
