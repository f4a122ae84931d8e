/* Which splits of a load friction can tell apart. */
#include "corners.h"
#include "gap08/step/split.h"

#include <math.h>

/* The splits of a plate that moves so, and presses with cn. */
static int splits(double mu, const double *x, const double *cn, double *y)
{
    jump j;
    arena a = {0};
    double own[6], load[4];
    memcpy(own, x, sizeof own);
    memcpy(load, cn, sizeof load);
    corners(mu, x[0], x[1], x[2], &j);
    const step_result res = {.x = own, .cn = load};
    const int found = split_find(&a, &j.d, &res, y);
    arena_free(&a);
    return found;
}

static const double pressing[] = {1, 0, 0, 1};

/** Opposite corners against the other two, $n_1 - n_2 - n_3 + n_4 = 0$; told
apart when the corners slip different ways and press. */
static void four_corners(void)
{
    double y[SPLIT_MOST * 4];
    const double turning[] = {1, 3, 1, 0, 0, 0}, straight[] = {1, 3, 0, 0, 0, 0},
                 rising[] = {1, 3, 1, 1, 0, 0}, still[6] = {0},
                 none[] = {0, 0, 0, 0};
    CHECK(splits(1, turning, pressing, y) == 1, "turning");
    for (int c = 0; c < 4; c++)
        CHECK(fabs(y[c] * y[0] - (c == 0 || c == 3 ? 1 : -1)) < 1e-12,
              "corner %d: %g", c, y[c]);
    CHECK(splits(1, straight, pressing, y) == 0, "all slip alike");
    CHECK(splits(0, turning, pressing, y) == 0, "no friction");
    CHECK(splits(1, rising, pressing, y) == 0, "no contact is closed");
    CHECK(splits(1, still, pressing, y) == 0, "nothing slips");
    CHECK(splits(1, turning, none, y) == 0, "no load");
}

/* Three corners are independent; and so is a corner of another plane. */
static void independent_normals(void)
{
    double y[SPLIT_MOST * 4], x[] = {1, 3, 1, 0, 0, 0}, cn[] = {1, 1, 1, 1};
    jump j;
    arena a = {0};
    corners(1, 1, 3, 1, &j);
    const step_result res = {.x = x, .cn = cn};
    j.d.p = 3;
    CHECK(split_find(&a, &j.d, &res, y) == 0, "three corners");
    j.d.p = 4;
    j.n[3 * 6 + 0] = 1;
    j.n[3 * 6 + 1] = -1.0 / 3;
    CHECK(split_find(&a, &j.d, &res, y) == 0, "leaning");
    arena_free(&a);
}

/* The slip with the largest speed; friction is against it. */
static void the_fastest_slip(void)
{
    jump j;
    int sign = 0;
    const double x[] = {0, 0, -1, 0, 0, 0}, still[6] = {0};
    corners(1, 0, 0, 0, &j);
    CHECK(split_slip(&j.d, x, 0, &sign) == 1 && sign == 1, "corner (4, 1)");
    CHECK(split_slip(&j.d, x, 3, &sign) == 7 && sign == -1, "corner (-4, -1)");
    CHECK(split_slip(&j.d, still, 0, &sign) == -1, "no slip");
}

int main(void)
{
    RUN(four_corners);
    RUN(independent_normals);
    RUN(the_fastest_slip);
    DONE;
}
