/**
# The header of a run

What a run was, in pairs of words: which program, which scheme with which weights,
step, duration, arithmetic, parameters of the scene, and the digest of what came out.
It is written once, here, and every output says it in its own syntax: lines of comment
in a table, an object in JSON, a description in a figure. A value is as `--set` takes
it, so that the same words make the same run. Nothing of the machine or of the hour is in
it but the seconds, which only JSON has: two runs of one scene write the same table and
the same figures.
*/
#pragma once

#include "run/experiment.h"

#include <stdio.h>

typedef struct {
    char *text;      /* owned: key, value, key, value, each ended by a 0 */
    int pairs, own;  /* the first `own` are the run's, the others parameters */
    char digest[65]; /* of the table; empty: not known */
    double seconds;  /* of the run; negative: not known */
} run_header;

/* Of an experiment; of a run, when `sum` is not null. header_free accepts a
   zeroed one. LIMIT: memory. */
perp_status header_make(const experiment *e, const summary *sum,
                        run_header *out);
void header_free(run_header *x);

/* Pair i; the next one is at value + strlen(value) + 1. */
typedef void header_pair(void *user, const char *key, const char *value,
                         int parameter);
void header_each(const run_header *x, header_pair *put, void *user);

/* Lines "# key value", of a parameter "# set name value"; the digest is known
   behind the rows, and is a line there. */
void header_comment(const run_header *x, FILE *f);
void header_comment_end(const char *digest, FILE *f);

/* An object of JSON, with digest and seconds; what is not known is null. */
void header_json(const run_header *x, FILE *f);

/* "0.01 s with alpha-gamma, alpha = 1/2": what tells a run from others of its
   scene; the caller's, for memory_free, or null. */
char *header_how(const experiment *e);
