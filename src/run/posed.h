/**
# The problems of a run, one of them written

A run poses complementarity problems one after the other: of steps, of
collisions, of projections. One that is asked for by its number, or each of them, is
written as `lcp/problem/lcp_text.h` reads it, with the names of its rows as comments.
*/
#pragma once

#include "lcp/problem/lcp.h"

#include <stdio.h>

typedef struct {
    long wanted; /* its number, from 1; or 0 */
    long most;   /* each is wanted, at most so many; or 0 */
    long met;    /* problems posed so far, by all runs that share this */
    FILE *out;   /* receives it; borrowed */
    long *bytes; /* of each, where each is wanted; the holder frees it */
} posed_problem;

/* What a problem is. `name` puts into the text what unknown i is, and what its
   row says. */
typedef struct {
    const char *run, *kind; /* of which run; "step", "collision", ... */
    long row;               /* of the table, that it leads to */
    double t;               /* s: where the row begins */
    const char *numbers;    /* where they come from, a sentence */
    void (*name)(void *user, int i, char *text, size_t room);
    void *user;
} posed_what;

/* A problem is posed: 1 when it is the one that is wanted. p may be null. */
int posed_due(posed_problem *p);

/* Writes it; the second one takes doubles as the rationals that they are.
   IO, LIMIT (also of problems). */
perp_status posed_write(posed_problem *p, const posed_what *what,
                        const lcp_exact_problem *q);
perp_status posed_write_doubles(posed_problem *p, const posed_what *what,
                                const lcp_problem *q);
