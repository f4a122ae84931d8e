#include "lcp_random.h"

#include "lcp/solve/mlcp.h"

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

int main(void)
{
    memory_adopt_gmp();
    RUN(a_spoilt_answer_is_refused);
    RUN(a_spoilt_ray_is_refused);
    DONE;
}
