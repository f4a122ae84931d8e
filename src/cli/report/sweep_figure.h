/**
# The figure of a sweep
*/
#pragma once

#include "cli/report/sweep_table.h"

/* Draws what varies against the first parameter that is a number and does, into
   the directory of --plot; the name of the figure is that of the scene's file.
   INPUT: there is no such parameter. */
perp_status sweep_figure_draw(const sweep_table *t, const char *scene);
