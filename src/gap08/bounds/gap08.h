/**
# What GAP08 assumes of a system and of its runs

Section 4 of the paper; `gap08.c` has the list, `gap08_force.c` the part of it that is about
forces and directions. No run can show that a bound holds for all $q$, and most assumptions are of
that kind. So each verdict names what it rests on:

| | met | not met | open |
|---|---|---|---|
| form | the expressions allow nothing else | | |
| visited | decided at all rows looked at | a counterexample, its time | a number along the run |
| runs | three step sizes agree | grows at both halvings | else |
| data | numbers of the experiment | the number | |

| tag | function | by |
|---|---|---|
| (H1), (H2), (H3) | `gaps`, `joints`, `mass` | form, visited |
| (H4) | `pointedness` | visited, proven in fractions |
| (H5), (H6), (H8), F | `gap08_growth`, `_lipschitz`, `_linear`, `_coriolis` | form, visited |
| (H7) | `collisions` | runs |
| start, weights | `start`, `weights` | data |

The functions fill a finding and have no other effect; errors are those of evaluating the system.
*/
#pragma once

#include "run/hypotheses.h"

extern const hypotheses gap08_hypotheses;
perp_status gap08_growth(inquiry *x, finding *out);
perp_status gap08_lipschitz(inquiry *x, finding *out);
perp_status gap08_linear(inquiry *x, finding *out);
perp_status gap08_coriolis(inquiry *x, finding *out);
