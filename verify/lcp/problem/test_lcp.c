#include "base/memory.h"
#include "check.h"

#include "lcp/solve/mlcp.h"

#include <math.h>

static void residual_of_right_and_wrong(void)
{
    double A[] = {2, 1, 1, 2}, b[] = {-5, -6}, work[8];
    double right[] = {4.0 / 3, 7.0 / 3}, wrong[] = {1, 2}, minus[] = {-1, 3.5};
    lcp_problem p = {0, 2, A, b};
    CHECK(lcp_residual(&p, right, work) < 1e-15, "right");
    CHECK(lcp_residual(&p, wrong, work) > 0.05, "wrong");
    CHECK(lcp_residual(&p, minus, work) > 0.1, "negative");
    double small[] = {-5e-12, -6e-12}, zero[] = {0, 0};
    p.b = small;
    CHECK(lcp_residual(&p, zero, work) > 0.1, "small data, z = 0");
    double poison[] = {NAN, 1}, huge[] = {1e308, 1e308};
    CHECK(isinf(lcp_residual(&p, poison, work)), "NaN");
    A[0] = INFINITY;
    CHECK(isinf(lcp_residual(&p, huge, work)), "infinity");
}

static void data_that_are_no_numbers(void)
{
    double A[] = {1, 0, NAN, 1}, b[] = {-1, -1};
    lcp_problem p = {0, 2, A, b};
    lcp_exact_problem e;
    lcp_answer x;
    arena a = {0};
    int climbed;
    perp_status s = lcp_exact_problem_new(&a, &p, &e);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "A(2,1)"), "%s", s.message);
    CHECK(lcp_answer_new(&a, 0, 2, &x).code == 0, "answer");
    CHECK(mlcp_solve(&p, &mlcp_defaults, &a, &x, &climbed).code == PERP_INPUT,
          "solve");
    A[2] = 0;
    b[1] = -INFINITY;
    s = mlcp_solve(&p, &mlcp_defaults, &a, &x, &climbed);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "b(2)"), "%s", s.message);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(residual_of_right_and_wrong);
    RUN(data_that_are_no_numbers);
    DONE;
}
