/**
# What a run loses without an error

A step holds its joints in velocities: positions drift apart, and for $\alpha < 1$
a part of the velocity may change its sign in every step, carry energy and move
nothing. No number of a step is wrong then, so the run as a whole is looked at,
and it says so.
*/
#pragma once

#include "run/trace/frozen.h"

enum {
    DRIFT_STREAK = 20,   /* rows that make an alternating part a fault */
    DRIFT_WARNINGS = 12, /* at most, of one run */
    DRIFT_NAME = 64      /* bytes of a name that a summary keeps */
};

#define DRIFT_SHARE 0.01 /* of the kinetic energy, likewise */

/* A value, and the row where it was met. */
typedef struct {
    double x, t; /* t: s */
    long row;
} drift_peak;

/* All in place: a summary is copied as it is. */
typedef struct {
    int joints; /* the system has some; gap and joint mean something */
    drift_peak gap;
    char joint[DRIFT_NAME]; /* whose gap that is */
    int open;               /* |Theta| > penetration, since x = the value */
    drift_peak since_open;
    int parts;               /* alpha < 1; the following mean something */
    drift_peak part;         /* |v - va|_M^2 / 2, J: the largest */
    double last, last_share; /* J, and of the kinetic energy: in the last row */
    int lost;                /* the share was too large for too many rows */
    drift_peak since_lost;   /* and began to be here, with this share */
    /* of the loop */
    long streak;
    drift_peak began;
    double kinetic; /* J: the largest so far */
    int nevers;     /* shapes of the scene that can never touch */
    char never[DRIFT_WARNINGS][160];
    int warnings;
    char warning[DRIFT_WARNINGS][400];
} drift_found;

/* One more warning, one line; what is too much is cut off. */
void drift_warn(drift_found *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* |Theta_k| of one joint at the beginning of a row; `most` m are allowed. */
void drift_joint(drift_found *d, const char *name, double theta, double most,
                 drift_peak at);

/* The energies of v - va and of v in the row that has been made, J; `floor` is
   what rounding may leave; `free`: no contact pushed in it. */
void drift_part(drift_found *d, double part, double kinetic, double floor,
                int free, drift_peak at);

/* What is known of the rows so far, for a run that goes on. */
void drift_freeze(drift_found *d, frozen *x);

/* The warnings of a finished run; alpha as it was run. */
void drift_judge(drift_found *d, double alpha, double penetration);

/* The members of the JSON object of a summary, beginning with a comma; and the
   lines of words. */
void drift_json(const drift_found *d, FILE *out);
void drift_tell(const drift_found *d, FILE *out);
