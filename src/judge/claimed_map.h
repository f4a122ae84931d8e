/**
# Columns of another name, sign or unit

An engine writes `pos_z` where the scene says `q.y`, counts angles clockwise, or in
degrees. A file of lines says so:

    # what the scene calls it = what the table calls it
    q.y  = pos_z
    q.th = -angle
    v.th = -0.017453292519943295 * omega_deg

A factor is a number; the cell is multiplied by it and rounded once.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

typedef struct {
    const char *name;   /* the scene's */
    const char *column; /* the table's */
    double factor;
    int line; /* of the map's file; 0: not in it */
} claimed_column;

/* Puts column and factor of each line of the file into its entry of `list`; an
   entry that no line names keeps what it has. INPUT with the line: a name that
   is not in the list (with the one that may be meant), one twice, no number
   where a factor stands. IO. The texts are the arena's. */
perp_status claimed_map_read(const char *path, claimed_column *list, int count,
                             arena *a);

/* The same of lines that stand in `text`, which is changed; `path` is for
   messages. */
perp_status claimed_map_lines(const char *path, char *text,
                              claimed_column *list, int count);

/* The whole of a file ("-": standard input) as a text that ends with 0. INPUT
   when it is longer than a gibibyte or has a byte 0. IO. */
perp_status claimed_text(const char *path, arena *a, char **out);
