/**
# What P10 assumes of a system and of its runs

The list that `perp hypotheses` asks of the scheme `paoli`; what each verdict rests on is in
`run/hypotheses.h`.

| tag | says | can be proven | else |
|---|---|---|---|
| (H1) | $g$ continuous | no branch in the tape | open, or it had values |
| (H2) | gradients Lipschitz, not 0 near $f_a = 0$ | second derivatives bounded; $K$ a polyhedron | the least one met |
| (H3) | active gradients independent | $K$ a polyhedron: every set of walls | rank in each row |
| (H4) | $M$ is $C^1$, positive definite | $M$ constant | least eigenvalue |
| angle | $(\nabla f_a, M^{-1}\nabla f_b) \le 0$, $= 0$ for $e > 0$ | $K$ a polyhedron, $M$ constant: every pair | pairs met |
| K | convex | a polyhedron | two rows that are not |
| (C4), (C5) | the estimates behind the proofs | | each step of the run |
| tauC | no explosion before $T$ | $M$ constant, $g$ at most linear | the ball of the run |
*/
#pragma once

#include "run/hypotheses.h"

extern const hypotheses paoli_hypotheses;
