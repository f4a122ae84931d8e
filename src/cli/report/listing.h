/**
# Outcomes, listed
*/
#pragma once

#include "cli/report/newton.h"
#include "hp23/run/straight.h"
#include "hp23/within/within.h"
#include "hp23/impact/orders.h"
#include "hp23/impact/reached.h"
#include "hp23/inclusion/interleaved.h"

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
    int whole;              /* the search was one of all outcomes */
    orders_tally tally;
    mpq_srcptr e;                   /* restitution, or null */
    const interleaved_tally *moves; /* of a search of moves, or null */
    interleaved_tally searched;
    int passive;
    const int *left_in; /* the order, left_orders contacts, that was cut, if */
    int left_orders;    /* left_known: then `ahead` is where it leads */
    int left_known;
    reached ahead;
} listing;

/* An empty list of outcomes with all that is told of one: impulses and, of a
   law in turn, their works. The lists that are printed begin with this. */
/* Does an outcome of the list still approach? */
int listing_cut(const situation *x, const outcomes *out);

outcomes listing_room(const situation *x, int turns);

/* q as the list has its numbers: with `json` 17 digits, or a text p/q. */
void listing_number(const listing *l, mpq_srcptr q, int json, FILE *out);

/* The work of the impulses first to before last of p normals and r slips, J;
   0: Routh's path bends, and nobody knows. The kinetic energy that is lost, J.
   What contact j does behind the impact, in a word or two. */
int listing_work(const listing *l, const outcome *o, int first, int last,
                 mpq_ptr out);
void listing_lost(const listing *l, const outcome *o, mpq_ptr out);
const char *listing_mode(const listing *l, const outcome *o, int j);

/* One JSON object, or text. Numbers are doubles or, of rational data, p/q. */
void listing_json(const listing *l, FILE *out);
void listing_text(const listing *l, FILE *out);
