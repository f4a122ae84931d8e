/**
# The full cone, with its round friction discs

Yes, no or undecided, from polyhedra. An inner polyhedron that is not pointed
refutes; a direction that opens the round cone proves. Between the two the inner
polyhedron is given another edge where the direction fails.
*/
#pragma once

#include "cone/pointed.h"

typedef struct {
    int directions; /* edges of a round contact at the start: even, >= 4 */
    int rounds;     /* the most polyhedra that are asked */
} full_options;

/* 4 directions, 40 rounds. */
extern const full_options full_defaults;

/* Is the full cone pointed? CONE_YES: d opens every contact of the round cone
   (nu'd = 0, n.d > mu |D-bar'd|), and gap = 0. CONE_NO: `zero` is an impulse of
   the round cone, not zero, whose sum is. CONE_UNDECIDED: the cone is pointed
   when every mu is multiplied by 1 - gap, proven by d; for mu itself nothing is
   proven. INPUT when a contact has more than two slips: then the scene has
   given a polyhedral cone, and there is no disc. `rays` are the edges of the
   last inner polyhedron, to be cleared by the caller; null: not wanted. */
perp_status full_pointed(arena *a, const cone *c, const full_options *o,
                         pointed *out, cone_rays *rays);

/* Is z in the full cone? CONE_YES: `sum` is an impulse of the round cone.
   CONE_NO: d separates z from it. CONE_UNDECIDED: z is at most `gap` from the
   cone. */
perp_status full_member(arena *a, const cone *c, const full_options *o,
                        const mpq_t *z, member *out);

/* Has some contact a disc? Otherwise the full cone is the step's. */
int full_has_disc(const cone *c);

/* The margin of d at contact j in the round cone, rounded down: at most
   n.d - mu |D-bar'd|, within 2^-60 of the larger term. */
void full_margin(const cone *c, int j, const mpq_t *d, mpq_ptr out);

/* Gives the rays one more edge at every contact where d has a margin below
   `least`. Returns how many were new. */
int full_cut(cone_rays *r, const mpq_t *d, mpq_srcptr least);

/* At most min (1 / |P g|)^2 over the edges g of the round cone, P the
   projection across the joints: |P g| <= |P n| + mu (|P d_1|^2 +
   |P d_2|^2)^(1/2). Requires a pointed cone. */
perp_status full_slowest(arena *a, const cone *c, mpq_ptr out);
