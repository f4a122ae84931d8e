/**
# A fan, drawn
*/
#pragma once

#include "cli/report/fan_table.h"

/* Draws the coordinates over time, a line a run: NAME_fan.svg. */
perp_status fan_figure_draw(const fan_table *f);
