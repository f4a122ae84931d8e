/**
# Going on with a run that was killed

A run with states gives, behind every so many rows, all that the rows to come depend on;
a run with a past takes rows and state from a file of `run/trace/past.h` and makes the
rest. Both make the same bytes as a run that nobody disturbed, table, trace and summary
but for the seconds. So the state is in two parts, and each number is in one:

| what | from |
|---|---|
| table, measures, total variations, watched columns, digest | the rows, which pass by again |
| the row that is begun, counters, searches, drifts, notes | the words of the loop |
| clock, contacts that are kept, streaks, sets that were looked at | the words of the scheme |
| what a scheme finds in many rows | the rows, by its `look` |
| a proof, events | their own files; their lengths and digests are words |
| memory, problems, decompositions | made anew by each step, or by the scheme's `thaw` |

Rows are given to the readers of rows a second time: who writes them to a file that grew
in its place passes over those.
*/
#pragma once

#include "run/loop.h"

/* INPUT: states or a past are wanted, and the scheme has none. */
perp_status resume_can(const experiment *e);

/* Behind row 0: takes the past, if there is one with a state. INPUT: it is no
   past of this run. */
perp_status resume_begin(loop *l);

/* Behind a row that is made: gives the state, if one is due here. */
perp_status resume_leave(loop *l);
