/**
# Shooting

What is the start from which the end comes out right? The unknown start $v$ has
n numbers, a run makes of them a residual $R(v)$ of n numbers, and where the
boundary condition holds $R(v) = 0$. Nothing is known of $R$ but its values: it
is continuous where the steps of the run are, and has kinks where friction
changes its mode.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

/* One run: the n numbers R(v). A failure ends the search, but for NO_SOLUTION
   and LIMIT, which only say that this v is none. */
typedef perp_status shoot_run(void *of, const double *v, double *residual);

typedef struct {
    int n;
    shoot_run *run;
    void *of;
    const double *P; /* n x n: v + P R(v) is the fixed-point map; or null */
} shoot_problem;

typedef enum {
    SHOOT_ANY, /* the fixed point while it contracts, then another way */
    SHOOT_FIXED_POINT,
    SHOOT_SECANT, /* n = 1 */
    SHOOT_NEWTON
} shoot_method;

typedef struct {
    shoot_method method;
    double tolerance; /* |R| that is taken for zero, in R's units */
    double apart;     /* of the difference quotients, relative */
    int most;         /* runs at most */
} shoot_options;

extern const shoot_options shoot_defaults;

typedef struct {
    int solved;
    shoot_method method; /* that found it, or came nearest */
    double residual;     /* |R| at the v that is given back */
    int evaluations;     /* runs made */
    int measured;        /* whether the next number is one */
    double contraction;  /* of the fixed-point map: the ratio of its last two
                            increments, or how it stretches at the solution
                            that another method found; signed when n = 1 */
} shoot_report;

/* The name of a method, as it is written in reports. */
const char *shoot_name(shoot_method m);

/* Looks for R(v) = 0 from the given v (n numbers), and leaves the best one
   found in v. That there is none is no error: solved is 0 then. INPUT: the
   fixed point is asked for and P is null, or the secant and n > 1. */
perp_status shoot(const shoot_problem *p, const shoot_options *o, arena *a,
                  double *v, shoot_report *out);

/* Sets the problem to the parameter s, 0 <= s <= 1; s = 1 is the one meant. */
typedef perp_status shoot_set(void *of, double s);

/* Continuation: solves at s = 0, then at larger and larger s from the solution
   before, with steps that are halved when one fails and doubled when one
   succeeds, down to 1/1024. The report is that of the last s, reached in *s;
   evaluations are those of all. */
perp_status shoot_along(const shoot_problem *p, const shoot_options *o,
                        shoot_set *set, arena *a, double *v, double *s,
                        shoot_report *out);
