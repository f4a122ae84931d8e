/**
# The file of a sweep

Values of parameters as a table: a first line of names, then a line a run.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <stddef.h>

enum { SWEEP_NAMES = 1000 }; /* parameters, at most */

typedef struct {
    int width;                  /* parameters */
    long n;                     /* rows */
    const char **name, **value; /* width; n x width */
} sweep_factor;

/* Reads the file; all that f points to lies in the arena. IO; INPUT, with the
   line; LIMIT: memory. */
perp_status sweep_file_read(const char *path, arena *a, sweep_factor *f);

/* The whole of a file or a pipe, with a 0 behind it and room for one byte more;
   the caller's, for memory_free, also after an error. */
perp_status sweep_file_text(const char *path, char **out, size_t *length);
