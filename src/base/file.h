/**
# The end of a file that was written

A write that fails is remembered by its stream, and by nothing else: a later
write to the same stream may work again (a disk with room again, a pipe that was
drained), and then flushing and closing succeed. Whoever wrote asks here.
*/
#pragma once

#include "base/status.h"

#include <stdio.h>

/* Everything that was written so far has arrived: flushes, and asks of all
   writes before. IO with the name `what`. */
perp_status file_written(FILE *f, const char *what);

/* The same of a file that ends here: closes it, unless it is standard output or
   null. */
perp_status file_end(FILE *f, const char *what);
