/**
# What the scheme moreau-jean names in the table of schemes

moreau_jean.c. The places of its functions are explained in schemes.c.
*/
#ifndef PERP_CHECK_MOREAU_JEAN_H
#define PERP_CHECK_MOREAU_JEAN_H

#include "proof.h"

void moreau_jean_row(checker *c);
void moreau_jean_motion(checker *c);
void moreau_jean_active(checker *c);
void moreau_jean_energy(checker *c);
void moreau_jean_tell(const verdict *v);
#endif
