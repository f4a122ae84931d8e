/**
# What `perp solve --given` says of contacts
*/
#pragma once

#include "lcp/claim/contact_laws.h"

/* One problem, the reactions and the verdict. */
typedef struct {
    int number; /* of the problem, from 1 */
    const contact_problem *c;
    const mpq_t *r;
    const contact_laws *laws;
    int no_number; /* the first that is none: nothing is found; or -1 */
} contact_report;

/* For a reader; or a JSON object on a line. */
void contact_text(const contact_report *r, FILE *out);
void contact_json(const contact_report *r, FILE *out);
