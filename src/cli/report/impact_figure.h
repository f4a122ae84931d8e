/**
# The figure of an impact: bodies before it and behind it
*/
#pragma once

#include "cli/report/reach_laws.h"
#include "run/experiment.h"

/* Draws RUN_impact.svg into the directory of --plot, of the scene's draw(q): a
   panel before the impact, one for each outcome of law (31), one for each of
   two sequences that comes to its end. Called from within a scene's look.
   INPUT: the scene draws nothing, or q' is not v. Errors of reach_laws_find,
   bind_draw. */
perp_status impact_figure_draw(const situation *x, const experiment *e);
