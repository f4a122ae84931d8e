/**
# Contacts with round cones

The problem that engines and their benchmarks pose: reactions $r$ and relative
velocities $u = W r + q$ of $p$ contacts, of each the normal component first and then
one or two tangential ones, and a coefficient of friction for each. In a text it is

    contacts D P          D = 2 or 3 components each
    W by rows, (D P)^2 numbers
    q, D P numbers
    mu, P numbers

among other problems.
*/
#pragma once

#include <stdio.h> /* before gmp.h, which then declares what prints */

#include "lcp/problem/lcp_text.h"

typedef struct {
    int d, p;       /* components of a contact; contacts */
    const mpq_t *W; /* (d p)^2, by rows */
    const mpq_t *q; /* d p */
    const mpq_t *mu;
    int line; /* where it begins */
} contact_problem;

/* Is the next problem of the text one of contacts? */
int contact_text_ahead(const lcp_text *t);

/* Reads it, arrays in the arena; ends with contact_problem_clear, after success
   only. INPUT with file:line. */
perp_status contact_text_next(lcp_text *t, arena *a, contact_problem *out);
void contact_problem_clear(contact_problem *c);

/* The numbers become their nearest doubles. */
perp_status contact_problem_round(contact_problem *c);
