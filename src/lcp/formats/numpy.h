/**
# NumPy's text

What `numpy.savetxt` writes: a row on a line, blanks or commas between its numbers,
`#` before what is no number. A problem is the n rows of A with b as one more column,
or with b as one more row.
*/
#pragma once

#include "lcp/formats/scan.h"

/* The problem of the text, or its vectors, written as perp's own. INPUT. */
perp_status numpy_read(scan *s, int vector, arena *a);
