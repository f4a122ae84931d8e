/**
# Columns that are mostly zero

Velocities and impulses of a few bodies in the space of all.
*/
#pragma once

#include "base/pair.h"

/** **Products.** Four sums run beside each other, in an order that is written here, so
that neither the compiler nor the machine chooses one. */
static inline double column_dot(int n, const double *x, const double *y)
{
    pair a = {0}, b = {0};
    int i = 0;
    for (; i + 3 < n; i += 4) {
        a += pair_load(x + i) * pair_load(y + i);
        b += pair_load(x + i + 2) * pair_load(y + i + 2);
    }
    a += b;
    double sum = a[0] + a[1];
    for (; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* to += factor from */
static inline void column_add(int n, double factor, const double *from,
                              double *restrict to)
{
    for (int i = 0; i < n; i++)
        to[i] += factor * from[i];
}

/** **Spans.** A contact moves two bodies, and the columns of a stack of ten boxes have six
numbers of thirty that are not zero, mostly beside each other. Of each column, and of each
that is made from some, it is known where these lie: at `from <= i < to`. */
typedef struct {
    int from, to;
} column_span;

static inline column_span column_joined(column_span x, column_span y)
{
    return x.from == x.to   ? y
           : y.from == y.to ? x
                            : (column_span){x.from < y.from ? x.from : y.from,
                                            x.to > y.to ? x.to : y.to};
}

static inline column_span column_span_of(int n, const double *x)
{
    column_span s = {0, n};
    while (s.to > 0 && x[s.to - 1] == 0)
        s.to--;
    while (s.from < s.to && x[s.from] == 0)
        s.from++;
    return s;
}
