/**
# What `perp cone` says

The verdicts about one configuration, and how they are printed.
*/
#pragma once

#include <stdio.h>

#include "model/step/assemble.h"
#include "cone/bound.h"

/* One of the two cones of a configuration. */
typedef struct {
    int asked;   /* 0: the scene gives no round discs, the rest is unset */
    int bounded; /* the cone is pointed and `limit` is set */
    cone_rays rays;
    pointed verdict;
    bound limit;
} report_side;

enum { REPORT_STEP, REPORT_FULL, REPORT_SIDES };

/* A configuration: who is active, and the two cones, the step's and the full
   one. */
typedef struct {
    const perp_system *sys; /* borrowed */
    const active_set *set;  /* borrowed */
    const char *run;        /* the experiment's name, or null */
    double t;
    cone c;
    report_side side[REPORT_SIDES];
} cone_report;

/* Decides everything about the cone of these data. `full` = 0 leaves the full
   cone out. Numbers are given back by report_clear. */
perp_status report_make(arena *a, const step_data *d, int full,
                        cone_report *out);
void report_clear(cone_report *r);

/* Draws NAME_cone.svg: at each body of a system in the plane, at coordinates q,
   the part of the opening direction u that moves it. Where there is nothing to
   draw, a note says why. From within a look (scene/bind/bind.h). */
perp_status cone_draw(const cone_report *r, const double *q);

/* Prints it for a reader, or as a JSON object whose last brace is left to the
   caller: there the vectors of the certificates are fractions. */
void report_text(const cone_report *r, FILE *out);
void report_json(const cone_report *r, FILE *out);
