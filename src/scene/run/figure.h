/**
# A figure's file

The text of a figure comes from a scene. It is a file of the command like any
other, under a plain name in the directory of --plot, and it is a drawing: an SVG
document that runs nothing and fetches nothing. A table of what a figure shows is
written beside it.
*/
#pragma once

#include "base/status.h"

#include <stddef.h>

/* Writes lines of cells as DIR/name.csv, beside the figures. INPUT: there is no
   --plot, the name is not plain, the text is not lines of plain cells. */
perp_status figure_table(const char *name, const char *text, size_t len);

/* Writes the text as DIR/name.svg, DIR that of --plot, which is made. INPUT:
   there is no --plot, the name is not plain, the text is no drawing. */
perp_status figure_write(const char *name, const char *text, size_t len);
