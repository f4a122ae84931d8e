/**
# The line that a message is about

A message names a file and a line. To who reads it at a terminal that line is shown,
with a caret below the word that is meant.
*/
#pragma once

#include <stdio.h>

/* Shows the line of a message "FILE:LINE: ...", when there is such a file with
   such a line of text; else nothing. */
void caret_show(const char *message, FILE *to);
