/**
# The proof of Theorem 2.4, line by line

[The energy identity](stiff.h) is what the exact modes ask of a step: one equation in which
nothing is left out. The paper comes to its inequality by five lines, each of which leaves
something out, and each is a statement about one solved step. They are asked here in the
paper's form, with $\hat M$ and $\hat k$ of (32), (33) formed as they are printed: the
program itself never forms them, because a stiffness of $10^{12}$ would bury $M$ in a
double. In fractions nothing is buried, so this is also where the row of `spring.c` is
compared with the matrix that it stands for.

With $x = v^{l+1}$, $K_i = h^2\gamma_i + h\delta_i$, $\hat w = v^l + hM^{-1}k_1$:

| paper | here | left out on the way |
|---|---|---|
| (41) | $x^T\hat Mx = $ joints $+$ contacts $+ hx^T\hat k + x^TMv^l$ | nothing: (12) times $x^T$ |
| (42) | $x^T\hat Mx \le hx^T\hat k + x^TMv^l$ | what friction takes |
| (43) | $x^T\hat Mx \ge \lvert x\rvert_M^2 + h^2\sum\gamma(a^Tx)^2$ | what dampers take, $h\sum\delta(a^Tx)^2$ |
| (44) | $hx^T\hat k = -\sum\gamma\varphi\,ha^Tx + hx^Tk_1$ | nothing |
| (40) | $\lvert x\rvert_M^2 + \sum\gamma(\varphi + ha^Tx)^2 \le x^TM\hat w + \sum\gamma\varphi(\varphi + ha^Tx)$ | both |

(40) is Lemma 2.3's with $u = M^{1/2}x$, $v = M^{1/2}\hat w$, $\beta = \gamma$, $w = ha^Tx$,
$r = \varphi$: (42) to (44) together, and $\sum\gamma(h\varphi\,a^Tx + \varphi^2)$ on both
sides. From it Cauchy and Schwarz give the theorem. What (40) loses is friction's and the
dampers' power and nothing else; without contacts and dampers it is an equality, where the
theorem has lost $|x - \hat w|_M^2$ besides.

**By hand.** The mass of `stiff.c`: 1 kg at rest, 100 N/m, 0.1 m too long, $h = 0.1$ s, $x
= -\frac12$. $\hat M = 1 + K = 2$, $h\hat k = -h\gamma\varphi = -1$. (41): $\frac12 =
\frac12$. (43): $\frac12 = \frac14 + 0.01\cdot100\cdot\frac14$. (44): $\frac12
= -100\cdot0.1\cdot0.1\cdot(-\frac12)$. (40): $\frac14 + 100\cdot0.05^2 = 0 +
100\cdot0.1\cdot0.05$. With a damper of 10 N s/m beside it $K = 2$, $x = -\frac13$, and (43)
has $\frac13 \ge \frac19 + \frac19$: the ninth between them is $h\delta x^2$.

**Jacobians and Coriolis.** When $k_1$ has Jacobians, (10), (11), they are in $\hat M$ and
$\hat k$; (43) and (44) are about a step without them, and what they do is `linear`, of
either sign, and stands where the paper has nothing. $x^TFx$ is in it too, which (29) makes
zero. */
#pragma once

#include "model/step/step.h"

/** Every number is a power times $h$, J, of one step with $\alpha = \gamma = 1$. */
typedef struct {
    mpq_t quadratic; /* x'Mhat x */
    mpq_t joints;    /* x'nu c_nu */
    mpq_t contacts;  /* x'(n c_n + D beta) */
    mpq_t force;     /* h x'khat */
    mpq_t old;       /* x'M v */
    mpq_t kinetic;   /* |x|^2_M */
    mpq_t stretch;   /* h^2 sum gamma (a'x)^2 */
    mpq_t damped;    /* h sum delta (a'x)^2 */
    mpq_t pull;      /* sum gamma phi h a'x */
    mpq_t applied;   /* h x'k1 */
    mpq_t inside;    /* -x'(hF + h^2 k1q + h k1v) x: the rest of Mhat */
    mpq_t change;    /* -h x'k1v v: the rest of khat */
    mpq_t elastic;   /* sum gamma phi^2 */
} stiff_powers;

void stiff_powers_init(stiff_powers *p);
void stiff_powers_clear(stiff_powers *p);

/* Of a solved step of STEP_LINEAR: x = y->x. LIMIT: memory. */
perp_status stiff_powers_of(const alpha_gamma_exact *s, const step_exact *d,
                            const step_result_exact *y, stiff_powers *p);

/* The first of (41), (40), (42), (43), (44) that is false, or null; exactly. */
const char *stiff_powers_false(const stiff_powers *p);
