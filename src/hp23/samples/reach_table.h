/**
# The table of a reach

A row for each sample: v.NAME, vn.CONTACT, vt.CONTACT behind the impact, its
[mode](reach_modes.h) where there are no more than 15 contacts, lcps,
whether the sample came to its end, and its number. What is summed up is summed in
whole numbers, so that a table and its parts say the same. `lcps` is the paper's count
for Table 3, problems solved for the sample; with Algorithm 2 the last step counts, too, where
it is taken.
*/
#pragma once

#include "hp23/samples/reach_sums.h"

#include <stdint.h>
#include <stdio.h>

/** What is kept of the rows that have gone through:

| field | shape | what, unit |
|---|---|---|
| `nv, p, r` | | velocities, contacts, slips |
| `name` | `columns` | the header: nv, then p, then r names, `mode` if there is one, and three more |
| `rows, samples` | | rows; samples, of which all rows follow each other |
| `ends, unfinished` | | rows where nothing collides any more; samples that have none |
| `lcps, squares` | | $\sum x$ and $\sum x^2$ over the samples' numbers $x$ of problems |
| `modes` | | how many samples have an end in each mode |
| `low, high` | p + r | of $J_n v^+$, then of $J_t v^+$, m/s |

With `--select all` a row is an end of a sample and not a sample. Each of its rows has the number of problems
of the whole sample, all branches together, and it is counted once: a mean is over samples. Of such a tree the mean says
nothing about the steps of a path, so `tree` has no spread of bounds.

`low` is $+\infty$ and `high` $-\infty$ as long as no sample has ended, and is
printed as `null` then. With 64 bits the squares hold for $10^{15}$ samples of a
hundred problems. */
typedef struct {
    int nv, p, r;
    int columns;       /* nv + p + r + 3, and one if there is a mode */
    int moded;         /* is there? */
    const char **name; /* columns */
    uint64_t rows, samples, ends, unfinished;
    uint64_t lcps, squares, last; /* sums; the number of the last sample */
    reach_modes modes;
    double *low, *high;                       /* p + r: of those that ended */
    FILE *csv;                                /* or null */
    int kept; /* bounds are kept for some steps, and do not average out */
    int tree; /* a sample may have several rows */
} reach_table;

/* One sample; the arrays are borrowed. */
typedef struct {
    const double *v, *u; /* nv; p + r */
    int lcps, ended;
    uint64_t number, mode; /* as reach_mode_of has it */
} reach_row;

/* Columns of a table of nv velocities, p contacts and r slips. */
int reach_table_columns(int nv, int p, int r);

/* An empty table with the names of its columns (borrowed). */
perp_status reach_table_new(arena *a, int nv, int p, int r,
                            const char *const *name, reach_table *out);

/* Writes the header, or one row. IO is noticed when the file is closed. */
void reach_table_header(const reach_table *t);
void reach_table_row(reach_table *t, const reach_row *row);

/* 1: the sums of a block stand for its rows, which nobody writes. */
int reach_table_sums(const reach_table *t, const reach_sums *sums);

/* Adds them, of samples `first` and on, one row each. */
void reach_table_add(reach_table *t, const reach_sums *sums, uint64_t first);

/* {"samples": .., "ends": .., "unfinished": .., "lcps_mean": .., "lcps_se": ..,
   "bounds_spread": .., "vn": .., "vt": .., "modes": .. without the closing brace. */
void reach_table_json(reach_table *t, FILE *out);
void reach_table_text(reach_table *t, FILE *out);

/* The standard error of the mean of the lcps; 0 for less than two samples. */
double reach_table_error(const reach_table *t);
double reach_table_mean(const reach_table *t);

/* The relative standard deviation of what the bounds of a contact add up to over
   the mean number of steps; 0: there is one contact, or no step, or bounds are
   kept, or a sample is a tree. */
double reach_table_spread(const reach_table *t);

/* A line when it is small: steps so short that bounds average out. */
void reach_table_warn(const reach_table *t, FILE *out);
