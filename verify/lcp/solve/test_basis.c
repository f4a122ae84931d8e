#include "basis.h"
#include "lcp_random.h"
#include "slow_lcp.h"

#include "lcp/solve/mlcp.h"
#include "number/rational.h"

/** For each of the 2^n bases: basis_solve says right exactly when schoolbook
Gauss finds a solution with it. */
static void every_basis_is_judged_rightly(void)
{
    check_random r = {check_seed(12)};
    int right_ones = 0;
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
        int n = f.p.n, all = n + f.p.free, pick[32];
        arena a = {0};
        lcp_exact_problem e;
        lcp_exact_answer x;
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
        CHECK(lcp_exact_answer_new(&a, e.free, n, &x).code == 0, "answer");
        mpq_t *z = rational_array(&a, (size_t)all);
        for (unsigned s = 0; s < 1u << n; s++) {
            uint8_t basis[16];
            int m = 0, right;
            for (int i = 0; i < all; i++) {
                if (i >= e.free)
                    basis[i - e.free] = s >> (i - e.free) & 1;
                if (i < e.free || basis[i - e.free])
                    pick[m++] = i;
                mpq_set_ui(z[i], 0, 1);
            }
            int slow = slow_gauss(&e, m, pick, z) && slow_solves(&e, z);
            CHECK(basis_solve(&e, basis, &a, &x, &right).code == 0, "solve");
            /* a singular basis may be solved by setting a pair to zero */
            CHECK(slow ? right : !right || lcp_exact_check(&e, &x).code == 0,
                  "round %d, basis %u: %d and %d", round, s, slow, right);
            for (int i = 0; slow && i < all; i++)
                CHECK(mpq_equal(z[i], x.z[i]) || k.dependent, "z(%d)", i);
            right_ones += slow;
        }
        rational_clear(z, (size_t)all);
        lcp_exact_answer_clear(e.free, n, &x);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
        friction_free(&f);
    }
    printf("%d bases were right\n", right_ones);
    CHECK(right_ones >= check_times(60), "too few to mean anything");
}

/** Sizes of a double's whole range in one system. */
static void far_apart_exponents(void)
{
    double A[] = {0x1p900, 0x1p-900, 0x1p-1000, 0x1p800},
           b[] = {-1, -0x1p-1074};
    lcp_problem p = {0, 2, A, b};
    arena a = {0};
    lcp_exact_problem e;
    lcp_exact_answer x;
    uint8_t basis[] = {1, 0}, both[] = {1, 1};
    int right;
    CHECK(lcp_exact_problem_new(&a, &p, &e).code == 0, "problem");
    CHECK(lcp_exact_answer_new(&a, 0, 2, &x).code == 0, "answer");
    CHECK(basis_solve(&e, basis, &a, &x, &right).code == 0 && !right, "one");
    CHECK(basis_solve(&e, both, &a, &x, &right).code == 0 && right, "both");
    CHECK(mpq_cmp_ui(x.z[0], 1, 1) < 0 && mpq_sgn(x.z[1]) > 0, "signs");
    lcp_exact_answer_clear(0, 2, &x);
    lcp_exact_problem_clear(&e);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(every_basis_is_judged_rightly);
    RUN(far_apart_exponents);
    DONE;
}
