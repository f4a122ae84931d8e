/**
# What a run leaves behind: tables, figures, the summary

One command makes any number of runs. Every file is written under a temporary
name and gets its own when all have succeeded; a command that fails leaves
nothing. There is one set of outputs per process.
*/
#pragma once

#include "run/experiment.h"

#include <stdio.h>

typedef struct {
    const char *csv;  /* --csv FILE ("-": standard output), or null */
    const char *plot; /* --plot DIR, or null */
    int quiet, json;
} output_wish; /* texts borrowed until the end */

/* Begins a command. output_finish or output_abandon ends it. */
void output_begin(const output_wish *wish);

/* Writes a table as --csv asks, if it asks; `run` is whose it is when there are
   several. USAGE: a second table for standard output. */
perp_status output_table(const char *run, const trace *t);

/* Begins the file of --csv for who writes rows of his own and closes it; null
   without --csv. USAGE: as above. IO. */
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

/* A file DIR/name.svg of the command, DIR that of --plot, which is made: its
   temporary name, to be opened and written. INPUT: there is no --plot. */
perp_status output_in_plot(const char *name, char **temporary);

/* A file of the command that an option `what` asks for: its temporary name, to
   be opened and written. `run`: whose it is when there are several, "" for the
   only one. INPUT, USAGE: another output is this file. LIMIT: too many. */
perp_status output_file(const char *what, const char *path, const char *run,
                        char **temporary);

/* Gives every file its name (with several runs FILE.csv becomes
   FILE.NAME.csv) and prints the summaries: JSON on stdout, or words on
   stderr. On failure everything is removed. REFUTED, with everything written,
   when a run in an exact mode has a step that is not proven. */
perp_status output_finish(void);

/* Removes everything and forgets. */
void output_abandon(void);

/* Removes the temporary files; calls unlink(2) only, for signal handlers. */
void output_unlink(void);
