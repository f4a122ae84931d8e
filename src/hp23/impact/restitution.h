/**
# Law (31) with restitution

HP23 is inelastic. Two old hypotheses give something back in one phase for all
contacts, and both are law (31), (32) to (33), with other right-hand sides:

| | normal row | friction's bound |
|---|---|---|
| (31) | $0 \le \Lambda_n \perp J_n v^+ \ge 0$ | $\mu\Lambda_n$ |
| Newton | $0 \le \Lambda_n \perp J_n v^+ - c \ge 0$, $c = e\,(J_n v^-)^-$ | $\mu\Lambda_n$ |
| Poisson | (31) from $v^-$ to $v^c$ with $\Lambda^c$; from there to $v^+$ with $\Lambda_n = e\Lambda_n^c + \rho$, $0 \le \rho \perp J_n v^+ \ge 0$ | $\mu(e\Lambda_n^c + \rho)$ |

with $x^- = \max(0, -x)$ and one $e \in [0, 1]$ for all. Two balls of 1 kg, the
first at 1 m/s, $e = \frac12$: $c = \frac12$, $\Lambda = \frac34$ and $v^+ =
(\frac14, \frac34)$; by Poisson $\Lambda^c = \frac12$, $v^c = (\frac12,
\frac12)$, then $\frac14$ N s more, and the same.

Three balls: by either $(-\frac13, \frac23, \frac23)$ for $e = 1$, from $\Lambda
= (\frac43, \frac23)$, twice the impulses of (31). Of a row of equal balls both
hypotheses have one outcome and it is the same: where all contacts come to rest
in the first phase, $u^c = 0$, the second gives each $e$ times its own approach.
With the first ball twice as heavy it is so, too; with contacts that part in
between it need not be.
*/
#pragma once

#include "hp23/impact/outcomes.h"

/* What is different from (31); null: nothing. */
typedef struct {
    const mpq_t *target; /* p: least normal speeds behind the impact, m/s */
    const mpq_t *given;  /* p: normal impulses that come in any case, N s, with
                            friction of their own; L is then what is beside */
} rebound;

/* One solution of (31) with this change, proven, or, when `how` asks for them,
   all: added with `impacts` single impacts. NO_SOLUTION: targets that no v+
   keeps, as between two walls that face each other. LIMIT, IO. */
perp_status restitution_law(arena *a, const step_exact *d, const rebound *r,
                            int impacts, outcomes_search *how, outcomes *out);

/* Newton in one phase: a contact that approaches with w leaves with e w at
   least; impulses only where it is no more than that. */
perp_status restitution_newton(arena *a, const step_exact *d, mpq_srcptr e,
                               int impacts, outcomes_search *how,
                               outcomes *out);

/* Poisson in one phase. *several: the gradients depend on each other, so a v^c
   may have several impulses to give back, of which one was taken. The works of
   both phases are in L behind the impulses when `out` has room for them. */
perp_status restitution_poisson(arena *a, const step_exact *d, mpq_srcptr e,
                                outcomes_search *how, outcomes *out,
                                int *several);

/* One contact of one slip or none, along Routh's path, and then e times its
   normal impulse more on the path that goes on. */
perp_status restitution_routh(arena *a, const step_exact *d, mpq_srcptr e,
                              int impacts, outcomes *out);
