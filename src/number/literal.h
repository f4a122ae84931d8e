/**
# Number literals, checked before GMP sees them
*/
#pragma once

#include "base/status.h"

#include <gmp.h>
#include <stddef.h>

/* Limits: a literal has at most LITERAL_DIGITS digits (those of the exponent
   included) and a decimal or binary exponent of at most LITERAL_EXPONENT in
   size. */
enum { LITERAL_DIGITS = 4096, LITERAL_EXPONENT = 4096 };

/* The rational meant by text[0..len): a decimal ("-1.5e-3" is -3/2000), a hex
   float ("0x1.8p-1") or p/q ("1/3", decimal integers only). The sign is "-" or
   nothing; a point needs a digit on one side (".5", "5."); nothing stands
   before or after the number, no blank and no NUL byte. Anything else, nan,
   inf, an oversized literal or q = 0 is an INPUT error that shows the text
   (shortened) and says why; out is then untouched. The result is canonical. */
perp_status literal_ratio(const char *text, size_t len, mpq_ptr out);

/* The double nearest to the canonical q, ties to even; INPUT error when it
   overflows (out is then untouched). Subnormals and zero are rounded correctly
   too; a negative q that is too small for a double gives -0. */
perp_status literal_double(mpq_srcptr q, double *out);

/* Is the canonical q exactly a double? */
int literal_is_double(mpq_srcptr q);

/* The shortest decimal that reads as x: 0.005, not 0.0050000000000000001. Room
   for 25 characters; x is finite. */
void literal_shortest(double x, char *to, size_t room);
