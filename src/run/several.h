/**
# Which rows have more than one velocity?

Each problem of a run is asked whether its velocity is the only one. Often that
is proven, sometimes a second one is found; where neither is done, nothing is
claimed.
*/
#pragma once

#include "lcp/problem/lcp.h"

#include "run/trace/frozen.h"

enum {
    SEVERAL_SEARCHES = 8, /* problems of a run that are searched, and listed */
    SEVERAL_LISTS = 8
};

/* A row with two velocities. */
typedef struct {
    long row;      /* of the table, or 0 */
    double t;      /* s, where the row begins */
    int exact;     /* both solve its problem with equality */
    double moved;  /* m/s, see gap08/step/second.h */
    char name[64]; /* the component of v that differs the most, and both */
    double one_is, other_is;
    char *vectors; /* both, as members of a JSON object */
} several_row;

typedef struct {
    long problems, one; /* asked; proven to have one velocity */
    long undecided;     /* the first row of which it is not known, or 0 */
    int searches, lists;
    uint64_t seen[SEVERAL_LISTS]; /* active sets whose solutions were listed */
    several_row first;            /* that was found */
    several_row sure; /* the first that is exact; not when `first` is */
} several;

/* A collision has gone through a law of impact, which may leave a choice. */
void several_law(several *s, long row);

/* What is known of the rows so far, for a run that goes on. */
void several_freeze(several *s, frozen *x);

/* The members "second_velocity" and "one_velocity" of a JSON object, for
   memory_free; what it is made of is given back. LIMIT: memory. */
perp_status several_json(several *s, char **out);

void several_clear(several *s);

/* The same as a line on stderr. */
void several_tell(const several *s);
