/**
# The parts of a sweep, put together
*/
#pragma once

#include "base/status.h"

/* Is the file a part of a sweep? 0 also when it cannot be read. */
int sweep_merge_is_part(const char *path);

/* Puts the tables of `count` files together, byte for byte the table of the
   whole sweep: into csv (null: nowhere), its figure into the directory plot
   (null: none), a summary on standard output (json) or standard error. INPUT:
   they are not all parts of one sweep. Fails as the whole sweep does. */
perp_status sweep_merge(const char *const *path, int count, const char *csv,
                        const char *plot, int json);
