/**
# A trace that is read again

What `--trace` and `--shapes` have written, as a table of rows and two texts for each
who draws them: the first line, and behind each row what `drawn.h` says of it. Of rows
each letter is as it was written, and their digest is the last line's; a run that was
killed has no last line, and its rows up to where the file ends.
*/
#pragma once

#include "run/trace/trace.h"

typedef struct {
    trace t;
    char *head;   /* the first line, without its newline; owned */
    int places;   /* as many as rows: */
    char **place; /* the line behind each of them; owned */
    char *last;   /* the last line; or null: unfinished */
} reread;

/* reread_free accepts a zeroed one, and is for one that has failed, too. IO;
   INPUT, with the line: no trace with shapes, or changed; LIMIT. */
perp_status reread_open(const char *path, reread *out);
void reread_free(reread *x);
