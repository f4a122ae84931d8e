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

What each is for in the proof, and so what is lost where it fails:

| | used in | without it |
|---|---|---|
| (H1) | Lemma 8.3, (8.25) | gaps may open downward by more than $O(h)$ |
| (H2) | (8.16), a smooth $\nu_\perp$ | no reduced equation |
| (H3) | (7.15) | $M(x^{l+1} - x^l)$ is not the impulses |
| (H4) | (7.2) | impulses without a bound: jamming |
| (H5) | Theorem 5.1 | velocities without a bound |
| (H6) | (7.3), (7.15) | a window has no length |
| (H7) | Theorems 7.1, 8.4 | a sum of jumps without a bound |
| (H8) | (8.12) | the limit of the forces is another one |

The functions fill a finding and have no other effect; errors are those of evaluating the
system.

Three cases of the paper:

| | `fig9_1` | `rocking_block` | `pendulum_contact` |
|---|---|---|---|
| (H1) $B_H$, 1/m | met, 0 | met, 0.51 | met, 0 |
| (H4) $c_{FC}$ | met, 1.281 at 47 rows | met, 2.231 at 35 | met, 1.606 at 34 |
| (H5) $C$ | met, 3.165 | met, 6.474 | met, 4.905 |
| (H6) | met, 0 | met, 0.515 | met, 0 |
| (H7) collisions | met, 0, 0, 0 | *not*, 39, 45, 55 | met, 1, 1, 1 |
| weights | $\frac12$ | 1 | $\frac12$ |

For one contact on a floor with $\mu = \frac45$ what is proven for (3.3) is $c_n \le |z|$
and $|\beta| \le \mu c_n$, together $\sqrt{1 + \mu^2} = 1.2806$. The rocking block keeps
every assumption but the one about collisions, and Theorem 8.4 says nothing of it. */
#pragma once

#include "run/hypotheses.h"

extern const hypotheses gap08_hypotheses;
perp_status gap08_growth(inquiry *x, finding *out);
perp_status gap08_lipschitz(inquiry *x, finding *out);
perp_status gap08_linear(inquiry *x, finding *out);
perp_status gap08_coriolis(inquiry *x, finding *out);
