/**
# A figure's file

The text of a figure comes from a scene. It is a file of the command like any
other, under a plain name in the directory of --plot, and it is a drawing: an SVG
document that runs nothing and fetches nothing.
*/
#pragma once

#include "base/status.h"

#include <stddef.h>

/* Writes the text as DIR/name.svg, DIR that of --plot, which is made. INPUT:
   there is no --plot, the name is not plain, the text is no drawing. */
perp_status figure_write(const char *name, const char *text, size_t len);
