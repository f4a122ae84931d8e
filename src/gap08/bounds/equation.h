/**
# The equation of a step, as the paper writes it

(4.18), and (8.7) after it, has the Jacobians on both sides:

$$\bar M(v^{l+1} - v^l) - (\bar k + hFx) = z^{l+1}, \qquad
\bar M = M - \alpha hK, \quad K = \tilde k_{1v} + \gamma h\tilde k_{1q},$$

$$\bar k = h\bigl((1-\alpha)k_1(t_l) + \alpha k_1(t_{l+1})\bigr) + \alpha h^2\tilde k_{1q}v^l .$$

[The impulses](impulses.h) of this room take them to the right at once, because that makes
the bound of section 5 a bound without constants. Here they stay where the paper has them:
$\bar M$ and $\bar k$ are formed entry by entry, and what sections 5 and 8 say of them is
asked of a solved step. Two ways to one equation differ by $\alpha hKw$, $w = v^{l+1} -
v^l$, on both sides; a slip in one of them, a $\gamma$ that is missing or a weight at the
wrong end of the step, leaves something in the other.

| paper | here | holds |
|---|---|---|
| (8.7), and (8.8) of the row before | `equation_holds` | always |
| (5.1) | `powers_balance` | always, with $hx^TFx$ on the right |
| (5.2) | `powers_fall` | (4.4d) to (4.4f): joints idle, contacts take away |
| (5.3), (5.4) | `powers_parted` | $x = \alpha v^{l+1} + (1-\alpha)v^l$ |

**The Coriolis term.** (5.1) has none, by (4.2): $u^TFu = 0$. Of rounded data that is true
up to rounding only, and an identity over the rationals would be refuted by the last bit of
an entry of $F$. So it is a term of its own; where $F$ is antisymmetric it is zero exactly,
and `coriolis` says so.

**A step by hand.** The mass of `impulses.h`: 1 kg on a floor, $v^l = \frac3{10}$, $v^{l+1}
= -\frac3{10}$, $x = 0$, $\alpha = \frac12$, $h = \frac1{10}$, no Jacobians. All powers
vanish with $x$. On its way up instead, $v^l = 3$, no contact, $g = 10$: $v^{l+1} = 2$, $x =
\frac52$; (5.1) is $x\cdot 2 = x(-1) + x\cdot 3$, (5.3) is $5 = \frac12\cdot 4 +
\frac12\cdot 6$, (5.4) is $5 = \frac12\cdot 9 + \frac12\cdot 6 - \frac52$. With the printed
weights exchanged (erratum 0-6) the last term would be the same for a force that does not
change; pushed with $-10$ N at the beginning and 0 at the end, $\alpha = \frac34$, it is
$-\frac14 x$ and would be $-\frac34x$.

**Why both.** The proofs of sections 5 and 8 move terms between the two sides, and their
errata are errors of this kind: weights exchanged (0-6), a factor $h$ lost (0-7), a Jacobian
without the velocity it is multiplied by (0-28), a force counted twice (0-15). A check that
forms its own right side cannot see such an error in the other form, and the one in the
paper's form says which of the printed terms is meant: with $\tilde k_{1q}$ in place of
$\tilde k_{1q}v^l$ in $\bar k$ the equation has no shape, and with $h\tilde k_{1q}v^l$ in
place of $\alpha h^2\tilde k_{1q}v^l$ it is wrong in every step that has a spring.

**What a collision says.** It is a step of no time: $h = 0$, $\alpha = 1$, so $\bar M = M$ and
$\bar k = 0$, (8.7) is the law of momentum of the impact, (5.1) that of its energy with $x =
v^+$, and (5.2) says $v^{+T}Mv^+ \le v^{+T}Mv^-$. From that follows $|v^+|_M \le |v^-|_M$ by
Cauchy and Schwarz: an inelastic impact gains nothing. */
#pragma once

#include "gap08/bounds/impulses.h"

/** `Mbar` in kg and the like, `kbar` in N s; `off`: what the equation leaves, N s. the
seven powers behind them are $x^T$ times an impulse, J. */
typedef struct {
    int nv;
    mpq_t *Mbar; /* nv x nv */
    mpq_t *kbar, *off, *image; /* nv */
    mpq_t *all;
    size_t count;
    mpq_ptr ahead;        /* x'Mbar v+ */
    mpq_ptr behind;       /* x'(Mbar v + kbar) */
    mpq_ptr joints;       /* x'nu c_nu */
    mpq_ptr contacts;     /* x'(n c_n + D beta) */
    mpq_ptr coriolis;     /* h x'Fx */
    mpq_ptr ahead_parts;  /* the right side of (5.3) */
    mpq_ptr behind_parts; /* the right side of (5.4) */
    mpq_ptr t, u;
} equation;

/* Room for nv velocities. LIMIT: memory. equation_clear gives numbers back. */
perp_status equation_new(arena *a, int nv, equation *out);
void equation_clear(equation *e);

/* Mbar, kbar and the powers of the step t, whose impulses are x; off too. */
void equation_of(const solved_step *t, const impulses *x, equation *e);

/* 1 when off = Mbar (v+ - v) - kbar - hFx - z is zero, exactly: (8.7). */
int equation_holds(const equation *e);

/* 1 when ahead = behind + joints + contacts + coriolis: (5.1). */
int powers_balance(const equation *e);

/* 1 when the joints do nothing and the contacts do not push along x: with the
   balance, (5.2). */
int powers_fall(const equation *e);

/* 1 when both sides are their parts: (5.3), (5.4). */
int powers_parted(const equation *e);
