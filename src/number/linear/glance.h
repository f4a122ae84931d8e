/**
# A glance at a solution

Who asks for an exact solution often wants to know something of it, its signs, and
often the first places say it.
*/
#pragma once

#include "number/linear/numerators.h"
#include "number/linear/refine.h"
#include "number/linear/sieve.h"

/* Somebody who has seen enough of a solution when its first places show that it
   is of no use: `refuses` is asked once, x is his to spoil. */
typedef struct linear_glance {
    perp_status (*refuses)(const struct linear_glance *g, arena *a,
                           numerators_near *x, int *refused);
} linear_glance;

/* A system in parts, and what doubles make of each; a part with one unknown
   has no forecast. */
typedef struct {
    const word_system *s;
    sieve sieve;
    word_system *part;
    forecast *expected;
} system_parts;

/* The first places of A X + b = 0: out->x.X_j / out->x.den, den a power of two,
   so many that the largest unknown has GLANCE_BITS. Bounds are those of
   refine_near, no proof. *known = 0: doubles do not see the matrix clearly.
   out->x: from numerators_new; out->wrong: s->m numbers. Leaves the arena as it
   was. Error: memory. */
enum { GLANCE_BITS = 160 };
perp_status glance_take(arena *a, const system_parts *p, numerators_near *out,
                        int *known);
