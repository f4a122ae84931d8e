/**
# Contact modes as a system of equations, in doubles

What modes.c, system.c and second.c share. The unknowns of a problem in given modes are
the first of x (velocities, joints, springs), then for each contact that is
not open its $c_n$, then its friction impulses that the mode leaves free.
`frame` numbers them, and holds the system $B z = b$ of (E4), its solution,
and how far the data of a box may move it (systems.c).

All in doubles, with errors counted. `small` $= 2^{-49}$ stands for up to 16
units of $2^{-53}$: a few roundings of one number (the quotient of two large
whole numbers, each cut to 53 bits, is wrong by three).
*/
/* The system that contact modes are, in doubles: modes.c, system.c, second.c. */
#ifndef PERP_CHECK_MODES_H
#define PERP_CHECK_MODES_H

#include "level2.h"

/* z, cn and f index the unknowns of the modes, which are fewer than those of
   the problem. x, v and move say how far a datum that is off by rho can move a
   row that multiplies it with x, with v, with x - v. */
typedef struct {
    checker *c;
    systems s;
    double *z;         /* the known solution */
    long *cn, *f;      /* the unknowns of contacts and slips, -1: none */
    double x, v, move; /* sums of |x|, |v|, |x - v|, rounded up */
    double rho;
    double back[2]; /* a row asks of x - back v: of a contact, of a joint, slip */
    const double *given; /* of a rebound how far v^c and each c_n may be off; or null */
} frame;

static const double small = 0x1p-49; /* some roundings of one number */

double quotient(mpz_srcptr x, mpz_srcptr den);
double ratio_double(mpq_srcptr x);
void frame_fill(frame *k);
int frame_moderate(const frame *k, long j); /* 2^-1000 < mu < 2^1000 */
double frame_along(const frame *k, const array *list, long i, double *far);
/* What the mode of a contact says of friction: "os" and "o+" part, and stick or
   slide meanwhile; of every other word all of it. */
const char *ways_of(const char *word);
void second_keep(const frame *k); /* of a compression with a rebound behind it */
double second_push(const frame *k, long j, double *off);
double second_least(const frame *k, long j);
void second_fill(frame *k);

#endif
