/* A directory of the test's own, after mkdtemp(dir). */
#pragma once

#include <stdio.h>
#include <stdlib.h>

static char dir[] = "/tmp/perp-test-XXXXXX";

/* The path of a name in it; four are good at a time. */
static const char *in_dir(const char *name)
{
    static char path[4][256];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", dir, name);
    return path[turn];
}
