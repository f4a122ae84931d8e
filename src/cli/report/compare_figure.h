/**
# The figure of `perp compare`
*/
#pragma once

#include "cli/report/compare_report.h"

/* Draws NAME_compare.svg; from within a study (scene/bind/bind.h). */
perp_status compare_draw(const compare_table *t);
