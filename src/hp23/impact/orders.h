/**
# All orders

The law in turn, [algebraic.h](algebraic.h), for every order of the contacts: what
HP23 draws in Figure 1 as two branches, for two contacts. With $p$ contacts there
are $p!$ orders, 120 for the five contacts of the discs, 720 for six, which are the
most here. An order is a cycle: A, B, C and B, C, A give the same turns but for
their beginning. They are told apart all the same, since who is first decides most.
Of the block A, B ends with A lifted at $\frac{21}{100}$ of the fall, B, A with B.
*/
#pragma once

#include "hp23/impact/algebraic.h"

enum { ORDERS_CONTACTS = 6 }; /* that are put in order, at most */

typedef struct {
    int contacts;   /* in an order */
    int count;      /* orders that were followed */
    int unfinished; /* of these, that had not ended at the limit of impacts */
} orders_tally;

/* The next order of n different numbers in lexicographic order; 0: none, and x
   is left as it is. */
int orders_next(int n, int *x);

/* Adds the outcomes of single impacts in turn, in every order of the contacts
   of d; s->order is not read. Each new one gets `turns`, the order that led to
   it. LIMIT when an order has not ended, behind all others; at once when time
   is over, or for more contacts than ORDERS_CONTACTS. */
perp_status orders_all(arena *a, const step_exact *d, const sequence *s,
                       outcomes *out, orders_tally *tally);

/* The outcomes of the list that have no `turns` yet get this order, copied. */
perp_status orders_mark(arena *a, int n, const int *order, outcomes *out);
