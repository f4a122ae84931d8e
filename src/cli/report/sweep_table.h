/**
# The table of a sweep

A row a run, a column a key. Runs need not have the same keys, so columns are found
while rows come: in the order in which they are met first. That order is the same for
the whole and for the parts one behind the other, because what a part meets first
anew it has met in the same order.

As text a table is CSV after RFC 4180. An empty cell is a key that the run does not
have; an empty text is written `""`, and what is not known `null`.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <stdio.h>

typedef struct {
    int n;              /* columns that were known when the row ended */
    const char **value; /* of each, or null: it has none */
} sweep_row;

typedef struct {
    arena a;
    const char **column;
    int columns, room, hint;
    const char **now; /* of the row that is being made */
    sweep_row *row;
    long rows, row_room;
} sweep_table; /* {0} is an empty table */

/* A column, new or known: *out its place. The name is copied. LIMIT. */
perp_status sweep_table_column(sweep_table *t, const char *name, int *out);

/* A cell of the row that is being made; the first one of a name counts. The value
   is copied. */
perp_status sweep_table_put(sweep_table *t, const char *name,
                            const char *value);

/* The scalar members of a JSON object of perp's own, as cells: the members of an
   object inside as `outer.inner`; of a list of texts how many there are; no list
   of anything else. BUG: this is no such object. */
perp_status sweep_table_json(sweep_table *t, const char *json);
perp_status sweep_table_end_row(sweep_table *t);

/* The value, or null. */
const char *sweep_table_cell(const sweep_table *t, long row, int column);

/* The place of a column, or -1. */
int sweep_table_find(const sweep_table *t, const char *name);

void sweep_table_write(const sweep_table *t, FILE *f);
void sweep_table_free(sweep_table *t);

/* The next record of a text: cells end with 0 in place, blanks around those
   without quotes are left out. `quoted` says of each whether it stood in quotes.
   Returns their number, 0 at the end of the text, -1 when they are more than
   `most`, -2 when a quote is not closed or something stands behind it, -3 when
   the last line has no end. *text moves on; *lines counts what was read. */
int sweep_table_record(char **text, int most, char **cell, char *quoted,
                       long *lines);
