/**
# FCLIB's files

The collection of frictional contact problems of the field, in HDF5: below
`/fclib_local` are `spacedim`, the matrix `W` and, in `vectors`, `q` and `mu`; below
`/solution` and `/guesses/1`, `/guesses/2` and so on somebody's `r`. Numbers are doubles,
and each is taken as the fraction that it is.
*/
#pragma once

#include "base/text.h"
#include "lcp/problem/contact_text.h"

/* The problem of the file, or as a vector the reactions of its solution,
   written as perp's own. INPUT with the name, the path in the file and the
   remedy. */
perp_status fclib_read(const lcp_text *t, int vector, growing_text *out,
                       arena *a);

/* Writes contacts whose numbers are doubles, W in compressed columns. INPUT: a
   number that is none; nothing is written then. */
perp_status fclib_write(FILE *out, int number, const contact_problem *c);
