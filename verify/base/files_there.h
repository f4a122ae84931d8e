/* What is in the directory of a test: see own_dir.h. */
#pragma once

#include "check.h"
#include "own_dir.h"

#include <dirent.h>
#include <string.h>

/* How many names the directory holds, but for itself and its parent. */
static inline int names(void)
{
    int n = -2;
    DIR *d = opendir(dir);
    while (d != NULL && readdir(d) != NULL)
        n++;
    CHECK(d != NULL && closedir(d) == 0, "%s", dir);
    return n;
}

static inline void put(const char *name, const char *text)
{
    FILE *f = fopen(in_dir(name), "w");
    CHECK(f != NULL && fputs(text, f) >= 0 && fclose(f) == 0, "%s", name);
}

static inline int holds(const char *name, const char *text)
{
    char got[100] = {0};
    FILE *f = fopen(in_dir(name), "r");
    if (f == NULL)
        return 0;
    got[fread(got, 1, sizeof got - 1, f)] = '\0';
    fclose(f);
    return strcmp(got, text) == 0;
}

static inline void clear(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'/*", dir);
    CHECK(system(command) == 0, "%s", command);
}
