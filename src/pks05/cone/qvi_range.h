/**
# Ranges of doubles

A range holds every number between its two ends. Each operation widens its result by more
than rounding can be off: a sum or product $x$ in doubles is off by $2^{-53}|x|$ at most, or by
the least number there is where it underflows, and $2^{-52}|x|$ and the least normal number
are taken. An end that is no finite number makes the range the whole line.

**Why not directed rounding.** The mode of the processor is a state that every library may change, and a
compiler moves sums across it. The price of widening is a last bit or two in each operation, which
nobody sees: a sum of nine products is wider by some $10^{-15}$ of its size, and what the ranges
have to hold, the forces of all slip angles of a part, is wider by $10^{10}$ times that until the last
turns.

**Edges.** $0\cdot\infty$ is no number and $\infty - \infty$ neither, so an end that has left the doubles
takes the other with it: nothing is known then, which is what the whole line says. Products that
underflow are widened by the least normal number, so that a range around a lost product still holds
it. A range never has a lower end above its upper one; an intersection may, and who makes one
asks.

**What overestimates.** An operation knows its operands' ends, and not that two of them are the same
number: $x - x$ is $[-r, r]$ for a range of width $r$. So a function's range is wider than its values
by the first order of the part's width, and that is why parts are cut. Krawczyk's operator has
only the second order, since it takes the function at a point and the derivative for the
rest. */
#pragma once

#include <float.h>
#include <math.h>

typedef struct {
    double lo, hi;
} qvi_range;

static inline qvi_range qvi_between(double lo, double hi)
{
    qvi_range x = {lo - fabs(lo) * 0x1p-52 - DBL_MIN,
                   hi + fabs(hi) * 0x1p-52 + DBL_MIN};
    if (!(x.lo > -(double)INFINITY) || !(x.hi < (double)INFINITY))
        x = (qvi_range){-(double)INFINITY, (double)INFINITY};
    return x;
}

static inline qvi_range qvi_point(double x)
{
    return (qvi_range){x, x};
}

static inline int qvi_whole(qvi_range x)
{
    return !(x.lo > -(double)INFINITY && x.hi < (double)INFINITY);
}

static inline qvi_range qvi_add(qvi_range x, qvi_range y)
{
    return qvi_between(x.lo + y.lo, x.hi + y.hi);
}

static inline qvi_range qvi_minus(qvi_range x, qvi_range y)
{
    return qvi_between(x.lo - y.hi, x.hi - y.lo);
}

/* 0 times the whole line would be no number. */
static inline qvi_range qvi_times(qvi_range x, qvi_range y)
{
    const double a = x.lo * y.lo, b = x.lo * y.hi, c = x.hi * y.lo,
                 d = x.hi * y.hi;
    if (qvi_whole(x) || qvi_whole(y))
        return (qvi_range){-(double)INFINITY, (double)INFINITY};
    return qvi_between(fmin(fmin(a, b), fmin(c, d)),
                       fmax(fmax(a, b), fmax(c, d)));
}

static inline double qvi_middle(qvi_range x)
{
    return 0.5 * x.lo + 0.5 * x.hi;
}

/* No number of it is larger, without its sign. */
static inline double qvi_size(qvi_range x)
{
    return fmax(fabs(x.lo), fabs(x.hi));
}

/* Is x in the interior of y? */
static inline int qvi_within(qvi_range x, qvi_range y)
{
    return x.lo > y.lo && x.hi < y.hi;
}

/** Sums of the library's functions cannot be trusted to the last bit on every machine; sine and cosine come
from `number/sincos.h`, which rounds them to nearest everywhere, and $10^{-15}$ is added to what
Taylor's remainder says, four times the error of a result near one and of the two products behind it.

By Taylor's formula around the middle: wider than the values by the square of the width, and never
beyond $[-1, 1]$ by more than rounding. For $[-0.1, 0.1]$ it gives $[0.995, 1]$ widened to $[0.9949,
1]$ for the cosine and $\pm 0.105$ for the sine, where $\pm 0.0998$ are the values. */
/* The cosines and sines of all angles of x, rad. */
void qvi_range_direction(qvi_range x, qvi_range *cosine, qvi_range *sine);

enum { QVI_RANGE_SIZE = 12 };

typedef double qvi_square[QVI_RANGE_SIZE][QVI_RANGE_SIZE];
typedef qvi_range qvi_ranges[QVI_RANGE_SIZE][QVI_RANGE_SIZE];

/* The first n rows and columns: R, about the inverse of the middle of M, and E
   that holds R X - I for every X of M. Returns the largest row sum of |E|,
   INFINITY when the middle is singular. */
double qvi_range_approach(int n, qvi_ranges M, qvi_square R, qvi_ranges E);
