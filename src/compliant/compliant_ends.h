/**
# The start of a run with prescribed ends

The boundary condition (13), a row for each velocity, and the start that meets
it.
*/
#pragma once

#include "compliant/compliant.h"
#include "shoot/shoot.h"

/* Looks for the v(0) of e->ends, beginning at v (nv numbers), in doubles, and
   leaves it there. INPUT: as for the run, or a wish that cannot be followed.
   LIMIT: not found; the message says what was tried and how near it came. */
perp_status compliant_ends(const experiment *e, double *v, shoot_report *out);

/* The run of an experiment: from the start that its ends ask for, when it has
   any, and then with the report of the search in sum->found. Contract of
   compliant_run. */
perp_status compliant_drive(const experiment *e, trace *out, summary *sum);
