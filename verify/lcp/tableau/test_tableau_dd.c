#include "float_tableau.h"

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
    RUN(limits);
    DONE;
}
