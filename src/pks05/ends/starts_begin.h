/**
# A run from one of all starts

What `--json` says of them: `starts`, `starts_exact` (isolated ones, rising in the
unknown), `starts_continua` and `starts_undecided` (intervals of the unknown, null for no
limit), `starts_complete`: nothing is undecided, so there is no other start; `pieces` of
the line or plane; `other_starts`, a number when the list is finite and complete. With two unknowns
a continuum is no pair of numbers: it has `corners`, starts written as in `starts_exact`, and
`directions`, in which it goes on for ever, and is all that lies between.

| | starts listed | `starts_complete` | `other_starts` | exit |
|---|---|---|---|---|
| isolated ones, nothing undecided | all | true | their number less one | 0 |
| a continuum, nothing undecided | isolated ones and intervals | true | null | 0 |
| some, and an interval undecided | those known | false | null | 0 |
| none, nothing undecided | | | | 4: there is none |
| none, an interval undecided | | | | 4: none is known |

The fourth is a statement that no search of `ends.h` makes: on the whole line or plane no start has
these ends. It is one of the scheme with the scene's $h$ and of what the other rows leave. */
#pragma once

#include "run/loop.h"

/** `l->e` begins at the start nearest to the scene's `v`, and `sum->found` tells them all;
`l->asked`, the scene's own experiment, is only read. The velocities that `l->e` then has are
fractions of their own and live as long as the loop. NO_SOLUTION: there is none, or none is
known. Errors of `starts_find`. */
perp_status starts_begin(loop *l);
