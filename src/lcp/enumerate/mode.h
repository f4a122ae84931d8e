/**
# A contact mode

What each contact does in a step, and what follows from it: impulses as a
matrix times the data of the step, and the inequalities that say whether it
does. [step_modes.h](step_modes.h) has all of an impact.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <math.h>
#include <stdint.h>

enum {
    MODE_CONTACTS = 5, /* at most: 8^5 modes */
    MODE_WAYS = 8,     /* digits of a number: seven, and idle */
    MODE_IDLE = 7,
    MODE_SPEEDS = 2 * MODE_CONTACTS,
    MODE_NUMBERS = MODE_SPEEDS + MODE_CONTACTS,
    MODE_ROWS = 400,
    MODE_OPEN = 3,
    MODE_WIDE = MODE_NUMBERS + MODE_OPEN + 1
};

/** Why a mode is not as others: its v' are a segment; only fractions can say;
it is singular within rounding, and perhaps not for the data to their last
digit. */
enum { MODE_SEGMENT = 1, MODE_HARD = 2, MODE_ROUNDED = 4 };

/** What modes are made of: the inverse masses of the contacts, friction, and
the sizes of what a step is asked about. `numbers` is how many x has, s
speeds and p bounds. */
typedef struct {
    int p, s, numbers;       /* contacts, speeds p + r, s + p */
    int slip[MODE_CONTACTS]; /* of the contact, or -1 */
    double mu[MODE_CONTACTS];
    double G[MODE_SPEEDS * MODE_SPEEDS]; /* s x s, 1/kg */
    double most_u, most_n, gain; /* m/s, N s, 1/kg: the largest there are */
    const uint8_t *rank; /* 2^s: of the gradients in a set of bits, exactly */
} mode_impact;

/* What a contact does, by its digit: without an impulse it is apart or idle. */
typedef struct {
    int idle, apart, full, way; /* way: 0 sticks, else the sign of its slip */
} doing;

/** A mode under construction, all numbers as rows in x. The unknowns are those
of contacts that rest or stick; the direction of one in the impulses has
friction folded in, and is divided by $1 + \mu$, or $\mu = 10^5$ would hide
the others behind its rounding. */
typedef struct {
    const mode_impact *m;
    doing of[MODE_CONTACTS];
    int unknown;
    double way[MODE_SPEEDS][MODE_SPEEDS]; /* of an unknown, in impulses */
    int eq[MODE_SPEEDS];                  /* and the speed that it stops */
    double A[MODE_SPEEDS][MODE_NUMBERS];  /* impulses */
    double B[MODE_SPEEDS][MODE_NUMBERS];  /* speeds behind the step */
    int open, left;                       /* null vectors; equations over */
    double null[MODE_OPEN][MODE_SPEEDS], moved[MODE_OPEN][MODE_SPEEDS],
        E[MODE_SPEEDS][MODE_NUMBERS];
    int hard;
    int rows;
    double row[MODE_ROWS][MODE_WIDE]; /* x, factors of t, size */
} mode;

/* The mode of this number, to the base 8 a digit a contact: A, B and what is
   open. */
void mode_solve(const mode_impact *m, int number, mode *k);

/* The same with its rows; of all t only the first may be in them. */
void mode_build(const mode_impact *m, int number, mode *k);

/* The same with t taken out of its rows. */
void mode_make(const mode_impact *m, int number, mode *k);

/** The order of the v' of a step, by the first speed that differs by more than
`bar`: 1 when x comes before y, -1 behind, 0: they are one. */
static inline int mode_before(int count, double bar, const double *x,
                              const double *y)
{
    int i = 0;
    while (i < count && !(fabs(x[i] - y[i]) > bar))
        i++;
    return i == count ? 0 : x[i] < y[i] ? 1 : -1;
}
