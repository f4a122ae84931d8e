#include "number/sincos.h"

#include "number/sincos_dd.h"

#include <math.h>
#include <mpfr.h>

_Thread_local unsigned long sincos_undecided;

void sincos_free(void)
{
    mpfr_free_cache();
}

/** **MPFR decides** what the rounding test leaves open, and all arguments
beyond $2^{21}$. It rounds correctly to 53 bits. No double but 0 is so near to
a multiple of $\pi/2$ that a result could be subnormal, and tiny arguments do
not come here, so 53 bits are a double. */
static void ask_mpfr(double x, double *sin_x, double *cos_x)
{
    mpfr_t angle, s, c;
    sincos_undecided++;
    mpfr_inits2(53, angle, s, c, (mpfr_ptr)0);
    mpfr_set_d(angle, x, MPFR_RNDN);
    mpfr_sin_cos(s, c, angle, MPFR_RNDN);
    *sin_x = mpfr_get_d(s, MPFR_RNDN);
    *cos_x = mpfr_get_d(c, MPFR_RNDN);
    mpfr_clears(angle, s, c, (mpfr_ptr)0);
}

/** **The rounding test** (Ziv). The true value lies between
$hi + (lo - e)$ and $hi + (lo + e)$, where $e$ is the proven bound. Rounding is
monotone, so if both ends round to the same double, that is the answer. The
ends are computed: `lo - e` and `lo + e` are rounded by at most
$u(u\,|hi| + e)$, for which the factor $1 + 2^{-8}$ makes room:
$2^{-8}\,2^{-95} > 2u^2$. */
static int decided(double_double value, double slack, double *rounded)
{
    double e = fabs(value.hi) * (SINCOS_BOUND * 0x1.01p0) + slack;
    *rounded = value.hi + (value.lo - e);
    return *rounded == value.hi + (value.lo + e);
}

/** **Tiny arguments.** For $0 < |x| < 2^{-27}$ the sine lies between $x$ and
$x\,(1 - x^2/6)$, nearer to $x$ than a quarter of the distance to the next
double, also where that distance shrinks at a power of two; and
$1 - \cos x < 2^{-55}$ is half of the half distance below 1. Zero keeps its
sign. */
int sincos_cr(double x, double *sin_x, double *cos_x)
{
    sincos_pair pair;
    *sin_x = *cos_x = 0;
    if (!isfinite(x))
        return -1;
    if (fabs(x) < 0x1p-27) {
        *sin_x = x;
        *cos_x = 1;
    } else if (sincos_dd(x, &pair) != 0 ||
               !decided(pair.sin, pair.slack, sin_x) ||
               !decided(pair.cos, pair.slack, cos_x)) {
        ask_mpfr(x, sin_x, cos_x);
    }
    return 0;
}
