/**
# Ink: canonical text, digested while it is written

What a certificate consists of: words, numbers with one spelling each, and the
SHA-256 of all that has been written so far. A failure to write is kept and
told once, at the end.
*/
#pragma once

#include "base/status.h"
#include "proof/certificate/sha256.h"

#include <stdio.h> /* before gmp.h, which then knows FILE */

#include <gmp.h>

typedef struct {
    FILE *file;
    sha256 sum;
    char *room; /* for the digits of one integer */
    size_t size;
    int failed; /* errno of the first failure */
} ink;

/* Begins a file that is seen while it grows, or one that appears with the
   command; see base/file.h. IO. ink_close ends it: the first failure, if
   there was one. */
perp_status ink_open(ink *i, const char *path);
perp_status ink_hidden(ink *i, const char *path);
perp_status ink_close(ink *i);

/* Goes on with a file that begins with `head` and whose first `bytes` bytes
   have this digest; what is behind them goes away. Of any other file nothing
   does. INPUT, IO. */
perp_status ink_go_on(ink *i, const char *path, const char *head, long bytes,
                      const char digest[65]);

/* All that was written so far can be read by others. */
void ink_flush(ink *i);

/* The digest of everything so far; the ink goes on. */
void ink_digest(const ink *i, char out[65]);

/* printf; at most 200 bytes. */
void ink_text(ink *i, const char *form, ...)
    __attribute__((format(printf, 2, 3)));

/* A name: letters, digits, "_", "-" and "." stand for themselves, any other
   byte is %XX; the empty name is %. */
void ink_name(ink *i, const char *name);

/* Wholes are hexadecimal; a fraction is p/q in lowest terms, p alone when it
   is whole; a double is a fraction like any other. Requires a finite x. */
void ink_integer(ink *i, mpz_srcptr z);
void ink_ratio(ink *i, mpq_srcptr q);
void ink_double(ink *i, double x);

/* n numbers, in doubles or exactly: one of d and q is null. When columns > 0
   they are a symmetric matrix, of which only the upper half is written. */
typedef struct {
    long n;
    const double *d;
    const mpq_t *q;
    int columns;
} ink_list;

/* TAG, "/" and a common denominator unless it is 1, then " index:whole" for the
   entries that are not zero, and a newline. */
void ink_array(ink *i, const char *tag, ink_list x);

/* The same in parts: the tag; entries; and the newline by ink_text. */
void ink_over(ink *i, const char *tag, mpz_srcptr den);
void ink_entry(ink *i, long index, mpz_srcptr whole);
