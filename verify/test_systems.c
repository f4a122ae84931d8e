#include "base/memory.h"
#include "boxes.h"
#include "check/level2.h"

/* The same question to perp-check, which shares no line with the other. */
static int claimed(box *b)
{
    double room[2 * MOST * MOST + 2 * MOST];
    const systems s = {b->n, b->nx, b->B, b->g, b->Ex, b->Ez, b->y, room};
    return systems_near(&s);
}

/* Corners of the box, solved in fractions: regular, and within y. The bound is
   not idle either: some solution comes near it. */
static void holds(void)
{
    check_random r = {check_seed(81)};
    int decided = 0;
    double tight = 0;
    for (int i = 0; i < 1000; i++) {
        box b = {0};
        random_box(&r, &b);
        if (!claimed(&b))
            continue;
        decided++;
        tight = fmax(tight, corners_hold(&r, &b));
    }
    printf("%d of 1000 boxes decided; nearest to the bound: %.2f of it\n",
           decided, tight);
    CHECK(decided > 500 && tight > 0.4, "idle");
}

/* A box that holds a singular matrix is never decided. */
static void singular(void)
{
    check_random r = {check_seed(82)};
    int decided = 0;
    for (int i = 0; i < 1000; i++) {
        box b = {0};
        singular_box(&r, &b);
        decided += claimed(&b);
    }
    CHECK(decided == 0, "%d boxes with a singular matrix", decided);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(holds);
    RUN(singular);
    DONE;
}
