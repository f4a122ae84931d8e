/**
# A block that pivots about its corners

A body that stands on two points of a floor turns about one of them, falls back, hits
with the other, and goes on about that one.

HP23 4.3, the example of a solution with infinitely many impacts in finite time. The
paper has one block, 1 m wide, 2 m high, of 1 kg; here it is any body with two points
of contact, symmetric about its centre line, whose numbers are read from a scene.
Some bodies of 1 kg:

| width, height | $I + m l^2$ | $k$ | $\Lambda_n$, $\Lambda_t$ over $w$ | |
|---|---|---|---|---|
| 1, 2 | $\frac53$ | $\frac7{10}$ | $\frac{17}{20}$, $-\frac3{10}$ | the paper's |
| 1, 1 | $\frac23$ | $\frac14$ | $\frac58$, $-\frac38$ | needs $\mu \ge \frac35$ |
| 2, 1 | $\frac53$ | $-\frac15$ | | refused: it does not go on about B |

The first must begin slower than 1.178 rad/s, or it tips over.
*/
#pragma once

#include "model/step/assemble.h"

/* All are fractions, those of the scene or made of them without a root. Ln > 0
   and Lt < 0 are B's, when the body has turned about A; A's in the next impact
   are Ln and -Lt, since every second one is the mirror image. A planar body in
   the coordinates (x, y, theta) of its centre, A at (-rx, -ry)
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
