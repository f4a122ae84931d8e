/**
# The start of a run with prescribed ends

The boundary condition (13), a row for each velocity, and the start that meets
it.
*/
#pragma once

#include "pks05/run/compliant.h"
#include "pks05/ends/shoot.h"

/* Looks for the v(0) of e->ends, beginning at v (nv numbers), in doubles, and
   leaves it there. INPUT: as for the run, or a wish that cannot be followed.
   LIMIT: not found; the message says what was tried and how near it came. */
perp_status ends_search(const experiment *e, double *v, shoot_report *out);

/* PKS05's scheme: from the start that e->ends ask for, when there are any, and
   then with the report of the search in sum->found. INPUT beside what
   run/loop.h says: contacts that do not yield, joints, theta outside [0, 1],
   (12) violated. */
extern const struct scheme scheme_theta;
