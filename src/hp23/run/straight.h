/**
# Straight lines to the outcomes of law (31)

Of each v+ that law (31) has, whether the straight line from v to it solves (39); and
if not, why. [line.h](../inclusion/line.h) decides; here the answers are found for a
whole list and put into words.
*/
#pragma once

#include "hp23/run/situation.h"
#include "hp23/impact/outcomes.h"
#include "hp23/inclusion/line.h"

/* Line k belongs to outcome k of the list, both in the list's order. */
typedef struct {
    const situation *s;
    const outcomes *list; /* borrowed */
    int count;            /* 0: nothing is known */
    line *line;
} straight;

/* The lines to all of the list; count stays 0 where the joints leave no rates.
   Ends with straight_clear. LIMIT. */
perp_status straight_find(situation *x, const outcomes *list,
                          const exact_limit *limit, straight *out);
void straight_clear(straight *l);

/* Adds every v+ of law (31) from v, which collides, to `all`, and finds the
   lines. LIMIT. */
perp_status straight_of_law(situation *x, const exact_limit *limit,
                            outcomes *all, straight *out);

/* What is known of outcome k: members of an object of JSON, each behind a
   comma, or the end of the sentence "the straight line from v ...". */
void straight_json(const straight *l, int k, FILE *out);
void straight_text(const straight *l, int k, FILE *out);

/* The same of all, with the number of solutions that end there: a list of JSON
   with its key, or a line each. */
void straight_list_json(const straight *l, const long *at_end, FILE *out);
void straight_list_text(const straight *l, const long *at_end, FILE *out);
