/**
# Every rounding against MPFR

Arguments of several kinds, the hard ones on purpose, are rounded by us and by
MPFR; the bits must agree. `test_sincos COUNT` takes COUNT arguments.
*/
#include "base/memory.h"
#include "check.h"
#include "number/sincos.h"

#include <math.h>
#include <mpfr.h>
#include <pthread.h>

static const double pi = 3.141592653589793;
static long count = 300000;
static mpfr_t angle, sine, cosine;

static int same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* A result of MPFR as a double. Only a sine next to 0 is subnormal: `side`
   says how it was rounded, so that it is rounded once. */
static double as_double(mpfr_ptr value, int side)
{
    mpfr_subnormalize(value, side, MPFR_RNDN);
    return mpfr_get_d(value, MPFR_RNDN);
}

static void check_argument(double x)
{
    double s, c;
    CHECK(sincos_cr(x, &s, &c) == 0, "%a refused", x);
    mpfr_exp_t low = mpfr_get_emin();
    mpfr_set_d(angle, x, MPFR_RNDN);
    mpfr_set_emin(-1073);
    int sides = mpfr_sin_cos(sine, cosine, angle, MPFR_RNDN) & 3;
    double a = as_double(sine, sides == 2 ? -1 : sides);
    double b = mpfr_get_d(cosine, MPFR_RNDN);
    mpfr_set_emin(low);
    CHECK(same(s, a), "sin %a is %a, not %a", x, a, s);
    CHECK(same(c, b), "cos %a is %a, not %a", x, b, c);
}

/* The double some steps above (below) a positive x. */
static double neighbour(double x, int steps)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits += steps;
    memcpy(&x, &bits, sizeof bits);
    return x;
}

static double any_size(check_random *r)
{
    uint64_t bits = check_bits(r);
    double x;
    memcpy(&x, &bits, sizeof x);
    return isfinite(x) ? x : 1;
}

static double angle_of_a_joint(check_random *r)
{
    return check_uniform(r, -10, 10);
}

/* All binary orders from 2^-30 to 2^22, equally often. */
static double any_order(check_random *r)
{
    double x = ldexp(check_uniform(r, 1, 2), check_integer(r, -30, 21));
    return check_integer(r, 0, 1) ? x : -x;
}

/* Beside a multiple of pi/4, or of pi/256: table points and the borders
   between them. */
static double beside_quarter(check_random *r)
{
    int k = check_integer(r, 1, check_integer(r, 0, 1) ? 64 : 2000000);
    return neighbour(k * (pi / 4), check_integer(r, -4, 4));
}

static double beside_table(check_random *r)
{
    int k = check_integer(r, 1, check_integer(r, 0, 1) ? 1024 : 170000000);
    return neighbour(k * (pi / 256), check_integer(r, -4, 4));
}

/* Few bits: 3/8, 5.25, 1024. */
static double short_number(check_random *r)
{
    return ldexp(check_integer(r, -4096, 4096), check_integer(r, -30, 9));
}

/* For small x the sine x - x^3/6 lies halfway between two doubles when x^3/6
   is an odd multiple of half an ulp, and there it changes so slowly with x that
   the neighbours are near the middle, too. */
static double hard_sine(check_random *r)
{
    int order = check_integer(r, -26, -18);
    double half = ldexp(1, order - 53);
    double most = ldexp(1, 3 * order + 3) / 6 / half;
    double odd = 2 * floor(check_uniform(r, 0, most / 2)) + 1;
    return neighbour(cbrt(6 * odd * half), check_integer(r, -2, 2));
}

/* In the same way 1 - x^2/2. */
static double hard_cosine(check_random *r)
{
    double odd = 2 * check_integer(r, 0, check_integer(r, 1, 4000)) + 1;
    return neighbour(sqrt(odd * 0x1p-53), check_integer(r, -2, 2));
}

static void kind(const char *name, double (*draw)(check_random *), double share)
{
    check_random r = {check_seed(30)};
    long n = (long)((double)count * share), large = 0;
    unsigned long before = sincos_undecided;
    for (long i = 0; i < n; i++) {
        double x = draw(&r);
        large += fabs(x) > 0x1p21;
        check_argument(x);
    }
    unsigned long open = sincos_undecided - before - (unsigned long)large;
    printf("%s: %ld arguments, %ld beyond 2^21, undecided %lu (%.2g)\n", name,
           n, large, open, (double)open / (double)(n - large));
}

/* The distance of a value from the middle of two doubles, in its own units. */
static double middle_distance(mpfr_ptr v)
{
    double near = mpfr_get_d(v, MPFR_RNDN);
    mpfr_sub_d(v, v, near, MPFR_RNDN);
    double next = neighbour(near, mpfr_sgn(v) > 0 ? 1 : -1);
    mpfr_sub_d(v, v, (next - near) / 2, MPFR_RNDN);
    return fabs(mpfr_get_d(v, MPFR_RNDN)) / near;
}

/* The rounding test decides exactly what the bound 2^-95 allows: not nearer to
   a middle than that, and always when farther away. */
static void decides_what_it_can(void)
{
    check_random r = {check_seed(32)};
    mpfr_t v, w;
    mpfr_inits2(400, v, w, (mpfr_ptr)0);
    int near = 0, far = 0;
    for (int i = 0; i < 20000; i++) {
        double s, c, x = (i % 2 ? hard_sine : hard_cosine)(&r);
        mpfr_set_d(v, x, MPFR_RNDN);
        mpfr_sin_cos(v, w, v, MPFR_RNDN);
        double distance = fmin(middle_distance(v), middle_distance(w));
        unsigned long before = sincos_undecided;
        sincos_cr(x, &s, &c);
        int asked = sincos_undecided > before;
        CHECK(asked || distance > 0x1p-96, "%a decided", x);
        CHECK(!asked || distance < 0x1p-94, "%a not decided", x);
        near += distance < 0x1p-96;
        far += distance > 0x1p-94;
    }
    CHECK(near > 1000 && far > 1000, "one-sided: %d %d", near, far);
    mpfr_clears(v, w, (mpfr_ptr)0);
}

static void random_arguments(void)
{
    kind("joint angles", angle_of_a_joint, 0.5);
    kind("any order", any_order, 0.25);
    kind("any bits", any_size, 0.03);
    kind("beside k pi/4", beside_quarter, 0.06);
    kind("beside k pi/256", beside_table, 0.06);
    kind("few bits", short_number, 0.06);
    kind("hard sines", hard_sine, 0.02);
    kind("hard cosines", hard_cosine, 0.02);
}

/* An argument of a usual scene never asks MPFR. */
static void usual_angles(void)
{
    unsigned long before = sincos_undecided;
    for (int k = -720; k <= 720; k++) {
        check_argument(k * (pi / 180));
        check_argument(k * (pi / 4));
        check_argument(k / 64.0);
    }
    CHECK(sincos_undecided == before, "%lu times",
          sincos_undecided - before);
}

/* Zero, the ends of the cases in the source, the double nearest to a multiple
   of pi/2 among all doubles (Kahan), and the largest. */
static void special_arguments(void)
{
    static const double corner[] = {0,
                                    0x1p-1074,
                                    0x1p-1022,
                                    0x1p-28,
                                    0x1p-27,
                                    0x1p-26,
                                    0x1p21,
                                    0x1.8p20,
                                    0x1p22,
                                    0x1p60,
                                    0x1p500,
                                    0x1p1000,
                                    0x1p1023,
                                    0x1p-70,
                                    0x1p-600,
                                    1,
                                    0x1.6ac5b262ca1ffp849,
                                    0x1.fffffffffffffp1023,
                                    0x1.921fb54442d18p0,
                                    0x1.921fb54442d18p1,
                                    11,
                                    22,
                                    355,
                                    710,
                                    103993,
                                    0x1.fffffffffffffp-1023};
    for (size_t i = 0; i < sizeof corner / sizeof *corner; i++)
        for (int step = corner[i] == 0 ? 0 : -3; step <= 3; step++) {
            double x = neighbour(corner[i], step);
            if (!isfinite(x))
                continue;
            check_argument(x);
            check_argument(-x);
        }
    for (int e = -1074; e < 1024; e++) {
        check_argument(ldexp(1, e));
        check_argument(-ldexp(0x1.fffffffffffffp-1, e));
    }
}

static void not_finite(void)
{
    double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        double s = 7, c = 7;
        CHECK(sincos_cr(bad[i], &s, &c) == -1 && same(s, 0) && same(c, 0),
              "%g: %g %g", bad[i], s, c);
    }
}

/* A sum of the bits of many results, MPFR's among them. */
static void *digest(void *out)
{
    check_random r = {7};
    uint64_t sum = 0;
    for (int i = 0; i < 20000; i++) {
        double pair[2];
        uint64_t bits[2];
        sincos_cr(i % 8 ? any_order(&r) : any_size(&r), pair, pair + 1);
        memcpy(bits, pair, sizeof bits);
        sum = (sum * 31 + bits[0]) * 31 + bits[1];
    }
    sincos_free();
    *(uint64_t *)out = sum;
    return NULL;
}

static void threads(void)
{
    CHECK(mpfr_buildopt_tls_p(), "this MPFR is not made for threads");
    uint64_t sum[4] = {0, 1, 2, 3};
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        CHECK(pthread_create(thread + i, NULL, digest, sum + i) == 0, "%d", i);
    digest(sum + 3);
    for (int i = 0; i < 3; i++) {
        pthread_join(thread[i], NULL);
        CHECK(sum[i] == sum[3], "thread %d differs", i);
    }
}

static void allocates_nothing(void)
{
    check_random r = {check_seed(31)};
    size_t before = memory_count();
    double s, c;
    for (int i = 0; i < 100000; i++)
        sincos_cr(angle_of_a_joint(&r), &s, &c);
    CHECK(memory_count() == before, "%zu times", memory_count() - before);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        count = strtol(argv[1], NULL, 10);
    memory_adopt_gmp();
    mpfr_inits2(53, angle, sine, cosine, (mpfr_ptr)0);
    RUN(special_arguments);
    RUN(usual_angles);
    RUN(not_finite);
    RUN(random_arguments);
    RUN(decides_what_it_can);
    RUN(threads);
    RUN(allocates_nothing);
    mpfr_clears(angle, sine, cosine, (mpfr_ptr)0);
    sincos_free();
    DONE;
}
