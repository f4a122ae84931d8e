#include "chain.h"
#include "check.h"

/* A statement that is refuted under its name, wherever a row is spoilt. */
static int refuted(spoil how, const char *name, uint64_t seed)
{
    chain_sums sums;
    chain_kind k = {.z = {4, 1, 1, 1},
                    .g = {.alpha = 0.5, .gamma = 0.5, .h = 1.0 / 32},
                    .steps = 6,
                    .at = 3,
                    .how = how};
    estimates x = chain_run(seed, &k, &sums);
    return x.refuted > 0 && strstr(x.first, "row 3") != NULL &&
           strstr(x.first, name) != NULL;
}

/* Verifies GAP08 (7.9), (7.10). Chains of solved steps keep every statement, and
   the sum of the normal impulses, added up here once more, lies below its
   bound; one spoilt number in one row makes a statement false, in that row. */
static void sums_of_normal_impulses(void)
{
    check_random rng = {check_seed(321)};
    int pressed = 0;
    for (int trial = 0; trial < 40; trial++) {
        uint64_t seed = check_bits(&rng);
        chain_sums sums;
        chain_kind k = {.z = {4, check_integer(&rng, 0, 1),
                              check_integer(&rng, 1, 2),
                              check_integer(&rng, 0, 2)},
                        .g = {.alpha = check_integer(&rng, 4, 8) / 8.0,
                              .gamma = 0,
                              .h = 1.0 / 32},
                        .steps = 8};
        k.g.gamma = k.g.alpha;
        estimates x = chain_run(seed, &k, &sums);
        CHECK(x.refuted == 0, "trial %d: %s", trial, x.first);
        CHECK(x.rows == 8 && x.same_mass, "%ld rows", x.rows);
        CHECK(x.blunt > 0 || fabs(x.cn - sums.cn) <= 1e-12 * (1 + sums.cn),
              "trial %d: %g, not %g", trial, x.cn, sums.cn);
        CHECK(x.cn <= x.cn_bound * (1 + 1e-12), "trial %d", trial);
        CHECK((x.windows > 0) == (x.margin > 0), "trial %d: margin %g", trial,
              x.margin);
        pressed += x.cn > 0;
    }
    CHECK(pressed > 15, "%d chains with contact", pressed);
    int found = 0;
    for (int trial = 0; trial < 10; trial++) {
        uint64_t seed = check_bits(&rng);
        found += refuted(SPOIL_VELOCITY, "(7.4)", seed);
        found += refuted(SPOIL_NORMAL, "(7.4)", seed);
        found += refuted(SPOIL_JOINT, "(7.4)", seed);
    }
    CHECK(found == 30, "%d of 30 spoilt rows found", found);
    VERIFIES("GAP08 (7.9), (7.10)");
}

/* A ball of 2 kg and its floor: a row from v to `to`, in which the weight brings
   -4 N s and the floor n c_n. */
typedef struct {
    double n, v, to, cn;
} landing;

static estimates ball(int rows, const landing *l)
{
    const step_random_sizes z = {1, 0, 1, 0};
    const alpha_gamma g = {.alpha = 0.5, .gamma = 0.5, .h = 0x1p-5};
    const perp_system sys = step_random_system(z);
    const double q[1] = {0}, gap[1] = {0};
    check_random rng = {323};
    arena a = {0};
    solved_random s;
    estimator *m;
    estimates x;
    solved_random_from(&s, &rng, z, &g, NULL);
    mpq_set_ui(s.r.exact.M[0], 2, 1);
    mpq_set_si(s.r.exact.k0[0], -32 * 4, 1);
    mpq_set_si(s.r.exact.k1[0], -32 * 4, 1);
    CHECK(estimator_new(&a, &sys, s.x.h, &m).code == PERP_OK, "memory");
    for (int i = 0; i < rows; i++) {
        mpq_set_d(s.r.exact.n[0], l[i].n);
        mpq_set_d(s.r.exact.v[0], l[i].v);
        mpq_set_d(s.r.y_exact.v[0], l[i].to);
        mpq_set_d(s.r.y_exact.x[0], (l[i].v + l[i].to) / 2);
        mpq_set_d(s.r.y_exact.cn[0], l[i].cn);
        estimate_row row = {.step = s.t,
                            .nq = 1,
                            .q_from = q,
                            .q_to = q,
                            .gap_from = gap,
                            .gap_to = gap};
        CHECK(estimator_add(m, &row).code == PERP_OK, "memory");
    }
    CHECK(estimator_end(m, &x).code == PERP_OK, "overflow");
    estimator_free(m);
    solved_random_free(&s);
    arena_free(&a);
    return x;
}

/* (7.10) is attained by a ball that comes, is thrown back and has a weight: n c_n =
   |M v| + |M v+| + h |k1|. A c_n beyond that breaks the balance, as (7.4), (8.7) and
   (7.8) have it, and the bound, one below it the balance alone. A ball that still falls has less than its bound.
   A window's margin is 1 where it opens; it gets 3/4 where n does, which divides
   the bound (6 + 8 + 8), and where n is less than half as long another one opens. In
   its second row the ball is pushed while it flies away: (5.2), and nothing else.

   Verifies GAP08 (7.9), (7.10). */
static void the_bound_is_attained(void)
{
    for (int more = -1; more <= 1; more++) {
        const landing back = {0.5, -3, 3, 32 + more * 0x1p-20};
        estimates x = ball(1, &back);
        CHECK(x.refuted == (more > 0) + 3 * (more != 0), "%d: %ld, %s", more,
              x.refuted, x.first);
        CHECK(x.windows == 1 && x.cn == back.cn && x.cn_bound == 32, "%g",
              x.cn_bound);
    }
    const landing falls = {0.5, -5, -1, 24};
    estimates x = ball(1, &falls);
    CHECK(x.refuted == 0 && x.cn == 24 && x.cn_bound == 32, "%g", x.cn_bound);
    const landing rows[] = {
        {1, -3, 3, 16}, {0.75, 3, 4, 8}, {0.125, -3, 3, 128}};
    x = ball(3, rows);
    CHECK(x.refuted == 1 && strncmp(x.first, "row 1: (5.2)", 12) == 0 &&
              x.windows == 2 && x.margin == 0.75 && x.cn == 152 &&
              fabs(x.cn_bound - (6 + 8 + 8) / 0.75 - 128) < 1e-12,
          "%ld windows, %g: %g, at most %g; %s", x.windows, x.margin, x.cn,
          x.cn_bound, x.first);
    VERIFIES("GAP08 (7.9), (7.10)");
}

int main(void)
{
    RUN(sums_of_normal_impulses);
    RUN(the_bound_is_attained);
    DONE;
}
