/**
# What is read and what is written are different files

A command says what it reads and what it will write before it computes anything.
Two names are one file when the system says so: the same device and inode, a
link or a different spelling notwithstanding; of a file that is not there yet, its
directory's and its own name. An output never takes the place of anything that is
read, nor of another output.
*/
#pragma once

#include "base/status.h"

/* USAGE: this file is an output. `what` and `path` are copied. */
perp_status apart_reads(const char *path);

/* `what` names the output for a message, "--csv". "-" is standard output. The
   same output twice is one. A device may have any number. USAGE: another
   output, or something that is read, is the same file. */
perp_status apart_writes(const char *what, const char *path);

/* The command is over. */
void apart_forget(void);
