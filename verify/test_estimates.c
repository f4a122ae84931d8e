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

int main(void)
{
    RUN(sums_of_normal_impulses);
    DONE;
}
