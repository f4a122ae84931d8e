/**
# All systems near one: regular, and how far apart (E5)

doc/71-enclosures.md, E5. Given a matrix B, bounds E of how far each entry may
be off, a vector z* and bounds g of the residual that z* has in any of the
systems. Wanted is y such that every system of the box has exactly one
solution z, with $|z - z^*| \le y$.

Let R be *any* matrix. For $\tilde B$ in the box and its right-hand side
$\tilde b$,

$$|I - R\tilde B| \le |I - RB| + |R| E = K, \qquad |R (\tilde b - \tilde B z^*)| \le |R|\,g = e.$$

If some $y > 0$ has $e + K y < y$, then K, which has no negative entry, has
$K y < y$, so its spectral radius is below 1, and so is that of
$I - R\tilde B$, whose entries are not larger in size. So $R\tilde B$ is
regular, $\tilde B$ is, and from

$$z - z^* = (I - (I - R\tilde B))^{-1} R (\tilde b - \tilde B z^*)$$

follows $|z - z^*| \le (I - K)^{-1} e \le y$, the last because $(I - K) y > e$
and $(I - K)^{-1} = \sum K^i \ge 0$.

R is an inverse in doubles that is made here. That it is one is not used: a
bad R makes K large, no y is found, and the modes are refused. So elimination,
pivots and rounding of `guess_inverse` need no proof.

y is looked for by doubling: $y = 2e$, then twice $e + K y$, sixteen times at
most. With one norm for all components velocities of $10^{-3}$ and impulses of
$10^3$ would be measured by one stick; here y grows in each component as far
as it has to.

An example: $B = 2$, $E = \frac1{10}$, $g = \frac1{100}$. $R = \frac12$,
$K = \frac1{20}$, $e = \frac1{200}$; $y = \frac1{100}$ has
$e + K y = \frac{11}{2000} < y$. Indeed the worst solution is off by
$\frac1{100} / 1.9$.

A longer one is the sliding block of the chapter, mode `+`. The unknowns are
$x_1, x_2, c_n, f$, and

    (C1)             x_1            - f  = ...
                           x_2 - c_n     = ...
    n'x = 0                x_2           = 0
    -f = mu c_n           -1/2 c_n  - f  = 0

so R is known by hand: from the third row $x_2$, from the second $c_n$, then
f, then $x_1 = b_1 + \frac12 b_2 - \frac12 b_3 - b_4$. A datum moves by
$\rho$. With $|x - v| = \frac52$, $|x| = \frac32$, $|v| = 4$, impulses 5 and
$\frac52$, and the weights of problem.c for $h = \frac12$ (F $\frac12$ at x;
kv $\frac12$ at x and at v; kq $\frac14$ at x; k1 $\frac12$) each row of (C1)
has

$$g / \rho = \tfrac52 + \tfrac34 + (\tfrac34 + 2) + \tfrac38 + \tfrac12 + \tfrac{15}2 = 14.375,$$

the third row has $\frac32$, the last 0.
$e_1 = 14.375 + 7.1875 + 0.75 = 22.3125$ in units of $\rho$, and y begins and
ends with 2e, since K is of the size of roundings: $44.625\,\rho$, for
$\rho = 1.272 \cdot 10^{-29}$ the 5.676e-28 m/s that perp-check prints.

## Rounding

These are the only checks in floating point, and every rounding is counted. A
sum of n products in doubles, in any order, is wrong by less than
$(n + 8) 2^{-51}$ times the sum of the sizes of the products, as it is
computed itself, and $2^{-1000}$ for products that underflow; the usual bound
is $n 2^{-53}$ times it. E and g are such sums themselves, and count $2^{-1000}$ more *before* R
is applied: with $\rho = 2^{-1074}$, which a scene of whole numbers allows, a g of $\rho/4$ is 0 in
doubles, and a mass of $2^{-160}$ makes $2^{-916}$ of it, which no $2^{-1000}$ behind R would cover. So K and e are upper bounds, rounded up, and the
comparison $e + K y < y$ is done with the left side enlarged by its own slack.
What overflows is inf or no number, no comparison with it is true, and the
answer is no.
*/
#include "level2.h"

#include <math.h>
#include <string.h>

/* (n + 8) 2^-51: see Rounding. */
static double slack_of(int n)
{
    return (n + 8) * 0x1p-51;
}

/* Gauss and Jordan with row pivots; what comes out is only a guess. B is
   lost. */
static int guess_inverse(int n, double *B, double *inverse)
{
    memset(inverse, 0, (size_t)n * (size_t)n * sizeof *inverse);
    for (int i = 0; i < n; i++)
        inverse[i * n + i] = 1;
    for (int p = 0; p < n; p++) {
        int best = p;
        for (int i = p + 1; i < n; i++)
            if (fabs(B[i * n + p]) > fabs(B[best * n + p]))
                best = i;
        if (!(fabs(B[best * n + p]) > 0))
            return 0;
        double *rows[] = {B + p * n, inverse + p * n}, *other[] = {B + best * n,
                                                    inverse + best * n};
        const double one_over = 1 / B[best * n + p];
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < n; j++) {
                double t = other[k][j];
                other[k][j] = rows[k][j];
                rows[k][j] = t * one_over;
            }
        for (int i = 0; i < n; i++) {
            const double t = i == p ? 0 : B[i * n + p];
            for (int k = 0; k < 2 && t != 0; k++) {
                double *to = (k == 0 ? B : inverse) + i * n;
                for (int j = 0; j < n; j++)
                    to[j] -= t * rows[k][j];
            }
        }
    }
    return 1;
}

/* Row i of K = |I - R B| + |R| E, and e_i = |R| g, all rounded up. size: the
   sums of the sizes of the products in R B. */
static double bound_row(const systems *s, const double *inverse, int i, double *K,
                    double *size)
{
    const int n = s->n;
    const double slack = slack_of(n);
    double left = 0, right = 0, e = 0;
    for (int j = 0; j < n; j++)
        K[j] = size[j] = 0;
    for (int k = 0; k < n; k++) {
        const double r = inverse[i * n + k], a = fabs(r);
        left += a * (s->Ex[k] + 0x1p-1000);
        right += a * (s->Ez[k] + 0x1p-1000);
        e += a * (s->g[k] + 0x1p-1000);
        for (int j = 0; j < n && r != 0; j++) {
            K[j] += r * s->B[k * n + j];
            size[j] += a * fabs(s->B[k * n + j]);
        }
    }
    for (int j = 0; j < n; j++) {
        double off = fabs((i == j ? 1 : 0) - K[j]);
        K[j] = (off + slack * (1 + size[j]) + (j < s->nx ? left : right)) *
                   (1 + slack) + 0x1p-1000;
    }
    return e * (1 + slack) + 0x1p-1000;
}

/* y as it ends is the one that was shown: e + K y < y in every component. */
int systems_near(const systems *s)
{
    const int n = s->n;
    const size_t nn = (size_t)n * (size_t)n;
    double *inverse = s->room, *K = inverse + nn, *e = K + nn, *next = e + n;
    memcpy(K, s->B, nn * sizeof *K);
    if (!guess_inverse(n, K, inverse))
        return 0;
    for (int i = 0; i < n; i++)
        e[i] = bound_row(s, inverse, i, K + (size_t)i * (size_t)n, next);
    for (int i = 0; i < n; i++)
        s->y[i] = 2 * e[i];
    for (int round = 0; round < 16; round++) {
        int within = 1;
        for (int i = 0; i < n; i++) {
            double sum = e[i];
            for (int j = 0; j < n; j++)
                sum += K[i * n + j] * s->y[j];
            next[i] = sum * (1 + slack_of(n));
            within &= next[i] < s->y[i]; /* false for what is not finite */
        }
        if (within)
            return 1;
        for (int i = 0; i < n; i++)
            s->y[i] = 2 * next[i];
    }
    return 0;
}
