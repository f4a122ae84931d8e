/**
# All solutions
*/
#pragma once

#include "lcp/enumerate/choices.h"
#include "lcp/enumerate/generators.h"
#include "number/limit.h"

/* Where a search ends; null fields of the options mean these. */
typedef struct {
    long nodes;  /* of the tree, at most; 0: a million */
    long work;   /* numbers computed, at most; 0: 2e10 */
    int corners; /* vertices and rays of a face, at most; 0: 20000 */
    int one;     /* stop at the first solution; its face is not described */
    exact_limit limit; /* of the numbers' length, and of time */
} enumerate_options;

typedef enum {
    ENUMERATE_BRANCH, /* one child for each alternative of the choice */
    ENUMERATE_EMPTY,  /* y proves that no point is left */
    ENUMERATE_INSIDE  /* all points are solutions of one face: y proves it */
} enumerate_kind;

/* The tree in preorder. */
typedef struct {
    enumerate_kind kind;
    int choice; /* of a BRANCH */
    int face;   /* of an INSIDE */
    mpz_t *y;   /* rows of the system; null for a BRANCH */
} enumerate_node;

/* One polyhedron of solutions: the points that have these signs. */
typedef struct {
    uint8_t *sign; /* cols + rows; no nonnegative variable is zero throughout */
    generators points;
    int within; /* another face that contains it wholly, or -1 */
} enumerate_face;

typedef struct {
    int cols, rows;
    int nodes, faces;
    long pivots; /* exchanges of all its linear programs */
    enumerate_node *node;
    enumerate_face *face;
    mpq_t *point; /* cols: with `one`, a solution when one was found */
    int found;
} enumeration;

/* Every solution of the system: the faces of the list are solutions, all
   solutions are in them, and the tree proves it. No face has all the signs of
   another, so that for pairs the faces are the maximal ones; where signs alone
   do not decide (contact modes), `within` says it. The order is that of the
   tree and always the same. To be given back with enumerate_free, also after an
   error. With the option `one` the list of faces stays empty, and found = 0
   means that the tree proves that there is no solution. Errors: LIMIT. */
perp_status enumerate_all(const choices_system *s,
                          const enumerate_options *options, arena *a,
                          enumeration *out);
void enumerate_free(enumeration *e);
