/**
# What of a sparse system hangs together

Which numbers of a matrix are zero says much about a system before anything is
computed: which unknowns are zero, which follow from others by one row each, and
into which independent systems the rest falls.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"
#include "number/linear/words.h"

/* The rows and the columns of a square system, each once:
   - `zeros` unknowns that are zero, and as many rows, which say so;
   - part k of `parts`: the rows row[i] and the columns col[i] with
     start[k] <= i < start[k + 1], both ascending. Its rows have entries in its
     own columns and in those of zeros only;
   - `tails` pairs, the unknown tail_col[i] in row tail_row[i], from which it
     follows: the row's other entries are in columns of zeros, of parts and of
     pairs behind it. So they are computed from the last to the first. */
typedef struct {
    int zeros, parts, tails;
    int *start, *row, *col;
    int *tail_row, *tail_col; /* the tails' entries: tail_at */
    int *tail_at;
    int *place; /* column of a part -> its number there; -1: of none */
} sieve;

/* *square = 0 when the zeros alone show the matrix to be singular; then `out`
   is unfinished. The arena's memory. */
perp_status sieve_new(arena *a, const word_system *s, sieve *out, int *square);

/* Part k as a system of its own, rows and columns in the sieve's order, without
   shifts and without the narrow copy. The arena's memory. */
perp_status sieve_part(arena *a, const word_system *s, const sieve *parts,
                       int k, word_system *out);
