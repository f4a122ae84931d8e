/**
# What `perp solve --given` says
*/
#pragma once

#include "lcp/claim/given.h"

/* One problem and the verdict. */
typedef struct {
    int number; /* of the problem, from 1 */
    const given_question *q;
    given_found *found;
    int no_number; /* the first i whose z_i is none: nothing is found; or -1 */
} given_report;

/* For a reader; or a JSON object on a line. */
void given_text(const given_report *r, FILE *out);
void given_json(const given_report *r, FILE *out);
