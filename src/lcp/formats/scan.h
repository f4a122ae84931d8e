/**
# Reading other people's texts

A place in a text, words from it, and the text that is made of them: perp's own,
in which every number has been looked at.
*/
#pragma once

#include <stdio.h> /* before gmp.h, which then declares what prints */

#include "base/text.h"
#include "lcp/problem/lcp_text.h"

/* A text being read, and what is written of it. The name and the text are
   borrowed. `wrote` counts the lines of `out`: words stand on the line on which
   they stand in the source, as long as they come in its order. */
typedef struct {
    const char *name, *text;
    size_t len, at;
    int line; /* of the place at `at`, from 1 */
    growing_text *out;
    int *wrote;
} scan;

/* A piece of the text: borrowed, len 0 at the end. */
typedef struct {
    const char *at;
    size_t len;
    int line;
} scan_word;

scan scan_of(const lcp_text *t, growing_text *out, int *wrote);

/* INPUT: "name:line:column: 'word' WHY", the word shortened, "the end" at the
   end. */
perp_status scan_wrong(const scan *s, scan_word w, const char *why);

/* Behind white space. */
void scan_blanks(scan *s);

/* The rest of the line, its end excluded; the place is behind it. */
scan_word scan_line(scan *s);

/* The next word of a line: up to white space or one of `ends`; len 0 when there
   is none. */
scan_word scan_next(scan_word *line, const char *ends);

/* A whole number from 0 to 9999, or -1. */
int scan_count(scan_word w);

/* Is the word this one, in letters of either size? */
int scan_is(scan_word w, const char *text);

/* Of a number: it is one of a vector, where nan may stand; its negative is
   meant. */
enum { SCAN_VECTOR = 1, SCAN_MINUS = 2 };

/* The word is a number that perp reads ("+1" is one): it is written; else
   INPUT. */
perp_status scan_number(scan *s, scan_word w, int flags);

/* The same of a list that was kept: `count` words. */
perp_status scan_numbers(scan *s, const scan_word *w, size_t count, int flags);

/* Writes the size of a problem. */
void scan_size(scan *s, int free, int n);
