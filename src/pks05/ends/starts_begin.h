/**
# A run from one of all starts

What `--json` says of them: `starts`, `starts_exact` (isolated ones, rising in the
unknown), `starts_continua` and `starts_undecided` (intervals of the unknown, null for no
limit), `starts_complete`: nothing is undecided, so there is no other start; `pieces` of
the line; `other_starts`, a number when the list is finite and complete. */
#pragma once

#include "run/loop.h"

/* l->e begins at the start nearest to the scene's v, sum->found tells them all.
   NO_SOLUTION: there is none, or none is known. Errors of starts_find. */
perp_status starts_begin(loop *l);
