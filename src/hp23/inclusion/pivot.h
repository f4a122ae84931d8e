/**
# A block that pivots about its corners

A body that stands on two points of a floor turns about one of them, falls back, hits
with the other, and goes on about that one.

HP23 4.3, the example of a solution with infinitely many impacts in finite time. The
paper has one block, 1 m wide, 2 m high, of 1 kg; here it is any body with two points
of contact, symmetric about its centre line, whose numbers are read from a scene.
*/
#pragma once

#include "model/step/assemble.h"

/* A planar body in the coordinates (x, y, theta) of its centre, A at (-rx, -ry)
   and B at (rx, -ry) from it, turning about A at `rate`. Per unit of the rate
   before it, the impact takes Ln and Lt, N s, and leaves `keep` of the rate.
   m in kg, I in kg m^2, g in m/s^2, rx and ry in m, rate in rad/s; keep is a
   pure number, between 0 and 1 for a body that is accepted. */
typedef struct {
    mpq_t m, I, g, rx, ry, mu, rate;
    mpq_t kappa; /* theta'' = -kappa times the arm of the weight, 1/(m s^2) */
    mpq_t keep, Ln, Lt;
} pivot;

/* Reads it from the data of a scene at its beginning, with two contacts, of
   which the first rests. Ends with pivot_clear in every case. INPUT: it is not
   such a body, does not turn upward, would tip over, or its points slip. */
perp_status pivot_read(const step_exact *d, pivot *out);
void pivot_clear(pivot *b);
