/**
# Files that are written

Every output of a command begins and ends here; nothing else in `src` opens a
file for writing. A file is written beside its place under a name that nobody
has, `perp-PID-N.tmp`, and all files of a command get their names together when
it has succeeded: file_appear. Until then whatever ends the program, a signal
too, takes them away. Only what has to be seen while it grows is written in its
place.

A write that fails is remembered by its stream, and by nothing else: a later
write to the same stream may work again (a disk with room again, a pipe that was
drained), and then flushing and closing succeed. Whoever wrote asks here.
*/
#pragma once

#include "base/status.h"

#include <stdio.h>

/* Of a program, once: signals that end it (those that nobody ignores),
   exit() and abort() take away what has not appeared. A file that grows
   beyond `ulimit -f` is a write that fails, and no signal. */
void file_guard(void);

/* Begins the file that will be called `path`. "-" is standard output, and a
   device or a pipe is written at once; a link stays one, see file_aside. IO,
   LIMIT. */
perp_status file_new(const char *path, FILE **f);

/* The same where no file may be: what is there stays, and file_appear says
   IO. */
perp_status file_fresh(const char *path, FILE **f);

/* Begins a file in TMPDIR, else /tmp, the bytes of which file_appear carries
   through whatever stands at `path`, or to standard output when that is "-".
   IO, LIMIT. */
perp_status file_aside(const char *path, FILE **f);

/* Begins a file in its own place, "-": standard output; what was there is gone,
   and what is written stays. IO. */
perp_status file_grow(const char *path, FILE **f);

/* Goes on with a file behind its first `bytes` bytes; what was behind them is
   gone. IO. */
perp_status file_go_on(const char *path, long bytes, FILE **f);

/* A file without a name, to be written and read; fclose ends it. IO. */
perp_status file_scratch(FILE **f);

/* Makes the directory and those above it. They are taken away with the
   files. IO. */
perp_status file_folder(const char *path);

/* What will be called `from` will be called `to`, beside it. LIMIT. */
perp_status file_rename(const char *from, const char *to);

/* Everything that was written so far has arrived: flushes, and asks of all
   writes before. IO with the name `what`. */
perp_status file_written(FILE *f, const char *what);

/* The same of a file that ends here: a file on a disk is there, too (fsync);
   closes it, unless it is standard output or null. */
perp_status file_end(FILE *f, const char *what);

/* Gives every file its name, all or none: behind a failure everything is as
   it was before the command, and what had begun is gone. Before that
   standard output has arrived. Requires that each ended by file_end. IO. */
perp_status file_appear(void);

/* Takes away what has not appeared. */
void file_abandon(void);

/* The same in a signal handler. The list stays. */
void file_unlink(void);

/* In a forked process: what has begun is the other one's to end. */
void file_disown(void);
