/**
# Bounds that a pointed cone allows

$c_{FC}$ of (3.3), (3.4) and the direction $u_0$ with the constants $C_2$, $C_3$
of (3.9), as proven rationals.
*/
#pragma once

#include "cone/full.h"

/* What is proven of a pointed cone. Squares are exact rationals; the doubles
   beside them are rounded to the safe side. `vector` holds the proof, vectors
   of nv numbers: first one with margin 1 at all contacts, then one per contact
   with margin 1 there and 0 elsewhere, then two per joint, margins 0, with
   nu'd = e_i and -e_i. All but the last do not move a joint. */
typedef struct {
    int round;     /* 1: about the full cone; 0: about the polyhedral one, or
                      no contact has two slips and they are the same */
    int nv, count; /* 1 + p + 2 m vectors */
    mpq_t *vector;
    mpq_t *square; /* c^2, least^2, C2^2, C3^2, in this order */
    double c;      /* |(c_nu, c_n, beta)| <= c |z| for all z of the cone */
    double least;  /* some z has a ratio of at least this: `most` */
    cone_impulse most;
    double *u;     /* nv: nu_perp u_0, a unit vector up to rounding; 0 when no
                      contact is active */
    double C2, C3; /* u.z >= C2 |z_r| >= C3 |c_n|; 0 when no contact is */
} bound;

enum { BOUND_C, BOUND_LEAST, BOUND_C2, BOUND_C3, BOUND_SQUARES };

/* Requires a cone that is pointed, and a vector d that shows it: of `pointed`
   or, with `round`, of full_pointed; the rays are those of the polyhedron, or
   of the last inner one. Numbers are given back by bound_clear. LIMIT. */
perp_status bound_find(arena *a, const cone_rays *r, int round, const mpq_t *d,
                       bound *out);
void bound_clear(bound *b);

/* Checks the vectors and the square of c from the cone's data: no root is
   taken and no ray is read. `rays` say which polyhedron, and are not looked at
   for a full cone's bound. */
perp_status bound_check(const cone_rays *r, const bound *b);
