/**
# A sweep: many runs of one scene

`perp run` with lists of values. Each run is what `perp run` with those values is, in a
process of its own; its summary becomes a row.
*/
#pragma once

#include "cli/report/sweep_table.h"
#include "scene/bind/bind.h"

typedef struct {
    const char *file;   /* --sweep, or null */
    const char *single; /* an option that is of one run, or null */
    long threads;       /* 0: as many as there are processors */
    int shard, shards;  /* 1 of 1: the whole */
} sweep_wish;

/* Does the command line ask for several runs? Then *many is 1, and they are
   made: the table (b->csv, or standard output), lines of JSON (b->json), the
   figure (b->plot). A value of --set with a comma or two colons is a list,
   unless its parameter is a text. Fails with the code of the first run that
   failed, when all is written; USAGE of a run: nothing is. */
perp_status sweep_try(const sweep_wish *w, const bind_options *b, int *many);

/* The status of a whole table: that of its first run that failed. */
perp_status sweep_verdict(const sweep_table *t, int quiet);
