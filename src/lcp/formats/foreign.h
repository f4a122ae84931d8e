/**
# Other people's formats

Whatever a text is in, it is read into perp's own, with the same numbers, digit by
digit, on the same lines as far as they go.
*/
#pragma once

#include <stdio.h> /* before gmp.h, which then declares what prints */

#include "lcp/problem/contact_text.h"

typedef enum {
    FOREIGN_AUTO, /* by the text's first characters: perp, json,
                     market or fclib */
    FOREIGN_PERP,
    FOREIGN_JSON,
    FOREIGN_MARKET,
    FOREIGN_NUMPY,
    FOREIGN_FCLIB
} foreign_format;

/* The format of that name: perp, json, market, numpy, fclib. USAGE with the
   option's name and the list. */
perp_status foreign_named(const char *option, const char *name,
                          foreign_format *out);

/* Turns a text of problems, or of vectors, into perp's own, in the arena. `b`
   is a second text for b (market), or null. INPUT with file:line:column. */
perp_status foreign_read(lcp_text *t, foreign_format f, const lcp_text *b,
                         int vector, arena *a);

/* What a format can not say of a problem, and a remedy; INPUT. `number` is the
   problem's, from 1. With `doubles` its numbers are doubles, and others than
   perp are told them in seventeen digits. Writes nothing when it fails. */
perp_status foreign_write(FILE *out, foreign_format f, int number,
                          const lcp_text_problem *p, int doubles);

/* The same of contacts, exactly; market and numpy can not say them, and fclib
   has doubles and one problem. */
perp_status foreign_write_contacts(FILE *out, foreign_format f, int number,
                                   const contact_problem *c);
