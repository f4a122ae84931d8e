/**
# The command line

`perp SUBCOMMAND ...`. Data go to standard output, everything else to standard
error; the exit code is the status code.
*/
#pragma once

#include "base/status.h"

/* The whole program: runs the subcommand, reports a failure in one line on
   standard error, returns the exit code. */
int command_main(int argc, char **argv);
