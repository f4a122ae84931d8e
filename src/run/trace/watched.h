/**
# What a scene wants to hear of its columns

A scene names columns of the table; of each the summary says what it was at
first and at last, and its smallest and largest value. One that is declared
conserved makes a warning when it is not.
*/
#pragma once

#include "run/trace/drift.h"
#include "run/trace/trace.h"

enum { WATCHED_MOST = 12 };

typedef struct {
    const char *column;
    double within; /* conserved: it stays so near its first value; or -1 */
} watched_wish;

typedef struct {
    int n;
    struct {
        char column[DRIFT_NAME];
        int at; /* in the table */
        double first, last, least, most, within;
    } of[WATCHED_MOST];
} watched;

/* Before the first row. INPUT: there is no such column. Requires n <=
   WATCHED_MOST. */
perp_status watched_begin(const watched_wish *wish, int n, const trace *t,
                          watched *out);

/* One more row, from row 0 on. */
void watched_row(watched *w, const trace *t, int row);

/* Behind the last row: what was not conserved is warned of. */
void watched_judge(const watched *w, drift_found *d);

/* As of drift.h; the member is {} when nothing is watched. */
void watched_json(const watched *w, FILE *out);
void watched_tell(const watched *w, FILE *out);
