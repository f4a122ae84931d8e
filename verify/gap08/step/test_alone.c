/* What is proven to have one velocity has one, by brute force over all bases. */
#include "basis.h"
#include "jumps.h"
#include "gap08/step/alone.h"
#include "lcp/solve/ladder.h"

#include <math.h>

/* How many different x the solutions of all 2^n bases have; a basis that is
   singular is left out. */
static int velocities(const jump *j)
{
    arena a = {0};
    lcp_exact_problem p;
    lcp_exact_answer x[2];
    uint8_t basis[16];
    int found = 0, right;
    CHECK(lcp_exact_problem_new(&a, &j->p, &p).code == PERP_OK, "problem");
    for (int i = 0; i < 2; i++)
        CHECK(lcp_exact_answer_new(&a, p.free, p.n, &x[i]).code == PERP_OK,
              "room");
    for (int bits = 0; bits < 1 << p.n && found < 2; bits++) {
        for (int i = 0; i < p.n; i++)
            basis[i] = bits >> i & 1;
        right = 0;
        perp_status s = basis_solve(&p, basis, &a, &x[found], &right);
        CHECK(s.code == PERP_OK, "%s", s.message);
        if (!right)
            continue;
        if (found == 0)
            found = 1;
        else
            for (int i = 0; i < p.free; i++)
                if (!mpq_equal(x[0].z[i], x[1].z[i]))
                    found = 2;
    }
    for (int i = 0; i < 2; i++)
        lcp_exact_answer_clear(p.free, p.n, &x[i]);
    lcp_exact_problem_clear(&p);
    arena_free(&a);
    return found;
}

static void never_where_there_are_two(void)
{
    check_random r = {check_seed(31)};
    int proven = 0, two = 0, missed = 0;
    arena a = {0};
    for (int k = 0; k < check_times(400); k++) {
        jump j;
        const int p = 1 + k % 2;
        jump_random(&r, 2 + k % 3, p, 1, k % 5 == 0 ? 40 : 6, &j);
        const int yes = alone_proven(&a, &compression, &j.d, &j.p);
        const int many = velocities(&j);
        CHECK(!yes || many < 2, "round %d: proven, and %d velocities", k, many);
        proven += yes;
        two += many > 1;
        missed += !yes && many == 1;
    }
    CHECK(proven > check_times(60) && two > check_times(5), "%d proven, %d with two", proven, two);
    printf("%d proven, %d with two velocities, %d with one not proven\n",
           proven, two, missed);
    arena_free(&a);
}

/* Without friction always; contacts may depend on each other. */
static void always_without_friction(void)
{
    check_random r = {check_seed(32)};
    arena a = {0};
    for (int k = 0; k < 200; k++) {
        jump j;
        jump_random(&r, 1 + k % 6, 1 + k % 4, k % 2, 0, &j);
        CHECK(alone_proven(&a, &compression, &j.d, &j.p), "round %d", k);
    }
    arena_free(&a);
}

/* A motor at its stop: the second normal is the first one's slip, so the columns are
   dependent. Where the first normal has a coordinate to itself it may be proven, and
   is true; where the slip has that coordinate, too, it follows from nothing. */
static void a_coordinate_of_its_own(void)
{
    check_random r = {check_seed(33)};
    arena a = {0};
    int proven = 0;
    for (int k = 0; k < 60; k++) {
        jump j;
        jump_random(&r, 3, 2, 1, 24, &j);
        const int shared = k % 3 == 0;
        j.n[0] = 1 + k % 2;
        j.slip[0] = shared ? 1 : 0;
        j.n[3] = -j.slip[0];
        j.n[4] = -j.slip[1];
        j.n[5] = -j.slip[2];
        j.mu[1] = 0;
        jump_pose(&j);
        const int yes = alone_proven(&a, &compression, &j.d, &j.p);
        const int many = velocities(&j);
        CHECK(!yes || many < 2, "round %d: proven, and %d velocities", k, many);
        proven += yes && j.mu[0] > 0;
    }
    CHECK(proven > 4, "%d proven", proven);
    arena_free(&a);
}

/** A mass point on a plane, $M = 3 I$, a unit $d$, and a unit $n$ that is not quite
across it, $n^T d = c$, $s^2 = 1 - c^2$. What determines $c_n$ is $n$ without its part
along $d$, over $s^2$: of length $1/s$ and across $d$. So the bound is $\mu < 2 s$, less
the margin, whatever the mass. The third time $n$ lies across $d$ and both are turned, so
that no coordinate is the normal's own, and as many columns push as there are
velocities. */
static void where_the_bound_is(void)
{
    arena a = {0};
    for (int angle = 0; angle < 3; angle++)
        for (int beyond = -1; beyond <= 1; beyond += 2) {
            jump j = {.d = {.nv = 2, .p = 1}, .slip_at = {0, 1}};
            const double c = angle == 1 ? 0.6 : 0, s = angle == 1 ? 0.8 : 1;
            j.M[0] = j.M[3] = 3;
            j.n[0] = c;
            j.n[1] = s;
            j.slip[0] = 1;
            if (angle == 2) {
                j.n[0] = j.slip[1] = 0.6;
                j.n[1] = 0.8;
                j.slip[0] = -0.8;
            }
            j.mu[0] = 2 * s * (1 - 0x1p-10) * (1 + beyond * 1e-6);
            j.v[1] = -1;
            jump_pose(&j);
            CHECK(alone_proven(&a, &compression, &j.d, &j.p) == (beyond < 0),
                  "angle %d, beyond %d", angle, beyond);
        }
    arena_free(&a);
}

/** Painlevé's paradox however small it is: $M = I$, $n = (1, \epsilon)$, $d = (1, 0)$, $\mu =
4$, $v = (2\epsilon, -1)$. $v$ itself separates; and with $c_n = \epsilon/(3 - \epsilon^2)$ the
slip, braked, closes the contact: more than one velocity, down to the last double. */
static void the_smallest_entries(void)
{
    arena a = {0};
    for (int power = -1; power >= -1073; power -= power > -900 ? 134 : 6) {
        jump j = {.d = {.nv = 2, .p = 1}, .slip_at = {0, 1}};
        j.M[0] = j.M[3] = 1;
        j.n[0] = j.slip[0] = 1;
        j.n[1] = ldexp(1, power);
        j.mu[0] = 4;
        j.v[0] = ldexp(2, power);
        j.v[1] = -1;
        jump_pose(&j);
        CHECK(velocities(&j) == 2, "2^%d: one velocity", power);
        CHECK(!alone_proven(&a, &compression, &j.d, &j.p), "2^%d: proven",
              power);
    }
    arena_free(&a);
}

/** $\mu p q$ with $M^{-1} = \operatorname{diag}(1, 4)$, whose $q$ is not unit. */
static void lengths(void)
{
    const double M[] = {1, 0.5, 0.5, 2}, x[] = {3, -1};
    CHECK(fabs(alone_length(2, M, x) - sqrt(8)) < 1e-15, "%g",
          alone_length(2, M, x));
}

int main(void)
{
    RUN(never_where_there_are_two);
    RUN(always_without_friction);
    RUN(a_coordinate_of_its_own);
    RUN(where_the_bound_is);
    RUN(the_smallest_entries);
    RUN(lengths);
    DONE;
}
