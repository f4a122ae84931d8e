/**
# What PKS05 assumes of a system and of its runs

The list that `perp hypotheses` goes through for the scheme `theta`, in the paper's
order: the assumptions (A) to (D) of section 2, how short a step Proposition 3 wants,
that the forces of the run are those of Proposition 1, how small a friction Lemma 4
wants, the bounds of Propositions 6 and 7, and Theorem 8 where ends are prescribed. Each
line has a verdict, what it rests on, and its number.

| line | asked of | number | smaller or larger is better |
|---|---|---|---|
| A | $f$ | $L_f$ of the run, N per m, m/s, s | smaller |
| B | $n$, $d$, $\Phi$ | $\eta_W$ | smaller |
| C | $M$ | $\sigma_M$ | larger |
| D | $\mathbf K$, $\mathbf C$ | $\eta_K$, N/m | smaller |
| Prop3 | $h$, $L_f$, $\eta_G$, $\sigma_M$ | what is left of $\sigma_M$ | larger, positive |
| Prop1 | each step's force | share that it misses | smaller, rounding |
| Lemma4 | $\mu$ | the largest $\mu$, beside $\sigma_s/\eta_s$ | smaller than that |
| Prop7 | each step | largest share of a bound | at most 1 |
| Thm8 | the ends | $r_0$, or $\lVert PN\rVert$ | (28) holds |

The order is that of what rests on what: from D on the constants are composed of those
before. A scene that misses an assumption still runs, and its steps are still proven one
by one; what it loses is the paper's word on $h \to 0$. */
#pragma once

#include "run/hypotheses.h"

extern const hypotheses pks05_hypotheses;
