/**
# The digest of a table

SHA-256 of the names of the columns and of all cells, row by row: two tables have one
digest when they are the same to the last bit. It is made while the rows pass, and says
the same on every machine: a double is its eight bytes of IEEE 754, the least
significant first, whatever the processor's order is; so -0 is not 0. Of a run in
fractions it is the digest of the bytes of its CSV.
*/
#pragma once

#include "proof/certificate/sha256.h"
#include "run/trace/trace.h"

typedef struct {
    sha256 sum;
    int begun;
} run_digest;

/* Row 0, 1, ... of one table, in turn. */
perp_status digest_row(run_digest *d, const trace *t, int row);

/* 64 hexadecimal digits and a NUL; an empty text when no row was added. */
void digest_end(run_digest *d, char out[65]);
