/**
# A run as lines of JSON

One object per row of the table, written as soon as the row is complete and
flushed: what a killed run leaves can be read to its last whole line.
*/
#pragma once

#include "run/trace/trace.h"

/* Row `row` of the table, complete, to the FILE f as {"step": 0, "t": 0, "q.x":
   ...} and a newline; exact numbers stand as texts, "p/q". For a row_reader.
   LIMIT when a number has overflowed, and nothing is written. IO. */
perp_status lines_row(void *f, const trace *t, int row);

/* Such a line, without its newline, back into row `row`, to the last bit: a
   text that lines_row does not write is INPUT, *column the first that is not
   so. LIMIT: memory. */
perp_status lines_read(const char *line, trace *t, int row, int *column);

/* A text as a string of JSON, with its quotes. */
void lines_text(FILE *f, const char *text);
