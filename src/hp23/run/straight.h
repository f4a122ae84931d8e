/**
# Straight lines to the outcomes of law (31)

Of each v+ that law (31) has, whether the straight line from v to it solves (39); and
if not, why. [line.h](../inclusion/line.h) decides; here the answers are found for a
whole list and put into words.
Three cases from the paper's examples:

| scene | $v^+$ of (31) | lines that solve (39) |
|---|---|---|
| `rocking_block`, `box_wall` | rest | the line to rest |
| `compass_gait`, `ramone` | three each | all |
| `discs_on_slope` | one, or a continuum | none: A sticks at the end, having slipped |

The last is not a fault of (31), nor of (39). Law (31) looks at slips behind the
impact alone and lets a contact that sticks there have friction below its bound;
(39) asks at each moment of the way, and on a straight way that contact slips
until the very end.
*/
#pragma once

#include "hp23/run/situation.h"
#include "hp23/impact/outcomes.h"
#include "hp23/inclusion/line.h"

/** The verdicts on a list. What a line owns beyond the arena are its numbers,
so there is a clear. In the text a verdict ends the sentence of its outcome; in
JSON it is one to three keys: `line`, and when it is false `from`, the fraction
of the line where it fails, and `fails`, a list of contacts with conditions, of
which at least one has to give way. */

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
