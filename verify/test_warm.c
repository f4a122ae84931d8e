/**
# A proposed basis is checked, never trusted
*/
#include "lcp_random.h"
#include "slow_lcp.h"
#include "solve/warm.h"

#include <math.h>

static friction some(check_random *r, int i)
{
    friction_kind k = {.velocities = 4,
                       .joints = i % 4 == 0 ? 2 : 0,
                       .dependent = i % 8 == 0,
                       .contacts = 3,
                       .directions = 2,
                       .sticking = i % 5 == 0,
                       .full = i % 2};
    return friction_new(r, &k);
}

/** The problem's own basis is warm; when the forces change a little it mostly
still is, and the answer is as good as a cold one. */
static void the_last_basis(void)
{
    check_random r = {check_seed(101)};
    int own = 0, later = 0, rounds = 200;
    for (int i = 0; i < rounds; i++) {
        friction f = some(&r, i);
        arena a = {0};
        lcp_answer x;
        int climbed, warm;
        CHECK(lcp_answer_new(&a, f.p.free, f.p.n, &x).code == 0, "answer");
        CHECK(warm_solve(&f.p, NULL, &mlcp_defaults, &a, &x, &climbed, &warm)
                          .code == 0 &&
                  !warm,
              "%d", i);
        CHECK(warm_solve(&f.p, x.basis, &mlcp_defaults, &a, &x, &climbed, &warm)
                      .code == 0,
              "%d", i);
        own += warm;
        for (int j = 0; j < f.p.free; j++)
            f.b[j] += f.b[j] * check_uniform(&r, -0.02, 0.02);
        for (int j = 4; j < f.p.free; j++)
            f.b[j] = 0;
        CHECK(warm_solve(&f.p, x.basis, &mlcp_defaults, &a, &x, &climbed, &warm)
                      .code == 0,
              "%d", i);
        CHECK(x.outcome == LCP_SOLVED && x.residual <= mlcp_defaults.residual,
              "%d: %g", i, x.residual);
        later += warm;
        arena_free(&a);
        friction_free(&f);
    }
    printf("warm: %d of %d at once, %d a step later\n", own, rounds, later);
    CHECK(own == rounds && later > rounds / 2, "%d, %d", own, later);
}

/** Whatever is proposed, the basis that comes out is one of a solution, solved exactly
and checked by the oracle; where the proposal failed the answer is the cold one, bit for
bit. Whole numbers, so that doubles are exact where it matters. */
static void any_proposal(void)
{
    check_random r = {check_seed(102)};
    int warms = 0, colds = 0;
    for (int i = 0; i < 300; i++) {
        friction_kind k = {
            .velocities = 3, .contacts = 2, .directions = 2, .integer = 1};
        friction f = friction_new(&r, &k);
        arena a = {0};
        lcp_answer x, cold;
        lcp_exact_problem e;
        lcp_exact_answer y;
        uint8_t basis[16];
        int climbed, warm, right;
        for (int j = 0; j < f.p.n; j++)
            basis[j] = (uint8_t)check_integer(&r, 0, 1);
        CHECK(lcp_answer_new(&a, f.p.free, f.p.n, &x).code == 0, "answer");
        CHECK(lcp_answer_new(&a, f.p.free, f.p.n, &cold).code == 0, "answer");
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
        CHECK(mlcp_solve(&f.p, &mlcp_defaults, &a, &cold, &climbed).code == 0,
              "%d", i);
        if (i % 3 == 0) /* nearly right */
            memcpy(basis, cold.basis, (size_t)f.p.n);
        if (i % 6 == 0)
            basis[check_integer(&r, 0, f.p.n - 1)] ^= 1;
        CHECK(warm_solve(&f.p, basis, &mlcp_defaults, &a, &x, &climbed, &warm)
                      .code == 0,
              "%d", i);
        warms += warm;
        colds += !warm;
        for (int j = 0; !warm && j < f.p.free + f.p.n; j++)
            CHECK(x.z[j] == cold.z[j] && x.w[j] == cold.w[j], "%d: z(%d)", i,
                  j);
        CHECK(lcp_exact_answer_new(&a, e.free, e.n, &y).code == 0, "answer");
        CHECK(basis_solve(&e, x.basis, &a, &y, &right).code == 0 && right,
              "round %d: a wrong basis", i);
        CHECK(slow_solves(&e, y.z), "round %d", i);
        lcp_exact_answer_clear(e.free, e.n, &y);
        CHECK(x.residual <= mlcp_defaults.residual, "%d", i);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
        friction_free(&f);
    }
    printf("%d warm, %d cold\n", warms, colds);
    CHECK(warms > 50 && colds > 100, "one sided");
}

static void bad_numbers(void)
{
    static const double A[] = {1, 0, 0, 1}, b[] = {(double)-INFINITY, -1};
    lcp_problem p = {0, 2, A, b};
    arena a = {0};
    lcp_answer x;
    uint8_t basis[] = {1, 1};
    int climbed, warm;
    CHECK(lcp_answer_new(&a, 0, 2, &x).code == 0, "answer");
    perp_status s =
        warm_solve(&p, basis, &mlcp_defaults, &a, &x, &climbed, &warm);
    CHECK(s.code == PERP_INPUT && !warm, "%d", (int)s.code);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(the_last_basis);
    RUN(any_proposal);
    RUN(bad_numbers);
    DONE;
}
