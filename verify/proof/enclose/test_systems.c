#include "base/memory.h"
#include "boxes.h"
#include "level2.h"

/* The same question to perp-check, which shares no line with the other. */
static int claimed(box *b)
{
    double room[2 * MOST * MOST + 2 * MOST];
    const systems s = {b->n, b->nx, b->B, b->g, b->Ex, b->Ez, b->y, room};
    return systems_near(&s);
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
