/**
# Studies: what a scene says when it is asked

Subcommands that run a scene, perhaps many times, and report on its runs.
*/
#pragma once

#include "base/status.h"

/* argv[0] is the first word after the name of the subcommand. */
perp_status study_cone(int argc, char **argv);
perp_status study_converge(int argc, char **argv);
perp_status study_hypotheses(int argc, char **argv);
