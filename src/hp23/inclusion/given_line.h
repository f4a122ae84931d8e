/**
# Is a straight line one with these impulses?

Law (31) names impulses and a velocity behind them and no way between the two.
If they grow in proportion the way is straight, and whether it keeps the
conditions of (39) at each moment, or those of a contact that gives back, is
seen at its ends.

| $L_n$ | `back` | needs |
|---|---|---|
| 0 | | nothing |
| $> 0$ | 0 | $J_n v \le 0$ at both ends, and Coulomb's law |
| $> 0$ | 1 | $J_n v \ge 0$ at both ends, and Coulomb's law |

The block of the [wing's page](../README.md) falls flat, and (31) has rest with
$L_n = (\frac12, \frac12)$, $L_t = (t, -t)$, for any $|t| \le \frac12$: no
corner slips, and each of these lines fits. From there back, the same impulses
once more lead to $(0, 1, 0)$, and `back` fits.
*/
#pragma once

#include "hp23/impact/impact.h"

/* Does the straight line from v to w (nv each, M (w - v) = J' L) obey the law
   with the impulses L (p normals, then r slips, N s) in proportion? back: they
   are given back. Contacts of one slip at most. */
int given_line_fits(const step_exact *d, const mpq_t *v, const mpq_t *w,
                    const mpq_t *L, int back);
