/**
# How far does an impact reach?
*/
#pragma once

#include "base/status.h"

/* `perp reach`: samples of the set-valued law. argv without the subcommand. */
perp_status reach_command(int argc, char **argv);

/* `perp merge`: the parts of a reach, put together. */
perp_status merge_command(int argc, char **argv);
