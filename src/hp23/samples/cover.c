/**
# Nets: promised and measured

**Promised.** Lemma 1 (HP23 2.1.1, proof in B.1). A map $f$ of the box $[0, h]^n$ has
the Lipschitz constant $L$. Cut the box into $\lceil h L \sqrt n/\varepsilon \rceil^n
= 1/\Omega$ equal cells: the image of a cell has a diameter of at most $\varepsilon$,
so samples that meet every cell are a net. A given cell is missed by $N$ uniform
samples with probability $(1 - \Omega)^N$, some cell with at most $1/\Omega$ times
that, and this is (1).

Two dimensions, ten cells a side: $\Omega = \frac1{100}$. A thousand samples meet all
cells with a probability of at least $1 - 100 \cdot 0.99^{1000} = 0.9957$; 500 with at
least $0.343$; 0.95 takes 757. In the box of an impact there is a dimension for each
contact and step: with 11 steps of two contacts and ten cells a side, $\Omega =
10^{-22}$, and 0.95 takes $5.4 \cdot 10^{23}$.

**Why the ceiling, and why it is enough.** With $c = \lceil h L \sqrt n/\varepsilon
\rceil$ cells a side a cell is a cube of the side $h/c$, and its diagonal is
$h \sqrt n/c$. Two of its points are no farther apart than that, their images no
farther than $L h \sqrt n/c \le \varepsilon$. The grid (91) of the proof has the
middles of these cells, and (92) the cells about them. The image of a sample anywhere in
a cell is therefore within $\varepsilon$ of the image of each point of the cell. Nothing is asked
of $f$ but $L$; in particular its range may have any shape and any dimension.

The bound is a sum of probabilities that overlap: two cells may be missed by the same
samples. It is below zero and says nothing as long as $(1 - \Omega)^N > \Omega$, about
until $N = -\ln \Omega/\Omega$; `cover_confidence` returns 0 there. For the square
above that is 459 samples.

**From one step to an impact.** A sample of $N$ steps is the composition (169) of
$f_q$ with itself, a map of all its bounds together, and under Assumption 6 each factor
is Lipschitz (Lemma 7). The paper bounds the composition by $L^N$, and this is the
number that (171) has. A law with a choice in it, gait and RAMone with several $v'$ in
a step, has no $L$ at all. Nobody computes $L$ here: who knows one gives it to the
command, and Lemma 1 is then arithmetic.

**Measured.** Two sets of samples, independent of each other: how far is the farthest
point of the one from the nearest of the other? That needs no $L$, says something
about the distribution and nothing about parts of the set that are hardly ever
reached.

A net of the two numbers 0 and 1 in one dimension, and 0.2 and 0.9 as the others: the
distances are 0.2 and 0.1, the radius is 0.2, its point the first of the others, the
mean 0.15. The answer is not symmetric. With the roles changed the radius is 0.2 again
by accident; with 0.2 alone as the others it is 0.2 one way and 0.8 the other.
*/
#include "hp23/samples/cover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_first(const void *a, const void *b)
{
    const double *x = *(double *const *)a, *y = *(double *const *)b;
    return (x[0] > y[0]) - (x[0] < y[0]);
}

static double square_distance(int n, const double *x, const double *y)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (x[i] - y[i]) * (x[i] - y[i]);
    return s;
}

/** Nearest neighbours by sorting: along the first coordinate the search goes up and
down from $y$ until that coordinate alone is farther than the best point so far. In
the worst case all points are looked at; on the block, whose set is two thin arms,
few.

The net is sorted once, $N \log N$; then each of the $K$ others takes a binary search
and what it looks at, between a few points and all $N$. A tree in all coordinates would
do better in the worst case, which has not come up: the first coordinate of a velocity
is different in different samples, unless the impact leaves it at zero. Ties of the
sort do no harm, since a distance does not depend on the order of equal points. */
/* The square of the distance of y from the nearest point; rows are sorted by
   their first number, and at is the first one not below y's. */
static double nearest(const cover_points *net, const double *const *row,
                      long at, const double *y)
{
    double best = INFINITY;
    for (long i = at; i < net->count; i++) {
        if ((row[i][0] - y[0]) * (row[i][0] - y[0]) >= best)
            break;
        best = fmin(best, square_distance(net->n, row[i], y));
    }
    for (long i = at - 1; i >= 0; i--) {
        if ((row[i][0] - y[0]) * (row[i][0] - y[0]) >= best)
            break;
        best = fmin(best, square_distance(net->n, row[i], y));
    }
    return best;
}

/* By bisection; `count` when all are below x, and then the search goes down
   only. */
static long first_not_below(const cover_points *net, const double *const *row,
                            double x)
{
    long low = 0, high = net->count;
    while (low < high) {
        long middle = low + (high - low) / 2;
        if (row[middle][0] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/** **The covering radius**, measured from one set of samples to another that is
independent of it. When none of $K$ others is farther than $\varepsilon$, less than the
share $3/K$ of the distribution is, with a confidence of 95 percent: $(1 - 3/K)^K <
0.05$. That is a statement about where samples end; parts of the set that samples
do not reach are not seen by either. */
perp_status cover_measure(arena *a, const cover_points *net,
                          const cover_points *other, cover_answer *out)
{
    const arena_mark mark = arena_here(a);
    const double **row = arena_take(a, (size_t)net->count, sizeof *row);
    double sum = 0;
    *out = (cover_answer){.radius = -1};
    if (row == NULL)
        return PERP_NO_MEMORY((size_t)net->count * sizeof *row);
    for (long i = 0; i < net->count; i++)
        row[i] = net->x + i * net->n;
    qsort(row, (size_t)net->count, sizeof *row, by_first);
    for (long k = 0; k < other->count; k++) {
        const double *y = other->x + k * other->n;
        long at = first_not_below(net, row, y[0]);
        double far = sqrt(nearest(net, row, at, y));
        sum += far;
        if (far > out->radius) {
            out->radius = far;
            out->farthest = k;
        }
    }
    out->mean = sum / (double)other->count;
    arena_release(a, mark);
    return PERP_SUCCESS;
}

/** Powers whose exponents are whole numbers in doubles, however large: products and halving
only, so that the last bit is the same on every machine. The library's `pow` promises no
last bit. Beyond $2^{53}$ a double is even, so halving stays exact and nothing is
lost there. A rounding of $1 - \Omega$ is raised to the power with the rest: a relative
error $\delta$ of the base is $N \delta$ of the power, small while $N \ll 2^{53}$, and
beyond that the power is 0 or the base 1. */
/* x^n for n >= 0, by squaring. */
static double power(double x, double n)
{
    double p = 1;
    for (; n >= 1; n = floor(n / 2), x *= x)
        if (fmod(n, 2) >= 1)
            p *= x;
    return p;
}

double cover_share(double ratio, int n)
{
    double cells = power(ceil(ratio), n);
    return cells < 0x1p1022 ? 1 / cells : 0x1p-1074;
}

/** **Lemma 1.** The box $[0,h]^n$ is cut into $\Omega^{-1}$ equal cells; the image of a
cell has a diameter of at most $\varepsilon$. Samples miss a given cell with probability
$(1-\Omega)^N$, and any of them with at most $\Omega^{-1}$ times that.

Implements HP23 (1). */
double cover_confidence(double share, double samples)
{
    double missed = power(1 - share, samples) / share;
    return missed < 1 ? 1 - missed : 0;
}

/** (171) asks for the least $M$ with $(1-\Omega)^M \le \delta \Omega$: the $M$ of Theorem 9.
Found by doubling and halving, since nothing here takes a logarithm. Where $1 - \Omega$
is nearly 1, $M = -\ln(\delta\Omega)/\Omega$ is enough, since $(1-\Omega)^M \le
e^{-\Omega M}$, with the exponent of $\delta\Omega$ times $\ln 2$ for the logarithm:
$\delta\Omega = f 2^e$ with $\frac12 \le f < 1$ has $-\ln(\delta\Omega) \le (1 - e) \ln 2$,
and what is too much is $\ln 2$ at most, of 27 or more.
The 11 steps above: $5 \cdot 10^{-24}$ has $e = -77$, $78 \ln 2 = 54.07$, and the logarithm is
$53.65$. For the paper's examples $M$ is far
beyond what anybody samples: $\Omega$ is the share of one cell in a box of $N m$
dimensions. */
double cover_samples(double share, double delta)
{
    double high = 1;
    if (share < 0x1p-40) {
        int e;
        frexp(delta * share, &e);
        return ceil((1 - e) * 0.6931471805599454 / share);
    }
    while (power(1 - share, high) > delta * share)
        high *= 2;
    double low = high / 2;
    while (high - low > 1) {
        double middle = floor(low + (high - low) / 2);
        if (power(1 - share, middle) > delta * share)
            low = middle;
        else
            high = middle;
    }
    return high;
}
