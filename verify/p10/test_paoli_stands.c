/** What is accepted as a nearest point. */
#include "paoli_stage.h"

#include <math.h>

static int stands(stage *k, double a, double b)
{
    int yes = -1;
    k->r.at[0] = a;
    k->r.at[1] = b;
    perp_status s = paoli_stands(&k->r, &yes);
    CHECK(s.code == PERP_OK, "%s", s.message);
    return yes;
}

/** Outside of the unit disc, y = (1/2, 0). One point is nearest. All others
fail one condition only: the one behind has a reaction that pushes, but nearer
points beside it; those beside are in K and on the boundary, but not
stationary; and of points on the right ray, one is not in K and one does not
touch. Off by 2^-30 is off. */
static void accepted(void)
{
    const double q0[2] = {2, 0}, y[2] = {0.5, 0}, off = 0x1p-30;
    stage k;
    stage_begin(&k, 1, 1, q0, y);
    CHECK(stands(&k, 1, 0) == 1, "the nearest point");
    CHECK(stands(&k, -1, 0) == 0, "the point behind");
    CHECK(stands(&k, 0, 1) == 0, "beside");
    CHECK(stands(&k, cos(off), sin(off)) == 0, "a little beside");
    CHECK(stands(&k, 1 - off, 0) == 0, "outside of K");
    CHECK(stands(&k, 1 + off, 0) == 0, "inside of K");
    CHECK(stands(&k, 0.5, 0) == 0, "y itself");
    stage_end(&k);
}

/** A prediction that lies in K is its own nearest point, and no other stands. */
static void at_home(void)
{
    const double q0[2] = {2, 0}, y[2] = {3, 1};
    stage k;
    stage_begin(&k, 1, 1, q0, y);
    CHECK(stands(&k, 3, 1) == 1, "y");
    CHECK(stands(&k, 1, 0) == 0, "a point of the boundary");
    CHECK(stands(&k, 3 + 0x1p-30, 1) == 0, "beside y");
    stage_end(&k);
}

/** Depth times curvature is $2^{20}$ at the tip of an ellipse of length 16, and so
much of what a point is off by comes back from the projection along the
boundary. Across the boundary nothing is allowed for. */
static void steep(void)
{
    const double q0[2] = {0, 0}, y[2] = {16 + 0x1p16, 0}, off = 0x1p-22;
    stage k;
    stage_begin(&k, -1, 16, q0, y);
    CHECK(stands(&k, 16, 0) == 1, "the tip");
    CHECK(stands(&k, 16 + off, 0) == 0, "outside of K");
    CHECK(stands(&k, 16 - off, 0) == 0, "inside of K");
    stage_end(&k);
}

int main(void)
{
    RUN(accepted);
    RUN(at_home);
    RUN(steep);
    DONE;
}
