/**
# Solutions of the inclusion

The set of (39) is followed from event to event, without a step size: rates are chosen
at random, and between two changes of sign the velocity is linear in s.

`s[k]`, N s, and `v[k]`, nv numbers, are the knots of a broken line, knot 0 at $s = 0$
with the velocity of the data. It ends where nothing approaches, $v \notin \mathcal
C$, or behind `most` legs; what is there is a solution of (39) in either case, as far
as it goes.
Exact is each solution, and each knot. The set of solutions is not what is
found: it has infinitely many dimensions, a share for each contact at each $s$.
What a hundred of them show are places where $v^+$ can be; a place where none
ended is no place where none can.
*/
#pragma once

#include "hp23/inclusion/leg.h"
#include "hp23/inclusion/path.h"

typedef struct {
    int nv, knots, most, ended; /* ended: v is not colliding any more */
    mpq_t *s, *v;               /* knots, knots x nv */
    size_t numbers;
} solution;

/* The solution number `sample` from d->v: the same for the same number. Ends
   with solution_clear in every case. INPUT: a contact with several slips; an
   impact that does not end because the cone is not pointed. LIMIT. */
perp_status solution_find(arena *a, ways *w, const solution_options *o,
                          uint64_t sample, solution *out);
void solution_clear(solution *x);

/* It as a path. */
velocity_path solution_path(const solution *x);

/* out = v(s) (nv numbers); *inside = 0 when the solution is over by then. */
void solution_at(const solution *x, mpq_srcptr s, mpq_t *out, int *inside);
