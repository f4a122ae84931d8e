#include "base/memory.h"
#include "boxes.h"
#include "proof/enclose/inflate.h"

static int claimed(box *b)
{
    arena a = {0};
    const inflation s = {b->n, b->nx, b->B, b->g, b->Ex, b->Ez};
    int yes;
    CHECK(inflate_box(&a, &s, b->y, &yes).code == PERP_OK, "memory");
    arena_free(&a);
    return yes;
}

static void holds(void)
{
    boxes_hold(claimed);
}

static void singular(void)
{
    boxes_singular(claimed);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(holds);
    RUN(singular);
    DONE;
}
