/**
# The walls of a polyhedron, in fractions

(H3) and the angle condition speak of every $q$ in $K$. A polyhedron has finitely
many walls, and of each set of them can be asked whether it is ever active as a
whole; so for most polyhedra both are decided without a run. The cost is $2^p$
eliminations for (H3) and $p^2$ for the angles, in fractions of the scene's
size.

A box in the plane has four walls and 15 sets. The four single walls have
rank 1. Of the six pairs two are opposite walls, of rank 1, whose
equations contradict each other; four are corners, of rank 2. Each of
the four triples and the set of all holds a pair of opposite walls and
contradicts itself. No set is both dependent and active, so (H3) holds
at every point of the box; and that has been shown by 15 eliminations,
not by a run that visits four corners.

The limit of 12 walls is one of time: $2^{12} = 4096$ sets. The limit of
32 for the angles is that of the bits in `mask`. Beyond them the answer
is 0 with an empty mask, *not asked*, and the run alone speaks.
*/
#pragma once

#include "run/experiment.h"

/** A row $n_a$ has the gap's unit per coordinate; $b_a = f_a(q_0)$, m. The
unknown is $d = q - q_0$, so that a solution whose free unknowns are 0 stays
at the start in these coordinates. `rows` and `d` are worked in and hold the
last set that was asked. `all` owns every number; `s` is borrowed. */
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
-1 the set `mask` does, at the point q_0 + d of K; 0 the set might. Bit j of
`mask` is wall j. With 1 the mask is empty, with -1 `d` is the point; with 0
`d` is left over from whatever set came last. */
typedef struct {
    int says;
    unsigned mask;
} paoli_faces;

/* Dependent gradients where all of a set are 0 (H3); up to 12 walls. With -1
   the set is dependent and active at q_0 + d, a point of K; with 0 and a mask,
   dependent and active somewhere, and the point that was tried is not in K. */
paoli_faces paoli_walls_dependent(paoli_walls *w);

/* Two walls a, b that meet and violate the angle condition; up to 32 walls. */
paoli_faces paoli_walls_angle(paoli_walls *w, mpq_srcptr e, int *a, int *b);
