/**
# Leaves into faces
*/
#pragma once

#include "lcp/enumerate/enumerate.h"

/* Room for one face more. */
perp_status faces_room(enumeration *e, int *room);

/* Of the leaves of a finished tree, one face each, those are kept whose signs
   are not stricter than another's; the nodes are numbered anew; the faces get
   their generators, found from the first feasible dictionary. corners 0:
   20000. */
perp_status faces_settle(arena *a, const choices_system *s,
                         const dictionary *first, int corners, enumeration *e);

/* Has a every sign of b, or a stricter one? Then a lies in b. */
int faces_sign_within(int variables, const uint8_t *a, const uint8_t *b);
