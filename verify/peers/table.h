/**
# The table of a contest
*/
#pragma once

#include "contest.h"

#include <stdio.h>

/* Ratios and answers of many families, by size of their problems; those in
   foreign units by themselves, with how many of them climbed. {0} is empty. */
enum { TABLE_RANGES = 5, TABLE_MOST = 8192 };
typedef struct {
    int climbed;
    double longest; /* ns of perp, in foreign units */
    int count[TABLE_RANGES][CONTEST_PEERS];
    int said[TABLE_RANGES][CONTEST_PEERS][VERDICT_RIGHT + 1];
    double ratio[TABLE_RANGES][CONTEST_PEERS][TABLE_MOST];
} totals;

/* Adds a contest; the lines of all of them together. */
void table_add(totals *t, const contest *c);
void table_totals(FILE *f, int markdown, totals *t, int solvers);

/* Heading and first lines, the machine named; one line per family. */
void table_begin(FILE *f, int markdown, const peer *const *solver, int solvers);
void table_line(FILE *f, int markdown, const contest *c);

/* Names each median ratio below what is promised; of problems in foreign units
   climbs of more than one in a hundred, those on which perp is slower than
   Siconos, and 30 s for one. How many. */
int table_missed(FILE *f, totals *t, const peer *const *solver, int solvers);

/* The lines of all families together, in Markdown, with the machine. */
void table_summary(FILE *f, totals *t, const peer *const *solver, int solvers);
