/**
# Matrix Market

A matrix is a banner, comments, a line of sizes and its entries; here it is real or
integer, coordinate or array, general, symmetric or skew-symmetric. A problem is A,
and then b as a matrix of one column or one row: behind A in the same text or, when
that ends, in a second one.
*/
#pragma once

#include "lcp/formats/scan.h"

/* A sparse matrix says little of its size; as a full one it has no more numbers
   than this squared. */
enum { MARKET_SPARSE = 1024 };

/* Does a text begin so? */
int market_begins(const lcp_text *t);

/* All problems of the text, b of the last one from `b` when that is not null;
   or all vectors. Written as perp's own. INPUT. */
perp_status market_read(scan *s, scan *b, int vector, arena *a);
