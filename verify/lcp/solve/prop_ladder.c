/**
# Ten thousand friction problems

The ladder (double, then exact) and the exact tableau alone must agree on the
verdict, which is known by construction; every answer is checked exactly; small
ones are compared with brute force over all complementary bases.
*/
#include "basis.h"
#include "lcp_random.h"
#include "slow_lcp.h"

#include "lcp/solve/mlcp.h"

#include <time.h>

static struct {
    int problems, sticking, duplicated, unsolvable, full, brute;
    int raw_failures, wrong_bases;
    int rounded; /* wrong bases where 53-bit data stick up to rounding */
    int smallest, smallest_at; /* the smallest failing case */
} seen = {.smallest = 1 << 30};

static void remember(int i, const lcp_problem *p)
{
    if (p->free + p->n < seen.smallest) {
        seen.smallest = p->free + p->n;
        seen.smallest_at = i;
    }
}

/* Mostly small; one in ten with up to 8 contacts, n up to 32. */
static friction_kind kind_of(check_random *r, int i)
{
    friction_kind k = {.directions = 2};
    int large = i % 10 == 0;
    k.contacts = large ? check_integer(r, 4, 8) : check_integer(r, 1, 3);
    if (!large && i % 7 == 0) {
        k.contacts = check_integer(r, 1, 2);
        k.directions = 4;
    }
    k.velocities = check_integer(r, 2, large ? 8 : 6);
    k.joints = check_integer(r, 0, 3) == 0 ? check_integer(r, 1, 2) : 0;
    k.joints = k.joints < k.velocities ? k.joints : 0;
    k.dependent = k.joints == 2 && i % 2;
    k.skew = check_integer(r, 0, 1);
    k.sticking = i % 3 == 0;
    k.full = i % 20 == 7;
    k.duplicated = i % 10 == 1 || i % 100 == 10;
    if (k.duplicated && k.contacts < 2)
        k.contacts = 2;
    k.unsolvable = i % 10 == 4 || i % 100 == 20;
    if (k.unsolvable && k.contacts == 8)
        k.contacts = 7;
    return k;
}

static void brute(const lcp_exact_problem *e, const lcp_exact_answer *ladder,
                  const lcp_exact_answer *cold)
{
    int found, count = slow_lcp(e, ladder->basis, &found);
    seen.brute++;
    CHECK((count > 0) == (ladder->outcome == LCP_SOLVED), "%d bases", count);
    CHECK(found == (ladder->outcome == LCP_SOLVED), "the ladder's basis");
    if (cold->outcome == LCP_SOLVED) {
        slow_lcp(e, cold->basis, &found);
        CHECK(found, "the exact tableau's basis");
    }
}

static void exact_rungs(arena *a, const friction *f, const lcp_answer *raw,
                        lcp_outcome want, int i)
{
    lcp_exact_problem e;
    lcp_exact_answer ladder, cold;
    int right = 0, fallback;
    int free = f->p.free, n = f->p.n;
    CHECK(lcp_exact_problem_new(a, &f->p, &e).code == 0, "problem");
    CHECK(lcp_exact_answer_new(a, free, n, &ladder).code == 0, "answer");
    CHECK(lcp_exact_answer_new(a, free, n, &cold).code == 0, "answer");
    const uint8_t *basis = raw->outcome == LCP_SOLVED ? raw->basis : NULL;
    if (basis != NULL)
        CHECK(basis_solve(&e, basis, a, &ladder, &right).code == 0, "basis");
    perp_status s = mlcp_prove(&e, basis, a, &ladder, &fallback);
    CHECK(s.code == 0 && ladder.outcome == want, "case %d: ladder %d %s", i,
          ladder.outcome, s.code ? s.message : "");
    seen.wrong_bases += basis != NULL && !right;
    seen.rounded += basis != NULL && !right && i % 20 == 7 && i % 3 == 0;
    s = mlcp_prove(&e, NULL, a, &cold, &fallback);
    CHECK(s.code == 0 && cold.outcome == want, "case %d: exact %d %s", i,
          cold.outcome, s.code ? s.message : "");
    CHECK(lcp_exact_check_outcome(&e, &ladder).code == 0, "case %d", i);
    CHECK(lcp_exact_check_outcome(&e, &cold).code == 0, "case %d", i);
    if (n <= 8)
        brute(&e, &ladder, &cold);
    lcp_exact_answer_clear(free, n, &ladder);
    lcp_exact_answer_clear(free, n, &cold);
    lcp_exact_problem_clear(&e);
}

static void one(arena *a, uint64_t seed, int i)
{
    check_random r = {seed ^ ((uint64_t)i << 20)};
    friction_kind k = kind_of(&r, i);
    friction f = friction_new(&r, &k);
    lcp_outcome want = k.unsolvable ? LCP_RAY : LCP_SOLVED;
    mlcp_options rung1 = mlcp_defaults;
    lcp_answer raw;
    int before = check_failures, climbed;
    rung1.only_double = 1;
    arena_mark mark = arena_here(a);
    CHECK(lcp_answer_new(a, f.p.free, f.p.n, &raw).code == 0, "answer");
    CHECK(mlcp_solve(&f.p, &rung1, a, &raw, &climbed).code == 0, "%d", i);
    CHECK(!k.unsolvable || raw.outcome != LCP_SOLVED, "case %d: solved", i);
    seen.raw_failures += !k.unsolvable && raw.outcome != LCP_SOLVED;
    exact_rungs(a, &f, &raw, want, i);
    if (check_failures != before)
        remember(i, &f.p);
    arena_release(a, mark);
    seen.problems++;
    seen.sticking += k.sticking;
    seen.duplicated += k.duplicated;
    seen.unsolvable += k.unsolvable;
    seen.full += k.full;
    friction_free(&f);
}

/** Verifies AP02 (Thm2.2): every friction problem with M positive
definite, symmetric or not, is solved, and exactly. */
static void ladder_and_exact_tableau_agree(void)
{
    const char *count = getenv("PERP_LADDER");
    int cases = count != NULL ? atoi(count) : check_times(1000);
    uint64_t seed = check_seed(20021202);
    arena a = {0};
    clock_t start = clock();
    for (int i = 0; i < cases; i++)
        one(&a, seed, i);
    arena_free(&a);
    printf("%d problems: %d sticking, %d duplicated, %d unsolvable, %d with 53 "
           "bits; %d compared with brute force\n",
           seen.problems, seen.sticking, seen.duplicated, seen.unsolvable,
           seen.full, seen.brute);
    printf(
        "double alone failed on %d, proposed a wrong basis for %d (%d of them "
        "stick up to rounding); %.1f s\n",
        seen.raw_failures, seen.wrong_bases, seen.rounded,
        (double)(clock() - start) / CLOCKS_PER_SEC);
    CHECK(100 * (seen.raw_failures + seen.wrong_bases) <= 2 * seen.problems,
          "the double rung does not carry its load");
    if (seen.smallest < 1 << 30)
        printf("smallest failing case: number %d, %d unknowns\n",
               seen.smallest_at, seen.smallest);
    VERIFIES("AP02 (Thm2.2)");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(ladder_and_exact_tableau_agree);
    DONE;
}
