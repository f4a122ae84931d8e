/**
# The radius of a step's data

How far the doubles of a step are, at most, from what the scene means at the
stored position, velocity and time.
*/
#pragma once

#include "model/step/assemble.h"
#include "proof/enclose/enclose.h"

/* Where and what: the data `d` of the contacts `id` (d->p of them), assembled
   at `at`; t0, t1: the times that are meant, of which at has the doubles. jump:
   only M, nu, n and d count. */
typedef struct {
    const perp_system *s;
    const step_point *at;
    mpq_srcptr t0, t1;
    const int *id;
    const step_data *d;
    int jump;
    const double *off; /* how far the position that is meant is from at->q, by
                          coordinate; null: they are the same */
} radius_of;

/* The largest radius that is stated for data of this size: 2^-46 max(4, S),
   S the largest number among q, the time and the data. */
double radius_limit(const radius_of *p);

/* A projection: `of` is about where it came to, with jump = 0, velocities and
   times 0, and has gap = the gaps of all contacts there. value: what is stated
   of joints, of the springs that are held, with the gradients a, of contacts.
   A spring's is its elongation less a target, which `off` bounds the error of
   (both of all springs); or, where off is null, the elongation at q = from. */
typedef struct {
    radius_of of;
    const double *value, *gap, *target, *off, *from, *a;
    const int *held;
    int springs;
} radius_place;

/* The same for its rows and values. */
perp_status radius_of_place(encloser *w, const radius_place *p,
                            double *radius);

/* A node of Moreau's step: `of` has M, n of all contacts, off; g is the force
   at of.at, without an F, gap those of all contacts. */
typedef struct {
    radius_of of;
    const double *g, *gap;
} radius_node;

/* The same for its data; infinite where the system has an F. */
perp_status radius_of_node(encloser *w, const radius_node *p, double *radius);

/* *radius: an upper bound of |double - truth| over all data, short in binary
   and with room for a checker's own rounding; infinite when an enclosure is not
   decided, or the bound is beyond the limit. LIMIT without memory. */
perp_status radius_find(encloser *w, const radius_of *p, double *radius);
