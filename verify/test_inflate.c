#include "base/memory.h"
#include "boxes.h"
#include "enclose/inflate.h"

static int claimed(box *b)
{
    arena a = {0};
    const inflation s = {b->n, b->nx, b->B, b->g, b->Ex, b->Ez};
    int yes;
    CHECK(inflate(&a, &s, b->y, &yes).code == PERP_OK, "memory");
    arena_free(&a);
    return yes;
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
