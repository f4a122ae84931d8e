/**
# The shares of branches that meet
*/
#pragma once

#include "cli/report/fan_table.h"

/* Whether the branch r, which meets another, goes on in run k. */
int fan_shares_feeds(const fan_table *f, long r, long k);

/* Behind all runs: the share of each with what comes in where others meet it;
   then of those that end themselves the f->keep with the largest are kept, and
   what leads to them. LIMIT (memory). */
perp_status fan_shares_conclude(fan_table *f);
