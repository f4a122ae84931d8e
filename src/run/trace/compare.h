/**
# Two motions, and how far they are apart

A run is compared with a motion that the scene knows in closed form, or with a
finer run of the same scene.
*/
#pragma once

#include "run/trace/columns.h"
#include "run/trace/trace.h"

/* What a run is compared with: a function of time, asked with `user`, that
   fills nq and nv numbers, or a table with the same columns. One is null. */
typedef struct {
    perp_status (*exact)(void *user, double t, double *q, double *v);
    void *user;
    const trace *run;
} motion;

/* Differences over [0, T]. */
typedef struct {
    double q_sup;       /* max |q - q*| over the rows of the run */
    double v_end;       /* |v - v*| at T */
    double v_l1, va_l1; /* int |v^h - v*|, int |v^{h,alpha} - v*| */
} difference;

/* The differences between a run and the motion; both have rows up to T, or a
   little short of it by rounding. LIMIT: memory. INPUT: the reference. */
perp_status compare_runs(const perp_system *s, const trace *t,
                         const motion *other, double T, difference *out);

/* log2 x for a finite x > 0, within 2^-40; made of products alone, so that it
   is the same number everywhere. */
double compare_log2(double x);

/* The order p with e / f = (h / g)^p for the errors e, f at the steps h > g.
   With `floor` > 0 both errors were taken against a run with that step, and
   e / f = (h^p - floor^p) / (g^p - floor^p) is solved for p in (0, 16). Returns
   0, *p untouched, when there is none: an error is zero, g is the floor, the
   ratio is not reached. */
int compare_order(const double error[2], const double step[2], double floor,
                  double *p);
