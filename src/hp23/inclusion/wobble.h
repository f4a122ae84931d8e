/**
# The Zeno sequence of the rocking block: infinitely many impacts, a finite time

The pivoting block of `pivot.h` as a solution of (53), over s, to any number of
digits.
*/
#pragma once

#include "hp23/inclusion/pivot.h"
#include "number/legendre.h"

enum { WOBBLE_MOST = 20000, WOBBLE_NUMBERS = 14, WOBBLE_STATE = 16 };

typedef struct {
    const pivot *b; /* borrowed */
    int bits, flights;
    legendre rule;
    mpfr_t *t, *s, *rate; /* flights + 1: where flight i begins, its rate */
    mpfr_t *hit;          /* flights: s where it ends and the impact begins */
    mpfr_ptr apex;        /* theta*, rad */
    mpfr_ptr longest;     /* the bound of (58) for the first flight, s */
    mpfr_t *c;            /* work space, and the body's numbers */
    mpfr_t *all;
    size_t numbers;
} wobble;

/* All flights until the rate is below 2^-bits of the first; t and s of the last
   are t(s*) and s* to that. Ends with wobble_clear in every case. LIMIT. */
perp_status wobble_new(arena *a, const pivot *b, int bits, wobble *out);
void wobble_clear(wobble *p);

typedef enum { WOBBLE_FLIES, WOBBLE_HITS, WOBBLE_RESTS } wobble_phase;

/* Where the block is. */
typedef struct {
    wobble_phase phase;
    int flight;
    mpfr_ptr t, s, tdot;   /* tdot: dt/ds */
    mpfr_t *q, *v, *a;     /* 3 each; a: dv/dt, but dv/ds in an impact */
    mpfr_t *normal, *slip; /* of A and B: forces, N; per s in an impact */
    mpfr_t *all;
} wobble_state;
perp_status wobble_state_new(arena *a, const wobble *p, wobble_state *x);
void wobble_state_clear(wobble_state *x);

/* The state of flight i where the rate is c times the flight's first; c falls
   from 1 to -1. */
void wobble_fly(wobble *p, int i, mpfr_srcptr c, wobble_state *x);

/* The state at s >= 0. */
void wobble_at(wobble *p, mpfr_srcptr s, wobble_state *x);
