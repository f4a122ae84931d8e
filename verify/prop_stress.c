/**
# Stress

Planar friction that doubles cannot see through: masses a million times apart,
contacts in pairs that differ by 1e-13, up to twenty of them; and mass ratios
from 1 to 1e8. AP02's Theorem 2.2 holds for every one, so every one must be
proven. Without an argument a small set; with `long` all of it.
*/
#include "planar_random.h"

#include "num/limit.h"
#include "solve/climb.h"

typedef struct {
    int problems, proven, cold;
    double seconds, slowest;
} tally;

static int smallest = 1 << 30;
static uint64_t smallest_seed;

static void prove(arena *a, const planar *f, tally *t, uint64_t seed)
{
    lcp_exact_problem e;
    lcp_claim c;
    int before = check_failures;
    CHECK(lcp_exact_problem_new(a, &f->p, &e).code == 0, "problem");
    CHECK(lcp_claim_new(a, e.free, e.n, &c).code == 0, "claim");
    ladder_question q = {.p = &e};
    double start = limit_now();
    CHECK(climb_decide(&f->p, &q, a, &c, NULL).code == 0 &&
              c.outcome == LCP_SOLVED,
          "seed %llu", (unsigned long long)seed);
    double took = limit_now() - start;
    CHECK(lcp_claim_check(&e, &c, NULL).code == 0, "seed %llu",
          (unsigned long long)seed);
    t->problems++;
    t->proven += check_failures == before;
    t->cold += c.fallback;
    t->seconds += took;
    t->slowest = took > t->slowest ? took : t->slowest;
    if (check_failures != before && f->p.n < smallest) {
        smallest = f->p.n;
        smallest_seed = seed;
    }
    lcp_claim_clear(&c);
    lcp_exact_problem_clear(&e);
}

static void family(const char *name, planar_kind k, int count, uint64_t seed)
{
    tally t = {0};
    arena a = {0};
    for (int i = 0; i < count; i++) {
        uint64_t own = seed + ((uint64_t)i << 16);
        check_random r = {own};
        arena_mark mark = arena_here(&a);
        planar f = planar_new(&r, &k);
        prove(&a, &f, &t, own);
        planar_free(&f);
        arena_release(&a, mark);
    }
    arena_free(&a);
    printf("%s, %2d contacts, masses to %.0e: %d of %d proven, %d by exact "
           "Lemke; mean %.2f ms, slowest %.0f ms\n",
           name, k.contacts, k.mass_ratio, t.proven, t.problems, t.cold,
           1e3 * t.seconds / t.problems, 1e3 * t.slowest);
    fflush(stdout);
}

static int is_long;

/** Verifies AP02 (Thm2.2): mass ratio 1e6, contact pairs 1e-13 apart. */
static void pairs_of_contacts(void)
{
    static const int contacts[] = {1, 2, 5, 8, 10, 20};
    static const int count[] = {400, 300, 100, 40, 60, 20};
    uint64_t seed = check_seed(20260);
    for (int i = 0; i < (is_long ? 6 : 4); i++) {
        int m = contacts[i];
        planar_kind k = {(m + 1) / 2, m, 1e6, 1e-13};
        family("pairs", k, is_long && m < 10 ? 200 : count[i],
               seed + (uint64_t)m);
    }
    VERIFIES("AP02 (Thm2.2)");
}

/** Verifies AP02 (Thm2.2): every friction problem at any mass ratio. */
static void mass_ratios(void)
{
    static const int contacts[] = {2, 5, 8, 12, 20};
    static const double ratio[] = {1, 1e2, 1e4, 1e6, 1e8};
    uint64_t seed = check_seed(20261);
    for (int i = 0; i < (is_long ? 5 : 3); i++)
        for (int j = 0; j < 5; j++) {
            int m = contacts[i];
            planar_kind k = {m > 2 ? (2 * m + 2) / 3 : m, m, ratio[j], 0};
            family("piles", k, is_long ? 100 : 240 / m, seed + (uint64_t)m);
        }
    VERIFIES("AP02 (Thm2.2)");
}

int main(int argc, char **argv)
{
    memory_adopt_gmp();
    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    RUN(pairs_of_contacts);
    RUN(mass_ratios);
    if (smallest < 1 << 30)
        printf("smallest failing case: seed %llu, %d pairs\n",
               (unsigned long long)smallest_seed, smallest);
    DONE;
}
