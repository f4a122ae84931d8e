/**
# A state in words

What a run carries from row to row, written as words that read back to the last bit,
and read from them: one function of each scheme names its numbers, and does both. A
double is its shortest run of at most 17 digits, a fraction p/q, a text its bytes in
hexadecimal. Words come from a file, so each is held against what it may be; the first
that is not makes all that follow it be passed over, and frozen_end says so.
*/
#pragma once

#include "base/status.h"

#include <stdint.h>
#include <stdio.h> /* before gmp.h, which then knows FILE */

#include <gmp.h>

struct growing_text; /* base/text.h */

/* Of two one is null. */
typedef struct {
    struct growing_text *to; /* receives words */
    const char *from;        /* the words that are still to be read */
    int wrong;      /* a word is missing, or is not what it has to be */
    size_t refused; /* bytes that the heap did not give, or 0 */
} frozen;

/* A whole number of least..most. */
void frozen_long(frozen *x, long *v, long least, long most);
void frozen_int(frozen *x, int *v, int least, int most);
void frozen_count(frozen *x, long *v); /* 0 or more */
void frozen_flag(frozen *x, int *v);   /* 0 or 1 */

/* n numbers; no NaN. */
void frozen_reals(frozen *x, int n, double *v);
void frozen_ratios(frozen *x, int n, mpq_t *v);

/* n bytes, each 0 or 1. */
void frozen_bits(frozen *x, int n, uint8_t *v);
void frozen_hash(frozen *x, uint64_t *v);

/* A text of less than `room` bytes in place; one that is owned, or null: what
   was there before is given back. */
void frozen_name(frozen *x, char *v, size_t room);
void frozen_text(frozen *x, char **v);

/* The fraction in text[0..n), in lowest terms and as GMP writes it: any other
   text is INPUT, and out is then 0 or what it is worth. LIMIT: memory. */
perp_status frozen_ratio(const char *text, size_t n, mpq_ptr out);

/* Success when all words were right, and none is left. INPUT, LIMIT: memory. */
perp_status frozen_end(const frozen *x);
