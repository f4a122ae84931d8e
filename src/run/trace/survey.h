/**
# What the rows of a table say of a system

A convergence proof assumes bounds for all configurations. A run visits some.
Here the system is evaluated where the run has been: how fast normals and
directions turn, how small the mass gets, how large the force.
*/
#pragma once

#include "model/step/assemble.h"
#include "run/trace/columns.h"
#include "run/trace/trace.h"

/* A run that is being looked at: its rows, some of them picked. */
typedef struct {
    const perp_system *s; /* borrowed */
    const trace *t;       /* borrowed: the table of a run of s */
    double tolerance;
    columns at;
    assembler work;
    active_set set;
    step_data data;
    double *q, *v; /* a state to move about in */
    int *row;      /* the rows that are looked at, ascending */
    int rows;
    arena a;
} survey;

/* Picks at most `most` rows: the first and the last, the first of every new set
   of pushing contacts, the others evenly. To be given back with survey_free,
   also when this fails. LIMIT: memory. */
perp_status survey_new(survey *x, const perp_system *s, const trace *t,
                       double tolerance, int most);
void survey_free(survey *x);

/* The time of a row. */
double survey_time(const survey *x, int row);

/* Data at a row for its active contacts (closed within the tolerance, or
   pushing in this row), or with `all` for every contact of the system, as many
   as a step may have. jacobians: those of the force, too. */
perp_status survey_look(survey *x, int row, int all, int jacobians);

/* The same at the row's state moved to q + s q, v + s v, or by `by` along one
   velocity: direction d < nv moves q by Gamma e_d, d >= nv moves v. */
perp_status survey_scaled(survey *x, int row, double s);
perp_status survey_moved(survey *x, int row, int direction, double by,
                         int jacobians);

/* The largest value of something, and where: a row, and a contact (or -1). */
typedef struct {
    double value;
    int row, contact;
} survey_most;

/* How fast the normals turn, |dn/dq Gamma|, and the columns of D with them, by
   central differences in at most 40 of the rows; Frobenius norms of single
   contacts. */
perp_status survey_turning(survey *x, survey_most *normal, survey_most *all);
