/**
# A root between two fractions
*/
#pragma once

#include <gmp.h>

/* low <= sqrt(q) <= high for q >= 0. Where the root is a fraction both are the
   root; otherwise they are apart by 2^-62 of it, or less. */
void root_bracket(mpq_srcptr q, mpq_ptr low, mpq_ptr high);
