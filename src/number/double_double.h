/**
# Double-doubles

A double-double is an unevaluated sum `hi + lo` of two doubles with
$|lo| \le u\,|hi|$, where $u = 2^{-53}$ throughout: about 106 bits. The
operations use $+$, $-$ and $\times$ of doubles and nothing else (no fused
multiply-add, so that every machine gives the same bits), rounded to nearest.
They are meant for numbers far from overflow and underflow: every size between
$2^{-400}$ and $2^{400}$, or zero.
*/
#pragma once

#include <float.h>

/* Method 1 widens float to double, which nothing here has; 2, of the 387, would
   widen double. */
_Static_assert((FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1) &&
                   DBL_MANT_DIG == 53,
               "doubles are evaluated as doubles");

typedef struct {
    double hi, lo;
} double_double;

/** $a + b = hi + lo$ exactly, $hi$ the nearest double to $a + b$ (Knuth). The
second form (Dekker) needs $|a| \ge |b|$ or $a = 0$. */
static inline double_double dd_sum(double a, double b)
{
    double s = a + b, part = s - a;
    return (double_double){s, (a - (s - part)) + (b - part)};
}

static inline double_double dd_sum_ordered(double a, double b)
{
    double s = a + b;
    return (double_double){s, b - (s - a)};
}

/** $ab = hi + lo$ exactly, $hi$ the nearest double to $ab$. Veltkamp's
splitting cuts each factor into two halves of at most 26 bits and a sign,
whose products are exact; in Dekker's order every sum is exact, too. */
static inline double_double dd_split(double a)
{
    double big = 0x1.0000002p27 * a, hi = big - (big - a);
    return (double_double){hi, a - hi};
}

static inline double_double dd_product(double a, double b)
{
    double p = a * b;
    double_double x = dd_split(a), y = dd_split(b);
    double rest = ((x.hi * y.hi - p) + x.hi * y.lo) + x.lo * y.hi;
    return (double_double){p, rest + x.lo * y.lo};
}

/** **Sum.** In units of $u^2(|a.hi| + |b.hi|)$: the rounding of the sum of the
low parts (at most $u(|a.hi| + |b.hi|)$ in size) is at most 1, that of the
second sum (at most twice that size, as `s.lo` is at most $u\,|a.hi + b.hi|$)
at most 2. With a factor for what is of higher order,

$$|(a \oplus b) - (a + b)| \le 3.01\,u^2\,(|a| + |b|).$$

The last line restores the form; it is exact unless the sum cancels to less
than $8u$ of its terms. */
static inline double_double dd_add(double_double a, double_double b)
{
    double_double s = dd_sum(a.hi, b.hi);
    return dd_sum_ordered(s.hi, s.lo + (a.lo + b.lo));
}

/** **Sum with a double** $|b| \le |a.hi|/2$: one rounding, of a number of at
most $u|a.hi + b| + u|a.hi|$, so the error is at most $2.01\,u^2(|a| + |b|)$. */
static inline double_double dd_add_small(double_double a, double b)
{
    double_double s = dd_sum_ordered(a.hi, b);
    return dd_sum_ordered(s.hi, s.lo + a.lo);
}

/** **Product.** In units of $u^2|a.hi\,b.hi|$: the neglected $a.lo\,b.lo$ is
at most 1, the roundings of the two cross products at most 1 each, that of
their sum (at most $2u$) 2, that of the last sum (at most $3u$) 3. With the
factor $1 + 5u$ for what is of higher order,

$$|(a \otimes b) - ab| \le 8.01\,u^2\,|ab|.$$
*/
static inline double_double dd_mul(double_double a, double_double b)
{
    double_double p = dd_product(a.hi, b.hi);
    return dd_sum_ordered(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
