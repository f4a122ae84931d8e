/**
# Side by side and one at a time: the same bits
*/
#include "impact_random.h"
#include "lcp_random.h"

#include "lcp/solve/lanes.h"

#include <math.h>

enum { MOST = 60 };

static int solved, rays, zeros;

/* A ray has data when exact arithmetic was allowed. */
static int same(const lcp_answer *x, const lcp_answer *y, int n, int data)
{
    size_t length = (size_t)n * sizeof(double);
    int equal = x->outcome == y->outcome && x->pivots == y->pivots &&
                memcmp(&x->residual, &y->residual, sizeof x->residual) == 0 &&
                memcmp(x->basis, y->basis, (size_t)n) == 0;
    if (x->outcome == LCP_SOLVED || data)
        equal &=
            memcmp(x->z, y->z, length) == 0 && memcmp(x->w, y->w, length) == 0;
    return equal;
}

static void compare(const lanes_problems *p, const mlcp_options *o)
{
    arena a = {0};
    lcp_answer *x = arena_take(&a, MOST, sizeof *x), one;
    CHECK(lcp_answer_new(&a, 0, p->n, &one).code == 0, "answer");
    for (int i = 0; i < p->count; i++)
        CHECK(lcp_answer_new(&a, 0, p->n, &x[i]).code == 0, "answer");
    for (int width = 0; width <= (int)f64_widest(); width++) {
        int climbed, climbs = 0, climb;
        CHECK(lanes_solve_as(p, o, (f64_width)width, &a, x, &climbed).code == 0,
              "lanes");
        for (int i = 0; i < p->count; i++) {
            lcp_problem q = {0, p->n, p->A, p->b + i * p->n};
            CHECK(mlcp_solve(&q, o, &a, &one, &climb).code == 0, "one");
            climbs += climb;
            CHECK(same(&one, &x[i], p->n, !o->only_double),
                  "n = %d, width %d, problem %d of %d: %d, %d pivots", p->n,
                  width, i, p->count, one.pivots, x[i].pivots);
            solved += one.outcome == LCP_SOLVED;
            rays += one.outcome == LCP_RAY;
            zeros += one.outcome == LCP_SOLVED && one.pivots == 0;
        }
        CHECK(climbs == climbed, "%d climbs, %d", climbs, climbed);
    }
    arena_free(&a);
}

/* Right-hand sides near b, some of them coarse: ties. */
static void samples(check_random *r, int n, int count, const double *b,
                    double *out)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = i % 3 == 0   ? check_integer(r, -2, 1)
                             : i % 3 == 1 ? b[j] * check_integer(r, 0, 2)
                                          : b[j] + check_uniform(r, -1, 1);
}

static void impacts(void)
{
    check_random r = {check_seed(41)};
    double b[MOST * 64];
    for (int round = 0; round < check_times(60); round++) {
        impact_kind k = {.bodies = check_integer(&r, 1, 3),
                         .contacts = check_integer(&r, 1, 5),
                         .directions = 2,
                         .bounded = round % 2};
        impact g = impact_new(&r, &k);
        int count = check_integer(&r, 0, MOST);
        samples(&r, g.p.n, count, g.b, b);
        lanes_problems p = {g.p.n, g.A, count, b};
        compare(&p, &mlcp_defaults);
        impact_free(&g);
    }
}

/** Matrices without any structure: rays, and problems that climb. Exact
arithmetic is left out where there would be too much of it. */
static void rays_and_refusals(void)
{
    check_random r = {check_seed(42)};
    double A[8 * 8], b[MOST * 8];
    mlcp_options hasty = mlcp_defaults, strict = mlcp_defaults;
    hasty.pivots = 3;
    hasty.only_double = 1;
    strict.residual = 0;
    strict.only_double = 1;
    for (int round = 0; round < 30; round++) {
        int n = check_integer(&r, 1, 8);
        for (int i = 0; i < n * n; i++)
            A[i] =
                round % 2 ? check_integer(&r, -2, 3) : check_uniform(&r, -1, 1);
        for (int i = 0; i < n * MOST; i++)
            b[i] = check_integer(&r, -3, 1);
        lanes_problems p = {n, A, MOST, b};
        compare(&p, &hasty);
        compare(&p, &strict);
        p.count = 20;
        if (round % 3 == 0)
            compare(&p, &mlcp_defaults);
    }
    printf("%d solved, %d of them by z = 0; %d rays\n", solved, zeros, rays);
    CHECK(rays > 100 && zeros > 10, "too easy");
}

/** Row 0 is lowest by a hundred roundings, ties with rows 1 and 2, and $z_0$ takes
the place of row 2: row 0 is below zero then, where it falls a million times slower
than row 1, which stands at zero. Both block, and the powers of epsilon let row 1
go. A path on which numbers below zero count loses it: $-10^{-14}/10^{-6}$ comes
first. The second sample builds the path, the others walk it. */
static void below_zero_by_rounding(void)
{
    double A[10 * 10], b[MOST * 10];
    for (int n = 3; n <= 10; n++) {
        memset(A, 0, sizeof A);
        for (int i = 0; i < n * n; i++)
            A[i] = i / n == i % n ? 1 : 0.01 * (i % 7);
        A[2] = 1 - 1e-6;
        A[n + 2] = 0;
        for (int i = 0; i < n * MOST; i++)
            b[i] = i % n == 0 ? -1 - 1e-14 : i % n < 3 ? -1 : 0.5;
        lanes_problems p = {n, A, MOST, b};
        compare(&p, &mlcp_defaults);
    }
}

/* Entries from 2^-640 to 2^640, every third time a column with a power of its own, down
   to what has no reciprocal: exchanges break down on the way, beside the known paths and
   on the last one. */
static void wild_numbers(void)
{
    check_random r = {check_seed(45)};
    double A[8 * 8], b[MOST * 8];
    mlcp_options hasty = mlcp_defaults;
    hasty.only_double = 1;
    for (int round = 0; round < 240; round++) {
        const int n = check_integer(&r, 2, 8), wild = 10 << round % 7;
        int own[8];
        for (int j = 0; j < n; j++)
            own[j] = round % 3 == 0 ? -check_integer(&r, 0, 2) * 530 : 0;
        for (int i = 0; i < n * n; i++)
            A[i] = ldexp(check_uniform(&r, round % 2 ? 0 : -1, 1),
                         own[i % n] != 0 ? own[i % n]
                                         : check_integer(&r, -wild, wild));
        for (int i = 0; i < n * MOST; i++)
            b[i] =
                ldexp(check_integer(&r, -3, 1), check_integer(&r, -wild, wild));
        lanes_problems p = {n, A, MOST, b};
        compare(&p, &hasty);
    }
}

/* A path of some hundred exchanges, which is longer than there are stations for so many
   problems. */
static void few_stations(void)
{
    double A[8 * 8] = {0}, b[MOST * 8];
    for (int i = 0; i < 8; i++)
        for (int j = 0; j <= i; j++)
            A[i * 8 + j] = j < i ? 2 : 1;
    for (int i = 0; i < MOST * 8; i++)
        b[i] = (ldexp(1, 7 - i % 8) - 256) * (1 + i / 8);
    for (int count = 1; count <= MOST; count = 2 * count + 4) {
        lanes_problems p = {8, A, count, b};
        compare(&p, &mlcp_defaults);
    }
}

/** Of $t = 2^{-1022}$ there is a reciprocal, of $e = \frac18 t$ none. Where $z_1$ enters the
first problem, $z_0 = \frac1{64}$ falls by $e$ and $w_2 = \frac14$ by $t$: the ratio of
the first is no number, that of the second is $2^{1020}$, and at that step both have come
down. $z_0$ goes, and the last exchange breaks down. In the second $z_4$ enters behind $w_1$
and $w_4$, and $w_2$, $w_3$ are the two; $w_1$ has left their rows, so the powers of epsilon
keep the last of them: an exchange on the way breaks down, of a problem alone and of the
station behind it. Entries are twice as large, for the unit of the matrix is $\frac12$. */
static void columns_without_reciprocals(void)
{
    const double t = ldexp(1, -1021), e = t / 8;
    const double last[] = {e, 0, -7 * e, 1};
    const double way[] = {0,  0, 0, 0,  -1, 1, 0, -t,
                          -1, 0, 1, -e, -1, 0, 0, 0};
    double b[2 * 8], c[4 * 8];
    for (int i = 0; i < 8; i++) {
        b[2 * i] = -1. / 64;
        b[2 * i + 1] = 1. / 4 - 1. / 64;
        c[4 * i] = -1. / 2;
        c[4 * i + 1] = 0;
        c[4 * i + 2] = -15. / 64;
        c[4 * i + 3] = -1. / 4;
    }
    compare(&(lanes_problems){2, last, 8, b}, &mlcp_defaults);
    compare(&(lanes_problems){4, way, 8, c}, &mlcp_defaults);
}

/* More paths than there is room for: each sample would build a station, and four
   megabytes hold some 450 of 32 unknowns. */
static void no_room(void)
{
    enum { N = 32, COUNT = 2000 };
    static double A[N * N], b[N * COUNT];
    static lcp_answer x[COUNT];
    check_random r = {check_seed(46)};
    arena a = {0};
    lcp_answer one;
    int climbed, climb, solved_ = 0;
    for (int i = 0; i < N * N; i++)
        A[i] = i % (N + 1) == 0 ? 16 : check_uniform(&r, -1, 1);
    for (int i = 0; i < N * COUNT; i++)
        b[i] = check_uniform(&r, -1, 1);
    lanes_problems p = {N, A, COUNT, b};
    CHECK(lcp_answer_new(&a, 0, N, &one).code == 0, "answer");
    for (int i = 0; i < COUNT; i++)
        CHECK(lcp_answer_new(&a, 0, N, &x[i]).code == 0, "answer");
    CHECK(lanes_solve(&p, &mlcp_defaults, &a, x, &climbed).code == 0, "lanes");
    for (int i = 0; i < COUNT; i++) {
        lcp_problem q = {0, N, A, b + i * N};
        CHECK(mlcp_solve(&q, &mlcp_defaults, &a, &one, &climb).code == 0, "one");
        CHECK(same(&one, &x[i], N, 1), "problem %d", i);
        solved_ += one.outcome == LCP_SOLVED;
    }
    CHECK(solved_ == COUNT, "%d solved", solved_);
    arena_free(&a);
}

static void numbers_that_are_none(void)
{
    double A[] = {2, 1, 1, 2},
           b[] = {-1, -1, (double)NAN, -1, -1, -2, -1, (double)INFINITY};
    lanes_problems p = {2, A, 4, b};
    arena a = {0};
    lcp_answer x[4];
    int climbed;
    for (int i = 0; i < 4; i++)
        CHECK(lcp_answer_new(&a, 0, 2, &x[i]).code == 0, "answer");
    perp_status s = lanes_solve(&p, &mlcp_defaults, &a, x, &climbed);
    CHECK(s.code == PERP_INPUT, "code %d", s.code);
    arena_free(&a);
}

static void large_and_empty(void)
{
    check_random r = {check_seed(43)};
    impact_kind k = {5, 9, 2, 0, 0}; /* n = 36: one at a time */
    impact g = impact_new(&r, &k);
    double b[3 * 36];
    samples(&r, 36, 3, g.b, b);
    lanes_problems p = {36, g.A, 3, b}, none = {36, g.A, 0, b};
    compare(&p, &mlcp_defaults);
    compare(&none, &mlcp_defaults);
    impact_free(&g);
}

static void refused_memory(void)
{
    check_random r = {check_seed(44)};
    impact_kind k = {3, 5, 2, 0, 1};
    impact g = impact_new(&r, &k);
    double b[MOST * 25];
    samples(&r, 25, MOST, g.b, b);
    lanes_problems p = {25, g.A, MOST, b};
    mlcp_options o = mlcp_defaults;
    o.only_double = 1;
    perp_status s = {PERP_LIMIT, NULL, NULL};
    for (size_t k_th = 1; s.code != PERP_OK && k_th < 50; k_th++) {
        arena a = {0};
        int climbed;
        lcp_answer *x = arena_take(&a, MOST, sizeof *x);
        for (int i = 0; i < MOST; i++)
            CHECK(lcp_answer_new(&a, 0, 25, &x[i]).code == 0, "answer");
        memory_refuse(k_th);
        s = lanes_solve(&p, &o, &a, x, &climbed);
        memory_refuse(0);
        CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "code %d", s.code);
        arena_free(&a);
    }
    CHECK(s.code == PERP_OK, "never enough");
    impact_free(&g);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(impacts);
    RUN(rays_and_refusals);
    RUN(below_zero_by_rounding);
    RUN(wild_numbers);
    RUN(few_stations);
    RUN(columns_without_reciprocals);
    RUN(no_room);
    RUN(numbers_that_are_none);
    RUN(large_and_empty);
    RUN(refused_memory);
    DONE;
}
