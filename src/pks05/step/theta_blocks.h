/**
# Blocks of contacts that are coupled

$\mathbf K$ and $\mathbf C$ of many contacts are mostly zeros: a contact with a stiffness
of its own has entries with itself alone, the elements of a patch with each other. In the
order of the blocks both are block diagonal, and so is $h\mathbf K + \mathbf C$; what is
asked of them, whether they are definite, their inverse, a solution, is asked of one block
after the other. The bodies couple the blocks again, in $A$, but not before.

A number that is zero in all of its row but a block adds nothing to a sum, so that what is
computed by blocks is to the last bit what the whole matrices give. */
#pragma once

#include "pks05/step/theta.h"

/* Arrays in the arena; LIMIT (memory). And what stands in them, by the entries
   of K and C that are not zero. */
perp_status theta_blocks_new(arena *a, int contacts, theta_blocks *out);
void theta_blocks_fill(const theta_data *d, theta_blocks *out);

/* Those of d->blocks; where it is null, both of the above. */
perp_status theta_blocks_find(const theta_data *d, arena *a, theta_blocks *out);

/* The rows of the contacts of the block of `first`, in rising order, into list
   (R); how many. */
int theta_block_rows(const theta_data *d, const theta_blocks *x, int first,
                     int *list);

/* S = (hK + C)^{-1}, R x R: INPUT when it is not positive definite, LIMIT
   (memory). Leaves scratch as it was. */
perp_status theta_blocks_invert(const theta_data *d, arena *scratch, double *S);

/* x = A^{-1} x with A = K, C or a sum of both, R x R, block by block: INPUT
   when it is not positive definite, LIMIT (memory). Leaves scratch as it
   was. */
perp_status theta_solve_blocks(const theta_data *d, const double *A,
                               arena *scratch, double *x);
