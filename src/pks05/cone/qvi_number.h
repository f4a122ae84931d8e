/**
# Numbers with a radius

A double-double, and how far what is meant can be from it. Proofs of the wing
compute with these where a double is not enough: at a solution a slip is the sum
of numbers that cancel, and a direction is a quotient of two of them.

The errors of sum and product are those of `double_double.h`, doubled: about
$2^{-103}$ and $2^{-101}$ of the terms. What is computed with a double, such as
`a.error + b.error`, is rounded up by a few units of its last place, and
`NUMBER_TINY` stands for all underflow: numbers of a step are at least
$2^{-200}$ or zero, so products of three are far above it.

A middle and a radius, and not two ends: the middle is what would have been
computed anyway, the radius wants few digits, and no rounding mode is switched,
so that every compiler gives the same bits. What is lost is that a radius goes
both ways: the square of a number around zero has one that reaches below zero.
Where it matters whether something is positive it is asked of what is far from
zero, if the answer is to be yes.

By hand, a third: $q = \frac13(1 - 2^{-54})$ is the nearest double, $1 - 3q =
2^{-54}$ exactly, and $q + 2^{-54}/3$, the second digit rounded once, leaves
$2^{-106}$ or so: that, over 3, is the radius. If 3 itself is known within
$2^{-60}$ only, what is left is $2^{-60}q$, and so is the radius, less than
$2^{-63}$.

Whether a divisor or a radicand can be zero is asked by who divides, of
`number_least`, and once more where the radius is made: if it can, the radius is
infinite or no number at all, and every comparison that a proof rests on is false
with it. The second time is not for careless callers. The square of a length may be
positive with its whole radius and its root no more: 1 up to $1 - 23 \cdot 2^{-53}$ is
at least $2^{-53}$ when roundings are taken off, and its root, as
it is computed, is 1 up to 1 and a little. A quotient by the least of that would have a
*negative* radius, and with it every box maps into itself.
*/
#pragma once

#include "pks05/cone/qvi.h"
#include "pks05/cone/qvi_spectrum.h"

typedef qvi_enclosed number;

static const double NUMBER_TINY = 0x1p-700;

/* Zero, or so far from overflow and underflow that no product of a step gets
   near them: between 2^-200 and 2^200. */
static inline bool number_plain(int n, const double *x)
{
    bool fine = true;
    for (int i = 0; i < n; i++) {
        double y = fabs(x[i]);
        fine = fine && (y == 0 || (y > 0x1p-200 && y < 0x1p200));
    }
    return fine;
}

static inline double number_up(double x)
{
    return qvi_above(x, 8);
}

static inline number number_of(double x)
{
    return (number){{x, 0}, 0};
}

/** At least $|x|$; at most $x$; and a size so large that $2^{-52}$ of it covers
the radius and the rounding to a double. The low half of a double-double is at
most $2^{-53}$ of the high one, which four units of $2^{-52}$ cover. */
static inline double number_size(number x)
{
    return number_up(fabs(x.v.hi) + x.error);
}

static inline double number_least(number x)
{
    double low = x.v.hi - number_up(x.error + fabs(x.v.hi) * 0x1p-52);
    return low - fabs(low) * 0x1p-52;
}

static inline double number_coarse(number x)
{
    return number_up(number_size(x) + x.error * 0x1p52);
}

static inline number number_plus(number a, number b)
{
    double e = (fabs(a.v.hi) + fabs(b.v.hi)) * 0x1p-103 + (a.error + b.error);
    return (number){dd_add(a.v, b.v), number_up(e)};
}

static inline number number_minus(number a)
{
    return (number){{-a.v.hi, -a.v.lo}, a.error};
}

static inline number number_times(number a, number b)
{
    double e = fabs(a.v.hi * b.v.hi) * 0x1p-101;
    e += number_size(a) * b.error + number_size(b) * a.error;
    return (number){dd_mul(a.v, b.v), number_up(e) + NUMBER_TINY};
}

/* s + a b and s - a b. */
static inline number number_add(number s, number a, number b)
{
    return number_plus(s, number_times(a, b));
}

static inline number number_sub(number s, number a, number b)
{
    return number_plus(s, number_minus(number_times(a, b)));
}

/* a / b for a double b > 0: two digits of the quotient, and what is left. */
static inline number number_over(number a, double b)
{
    number q = number_of(a.v.hi / b);
    number rest = number_sub(a, q, number_of(b));
    q = number_plus(q, number_of(rest.v.hi / b));
    rest = number_sub(a, q, number_of(b));
    q.error = number_up(q.error + number_size(rest) / b) + NUMBER_TINY;
    return q;
}

/* The radius that rest leaves of a quotient by `of`. */
static inline double number_share(number rest, number of)
{
    const double least = number_least(of);
    return least > 0 ? number_up(number_size(rest) / least) + NUMBER_TINY
                     : (double)INFINITY;
}

/** Quotient and root of numbers that are positive with their whole radius. What
is computed is any $q$, and what is left says how far it is off: $|1/b - q| =
|1 - bq|/b$, and $|\sqrt x - s| = |x - s^2|/(\sqrt x + s) \le |x - s^2|/s$. */
static inline number number_inverse(number b)
{
    number q = number_of(1 / b.v.hi);
    number rest = number_sub(number_of(1), q, (number){b.v, 0});
    q.v = dd_add(q.v, (double_double){rest.v.hi / b.v.hi, 0});
    rest = number_sub(number_of(1), q, b);
    q.error = number_share(rest, b);
    return q;
}

static inline number number_root(number x)
{
    number q = number_of(sqrt(x.v.hi));
    number rest = number_sub((number){x.v, 0}, q, q);
    q.v = dd_add(q.v, (double_double){rest.v.hi / (2 * q.v.hi), 0});
    rest = number_sub(x, q, q);
    q.error = number_share(rest, q);
    return q;
}
