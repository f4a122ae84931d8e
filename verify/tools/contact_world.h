/**
# Bodies in contact, and what a step makes of them
*/
#pragma once

#include "generator.h"

/**
## Random numbers

SplitMix64. The seed, the family and the index are mixed, so problem 7 does not
depend on how many came before it. Two throws never stand in one argument list
or one initialiser: C leaves their order open, and compilers differ.
*/
typedef struct {
    uint64_t state;
} dice;

static inline uint64_t dice_bits(dice *d)
{
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline double dice_in(dice *d, double lo, double hi)
{
    return lo + (hi - lo) * ((double)(dice_bits(d) >> 11) * 0x1p-53);
}

static inline int dice_below(dice *d, int n)
{
    return (int)(dice_bits(d) % (uint64_t)n);
}

/**
## Bodies and contacts

Every mass matrix here is diagonal: positions in the world's axes, inertia of
spheres, of plates that lie flat, or in the plane. A row is what a contact or a
joint does to the velocities of at most two bodies.
*/
enum { ROW_MOST = 12 };

typedef struct {
    int count, at[ROW_MOST];
    double value[ROW_MOST];
} row;

typedef struct {
    int first;   /* its first velocity; -1: the ground */
    double x[3]; /* its centre */
} body;

typedef struct {
    int dim, directions; /* 2 or 3; friction directions per contact */
    int nv, contacts, joints;
    int bodies;
    double *mass, *v, *force; /* nv: M's diagonal, v, h k */
    body *b;
    row *normal, *tangent, *joint; /* contacts, contacts x directions, joints */
    double *mu;
    dice *d;
} world;

enum { MOST_CONTACTS = 512, MOST_BODIES = 512, MOST_JOINTS = 4 };
enum { MOST_DIRECTIONS = 8 };

/* An empty world: 0, or -1 when memory is refused. world_free accepts both. */
int world_new(world *w, int dim, int directions, dice *d);
void world_free(world *w);

/* A body at x with its inertia about each axis (in the plane: one number), and
   a ball (a disc in the plane); their number. */
int add_body(world *w, const double *x, double m, const double *inertia);
int add_ball(world *w, const double *x, double radius, double density);

/* The velocity of the point p of a body (-1: the ground) along u, times a sign,
   added to the row. */
void row_add(const world *w, row *r, int who, const double *p, const double *u,
             double sign);

/* A contact at p; n points from body a (-1: ground) to body b. */
void add_contact(world *w, int a, int b, const double *p, const double *n);

/* Divides a vector of three by its length. */
void unit(double *u);

/* Velocities and forces, by the kind of motion: index modulo 3. */
void set_in_motion(world *w, int index);

/* The problem of a step, AP02 (24), or of an increment, HP23 (75): 0, or -1
   when memory is refused. */
int condense_step(const world *w, generated *g);
int condense_increment(const world *w, generated *g);
