/**
# One scene, one way
*/
#pragma once

#include "cli/report/compare_report.h"
#include "scene/bind/bind.h"

/* What all runs of a comparison share. */
typedef struct {
    const bind_case *c;
    const char *energy; /* the column that is one; null: kinetic and elastic */
    int curves;         /* curves are kept of the rows to come */
    motion ref;         /* what runs are compared with */
} compare_setting;

/* Is this a parameter of the scheme? */
int compare_reads(const struct scheme *s, const char *key);

/* The scene's own way. */
compare_way compare_own(const experiment *e);

/* Runs it with the step h. *fits: the run has begun. On success t and sum are
   the caller's. Errors: those of drive_run. */
perp_status compare_drive(const compare_setting *x, const compare_way *w,
                          mpq_srcptr h, int *fits, trace *t, summary *sum);

/* The same, measured into the row, with the row's way. `fits` as above; behind
   it errors of the reference and of what is measured are told by `ran`. */
perp_status compare_measure(const compare_setting *x, mpq_srcptr h, int *fits,
                            int *ran, compare_row *row);
