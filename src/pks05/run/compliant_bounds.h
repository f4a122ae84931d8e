/**
# The bounds of PKS05's convergence proof, on a run

The proof has a constant for everything. Here they are computed from the
assumptions (A) to (D) as far as a run shows them, and its inequalities are
asked of every step.

**The chain**, each constant from those before it:

| from | comes | is in |
|---|---|---|
| (A) $L_f$, (B) $\eta_G, \eta_W$, (C) $\sigma_M, \eta_M$ | $\eta_q, L_q, \sigma_\nu$ | Proposition 3: what a force does in a step |
| those, (D) $\sigma_{KC}, \eta_{KC}, \eta_K$ | $\sigma_s, \eta_s, c_s$ | (18): $s(\lambda)$ is monotone, Lipschitz, and bounded at 0 |
| those | $\eta_\lambda$ | Lemma 5: how large $\lambda$ can be |
| $\eta_q$, $\eta_{KC}$ | $\eta_x$ | (22): how far a step goes |
| all, and $c_q$ of the gaps' curvature | $\psi_x$ | (24)-(26): how far a run goes |

**The proof in five lines**, with the corrections that it needs:

1. *Proposition 3.* (15) with $\mathbf\Gamma^\top\lambda = e$ is a contraction for $h <
   h_0$, and taking the difference of two of its solutions gives $D\|v^1 - v^2\| \le
   h\|e^1 - e^2\|$: Lipschitz with $hL_q$. Taken the other way, $h\|e^1 - e^2\|$ is at
   most $(\eta_M + h(1-\theta)L_f(\dots))\|v^1 - v^2\|$; multiplied with $D\|v^1 -
   v^2\|^2 \le h(v^1 - v^2)^\top(e^1 - e^2)$ that makes $v^h$ strongly monotone, with a
   square below (3.4).
2. *(18).* So $s(\lambda) = (h\mathbf K + \mathbf C)^{-1}(\lambda - \mathbf K\delta) +
   \mathbf\Gamma v^\theta$ is $\sigma_{KC}$-strongly monotone: the second part is
   monotone and adds nothing that could be counted on, since $\mathbf\Gamma$ may have
   any rank.
3. *Lemma 5.* $\lambda$ tested with itself: $\lambda_{to}\cdot s_{to} \le 0$ and
   $\lambda_n\cdot((\Phi + \delta_n)/h + s_n) = 0$, so $\sigma_s\|\lambda\|^2 \le
   -\lambda\cdot s(0) - \lambda_n\cdot(\Phi + \delta_n)/h$. A positive gap helps and is
   dropped, a negative one is what $\min(0, \cdot)$ keeps.
4. *Proposition 6.* The step before has made the linearised gap nonnegative, so
   $\Phi(q^j) + \delta_n^j$ is at least what the gap's curvature takes away on the way,
   $-c_qh$: the $1/h$ of Lemma 5 is gone. This is the one place where the proof needs
   more of $\Phi$ than a gradient, and (3) is all it needs.
5. *Proposition 7.* (22) with (23) is $\|x^{j+1} - x^j\| \le h\psi_x(1 + \|x^j\|)$, and
   Gronwall's lemma for sums makes (25) of it; (26) is (23) again. The induction chooses
   $h_0$ so small that no step is longer than the $\varsigma$ of (4) (not (3): erratum
   3.11), and its first step needs (12) (3.12, 3.13).

They are sups over all states in the paper; a run has been at finitely many, so
"where the run has been" stands beside the verdict. That the inequalities hold is then
no discovery: it tests the constants of the proof, some of which the errata mend
(3.4, 3.6, 3.7, 3.12), and shows what they are worth.

For `cases/PKS05/ball.lua` ($h = 10^{-3}$, $\theta = 0$): $(h\mathbf K + \mathbf C)^{-1}
= \frac1{11}$, $\eta_K = 1000$, so $\sigma_s = 0.0909$ and $\psi_x = 1.84 \cdot 10^5$
/s. Proposition 3 is used to 0.91, (22) to 0.093, Lemma 5 to 0.018, and (26) has
$e^{T\psi_x}$ in it.

The same chain with its numbers: $L_f = 0$, since the force is constant, so $D = \sigma_M =
1$. $|f|/(1 + |y| + |v|)$ is largest at the top of the bounce, where $1 + |y| + |v| =
1.00688$: $c_f = 9.932$. Then $k = c_f$, $\eta_q = k + 1 + hk = 10.94$, $c_s =
\max(1000/11,\ 1.011) = 90.91$, $\eta_\lambda = \sqrt3\,c_s/\sigma_s = 1732$, $\eta_x =
\sqrt2\,\eta_q + 1000/11 = 106.4$, and with $c_q = 0$ (the floor is a plane) $\psi_x =
\eta_x(1 + \eta_\lambda) = 184367$ /s. Most of it is $\sqrt3(\eta_K\eta_{KC})^2/\sigma_s =
1.57 \cdot 10^5$, a stiffness over a damping, twice, and a damping. In half a second
$e^{T\psi_x}$ has forty thousand digits before the point, and $\|x\|$ in (25) is below 2.

What is large is not the scheme but the way of estimating: each step is bounded without
the sign of anything. The energy identity of `step/theta_check.c` has the signs, and for
$\theta \le \frac12$ and gaps that are open or closed it bounds the energy by the work
alone. */
#pragma once

#include "pks05/run/compliant.h"

/** Norms are spectral ones, in $\eta_G$, $\eta_W$ and $L_f$ bounded from above by
Frobenius'; all numbers are the worst along the run. The state mixes m, m/s and rad, as
the paper's norms do, so $c_f$, $\eta_q$, $\eta_x$ and $\psi_x$ mean something in the
units of the scene only: in mm a run has another $\psi_x$. That is no fault of an
inequality, and one more reason why (26) is far from sharp. Units where there is one:
$\eta_K$ N/m; $\sigma_{KC}$, $\eta_{KC}$, $\sigma_s$, $\eta_s$ m/(N s); $\sigma_M$,
$\eta_M$, `margin` kg; $\psi_x$ 1/s. With `margin` $\le 0$ everything behind it is without
meaning, and no verdict is drawn from it. */
typedef struct {
    double L_f, c_f;         /* (A): |f'|; |f| <= c_f (1 + |q| + |v|) */
    double eta_G, eta_W;     /* (B): |Gamma|, |rows| */
    double sigma_M, eta_M;   /* (C): eigenvalues of M */
    double eta_K;            /* (D): |K| */
    double sigma_KC, eta_KC; /* (D): eigenvalues of (hK + C)^{-1} */
    double margin; /* sigma_M - h (1 - theta) L_f (1 + ...): > 0, or h > h_0 */
    double eta_q, L_q, sigma_nu; /* Proposition 3 */
    double c_s;                  /* (18) */
    double sigma_s, eta_s;       /* s is monotone and Lipschitz with them */
    double eta_lambda;           /* Lemma 5 */
    double eta_x;                /* (22) */
    double c_q;                  /* (23): the curvature met, m/s */
    double psi_x;                /* Proposition 7 */
    double mu_max;
} compliant_constants;

/* The left sides over the right ones, the largest along the run; at most 1 when
   margin > 0: prop3 is Proposition 3 (a) at e = Gamma' lambda, s0 (18), lemma5
   Lemma 5, move (22), force (23), step (24), last (26). `growth` is (25) with
   (1 + h psi_x)^j in the place of the exponential, which is not larger. */
typedef struct {
    double prop3, s0, lemma5, move, force, step, growth, last;
} compliant_ratios;

/* From the rows of a run of e in doubles. */
perp_status compliant_bounds_of(const experiment *e, const trace *t,
                                compliant_constants *c, compliant_ratios *r);
