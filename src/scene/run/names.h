/**
# Names of files

With several runs `FILE.csv` becomes `FILE.NAME.csv`. A name that a scene gives is
plain: letters, digits and `_ . : + -`. So it leads to no other directory.
*/
#pragma once

#include "base/status.h"

enum { NAMES_ROOM = 1024 };

/* a, b and c in a row, when they fit into NAMES_ROOM bytes; -1 when not. */
int names_join(char *to, const char *a, const char *b, const char *c);

/* The file `path` of the run `run` among several, in NAMES_ROOM bytes; an empty
   `run`: `path` itself. 0 when it is too long. */
int names_of_run(const char *path, const char *run, char *to);

/* Is it a plain name? INPUT says what is wanted; `what` bears it. */
perp_status names_plain(const char *what, const char *name);
