/**
# The figure of all ends
*/
#pragma once

#include "cli/report/reach_panels.h"
#include "hp23/inclusion/ends.h"

/* The text of --panels, or null; the run's name, or null. */
typedef struct {
    const char *panels, *run;
} ends_drawn;

/* Draws RUN_ends.svg into the directory of --plot: the parts of e, of which e
   says what is proven. Called from within a scene's look. USAGE: the panels;
   errors of bind_draw and reach_laws_find. */
perp_status ends_figure_draw(arena *a, const situation *x, const ends *e,
                             const ends_drawn *how);
