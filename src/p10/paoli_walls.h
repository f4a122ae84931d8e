/**
# The walls of a polyhedron, in fractions

(H3) and the angle condition speak of every $q$ in $K$. A polyhedron has finitely
many walls, and of each set of them can be asked whether it is ever active as a
whole; so for most polyhedra both are decided without a run. The cost is $2^p$
eliminations for (H3) and $p^2$ for the angles, in fractions of the scene's
size.
*/
#pragma once

#include "run/experiment.h"

typedef struct {
    const perp_system *s;
    int v, p, exact; /* from the formulas, else from doubles */
    mpq_t *n, *b;    /* p x v, p: f = b + n d, d = q - q_0 */
    mpq_t *A;        /* p x p: n M^{-1} n' */
    mpq_t *rows, *d; /* p x (v + 1), v */
    mpq_t *all;
    size_t count;
    arena a;
} paoli_walls;

/* Of an experiment by the scheme paoli with linear gaps; M is that of q_0.
   To be given back with paoli_walls_free, also when this fails. */
perp_status paoli_walls_of(const experiment *e, paoli_walls *w);
void paoli_walls_free(paoli_walls *w);

/** What a polyhedron says of a property of sets of walls: 1 no set breaks it,
-1 the set `mask` does, at the point q_0 + d of K; 0 the set might. */
typedef struct {
    int says;
    unsigned mask;
} paoli_faces;

/* Dependent gradients where all of a set are 0 (H3); up to 12 walls. */
paoli_faces paoli_walls_dependent(paoli_walls *w);

/* Two walls a, b that meet and violate the angle condition; up to 32 walls. */
paoli_faces paoli_walls_angle(paoli_walls *w, mpq_srcptr e, int *a, int *b);
