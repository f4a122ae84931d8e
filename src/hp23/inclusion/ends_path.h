/**
# The legs to a point of a part

A part of [the ends](ends.h) is a polyhedron behind a chain of cells. Here a point of it
gets the path that leads there, with the impulses of each leg: a solution of (39) that
can be checked by who knows nothing of parts.

What is handed out is what people ask of an impact that was measured: how much did which
contact press, in which order, and with what friction. Other paths may lead to the same
end, with other impulses; that they were these is not claimed.
*/
#pragma once

#include "hp23/inclusion/ends.h"

/* The end is knot `knots - 1`. From knot k to the next the contacts press with
   L + k (p + r): normal impulses, then friction along the slips, N s. */
typedef struct {
    int knots;
    mpq_t *s, *v; /* knots, knots x nv */
    mpq_t *L;     /* (knots - 1) x (p + r) */
    int solves;   /* 1: proven; else nothing is said */
    size_t numbers;
} ends_path;

/* A path from v to `end`, a point of the piece in y (k numbers) where nothing
   approaches.
   solves = 0 when a knot before the end is where nothing approaches: then the
   point may be a limit of ends and no end. Otherwise path_check has accepted
   it. r is changed. Ends with ends_path_clear in every case. LIMIT. */
perp_status ends_path_find(arena *a, rates *r, const ends *e, int piece,
                           const mpq_t *end, ends_path *out);
void ends_path_clear(ends_path *p);
