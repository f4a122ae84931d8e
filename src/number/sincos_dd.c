#include "number/sincos_dd.h"

#include "number/sincos_table.h"

#include <math.h>
#include <stdint.h>

/**
## Reduction

Let $n$ be the integer nearest to $128x/\pi$ (nearly), and $t = x - n\pi/128$.
Adding and subtracting $1.5 \cdot 2^{52}$ rounds to an integer. The product
`x * sincos_steps_per_unit` is off by at most $2^{-25}$ steps for
$|x| \le 2^{21}$, so

$$|t| \le \bigl(\tfrac12 + 2^{-25}\bigr)\frac{\pi}{128} < T = 0.01228, \qquad
T^2 < 2^{-12.69}, \qquad |n| < 2^{27}.$$

`sincos_step` is $\pi/128 = P_1 + P_2 + P_3 + P_4 + P_5 + \rho$. Here $P_1$ is a
multiple of $2^{-31}$ below $2^{-5}$, $P_2$, $P_3$, $P_4$ are multiples of
$2^{-57}$, $2^{-83}$, $2^{-109}$ of size at most $2^{-32}$, $2^{-58}$,
$2^{-84}$: at most 26 bits each, so that $nP_1, \dots, nP_4$ are exact
products. $|P_5| \le 2^{-110}$ is a double, and $|\rho| \le 2^{-163}$.

1. **$a = x - nP_1$ is exact.** For $n = 0$ that is clear. Otherwise
   $|x| > 2^{-7}$, and $x$ is a multiple of $2^{-59}$. If $|x| < 2^{-4}$ then
   $|n| \le 3$, $|a| \le T + 3 \cdot 2^{-32} < 2^{-6}$, and $a$ is a multiple
   of $2^{-59}$. If not, $x$ is a multiple of $2^{-56}$, and
   $|a| \le T + 2^{27}\,2^{-32} < 2^{-4}$. Both fit 53 bits.
2. **$s = a - nP_2$ is exact**, being a multiple of $2^{-59}$ (or $n = 0$) of
   size at most $T + 2^{27}\,2^{-58} < 2^{-6}$.
3. $s - nP_3 = s_2 + r_2$ and $s_2 - nP_4 = s_3 + r_3$ exactly, with
   $|r_2| \le u|s_2|$ and $|r_3| \le u|s_3|$.
4. What remains is $t = s_3 + (r_2 + r_3 - nP_5) - n\rho$. The product $nP_5$
   is rounded by at most $u|n|2^{-110} = |n|2^{-163}$. The two sums are rounded
   by at most $u|r_2 + r_3|$ and $u(|r_2 + r_3| + |n|2^{-110})(1 + u)$, that is
   by $2u^2(|s_2| + |s_3|) + |n|2^{-163}$ up to a factor $1 + 2u$. If
   $|s_2| \le 2|s_3|$, the first term is at most $6u^2|s_3|$; otherwise
   $|s_2| \le 2|nP_4| + 2u|s_2|$ and it is at most $|n|2^{-185}$.

With $|n\rho| \le |n|2^{-163}$ the reduced argument $\hat t$ (a double-double)
satisfies

$$|\hat t - t| \le 6.1\,u^2\,|\hat t| + |n|\,2^{-161}.$$

The derivatives of sine and cosine are at most 1, so the last term is an
absolute error of both results: `slack` is $|n|2^{-160}$. The condition
$|\hat t| \ge 2^{-70}$, asked for by `sincos_dd`, keeps every product far from
underflow; no theorem on the distance of doubles from multiples of $\pi$ is
needed.
*/
static double_double reduced(double x, double n)
{
    const double *P = sincos_step;
    double s = (x - n * P[0]) - n * P[1];
    double_double s2 = dd_sum(s, -(n * P[2]));
    double_double s3 = dd_sum(s2.hi, -(n * P[3]));
    return dd_sum(s3.hi, (s2.lo + s3.lo) - n * P[4]);
}

/**
## Polynomials

$v$ is $\hat t^2$ with a relative error of $8.01u^2$, at most $2^{-12.69}$. The
sine is $t + tv\,(-\frac16 + v\,(\frac1{120} + vq))$, where only

$$q = -\frac1{7!} + v\Bigl(\frac1{9!} - \frac{v}{11!}\Bigr)$$

is computed in doubles. Its coefficient and its last sum are rounded by $u$
each, and all else is smaller by $v/72 < 2^{-18}$: relative error $2.01u$. Then
`v.hi * q` is off by $4.02u$ (one rounding, and $v.lo$ dropped). Outwards:

- beside $\frac1{120}$ the term $vq$ is at most $v/42 < 2^{-18.08}$: relative
  error of the bracket $4.02u\,2^{-18.08} + 4u^2 < 2^{-69.0}$;
- beside $\frac16$ that times $v$ is at most $v/20 < 2^{-17.01}$:
  $(2^{-69} + 17u^2)\,2^{-17.01} + 5u^2 < 2^{-85.9}$;
- beside $t$ that times $v$ is at most $v/6 < 2^{-15.27}$:
  $(2^{-85.9} + 25u^2)\,2^{-15.27} + 3.1u^2 < 2^{-101.0}$.

The first term left out of the alternating series is at most
$T^{12}/13! < 2^{-108.6}$ of $t$. Therefore $\widehat{\sin}$ is
$\sin \hat t\,(1 + \epsilon)$ with $|\epsilon| < 2^{-100.9}$.
*/
static double_double sin_small(double_double t, double_double v)
{
    double q = -1 / 5040.0 + v.hi * (1 / 362880.0 - v.hi * (1 / 39916800.0));
    double_double p = dd_add_small(sincos_c5, v.hi * q);
    p = dd_add(sincos_c3, dd_mul(v, p));
    return dd_add(t, dd_mul(dd_mul(t, v), p));
}

/** In the same way $\cos t - 1 = v\,(-\frac12 + v\,(\frac1{24} + vq))$ with

$$q = -\frac1{6!} + v\Bigl(\frac1{8!} - \frac{v}{10!}\Bigr),$$

again $2.01u$ (all else is smaller by $v/56$) and $4.02u$ with the factor $v$.

- beside $\frac1{24}$: $v/30 < 2^{-17.59}$, so
  $4.02u\,2^{-17.59} + 4u^2 < 2^{-68.5}$;
- beside $\frac12$: $v/12 < 2^{-16.27}$, so
  $(2^{-68.5} + 17u^2)\,2^{-16.27} + 3.1u^2 < 2^{-84.7}$;
- the product with $v$ adds $17u^2$: $2^{-84.6}$ of at most
  $v/2 < 2^{-13.69}$, an absolute error below $2^{-98.2}$.

The series ends with an error of at most $T^{12}/12! < 2^{-104.9}$. Therefore
$\widehat{\cos}$, which is the value returned here plus 1, has an absolute
error below $2^{-98.1}$.
*/
static double_double cos_small_minus_1(double_double v)
{
    double q = -1 / 720.0 + v.hi * (1 / 40320.0 - v.hi * (1 / 3628800.0));
    double_double p = dd_add_small(sincos_c4, v.hi * q);
    p = dd_add((double_double){-0.5, 0}, dd_mul(v, p));
    return dd_mul(v, p);
}

/**
## Sum

With $S$ and $C$ the sine and cosine of $k\pi/128$, $0 \le k < 64$ the rest of
$n$ by 64,

$$\sin = S + (S(\cos t - 1) + C \sin t), \qquad
  \cos = C + (C(\cos t - 1) - S \sin t).$$

**$k = 0$.** $S = 0$ and $C = 1$ are exact, every operation on the sine is
exact, and the result is $\widehat{\sin}$: relative error $2^{-100.9}$ and the
reduction's $6.1u^2$, together below $2^{-100.6}$. The cosine is at least 0.999
and its error is below $2^{-98.1} + 3.1u^2 < 2^{-98.0}$.

**$k \ge 1$.** Let $r$ be the result. It is at least
$\sin\bigl((\frac12 - 2^{-25})\frac{\pi}{128}\bigr) > 0.01227$, so
$|\sin t| \le T \le 1.01r$. The table's value in the first place ($S$ for the
sine, $C$ for the cosine) is at most $2.01r$: the worst case is
$\sin\frac{\pi}{128}$ for a result next to $\sin\frac{\pi}{256}$. Then, in
units of $r$:

- the error of $\cos t - 1$, times that value: $2.01 \cdot 2^{-98.1} <
  2^{-97.0}$;
- the errors of $\sin t$ and of the reduction:
  $1.01\,(2^{-100.9} + 6.1u^2) < 2^{-100.5}$;
- the table, rounded by at most $u^2$: $2.01u^2$ and $1.01u^2$;
- two products, $8.01u^2$ of $2.01 \cdot 2^{-13.69}$ and of $1.01$: $8.2u^2$;
- two sums, $3.01u^2$ of $1.02$ and of $3.03$: $12.2u^2$.

Together this is less than $2^{-97.0} + 2^{-100.5} + 23.5u^2 < 2^{-96.7}$. What
is promised, $2^{-95}$ of the high part, has more than a bit to spare.
*/
static double_double combined(double_double base, double_double small,
                              double_double other, double_double c)
{
    return dd_add(base, dd_add(dd_mul(other, small), dd_mul(base, c)));
}

/** A quarter turn swaps the two and changes one sign. */
int sincos_dd(double x, sincos_pair *out)
{
    if (!(fabs(x) >= 0x1p-27 && fabs(x) <= 0x1p21))
        return -1;
    double n = (x * sincos_steps_per_unit + 0x1.8p52) - 0x1.8p52;
    unsigned k = (unsigned)(int32_t)n;
    double_double t = reduced(x, n), v = dd_mul(t, t);
    if (!(fabs(t.hi) >= 0x1p-70))
        return -1;
    double_double S = sincos_table[k & 63], C = sincos_table[64 - (k & 63)];
    double_double s = sin_small(t, v), c = cos_small_minus_1(v);
    double_double minus_s = {-s.hi, -s.lo};
    double_double sine = combined(S, s, C, c),
                  cosine = combined(C, minus_s, S, c);
    double a = k & 128 ? -1 : 1, b = (k + 64) & 128 ? -1 : 1;
    if (k & 64) {
        double_double swap = sine;
        sine = cosine;
        cosine = swap;
    }
    out->sin = (double_double){a * sine.hi, a * sine.lo};
    out->cos = (double_double){b * cosine.hi, b * cosine.lo};
    out->slack = fabs(n) * 0x1p-160;
    return 0;
}
