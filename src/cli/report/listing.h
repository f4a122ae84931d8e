/**
# Outcomes, listed
*/
#pragma once

#include "cli/report/newton.h"
#include "hp23/run/straight.h"
#include "hp23/within/within.h"
#include "hp23/impact/orders.h"

typedef struct {
    const situation *s;
    const outcomes *list;
    const char *law;
    int complete; /* a proof says that these data have no other outcome */
    const straight *lines;  /* to the outcomes; or null */
    const orders_tally *in; /* of a law in turn; or null */
    const newton *newton;   /* of Newton's law; or null */
    const within *near;     /* the modes of data near them, or null */
    mpq_srcptr eps;         /* how near */
} listing;

/* An empty list of outcomes with all that is told of one: impulses and, of a
   law in turn, their works. The lists that are printed begin with this. */
/* Does an outcome of the list still approach? */
int listing_cut(const situation *x, const outcomes *out);

outcomes listing_room(const situation *x, int turns);

/* One JSON object, or text. Numbers are doubles or, of rational data, p/q. */
void listing_json(const listing *l, FILE *out);
void listing_text(const listing *l, FILE *out);
