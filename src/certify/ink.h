/**
# Ink: canonical text, digested while it is written

What a certificate consists of: words, numbers with one spelling each, and the
SHA-256 of all that has been written so far. A failure to write is kept and
told once, at the end.
*/
#pragma once

#include "base/status.h"
#include "certify/sha256.h"

#include <stdio.h> /* before gmp.h, which then knows FILE */

#include <gmp.h>

typedef struct {
    FILE *file;
    sha256 sum;
    char *room; /* for the digits of one integer */
    size_t size;
    int failed; /* errno of the first failure */
} ink;

/* Opens the file. IO when it cannot be written. ink_close ends it: the first
   failure, if there was one. */
perp_status ink_open(ink *i, const char *path);
perp_status ink_close(ink *i);

/* The digest of everything so far; the ink goes on. */
void ink_digest(const ink *i, char out[65]);

/* printf; at most 200 bytes. */
void ink_text(ink *i, const char *form, ...)
    __attribute__((format(printf, 2, 3)));

/* A name: letters, digits, "_", "-" and "." stand for themselves, any other
   byte is %XX; the empty name is %. */
void ink_name(ink *i, const char *name);

/* x = -m 2^e with m odd: "-" m in hex, then "p" e unless e is 0; zero is 0.
   Requires a finite x. */
void ink_double(ink *i, double x);

/* Hexadecimal; a fraction as numerator / denominator in lowest terms, the
   denominator only when it is not 1. */
void ink_integer(ink *i, mpz_srcptr z);
void ink_ratio(ink *i, mpq_srcptr q);

/* TAG, then " index:number" for the entries that are not zero, and a newline.
   ink_upper is for a symmetric n x n matrix: only index = row n + column with
   column >= row. */
void ink_array(ink *i, const char *tag, long n, const double *x);
void ink_upper(ink *i, const char *tag, int n, const double *x);
void ink_integers(ink *i, const char *tag, long n, const mpz_t *z);
