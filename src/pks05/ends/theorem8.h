/**
# What Theorem 8 says of prescribed ends

(27) turns the boundary condition into $v = \Upsilon(v)$,

$$\Upsilon(v) = (M_\nu + N_\nu)^{-1}\bigl[\hat b - N(x^{N_h+1} - x^0)\bigr], \qquad
\hat b = b - N_qq^0 - N_\delta\delta^0 ,$$

with $x^{N_h+1}$ the end of the motion from $(q^0, v, \delta^0)$. By Proposition 7 the
motion goes no farther than $\|x^{N_h+1} - x^0\| \le (e^{T\psi_x} - 1)(1 + \|x^0\|)$. So
a ball $\|v\| \le r_0$ is mapped into itself when

$$\|P\hat b\| + \|PN\|(e^{T\psi_x} - 1)(1 + r_0 + \|q^0\| + \|\delta^0\|) \le r_0, \qquad P = (M_\nu +
N_\nu)^{-1},$$

and there is such an $r_0$ exactly when $\|PN\|(e^{T\psi_x} - 1) < 1$, which is (28);
solved for $r_0$ it is (31). Brouwer's theorem does the rest. $\psi_x$ is that of
Proposition 7 and not one more constant to be found (erratum 3.15).

For `cases/PKS05/theorem8.lua`, one unknown, $\psi_x = 10.5$ /s and $T = 0.2$ s:
$e^{T\psi_x} \le 8.134$, $\|PN\| \le 0.1113$, and $0.1113 \cdot 7.134 = 0.794 < 1$: met,
with $r_0 = 6.633$ and $R = 64.44$. The start that is found is 0.15955 m/s, by the fixed
point in 6 runs, and the map stretches by $-0.0091$ there: the theorem's 0.794 is what
can be said of all starts in the ball.

By hand, for that case: the row is $v_0 + 0.05\,x(T) + 0.1\,v(T) + 0.05\,\delta_n(T) =
0.2$, so $M_\nu + N_\nu = 1.1$, $N = (0.05, 0.1, 0.05, 0)$ and $\|PN\| = \sqrt{0.015}/1.1 =
0.11134$; $\hat b = 0.2 - 0.05 \cdot 0.5 = 0.175$, $\|P\hat b\| = 0.1591$. (31) has
$(0.1591 + 0.794 \cdot 1.5)/(1 - 0.794)$, about 6.57, and a hundredth is added. The body
slides with 0.1 m/s² and the surface stays where it is, so that $1.11\,v_0 = 0.1771005$,
which is the start, and the slope of $\Upsilon$ is $1 - 1.11/1.1 = -\frac1{110}$. Between
this and 0.794 lie two worst cases: that of the norm, which does not know that $x$ and $v$
work in one direction, and that of $\psi_x$, which lets the state change by $7.1\,(1 +
\|x^0\|)$ where it moves by 0.03 m and loses 0.02 m/s.

With the floor of `ball.lua`, $\psi_x = 1.84
\cdot 10^5$, and $\|PN\| = 1$, (28) would hold for $T < \ln 2/\psi_x = 3.8 \cdot
10^{-6}$ s.
*/
#pragma once

#include "run/experiment.h"

/** Every number is on the side that makes the statement weaker: what is met here is met.
`norm` and `R` mix the units of a state, as the paper's do: $\|x\|$ adds metres, radians
and m/s. In another system of units the same problem has another $\psi_x$ and may or may
not meet (28); the theorem is true in each. */
typedef struct {
    int applies;   /* M_nu + N_nu is not singular */
    double norm;   /* >= |(M_nu + N_nu)^{-1} N| */
    double growth; /* >= e^(T psi_x); infinity beyond 700 */
    int met;       /* (28) */
    double r0;     /* when met: larger than the right side of (31) */
    double R;      /* when met: R_{N+1} of (30), from r0 */
} theorem8;

/* For an experiment with ends, and a psi_x that holds for its runs: the caller
   has it from the runs that it knows (compliant_bounds.h), and so the verdict
   is about these. LIMIT: memory, a number too large for a double. */
perp_status theorem8_ask(const experiment *e, double psi_x, theorem8 *out);
