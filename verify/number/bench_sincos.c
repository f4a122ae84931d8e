/* Nanoseconds per pair of sine and cosine: ours, the C library's, MPFR's. */
#include "check.h"
#include "number/sincos.h"

#include <math.h>
#include <mpfr.h>
#include <time.h>

enum { COUNT = 4096 };

static double angles[COUNT], sink;

static void ours(double x)
{
    double s, c;
    sincos_cr(x, &s, &c);
    sink += s + c;
}

static void library(double x)
{
    sink += sin(x) + cos(x);
}

static void with_mpfr(double x)
{
    mpfr_t a, s, c;
    mpfr_inits2(53, a, s, c, (mpfr_ptr)0);
    mpfr_set_d(a, x, MPFR_RNDN);
    mpfr_sin_cos(s, c, a, MPFR_RNDN);
    sink += mpfr_get_d(s, MPFR_RNDN) + mpfr_get_d(c, MPFR_RNDN);
    mpfr_clears(a, s, c, (mpfr_ptr)0);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The best of ten repetitions, in nanoseconds per call. */
static double measure(void (*function)(double), int rounds)
{
    double best = INFINITY;
    for (int i = 0; i < 10; i++) {
        double start = seconds();
        for (int k = 0; k < rounds * COUNT; k++)
            function(angles[k % COUNT]);
        double ns = (seconds() - start) * 1e9 / (rounds * COUNT);
        best = ns < best ? ns : best;
    }
    return best;
}

int main(void)
{
    check_random r = {check_seed(1)};
    for (int i = 0; i < COUNT; i++)
        angles[i] = check_uniform(&r, -10, 10);
    double a = measure(ours, 50), b = measure(library, 50);
    double c = measure(with_mpfr, 1);
    printf("sine and cosine, |x| < 10: ours %.0f ns, C library %.0f ns, MPFR "
           "%.0f ns\nours costs %.1f times the C library and 1/%.1f of MPFR\n",
           a, b, c, a / b, c / a);
    mpfr_free_cache();
    CHECK(!isnan(sink), "a sum of sines is not a number");
    DONE;
}
