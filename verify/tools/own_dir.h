/* A directory of the test's own, in TMPDIR or /tmp, for all of its cases. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char dir[200];

/* Makes it, once; the test ends when there can be none. */
static inline void own_dir(void)
{
    const char *place = getenv("TMPDIR");
    snprintf(dir, sizeof dir, "%s/perp-test-XXXXXX",
             place != NULL && place[0] != '\0' ? place : "/tmp");
    if (mkdtemp(dir) == NULL) {
        printf("no directory %s\n", dir);
        exit(1);
    }
}

/* The path of a name in it; four are good at a time. */
static inline const char *in_dir(const char *name)
{
    static char path[4][256];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", dir, name);
    return path[turn];
}

/* Takes it away, with what is in it. */
static inline void own_dir_end(void)
{
    char command[sizeof dir + 20];
    snprintf(command, sizeof command, "rm -r '%s'", dir);
    if (system(command) != 0) {
        printf("%s stays\n", dir);
        exit(1);
    }
}
