/**
# LCPs in text files

A file holds problems, one after the other. A problem is `n`, then the n x n
numbers of A by rows, then the n numbers of b; or, with free unknowns in front,
the word `free` and two counts f and n, then A and b of size f + n. Numbers are
decimal, hex floats or p/q, separated by white space; `#` begins a comment that
ends with the line.
*/
#pragma once

#include <stdio.h> /* before gmp.h, which then declares what prints */

#include "lcp/problem/lcp.h"

enum { LCP_TEXT_LARGEST = 4096 }; /* free + n of a problem, at most */

/* A text being read. */
typedef struct {
    const char *name; /* for messages; borrowed */
    const char *text; /* borrowed */
    size_t len, at;
    int line;    /* of the place at `at`, from 1 */
    int problem; /* problems read so far */
} lcp_text;

/* One problem, exactly and in the nearest doubles. */
typedef struct {
    lcp_exact_problem exact; /* to be given back with lcp_exact_problem_clear */
    lcp_problem nearest;
    int line; /* where it begins */
} lcp_text_problem;

/* The whole file, or pipe, or with "-" standard input, into the arena: IO error
   with the path when it can not be read. */
perp_status lcp_text_load(const char *path, arena *a, lcp_text *out);

/* A text in memory. */
lcp_text lcp_text_of(const char *name, const char *text, size_t len);

/* The next problem, its arrays in the arena; *more = 0 and nothing else at the
   end of the text. INPUT errors name file:line, the value and the remedy; a
   number too large for a double is one. */
perp_status lcp_text_next(lcp_text *t, arena *a, lcp_text_problem *out,
                          int *more);

/* For texts that hold other things beside problems. Is this the next word?
   Then, with `take`, it is taken. */
int lcp_text_is(lcp_text *t, const char *word, int take);

/* The next word as a count of at most four digits; INPUT with `what` it is. */
perp_status lcp_text_count(lcp_text *t, const char *what, int *out);

/* The next `count` numbers of the problem that begins at `line`, exactly and in
   the nearest doubles (or null). INPUT. */
perp_status lcp_text_numbers(lcp_text *t, int line, size_t count, mpq_t *q,
                             double *v);

/* The next `count` numbers of a text of vectors, exactly. Where a word is nan,
   inf or infinity, of either sign and in letters of either size, finite[i] = 0
   and the number is untouched. INPUT errors name file:line, the value and the
   remedy. */
perp_status lcp_text_vector(lcp_text *t, int count, mpq_t *out,
                            uint8_t *finite);

/* The text has nothing more but comments; INPUT with the place of a word that
   is too many. */
perp_status lcp_text_done(lcp_text *t);

/* Writes the size line of a problem, row i of A, and as row free + n its b: in
   this order, comments between them, the text is one that is read above.
   Numbers are whole or p/q. */
void lcp_text_size(FILE *out, int free, int n);
void lcp_text_row(FILE *out, const lcp_exact_problem *p, int i);
