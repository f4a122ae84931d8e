/**
# Corners and directions of a polyhedron
*/
#pragma once

#include "lcp/enumerate/dictionary.h"

/* A polyhedron: all points that are a convex combination of the vertices plus
   a nonnegative one of the rays (plus the lines, which all polyhedra of a
   system share). A list of `cols` numbers each, in ascending order; rays are
   whole numbers without a common divisor. */
typedef struct {
    int cols, vertices, rays, lines;
    int dimension; /* without the lines */
    mpq_t *vertex, *ray, *line;
} generators;

/* The feasible points of the dictionary, none of whose nonnegative variables
   is zero throughout. To be given back with generators_free, also after an
   error. LIMIT when more than `most` are needed on the way. */
perp_status generators_find(const dictionary *d, int most, generators *out);
void generators_free(generators *g);
