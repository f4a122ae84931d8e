/**
# What one impact says of a scene
*/
#pragma once

#include "base/status.h"

/* `perp impact`: the outcomes of a law. argv without the subcommand. */
perp_status collide_impact(int argc, char **argv);

/* `perp inclusion`: solutions of (39), and the Zeno block. */
perp_status collide_inclusion(int argc, char **argv);

/* `perp cover`: how well one table of samples covers another. */
perp_status collide_cover(int argc, char **argv);
