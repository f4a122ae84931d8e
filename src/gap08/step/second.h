/**
# A second velocity, searched and checked

Of a problem that has been solved: is there a solution with another velocity?
What is answered has been checked in fractions; where nothing is found nothing is
claimed. The problem is (4.7) posed without rounding from the doubles of the step, or from its
fractions; who asks, and how often, is `gap08/run/second_velocity.c`.
*/
#pragma once

#include "gap08/step/alpha_gamma.h"

enum {
    SECOND_ROWS = 160, /* free + n of a problem that is searched, at most */
    SECOND_PAIRS = 12  /* pairs of one whose solutions are listed */
};

/* Velocities are two when they differ by more than this share of their lengths
   and of the one before, |x - y|_M > SECOND_APART (|x|_M + |y|_M + |v|_M). */
#define SECOND_APART 0x1p-30

/* What is asked. p is solved by x up to rounding, or exactly by the fractions
   that x truncates; p and d are the same problem, without rounding and with. */
typedef struct {
    const lcp_exact_problem *p; /* the problem, posed without rounding */
    const step_data *d;         /* its data in doubles */
    const double *x;            /* nv: velocity of the solution at hand */
    int proven;                 /* it is that of an exact solution, truncated */
    int splits;
    const double *y; /* splits x p, see gap08/step/split.h */
} second_question;

typedef enum { SECOND_UNKNOWN, SECOND_ONE, SECOND_TWO } second_verdict;

/* TWO: x and y are apart by SECOND_APART. Then `exact` says that both solve p
   with equality, x as the double of an exact solution; without it only y is
   known exactly, of p or of a problem `moved` beside it. ONE: only of
   second_list. UNKNOWN: nothing is said of y. */
typedef struct {
    second_verdict verdict;
    double *x, *y; /* nv each, the caller's: the one at hand, and another */
    int exact;     /* both solve p with equality */
    double moved;  /* m/s: not exact, y solves p with the normal speeds of its
                      contacts moved by at most this, and that with equality */
} second_answer;

/* Lists the solutions that slip like the one at hand; when that shows no second
   velocity, moves the load along each split, both ways. Never ONE. x becomes
   that of the exact solution next to the one at hand, where that is known.
   LIMIT. */
perp_status second_search(arena *a, const second_question *q,
                          second_answer *out);

/* Lists all solutions of a problem with n <= SECOND_PAIRS. ONE: all have the
   same x, with equality. UNKNOWN also when the list would be long. LIMIT:
   memory. */
perp_status second_list(arena *a, const second_question *q, second_answer *out);
