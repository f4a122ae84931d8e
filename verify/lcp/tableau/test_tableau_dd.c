#include "float_tableau.h"
#include "space_random.h"

#include "lcp/solve/lemke.h"

static perp_status with_ones(arena *a, const lcp_exact_problem *p,
                             const exact_limit *limit, tableau **out)
{
    return tableau_dd_new(a, p, NULL, limit, out);
}

static int spread; /* of the covering vector: 1, 1 + spread, ... */

/* Whoever brings a covering vector, be it of ones, has ties at the rounding. */
static perp_status with_others(arena *a, const lcp_exact_problem *p,
                               const exact_limit *limit, tableau **out)
{
    double *cover = arena_take(a, (size_t)p->n + 1, sizeof *cover);
    if (cover == NULL)
        return PERP_NO_MEMORY((size_t)p->n);
    for (int i = 0; i < p->n; i++)
        cover[i] = 1 + spread * (i % 3);
    return tableau_dd_new(a, p, cover, limit, out);
}

/** Whole numbers are double-doubles: the path is the exact tableau's. */
static void the_exact_path(void)
{
    same_paths(with_ones, check_seed(61));
}

/** The bases of random piles are right, and so are those of a box on four
corners, mostly. */
static void bases(void)
{
    check_random r = {check_seed(62)};
    planar_kind piles = {3, 5, 1e6, 0};
    space_kind box = {.boxes = 1, .mass_ratio = 1};
    CHECK(right_bases(with_ones, &r, &piles, NULL, 30) == 30, "piles");
    int right = right_bases(with_ones, &r, NULL, &box, 30);
    CHECK(right >= 10, "%d boxes", right);
    spread = 1;
    CHECK(right_bases(with_others, &r, &piles, NULL, 30) == 30, "piles");
    right = right_bases(with_others, &r, NULL, &box, 30);
    CHECK(right >= 10, "%d boxes, other covers", right);
}

/** What is seen: of two contacts, one moved by $2^{-60}$, the nearer one
bears. Doubles cannot tell. Ties at the rounding tell $2^{-90}$, too. */
static void small_differences(void)
{
    CHECK(sees(with_ones, 60) && sees(with_ones, 70), "106 bits");
    CHECK(!sees(with_ones, 200), "more than 106 bits");
    spread = 0;
    CHECK(!sees(with_ones, 90) && sees(with_others, 90), "near the rounding");
    CHECK(sees(with_others, 98) && !sees(with_others, 200), "106 bits");
}

/** A problem in doubles and the same in fractions take the same path. */
static void from_doubles(void)
{
    check_random r = {check_seed(63)};
    for (int i = 0; i < 40; i++) {
        space_kind k = {.boxes = 1 + i % 3, .mass_ratio = 10, .speed = 1};
        arena a = {0};
        planar f = space_new(&r, &k);
        lcp_exact_problem e;
        tableau *one, *two;
        lemke_end end[2];
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
        CHECK(tableau_dd_new(&a, &e, NULL, NULL, &one).code == 0, "fractions");
        CHECK(tableau_dd_of(&a, &f.p, NULL, NULL, &two).code == 0, "doubles");
        int out = lemke_run(one, 2000, NULL, &end[0]);
        CHECK(lemke_run(two, 2000, NULL, &end[1]) == (lcp_outcome)out,
              "outcome %d", i);
        CHECK(end[0].pivots == end[1].pivots, "%d and %d pivots", end[0].pivots,
              end[1].pivots);
        for (int v = 0; v < 2 * one->n; v++)
            CHECK(one->where[v] == two->where[v], "variable %d", v);
        lcp_exact_problem_clear(&e);
        planar_free(&f);
        arena_free(&a);
    }
}

/** Neither time nor range is exceeded silently. */
static void limits(void)
{
    no_time(with_ones);
    refused(with_ones);
    CHECK(!sees_at(with_ones, 60, 1020), "out of range");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(the_exact_path);
    RUN(bases);
    RUN(small_differences);
    RUN(from_doubles);
    RUN(limits);
    DONE;
}
