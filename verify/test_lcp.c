#include "lcp_random.h"
#include "slow_lcp.h"

#include "lcp/mlcp.h"

#include <math.h>

static void residual_of_right_and_wrong(void)
{
    double A[] = {2, 1, 1, 2}, b[] = {-5, -6}, work[4];
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

/* A solved problem and its exact answer, to be spoilt in one place. */
typedef struct {
    arena a;
    friction f;
    lcp_exact_problem e;
    lcp_exact_answer x;
} solved;

static solved solved_new(uint64_t seed, int unsolvable)
{
    solved s = {0};
    check_random r = {seed};
    friction_kind k = {.velocities = 3,
                       .joints = 1,
                       .contacts = 2,
                       .directions = 2,
                       .unsolvable = unsolvable};
    int fallback;
    s.f = friction_new(&r, &k);
    CHECK(lcp_exact_problem_new(&s.a, &s.f.p, &s.e).code == 0, "problem");
    CHECK(lcp_exact_answer_new(&s.a, 4, s.f.p.n, &s.x).code == 0, "answer");
    CHECK(mlcp_prove(&s.e, NULL, &s.a, &s.x, &fallback).code == 0, "prove");
    return s;
}

static void solved_free(solved *s)
{
    lcp_exact_answer_clear(4, s->f.p.n, &s->x);
    lcp_exact_problem_clear(&s->e);
    friction_free(&s->f);
    arena_free(&s->a);
}

/** Every single number of an exact answer matters: changed by one part in
10^30 it is refused. */
static void a_spoilt_answer_is_refused(void)
{
    mpq_t tiny;
    mpq_init(tiny);
    mpz_ui_pow_ui(mpq_denref(tiny), 10, 30);
    mpz_set_ui(mpq_numref(tiny), 1);
    for (uint64_t seed = 1; seed < 20; seed++) {
        solved s = solved_new(seed, 0);
        CHECK(lcp_exact_check(&s.e, &s.x).code == PERP_OK, "as it was");
        mpq_t *all[] = {s.x.z, s.x.w};
        for (int v = 0; v < 2; v++)
            for (int i = 0; i < s.e.free + s.e.n; i++) {
                /* the slack of a cone may move where nothing pushes */
                int slack = v == 0 && i >= s.e.free + 6;
                mpq_add(all[v][i], all[v][i], tiny);
                CHECK(slack || lcp_exact_check(&s.e, &s.x).code == PERP_REFUTED,
                      "seed %d, vector %d, entry %d", (int)seed, v, i);
                mpq_sub(all[v][i], all[v][i], tiny);
            }
        for (int i = 0; i < s.e.n; i++) {
            int moves = mpq_sgn(s.x.z[s.e.free + i]) != 0 ||
                        mpq_sgn(s.x.w[s.e.free + i]) != 0;
            s.x.basis[i] ^= 1;
            CHECK(!moves || lcp_exact_check(&s.e, &s.x).code == PERP_REFUTED,
                  "basis %d", i);
            s.x.basis[i] ^= 1;
        }
        s.x.outcome = LCP_RAY;
        CHECK(lcp_exact_check(&s.e, &s.x).code == PERP_REFUTED, "no claim");
        solved_free(&s);
    }
    mpq_clear(tiny);
}

static void a_spoilt_ray_is_refused(void)
{
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    for (uint64_t seed = 1; seed < 20; seed++) {
        solved s = solved_new(seed, 1);
        CHECK(s.x.outcome == LCP_RAY, "no solution");
        CHECK(lcp_exact_check_ray(&s.e, NULL, &s.x).code == PERP_OK, "it was");
        mpq_t *all[] = {s.x.w, s.x.dw};
        for (int v = 0; v < 2; v++)
            for (int i = 0; i < s.e.free + s.e.n; i++) {
                mpq_add(all[v][i], all[v][i], one);
                CHECK(lcp_exact_check_ray(&s.e, NULL, &s.x).code ==
                          PERP_REFUTED,
                      "vector %d, entry %d", v, i);
                mpq_sub(all[v][i], all[v][i], one);
            }
        for (int i = 0; i < s.e.free + s.e.n; i++)
            mpq_set_ui(s.x.dz[i], 0, 1);
        CHECK(lcp_exact_check_ray(&s.e, NULL, &s.x).code == PERP_REFUTED,
              "the primary ray");
        solved_free(&s);
    }
    mpq_clear(one);
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
    RUN(a_spoilt_answer_is_refused);
    RUN(a_spoilt_ray_is_refused);
    RUN(data_that_are_no_numbers);
    DONE;
}
