#include "judge/weight.h"

#include <math.h>
#include <stdlib.h>

/** Least squares would let one spoilt row move the weight of all others, and then
every interval would seem to break the law a little. The least sum of sizes has a
closed form, too: its slope in $w$ is $-\sum \mathrm{sign}(a_i - wb_i)\,b_i$, which
changes its sign at the median of the $a_i/b_i$ weighted with $|b_i|$. As long as less
than half of the weight is spoilt, the median lies among the sound ones. */
static double ratio(const weight_term *t)
{
    return t->drift / t->turn;
}

static int by_ratio(const void *x, const void *y)
{
    double a = ratio(x), b = ratio(y);
    return (a > b) - (a < b);
}

double weight_fit(size_t n, weight_term *term)
{
    size_t m = 0;
    double all = 0, below = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(ratio(&term[i]))) {
            term[m++] = term[i];
            all += fabs(term[i].turn);
        }
    if (m == 0)
        return 0.5;
    qsort(term, m, sizeof *term, by_ratio);
    for (size_t i = 0; i < m; i++) {
        below += fabs(term[i].turn);
        if (below >= all / 2) {
            double w = ratio(&term[i]);
            return w < 0 ? 0 : w > 1 ? 1 : w;
        }
    }
    return 0.5;
}
