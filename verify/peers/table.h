/**
# The table of a contest
*/
#pragma once

#include "contest.h"

#include <stdio.h>

/* Heading and first lines, the machine named; one line per family. */
void table_begin(FILE *f, int markdown, const peer *const *solver, int solvers);
void table_line(FILE *f, int markdown, const contest *c);

/* Puts the text between the two marks of a file, in place of what is there.
   -1 when the file has no such marks or can not be written. */
int table_into(const char *path, const char *text);
