/**
# A run from one of the starts on a grid

`method = "grid"` asks [the grid](grid.h) from `from` to `to` in `cells` cells of the
one velocity that the rows of the start leave free. `--json` says of it:

| key | what |
|---|---|
| `starts` | all velocities of each start found, rising in the free one |
| `starts_known` | how many these are |
| `starts_complete`, `other_starts` | `false` and `null`: whether there are others is undecided |
| `starts_grid` | `from`, `to`, `cells`; and `places`, in all of which something was seen |
| `places[].kind` | as in `grid.h`; `jump` and `no value` are no starts |
| `places[].low`, `.high`, `.width` | the bracket, of the free velocity |
| `places[].at`, `.residual` | the start with the least $\lvert R\rvert$ in it, and this |

Exit 4 when no start was found, which does not say that there is none. */
#pragma once

#include "run/loop.h"

/** `v` (`nv` numbers) becomes the start nearest to the scene's `v` in the free
velocity, the lower of two, and `sum->found` tells of all. INPUT: not one unknown, or no
grid; NO_SOLUTION: none was found; errors of the runs. */
perp_status grid_begin(loop *l, double *v);
