/**
# Replacing an existing path

A table is written aside and renamed when it is whole. What stands at its place
is gone then, and it may be no file at all: `/dev/null`, a pipe, a link to
somewhere. Those are kept, and the bytes are carried through.
*/
#pragma once

#include "base/status.h"

/* Does a device, a pipe or a link stand at this path, or is it "-", standard
   output? */
int carry_keeps(const char *path);

/* Writes the bytes of the file `from` to the path `to`, or to standard output
   when that is "-". IO. */
perp_status carry_copy(const char *from, const char *to);
