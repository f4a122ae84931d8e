/**
# The nearest solution

Where the basis of a given z is no solution's, the solutions are another basis's,
or there are none. All of them are a list of polyhedra; the nearest
point of each in the largest component is a linear program.
*/
#pragma once

#include <stdio.h> /* before gmp.h, which then declares what prints */

#include "lcp/claim/own_basis.h"
#include "lcp/enumerate/enumerate.h"

enum { NEAREST_PAIRS = 30, NEAREST_UNKNOWNS = 60 };

typedef enum {
    NEAREST_FOUND,    /* no solution is nearer than `point` */
    NEAREST_NONE,     /* proven: there is no solution */
    NEAREST_UNDECIDED /* too large, or a limit was reached */
} nearest_outcome;

typedef struct {
    nearest_outcome outcome;
    int faces, nodes; /* of the list and of its tree; 1 and 0: A is definite */
    int face;         /* of the nearest point, from 0 */
    given_point point;
    char why[200]; /* undecided */
} nearest_face;

/* A solution that is nearest to z in the largest component, of all. Problems of
   more than NEAREST_PAIRS pairs are undecided. `options` of the search for all
   solutions; its tree is written to `proof` when that is not null and the
   search has ended. Ends with nearest_face_clear in every case. Errors: LIMIT
   (memory), IO. */
perp_status nearest_face_find(arena *a, const lcp_exact_problem *p,
                              const mpq_t *z, const enumerate_options *options,
                              FILE *proof, nearest_face *out);
void nearest_face_clear(nearest_face *f);
