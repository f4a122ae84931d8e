/**
# How far any point is from the solution, proven

The paper's Lemma 4 says that for small $\mu$ there is one $\lambda^*$. Its proof compares two
solutions; comparing a solution with any point instead gives a distance, with the
same constants. So this module makes two things of the lemma: a condition with numbers
in it, and an error bound for whatever a solver returns.

**The proof, and what is used of it.** For two solutions of one $y$ the paper writes
$\mathbf D(\mu)(\lambda^1 - \lambda^2)$, in which the change of the radii is taken out
of the tangential part, and finds (20), $0 \ge (\mathbf D(\lambda^1 -
\lambda^2))^\top(s^1 - s^2)$; with $\sigma$-strong monotonicity and $|I - \mathbf D| \le
\mu_{\max}$ that is a contradiction as long as $\mu\eta < \sigma$. It stops at $\sigma'
= \sigma/2$, which halves $\bar\mu$ for nothing (erratum 3.8). The same inequality is
had without angles from the programme with given radii $g$: the map $g \mapsto
\mu\lambda_n(g)$ contracts by $\mu\eta/\sigma$ (`qvi_bounds.c`), and Banach's theorem
adds existence and the distance.

The heart of (20) is one contact. Write the slips as $r(\cos\psi, \sin\psi)$ and the
forces as $-\mu\lambda_n\varphi(\cos\psi, \sin\psi)$ with $0 \le \varphi \le 1$, $\varphi =
1$ where $r > 0$ (19). With the radius $\mu\lambda_n$ of the second solution in both, what
is left of the tangential product is that radius times

$$-r^1 - r^2 + (r^1\varphi^2 + r^2\varphi^1)\cos(\psi^1 - \psi^2) \le 0,$$

since no bracket exceeds $r^1 + r^2$: the force that dissipates the most at one slip
dissipates no more than the best at the other. Normal rows give $(\lambda_n^1 -
\lambda_n^2)(s_n^1 - s_n^2) \le 0$ by complementarity. What was taken out is the change of
the radius, $\mu\,|\lambda_n^1 - \lambda_n^2|$ along a unit vector at most, and that is $I -
\mathbf D(\mu)$. The paper allows $\varphi \in [-1, 1]$; for the disc $[0, 1]$ is all
there is (erratum 3.31).

The same lines with 0 for the second solution give the size of the only one:
$\sigma|\lambda|^2 \le -\lambda \cdot s(0) \le |\lambda|\,|s(0)|$, so
$|\lambda| \le |b|/\sigma$ here. The paper prints it without $\sigma_s$ (erratum 3.6), and with $\|y\|$
where (18) has $1 + \|y\|$ (3.9).

**Three constants.** $\sigma$ and $\eta$ of the whole matrix; or, finer, those of its blocks:

| | contraction | blocks |
|---|---|---|
| wants | $\mu\eta < \sigma$ | $a = \sigma_t - \kappa\lvert A_{tn}\rvert - \mu\kappa(\kappa\lvert A_{tn}\rvert + \eta_t) > 0$, $\kappa = \lvert A_{nt}\rvert /\sigma_n$ |
| $\begin{pmatrix} 1 & 2 \\ 2 & 5 \end{pmatrix}$ | $\mu < 0.02943$ | $1 - 18\mu > 0$: $\mu < 0.0555$ |
| $\operatorname{diag}(0.01, 1)$ | $\mu < 0.01$ | every $\mu$ |
| the truth, one contact | | $\mu < A_{nn}/\lvert A_{nt}\rvert$: $0.5$, and every $\mu$ |

**The finer condition, derived.** Two solutions of one problem, $x = |\lambda_n -
\lambda_n'|$, $y = |\lambda_t - \lambda_t'|$. Complementarity gives $(\lambda_n -
\lambda_n')^\top(w_n - w_n') \le 0$, and $w_n - w_n' = A_{nn}(\lambda_n - \lambda_n') +
A_{nt}(\lambda_t - \lambda_t')$, so

$$\sigma_nx^2 \le |A_{nt}|\,xy, \qquad x \le \kappa y .$$

The tangential rows are an inequality over discs whose radii differ by at most $\mu x$
(as a vector), so as in the fixed point $(\lambda_t - \lambda_t')^\top(w_t - w_t') \le
\mu x\,|w_t - w_t'|$, with $|w_t - w_t'| \le |A_{tn}|x + \eta_ty$:

$$\sigma_ty^2 \le |A_{tn}|\,xy + \mu x\,(|A_{tn}|\,x + \eta_ty) \le (\sigma_t - a)\,y^2 ,$$

and $a > 0$ leaves only $y = 0$, $x = 0$. Unlike $\mu\eta/\sigma$ it keeps its value
when the normal rows are measured in other units than the tangential ones, if $\mu$ is.
That there is a solution at all is not in it: the paper has that for every $\mu$, from a
theorem on quasi-variational inequalities.

**Which problem.** With `meant` everything here is about $A^*$ and $w^*$: the constants
are widened by $|A^* - A|$, the slip is asked of the step's own numbers. Without it $A$
and $b$ are meant.

**A distance by hand.** $A = \begin{pmatrix} 2 & 1 \\ 1 & 2 \end{pmatrix}$, $b = (-2,
-3)$, $\mu = \frac14$: $\sigma = 1$, $\eta = 3$, $\mu\eta = \frac34$. The point $\lambda
= (1, \frac14)$ has $w = (\frac14, -\frac32)$. It would be the solution if $w_n$ were
less by $\frac14$: so $|\pi| = \frac14$; the force is on its circle and opposite to the
slip, so $\epsilon = 0$, and $|\lambda - \lambda^*| \le \frac14/(1 - \frac34) = 1$. The
solution is $\lambda^* = (\frac89, \frac29)$, at $\sqrt{17}/36 = 0.115$. The bound by
blocks, $0.302$, would be better here; it is asked for only when the contraction fails.

The same point by blocks: $\sigma_n = \sigma_t = \eta_t = 2$, $|A_{nt}| = |A_{tn}| = 1$,
$\kappa = \frac12$, $a = 2 - \frac12 - \frac18(\frac12 + 2) = \frac{19}{16}$. With
$x = |\lambda_n - \lambda_n^*|$ and $y = |\lambda_t - \lambda_t^*|$ the normal rows give $x \le
\frac12y + \xi$, $\xi = |\pi_n|/\sigma_n = \frac18$, the tangential ones $ay^2 \le By + C$
with $e = \mu\xi = \frac1{32}$, $s = \frac18$, $B = s + \frac52e + \frac18s = \frac7{32}$,
$C = es = \frac1{256}$. So $y \le 0.2006$, $x \le 0.2253$, and $\sqrt{x^2 + y^2} = 0.302$.

**What can be asked of it.** The point need not come from a solver: a force of a table, of
a polygon or of another program has a distance, too, and a wrong one has a large one. A
small residual is neither necessary nor enough for a small distance; what carries over is
$|\pi|/\sigma$, and $\sigma$ is small exactly where a step is soft in some direction.
Where no condition holds there is no number at all, because there may be a second solution
far away, and no residual sees that. */
#pragma once

#include "pks05/cone/qvi.h"
#include "pks05/cone/qvi_spectrum.h"

/** What the matrix allows, $A$ itself or the one that is meant. $\sigma$ and $\eta$, m/(N
s); and of its blocks, normal rows n and slip rows t: the least eigenvalues of the
symmetric parts, and norms. All are proven bounds: ranges where refusing is a statement as
well, one-sided numbers where only the condition is asked. `mu` is the largest of the
step's, because the proofs bound $|g - g'|$ by it: a contact with much friction among many
with little counts for all. */
typedef struct {
    double mu; /* the largest */
    qvi_range sigma, eta;
    qvi_verdict contracts;                  /* mu eta / sigma < 1 */
    bool blocks;                            /* the finer condition, proven */
    double sigma_n, sigma_t, eta_t, nt, tn; /* rounded to the safe side; only
                                               when contracts is not proven */
} qvi_constants;

/* A with entries of at most one in size (qvi_unit.h). Costs two eigenvalues
   of A, and five of its blocks only when the contraction is not proven.
   LIMIT (memory). */
perp_status qvi_constants_find(arena *a, const qvi_problem *p,
                               qvi_constants *out);

/* At least the Euclidean distance of lam (any N finite numbers) from the one
   solution of the problem that is meant, rounded outward; INFINITY when neither
   condition is proven, or when numbers are beyond 2^300. Leaves the arena as it
   was. LIMIT (memory). lam_n < 0 is allowed: such a contact is opened first,
   and the way counts. Costs the slip, N^2 double-doubles or what `meant` costs,
   twice.

   Requires A and b with entries of at most one in size. */
perp_status qvi_distance(arena *a, const qvi_problem *p, const qvi_constants *c,
                         const double *lam, double *bound);

/* The largest mu for which the paper's proof of Lemma 4 gives uniqueness,
   sigma / (2 eta), and the largest for which the contraction does, sigma / eta;
   both rounded down. */
double qvi_lemma4(const qvi_constants *c);
double qvi_contraction(const qvi_constants *c);
