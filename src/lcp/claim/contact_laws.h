/**
# The laws of a contact, one by one

Reactions that somebody computed for contacts with round cones, judged law by law. A
law that is a comparison of lengths is decided by squares; a number that has a
root in it is told as a bracket. The chapter [A claimed
answer](../../../doc/81-claimed-answers.md#contacts-with-round-cones) has the laws.
*/
#pragma once

#include "lcp/problem/contact_text.h"

enum {
    CONTACT_SIGNORINI = 1,   /* u_n >= 0, r_n >= 0, u_n r_n = 0 */
    CONTACT_CONE = 2,        /* |r_t| <= mu r_n */
    CONTACT_DISSIPATION = 4, /* u_t . r_t = -mu max(r_n, 0) |u_t| */
    CONTACT_SAXCE = 8        /* r in the cone, v = u + mu |u_t| e_n in the dual
                                cone, r . v = 0 */
};

/* Of one contact. A pair of numbers is low <= value <= high, the same twice
   where the value is a fraction. */
typedef struct {
    mpq_t u[3];       /* d components */
    mpq_t product;    /* u_n r_n */
    mpq_t squares;    /* mu^2 r_n^2 - |r_t|^2 */
    mpq_t excess[2];  /* |r_t| - mu r_n */
    mpq_t missing[2]; /* mu max(r_n, 0) |u_t| + u_t . r_t */
    mpq_t power[2];   /* r . v */
    int broken;       /* laws, added */
} contact_verdict;

typedef struct {
    int p, broken; /* contacts with a broken law */
    contact_verdict *each;
} contact_laws;

/* r: d p fractions. Ends with contact_laws_clear in every case. LIMIT
   (memory). */
perp_status contact_laws_find(arena *a, const contact_problem *c,
                              const mpq_t *r, contact_laws *out);
void contact_laws_clear(contact_laws *l);
