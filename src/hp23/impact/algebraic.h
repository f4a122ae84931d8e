/**
# Algebraic impact laws: (31) at once, or contact by contact

The two older answers of HP23 2.2.2, as functions from data to a list of outcomes. Both
return velocities with the impulses that led there and the number of single impacts
behind them: 1 for a law that takes all contacts at once, 0 where nothing collides.
*/
#pragma once

#include "hp23/impact/outcomes.h"

/* How one contact is resolved in a sequence: by (31) for it alone, which
   may have several outcomes, or by Routh's path (36), which has one. */
typedef enum { SINGLE_ALGEBRAIC, SINGLE_ROUTH } single_law;

/** How contacts take turns. The order is gone through again and again, each
contact that approaches being resolved when it is its turn, until none does or
`impacts` single impacts have been made. With A, B, C and B at rest at first,
that is A, C, A, B, ... if A's impact makes C approach and B only later. `all`
is asked where one single impact has several outcomes, and then all ways are
followed. */

/* The order is a list of active contacts, counted from 0; one that is left out
   never has its turn. */
typedef struct {
    const int *order; /* contacts in turn, `orders` of them; then again */
    int orders;
    single_law law;
    int impacts;          /* LIMIT after so many; 0: 100 */
    mpq_srcptr tolerance; /* a slower approach is none, m/s */
    mpq_srcptr e;         /* restitution of each single impact, 0 to 1: of (31)
                             Newton's, of Routh's path Poisson's; null: 0 */
    outcome *left;        /* receives v (nv, the caller's) and the contact that
                             is next of a sequence that LIMIT ends; or null */
    outcomes_search *all; /* null, or `one` of it set: one outcome, the
                             solver's; else all of them */
} sequence;

/* Adds the outcome of law (31), all contacts at once, that exact Lemke finds,
   or all outcomes. When d->v does not collide, d->v itself with 0 impacts. */
perp_status algebraic_simultaneous(arena *a, const step_exact *d,
                                   mpq_srcptr tolerance, outcomes_search *all,
                                   outcomes *out);

/* out = L (g v + g v') / 2, J: the work of the impulse L (N s) along the
   gradient g, k of p normals and then r slips, from v to v' (nv, m/s), when it
   grows in proportion to the change of the velocity. */
void algebraic_work(const step_exact *d, int k, const mpq_t *v,
                    const mpq_t *next, mpq_srcptr L, mpq_ptr out);

/* Adds the outcome of single impacts in turn, or all outcomes when a single
   impact has several; impulses, and their works, are summed up over the single
   impacts of each contact. LIMIT when there is still a collision after the last
   one allowed, or time is over; INPUT when a contact that the order leaves out
   still collides. */
perp_status algebraic_sequential(arena *a, const step_exact *d,
                                 const sequence *s, outcomes *out);
