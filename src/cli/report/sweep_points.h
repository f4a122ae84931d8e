/**
# The runs that a sweep asks for

Factors, and a run for each choice of a row of every one: the rows of the file of
`--sweep`, then the values of each `--set`, in the order of the command line. The last
factor goes fastest. A value is a text, as `--set` takes it, and no more is made of it
here.
*/
#pragma once

#include "cli/report/sweep_file.h"

enum { SWEEP_MOST = 1000000 }; /* runs */

typedef struct {
    arena a;
    sweep_factor *factor;
    int factors, names; /* names: of all factors together */
    long runs;
} sweep_points; /* {0}; sweep_points_free in every case */

/* Has the value of a --set (behind its `=`) the form of a list or a range? */
int sweep_points_listed(const char *value);

/* Reads the file, if there is one, and the texts of --set. is_text[k]: the
   k-th is one value, whatever it holds. USAGE: a list, a name twice, too many
   runs. IO, INPUT: the file, with its line. */
perp_status sweep_points_read(const char *file, int sets,
                              const char *const *set, const char *is_text,
                              sweep_points *out);

/* Name and value of parameter k in a run, from 0. */
const char *sweep_points_name(const sweep_points *p, int k);
const char *sweep_points_value(const sweep_points *p, long run, int k);
void sweep_points_free(sweep_points *p);
