/**
# What a run was, in words
*/
#pragma once

#include "run/experiment.h"

/* "0.01 s with alpha-gamma, alpha = 1/2": what tells a run from others of its
   scene; the caller's, for memory_free, or null: LIMIT, memory. */
char *header_how(const experiment *e);
