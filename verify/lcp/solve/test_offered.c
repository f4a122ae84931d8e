/* A basis that is offered is taken when schoolbook Gauss in fractions solves the problem
   with it, and what is taken solves the problem by its own rows. */
#include "lcp_random.h"
#include "slow_lcp.h"

#include "lcp/solve/offered.h"
#include "number/rational.h"

#include <math.h>

/* Pair i of an answer: no sign is wrong, z is zero off the basis, w on it, and w is
   the row, all but for `bar`. */
static int pair_holds(const lcp_problem *p, const lcp_answer *x, int i,
                      long double row, long double bar)
{
    const double z = x->z[i], w = x->w[i];
    if (x->basis[i - p->free])
        return z >= 0 && w == 0 && fabsl(row) < bar;
    return z == 0 && w >= 0 && fabsl(row - w) < bar;
}

/* z solves p, by sums of long doubles, to 1e-11 of the largest term of all rows. */
static int solves(const lcp_problem *p, const lcp_answer *x)
{
    const int all = p->free + p->n;
    long double row[64], most = 0;
    int fine = 1;
    for (int i = 0; i < all; i++) {
        row[i] = p->b[i];
        for (int j = 0; j < all; j++) {
            const long double term = (long double)p->A[i * all + j] * x->z[j];
            row[i] += term;
            most = most > fabsl(term) ? most : fabsl(term);
        }
    }
    for (int i = 0; i < all; i++)
        fine &= i < p->free
                    ? x->w[i] == 0 && fabsl(row[i]) <= 1e-11L * most
                    : pair_holds(p, x, i, row[i], 1e-11L * most + 1e-300L);
    return fine;
}

static int counts[2][2]; /* right by fractions; taken */

static void one_basis(const lcp_problem *p, const lcp_exact_problem *e,
                      const uint8_t *basis, arena *a, mpq_t *z)
{
    int all = p->free + p->n, m = 0, pick[64], taken;
    lcp_answer x;
    CHECK(lcp_answer_new(a, p->free, p->n, &x).code == 0, "answer");
    for (int i = 0; i < all; i++) {
        if (i < p->free || basis[i - p->free])
            pick[m++] = i;
        mpq_set_ui(z[i], 0, 1);
    }
    const int slow = slow_gauss(e, m, pick, z) && slow_solves(e, z);
    const arena_mark before = arena_here(a);
    CHECK(offered_solve(p, basis, &mlcp_defaults, a, &x, &taken).code == 0,
          "solve");
    const arena_mark behind = arena_here(a);
    CHECK(memcmp(&before, &behind, sizeof before) == 0, "the arena");
    counts[slow][taken]++;
    CHECK(taken || !slow, "a solution's basis was refused");
    CHECK(!taken || (x.outcome == LCP_SOLVED && x.pivots == 0 && solves(p, &x)),
          "what was taken is no solution");
    for (int i = 0; i < p->n && taken; i++)
        CHECK(x.basis[i] <= basis[i] && (!slow || x.basis[i] == basis[i] ||
                                         mpq_sgn(z[p->free + i]) == 0),
              "the basis, %d", i);
}

/** Each of the 2^n bases of friction problems, with whole numbers, so that a sign that is
wrong is wrong by more than rounding. A basis that is none, or has a z_i below zero, may be
taken without that z_i: then the answer is one, and says so in its own basis. */
static void every_basis_is_judged_rightly(void)
{
    check_random r = {check_seed(2018)};
    for (int round = 0; round < check_times(60); round++) {
        friction_kind k = {.velocities = 3,
                           .joints = round % 3 == 0 ? 2 : 0,
                           .dependent = 1,
                           .contacts = 1 + round % 2,
                           .directions = 2,
                           .full = round % 10 == 9,
                           .sticking = round % 2,
                           .skew = 1};
        friction f = friction_new(&r, &k);
        arena a = {0};
        lcp_exact_problem e;
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
        const size_t all = (size_t)(f.p.free + f.p.n);
        mpq_t *z = rational_array(&a, all);
        for (unsigned s = 0; s < 1u << f.p.n; s++) {
            uint8_t basis[16];
            for (int i = 0; i < f.p.n; i++)
                basis[i] = s >> i & 1;
            one_basis(&f.p, &e, basis, &a, z);
        }
        rational_clear(z, all);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
        friction_free(&f);
    }
    printf("right and taken %d, taken in part %d, refused %d\n", counts[1][1],
           counts[0][1], counts[0][0]);
    CHECK(counts[1][1] >= check_times(60) &&
              counts[0][0] > check_times(1000), "too few");
}

/* The sliding block of the wing's README. */
static const double block[] = {1, 0,  0, 0, 0,   1,  -1, 1,
                               0, -1, 1, 1, 0.5, -1, -1, 0},
                    fall[] = {-1, 1, -1, 0};

/** By hand: it slides, z = (1, 0, 1/2, 1/2). Sticking asks for more friction than there is:
w_4 = -1/2; sliding the other way, lambda = -3/2. */
static void the_block(void)
{
    const lcp_problem p = {0, 4, block, fall};
    const uint8_t slides[] = {1, 0, 1, 1}, sticks[] = {1, 0, 1, 0},
                  back[] = {1, 1, 0, 1}, falls[] = {0, 0, 0, 0};
    const double z[] = {1, 0, 0.5, 0.5}, w[] = {0, 1, 0, 0};
    const uint8_t *wrong[] = {sticks, back, falls};
    arena a = {0};
    lcp_answer x;
    int taken;
    CHECK(lcp_answer_new(&a, 0, 4, &x).code == 0, "answer");
    CHECK(offered_solve(&p, slides, &mlcp_defaults, &a, &x, &taken).code == 0,
          "solve");
    CHECK(taken && memcmp(x.z, z, sizeof z) == 0 &&
              memcmp(x.w, w, sizeof w) == 0,
          "the block");
    for (int i = 0; i < 3; i++) {
        CHECK(
            offered_solve(&p, wrong[i], &mlcp_defaults, &a, &x, &taken).code ==
                0,
            "solve");
        CHECK(!taken && x.residual > 0.05, "basis %d: %g", i, x.residual);
    }
    arena_free(&a);
}

/** How wrong a sign has to be: [1 -1; -1 2] z + (-1, 1 - t), with both basic z_2 = t. So
the basis {z_1, w_2} has w_2 = -t. Beside rows of size 2 it is seen beyond 2^-40, and the other
basis, right for each t >= 0, is always taken. */
static void small_signs(void)
{
    const uint8_t one[] = {1, 0}, both[] = {1, 1};
    for (int bits = 30; bits < 50; bits++) {
        const double A[] = {1, -1, -1, 2}, b[] = {-1, 1 - ldexp(1, -bits)};
        const lcp_problem p = {0, 2, A, b};
        arena a = {0};
        lcp_answer x;
        int taken;
        CHECK(lcp_answer_new(&a, 0, 2, &x).code == 0, "answer");
        CHECK(offered_solve(&p, one, &mlcp_defaults, &a, &x, &taken).code == 0,
              "solve");
        CHECK(bits < 38 ? !taken : bits < 42 || taken, "2^-%d: %g", bits,
              x.residual);
        CHECK(offered_solve(&p, both, &mlcp_defaults, &a, &x, &taken).code == 0,
              "solve");
        CHECK(taken && fabs(x.z[1] - ldexp(1, -bits)) < 1e-15, "2^-%d", bits);
        arena_free(&a);
    }
}

/** NaN, infinity and numbers that overflow on the way are never taken. */
static void what_is_no_number(void)
{
    const double bad[] = {NAN, INFINITY, 0};
    const uint8_t both[] = {1, 1};
    for (int i = 0; i < 3; i++) {
        const double A[] = {1e-300, bad[i], bad[i], 1}, b[] = {-1e300, -1};
        const lcp_problem p = {0, 2, A, b};
        arena a = {0};
        lcp_answer x;
        int taken;
        CHECK(lcp_answer_new(&a, 0, 2, &x).code == 0, "answer");
        CHECK(offered_solve(&p, both, &mlcp_defaults, &a, &x, &taken).code == 0,
              "solve");
        CHECK(!taken, "%g: %g", bad[i], x.residual);
        arena_free(&a);
    }
}

enum { BLOCK = 1 << 16 }; /* bytes of an arena's block */

/** The block has so many bytes left and the heap gives no other: an error, and nothing is
taken, until all requests find room. */
static void no_memory(void)
{
    const lcp_problem p = {0, 4, block, fall};
    const uint8_t slides[] = {1, 0, 1, 1};
    perp_code said = PERP_LIMIT;
    int refused = 0;
    for (size_t left = 0; said != PERP_OK && left < 1 << 13; left += 64) {
        arena own = {0}, a = {0};
        lcp_answer x;
        int taken = 7;
        CHECK(lcp_answer_new(&own, 0, 4, &x).code == 0, "answer");
        CHECK(arena_take_any(&a, BLOCK - left, 1) != NULL, "filled");
        memory_refuse(1);
        said = offered_solve(&p, slides, &mlcp_defaults, &a, &x, &taken).code;
        memory_refuse(0);
        CHECK(taken == (said == PERP_OK) && (taken || said == PERP_LIMIT),
              "%zu bytes: %d", left, (int)said);
        refused += !taken;
        arena_free(&a);
        arena_free(&own);
    }
    CHECK(said == PERP_OK && refused > 2, "%d", refused);
}

int main(void)
{
    RUN(every_basis_is_judged_rightly);
    RUN(the_block);
    RUN(small_signs);
    RUN(what_is_no_number);
    RUN(no_memory);
    DONE;
}
