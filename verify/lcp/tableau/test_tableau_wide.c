#include "float_tableau.h"

/** Whole numbers are wide floats: the path is the exact tableau's. */
static void the_exact_path(void)
{
    same_paths(tableau_wide_new, check_seed(63));
}

/** All bases are right, those of boxes on each other too. */
static void bases(void)
{
    check_random r = {check_seed(64)};
    planar_kind pairs = {3, 5, 1e6, 1e-13};
    space_kind boxes = {.boxes = 2, .mass_ratio = 1e8};
    int right = right_bases(tableau_wide_new, &r, &pairs, NULL, 20);
    CHECK(right == 20, "pairs: %d", right);
    right = right_bases(tableau_wide_new, &r, NULL, &boxes, 10);
    CHECK(right == 10, "boxes: %d", right);
}

/** Of two contacts, one moved by $2^{-240}$, the nearer one bears; a difference
of $2^{-300}$ is not believed. There is no end to the range. */
static void small_differences(void)
{
    CHECK(sees(tableau_wide_new, 60) && sees(tableau_wide_new, 240), "seen");
    CHECK(!sees(tableau_wide_new, 300), "not seen");
    CHECK(sees_at(tableau_wide_new, 60, 1020), "large");
    CHECK(sees_at(tableau_wide_new, 60, 5000), "very large");
}

static void limits(void)
{
    no_time(tableau_wide_new);
    refused(tableau_wide_new);
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
