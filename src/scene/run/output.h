/**
# What a run leaves behind: tables, figures, the summary

One command makes any number of runs. Their files are those of `base/file.h`: they
appear together when all have succeeded, and a command that fails leaves nothing.
There is one set of outputs per process. Every stream that begins here ends by
file_end, or with the command that is given up.
*/
#pragma once

#include "run/experiment.h"

#include <stdio.h>

typedef struct {
    const char *csv;  /* --csv FILE ("-": standard output), or null */
    const char *plot; /* --plot DIR, or null */
    int quiet, json;
    int untimed; /* no seconds: the same run is the same bytes */
} output_wish; /* texts borrowed until the end */

/* Begins a command. output_finish or output_abandon ends it. */
void output_begin(const output_wish *wish);

/* Writes a table as --csv asks, if it asks; `run` is whose it is when there are
   several. USAGE: a second table for standard output. */
perp_status output_table(const char *run, const trace *t);

/* Begins the file of --csv for who writes rows of his own; null without --csv.
   USAGE: as above. IO. */
perp_status output_rows(FILE **rows);

/* The same for the rows of a run of this name, before it begins; the file is
   closed before the run is handed to output_run. INPUT: another run has this
   name. */
perp_status output_rows_of(const char *run, FILE **rows);

/* Copies the summary of a finished run. INPUT: another run has this name. */
perp_status output_run(const experiment *e, const summary *sum);

/* Before a run of this name: with a second run tables get names of their own.
   USAGE: such a file is another output, or is read. */
perp_status output_expect(const char *run);

/* Begins a file DIR/name.suffix of the command, DIR that of --plot, which is
   made; `suffix` is svg or csv. INPUT: there is no --plot. IO. */
perp_status output_in_plot(const char *name, const char *suffix, FILE **f);

/* Begins a file of the command that an option `what` asks for. `run`: whose
   it is when there are several, "" for the only one. INPUT, USAGE: another
   output is this file. LIMIT: too many. IO. */
perp_status output_file(const char *what, const char *path, const char *run,
                        FILE **f);

/* Gives every file its name (with several runs FILE.csv becomes
   FILE.NAME.csv) and prints the summaries: JSON on stdout, or words on
   stderr. On failure everything is removed. REFUTED, with everything written,
   when a run in an exact mode has a step that is not proven. */
perp_status output_finish(void);

/* Removes everything and forgets. */
void output_abandon(void);
