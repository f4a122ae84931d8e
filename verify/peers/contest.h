/**
# A contest: solvers on one family of problems

First each solver answers each problem once in a process of its own, with a
limit on time, and is judged. Then those who answered are timed, one problem
after the other, the solvers taking turns.
*/
#pragma once

#include "generator.h"
#include "peer.h"

enum { CONTEST_PEERS = 4 };

typedef enum {
    VERDICT_LATE,    /* no answer within the limit, or not asked any more */
    VERDICT_CRASHED, /* the process died */
    VERDICT_REFUSED, /* the solver said that it has no solution */
    VERDICT_WRONG,   /* it said that it has one, and that is none */
    VERDICT_RIGHT
} verdict;

typedef struct {
    verdict said;
    int climbed;
    double residual; /* when it answered */
    double ns;       /* median of the timed solves; the first when climbed */
} result;

typedef struct {
    const generator_family *family;
    int problems, rounds, solvers;
    int stretch;    /* each solver all problems at a stretch, see contest.c */
    double late;    /* s of the processor: the limit for one solve */
    double clock;   /* ns: what reading the clock costs */
    uint64_t order; /* of the draws of who comes first */
    const peer *const *solver;
    int pass[CONTEST_PEERS]; /* not asked: all its answers are late */
    generated *p;
    result *r; /* solvers x problems, shared between processes */
} contest;

/* `solver` is borrowed. -1 when memory is refused; contest_end accepts that. */
int contest_begin(contest *c, int family, uint64_t seed);
void contest_run(contest *c);
void contest_end(contest *c);

/* The n values in order, their median; NaN for none. */
double contest_median(double *x, int n);
