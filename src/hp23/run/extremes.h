/**
# The extreme outcomes of a collision

A run that branches cannot follow a continuum. It follows those outcomes between which
the others lie, or are believed to lie.

For each law another thing: of a face of solutions of (31) the corners span it, and
that is proven; of the law in turn there are only finitely many outcomes; of the
set-valued law there is a set without a list, and extreme are the samples at its ends,
as far as samples go.
| law | on `dropped_block` | proven whole |
|---|---|---|
| simultaneous | 1: rest | yes, of the doubles |
| sequential, Routh | 2: A before B, B before A | no |
| halm_posa | 5 of 1024 samples | no |

A list that is proven whole and has one outcome is a run without branches that
nobody can call chosen. For the flat discs on a slope, where (31) has a
continuum, two corners are listed, disc 2 spinning with $-1$ or with 1 rad/s,
and `complete` stays 0.
*/
#pragma once

#include "hp23/run/law.h"

/* Adds the extreme outcomes of the law at x to `out`, a law_list, at least one:

   simultaneous   all v+ of (31); of a face of solutions its corners
   sequential,    those of all orders of the contacts, or of the law's own order
   routh          if it has one
   halm_posa      of `samples` samples, from number 0 on, those with the least
                  and the greatest of each contact's speeds

   In doubles what agrees to 1e-12 is one outcome; in rational mode none is
   left out. *complete = 1: a proof says that the law has no other outcome.
   LIMIT: more than ORDERS_CONTACTS contacts to order, no sample that ends;
   that of the law. */
perp_status extremes_find(const impact_law *l, arena *a,
                          const collision_state *x, int samples, outcomes *out,
                          int *complete);
