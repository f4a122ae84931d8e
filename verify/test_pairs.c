#include "chain.h"
#include "check.h"

/* Verifies GAP08 (7.11), (7.12), (7.13), (7.14), (7.15), (7.16), (7.17). Chains
   with joints: weighted joint impulses and velocity variations, added up here
   once more, lie below bounds made of normal impulses and forces. */
static void sums_of_joint_impulses(void)
{
    check_random rng = {check_seed(331)};
    int held = 0;
    for (int trial = 0; trial < 40; trial++) {
        uint64_t seed = check_bits(&rng);
        chain_sums sums;
        chain_kind k = {
            .z = {5, check_integer(&rng, 1, 2), check_integer(&rng, 0, 2), 1},
            .g = {.alpha = check_integer(&rng, 4, 8) / 8.0,
                  .gamma = 0,
                  .h = 1.0 / 32},
            .steps = 8};
        k.g.gamma = k.g.alpha;
        estimates x = chain_run(seed, &k, &sums);
        CHECK(x.refuted == 0, "trial %d: %s", trial, x.first);
        CHECK(fabs(x.tv - sums.tv) < 1e-10 * (1 + sums.tv) &&
                  fabs(x.tv_plain - sums.tv_plain) <
                      1e-10 * (1 + sums.tv_plain),
              "trial %d: variations %g, not %g", trial, x.tv, sums.tv);
        CHECK(x.pairs == 7, "%ld pairs", x.pairs);
        CHECK(x.joint == 0 ||
                  fabs(x.joint - sums.joint) < 1e-10 * (1 + sums.joint),
              "trial %d: %g, not %g", trial, x.joint, sums.joint);
        CHECK(x.joint <= x.joint_bound * (1 + 1e-12) &&
                  x.tv <= x.tv_bound * (1 + 1e-12),
              "trial %d", trial);
        held += x.joint > 0;
    }
    CHECK(held > 30, "%d chains held", held);
    VERIFIES("GAP08 (7.11), (7.12), (7.13), (7.14), (7.15), (7.16), (7.17)");
}

/* The bound of (7.16) is attained by a joint that holds a mass in one
   dimension: it answers the force, and nothing else acts. */
static void the_bound_is_attained(void)
{
    check_random rng = {check_seed(335)};
    int held = 0;
    for (int trial = 0; trial < 40; trial++) {
        chain_sums sums;
        chain_kind k = {
            .z = {1, 1, 0, 0}, .g = {.h = 1.0 / 32}, .steps = 6, .at = -1};
        k.g.alpha = k.g.gamma = check_integer(&rng, 4, 8) / 8.0;
        estimates x = chain_run(check_bits(&rng), &k, &sums);
        CHECK(x.refuted == 0, "trial %d: %s", trial, x.first);
        CHECK(fabs(x.joint_bound - x.joint) <= 1e-12 * x.joint,
              "trial %d: %g, at most %g", trial, x.joint, x.joint_bound);
        held += x.joint > 0;
    }
    CHECK(held > 30, "%d chains held", held);
}

/* What the balance (7.4) does not see: an impulse and a velocity that agree
   with each other, or a weighted velocity that moves a joint. */
static void spoilt_pairs(void)
{
    check_random rng = {check_seed(333)};
    int found = 0, tried = 0;
    for (int trial = 0; trial < 20; trial++) {
        uint64_t seed = check_bits(&rng);
        for (int how = SPOIL_BOTH; how <= SPOIL_MEAN; how++) {
            chain_sums sums;
            chain_kind k = {.z = {4, 1, 1, 1},
                            .g = {.alpha = 0.75, .gamma = 0.75, .h = 1.0 / 32},
                            .steps = 6,
                            .at = 3,
                            .how = (spoil)how};
            estimates x = chain_run(seed, &k, &sums);
            tried++;
            found += x.refuted > 0 && strstr(x.first, "row 3") != NULL;
        }
    }
    CHECK(found == tried, "%d of %d found", found, tried);
}

int main(void)
{
    RUN(sums_of_joint_impulses);
    RUN(the_bound_is_attained);
    RUN(spoilt_pairs);
    DONE;
}
