#include "float_tableau.h"
#include "space_random.h"

#include "lcp/solve/lemke.h"

/** Whole numbers are double-doubles: the path is the exact tableau's. */
static void the_exact_path(void)
{
    same_paths(tableau_dd_new, check_seed(61));
}

/** The bases of random piles are right, and so are those of a box on four
corners, mostly. */
static void bases(void)
{
    check_random r = {check_seed(62)};
    planar_kind piles = {3, 5, 1e6, 0};
    space_kind box = {.boxes = 1, .mass_ratio = 1};
    CHECK(right_bases(tableau_dd_new, &r, &piles, NULL, 30) == 30, "piles");
    int right = right_bases(tableau_dd_new, &r, NULL, &box, 30);
    CHECK(right >= 10, "%d boxes", right);
}

/** What is seen: of two contacts, one moved by $2^{-60}$, the nearer one
bears. Doubles cannot tell. */
static void small_differences(void)
{
    CHECK(sees(tableau_dd_new, 60) && sees(tableau_dd_new, 70), "106 bits");
    CHECK(!sees(tableau_dd_new, 200), "more than 106 bits");
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
        CHECK(tableau_dd_new(&a, &e, NULL, &one).code == 0, "fractions");
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
    no_time(tableau_dd_new);
    refused(tableau_dd_new);
    CHECK(!sees_at(tableau_dd_new, 60, 1020), "out of range");
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
