/**
# How many samples come to the same mode

A million velocities are a cloud; what an experiment sees first is which contacts parted,
which stick and which slide. So each row of a table has its mode, a digit a contact, and
the samples of each mode are counted:

| digit | the contact |
|---|---|
| 0 | parts |
| 1 | touches, and has no slip |
| 2, 3, 4 | sticks, slides forward, slides backward: of one slip |
| 5 | slides: of several, which have no forward |
| 9 | approaches: the sample has not ended |

Two corners of which the first parts and the second sticks are `02`. A digit says by itself
what the words of it are, so a table that is read back needs no scene for them.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <stdint.h>
#include <stdio.h>

/* Contacts whose digits a double has; different modes that are told apart; and
   the speed in m/s up to which one is none, unless a tolerance is larger. */
enum { REACH_MODE_CONTACTS = 15, REACH_MODES = 1024 };
#define REACH_MODE_ZERO 1e-9

/* `samples` of them have an end in this mode; `last` was counted last. */
typedef struct {
    uint64_t code, samples, last;
} reach_mode;

/** Samples of which one end at least is in the mode: without trees each sample has one end
at most, and the counts add up to the samples that ended. With trees they may add up to more.
`others` are rows in modes that came when REACH_MODES different ones were there. */
typedef struct {
    reach_mode *mode; /* in the order of their coming */
    int count, *slot;
    uint64_t others;
} reach_modes;

perp_status reach_modes_new(arena *a, reach_modes *out);

/* The digits of speeds u, p normal ones, then the slips; the tolerance is that
   of the approach, m/s. */
uint64_t reach_mode_of(int p, const int *slip_at, const double *u,
                       double tolerance);

/* Of `count` samples, whose speeds stand behind each other. */
void reach_modes_of(int count, int p, const int *slip_at, const double *u,
                    double tolerance, uint64_t *mode);

/* Are these p digits that reach_mode_of may give? */
int reach_mode_valid(int p, double code);

/* Counts an end of this sample; samples come one after the other. */
void reach_modes_add(reach_modes *m, uint64_t code, uint64_t sample);

/* Counts the samples of others, none of which is among those of m. What has no
   place there counts as many rows as samples. Nothing of either is sorted. */
void reach_modes_join(reach_modes *m, const reach_modes *others);

/* None again. */
void reach_modes_clear(reach_modes *m);

/* The most frequent first; of as many the smaller code. */
void reach_modes_sort(reach_modes *m);

/* "A parts, B sticks" for contacts vn.A, vn.B. */
void reach_mode_words(int p, const char *const *vn, uint64_t code, FILE *out);
