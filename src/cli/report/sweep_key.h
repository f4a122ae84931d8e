/**
# Do these parts of a sweep belong together?

A part begins with a line that says what it is part of: the version, digests of the
scene's text, of the options and of all values of all runs, how many runs there are,
and which share this is.
*/
#pragma once

#include "base/status.h"
#include "cli/report/sweep_points.h"
#include "scene/bind/bind.h"

enum { SWEEP_KEY = 400 };

/* "# perp sweep ... shard=i/n". IO: the scene cannot be read. */
perp_status sweep_key_text(const bind_options *b, const sweep_points *p,
                           int shard, int shards, char out[SWEEP_KEY]);

/* Reads runs and share back; 0: it is no such line. *same: so many bytes must
   agree between parts. */
int sweep_key_read(const char *line, long *runs, int *shard, int *shards,
                   size_t *same);
