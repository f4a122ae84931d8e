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

/* The subcommands; argv[0] is the first word after the name. */
perp_status command_run(int argc, char **argv);
perp_status command_params(int argc, char **argv);
perp_status command_solve(int argc, char **argv);
perp_status command_bench(int argc, char **argv);
perp_status command_estimates(int argc, char **argv);
