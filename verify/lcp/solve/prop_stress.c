/**
# Stress

Friction that doubles cannot see through: masses a million times apart,
contacts in pairs that differ by 1e-13, up to twenty of them; mass ratios from 1
to 1e8; and in space boxes on each other, each on four corners. AP02's Theorem
2.2 holds for every one, so every one must be proven; and no rung below exact
Lemke may be so blind that exact Lemke has to do it. Without an argument a small
set; with `long` all of it; with `cold` exact Lemke is timed beside it.
*/
#include "space_random.h"

#include "number/limit.h"
#include "lcp/solve/climb.h"

typedef struct {
    int problems, proven, by[RUNGS];
    double seconds, slowest, cold;
} tally;

static int is_long, with_cold;
static int smallest = 1 << 30;
static uint64_t smallest_seed;

/* Seconds of exact Lemke alone. */
static double cold_lemke(arena *a, const lcp_exact_problem *e, lcp_claim *c)
{
    ladder_question q = {.p = e, .cold = 1};
    double start = limit_now();
    CHECK(ladder_decide(&q, a, c).code == 0 && c->outcome == LCP_SOLVED,
          "exact Lemke");
    return limit_now() - start;
}

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
    t->by[c.rung]++;
    if (with_cold)
        t->cold += cold_lemke(a, &e, &c);
    t->seconds += took;
    t->slowest = took > t->slowest ? took : t->slowest;
    if (check_failures != before && f->p.n < smallest) {
        smallest = f->p.n;
        smallest_seed = seed;
    }
    lcp_claim_clear(&c);
    lcp_exact_problem_clear(&e);
}

static void report(const char *name, int contacts, double ratio, const tally *t)
{
    printf("%s, %2d contacts, masses to %.0e: %d of %d proven, by rung", name,
           contacts, ratio, t->proven, t->problems);
    for (int k = 0; k < RUNGS; k++)
        printf(" %d", t->by[k]);
    printf("; mean %.2f ms, slowest %.0f ms", 1e3 * t->seconds / t->problems,
           1e3 * t->slowest);
    if (with_cold)
        printf(", exact Lemke %.2f ms", 1e3 * t->cold / t->problems);
    printf("\n");
    fflush(stdout);
    CHECK(t->by[RUNG_EXACT] == 0, "%d by exact Lemke", t->by[RUNG_EXACT]);
}

/* One of the two kinds is null. */
static void family(const char *name, const planar_kind *flat,
                   const space_kind *space, int count, uint64_t seed)
{
    tally t = {0};
    arena a = {0};
    int contacts = flat != NULL       ? flat->contacts
                   : space->boxes > 0 ? 4 * space->boxes
                                      : space->contacts;
    for (int i = 0; i < count; i++) {
        uint64_t own = seed + ((uint64_t)i << 16);
        check_random r = {own};
        arena_mark mark = arena_here(&a);
        planar f = flat != NULL ? planar_new(&r, flat) : space_new(&r, space);
        prove(&a, &f, &t, own);
        planar_free(&f);
        arena_release(&a, mark);
    }
    arena_free(&a);
    report(name, contacts, flat != NULL ? flat->mass_ratio : space->mass_ratio,
           &t);
}

/** Verifies AP02 (Thm2.2): mass ratio 1e6, contact pairs 1e-13 apart. */
static void pairs_of_contacts(void)
{
    static const int contacts[] = {1, 2, 5, 8, 10, 20};
    static const int count[] = {400, 300, 100, 40, 60, 20};
    uint64_t seed = check_seed(20260);
    for (int i = 0; i < (is_long ? 6 : 4); i++) {
        int m = contacts[i];
        planar_kind k = {(m + 1) / 2, m, 1e6, 1e-13};
        family("pairs", &k, NULL, is_long && m < 10 ? 200 : count[i],
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
            family("piles", &k, NULL, is_long ? 100 : 240 / m,
                   seed + (uint64_t)m);
        }
    VERIFIES("AP02 (Thm2.2)");
}

/** Verifies AP02 (Thm2.2): one to five boxes on four corners each, falling by
one step, creeping, or thrown about. */
static void boxes(void)
{
    static const int count[] = {1, 2, 4, 5};
    static const double ratio[] = {1, 1e6, 1e8}, speed[] = {0, 1e-3, 1};
    uint64_t seed = check_seed(20262);
    for (int i = 0; i < (is_long ? 4 : 2); i++)
        for (int j = 0; j < 3; j++)
            for (int l = 0; l < 3; l++) {
                space_kind k = {.boxes = count[i],
                                .mass_ratio = ratio[j],
                                .speed = speed[l]};
                family(l == 0   ? "boxes falling"
                       : l == 1 ? "boxes creeping"
                                : "boxes thrown",
                       NULL, &k, (is_long ? 160 : 24) / (8 * i * i + 1),
                       seed + (uint64_t)i);
            }
    VERIFIES("AP02 (Thm2.2)");
}

/** Verifies AP02 (Thm2.2): contacts in space, alone or in pairs 1e-13 apart. */
static void contacts_in_space(void)
{
    static const int contacts[] = {2, 5, 10, 20};
    static const double ratio[] = {1, 1e6, 1e8};
    uint64_t seed = check_seed(20263);
    for (int i = 0; i < (is_long ? 4 : 2); i++)
        for (int j = 0; j < 3; j++)
            for (int twin = 0; twin < 2; twin++) {
                int m = contacts[i];
                space_kind k = {.bodies = (m + 1) / 2,
                                .contacts = m,
                                .mass_ratio = ratio[j],
                                .twin = twin ? 1e-13 : 0,
                                .speed = 3};
                family(twin ? "pairs in space" : "piles in space", NULL, &k,
                       (is_long ? 400 : 60) / (m * m / 4), seed + (uint64_t)m);
            }
    VERIFIES("AP02 (Thm2.2)");
}

int main(int argc, char **argv)
{
    memory_adopt_gmp();
    for (int i = 1; i < argc; i++) {
        is_long |= strcmp(argv[i], "long") == 0;
        with_cold |= strcmp(argv[i], "cold") == 0;
    }
    RUN(pairs_of_contacts);
    RUN(mass_ratios);
    RUN(boxes);
    RUN(contacts_in_space);
    if (smallest < 1 << 30)
        printf("smallest failing case: seed %llu, %d pairs\n",
               (unsigned long long)smallest_seed, smallest);
    DONE;
}
