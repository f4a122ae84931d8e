/**
# The starts that the rows of the start leave

A line or a plane of velocities: what `ends` asks of the start alone, solved for all velocities
but one or two. */
#pragma once

#include "pks05/ends/starts.h"

/* Fills x->plane, x->free and x->unknowns, and the numbers of the rows that
   speak of the end, as many. x->nv is there. INPUT: none or more than two rows
   speak of the end (more than one with e->ends.method "grid"), or those of the
   start depend on each other. LIMIT: memory. The numbers of x->plane end with
   starts_free. */
perp_status starts_plane_find(const experiment *e, starts *x, int *last);
