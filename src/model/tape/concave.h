/**
# What is concave by its form

A set $\{f \ge 0\}$ is convex when $f$ is concave, and of many formulas that can be read off their
operations: a sum of concave functions is concave, a number times one, the smaller of two; a square of
something affine is convex, and so is a length, the root of a sum of such squares. Here a tape
is evaluated in these words instead of numbers. What is concave by its form is concave for all
inputs, in real numbers with the formula's own constants. What is not may be concave all the
same: nothing is said of it.

| formula | seen |
|---|---|
| $L - \sqrt{x^2 + y^2}$, a rope from the origin | concave |
| $1 - x^2/a^2 - y^2/b^2$, an ellipse from inside | concave |
| $\sqrt{x^2 + y^2} - R$, two discs | no: it is convex, and $K$ is outside |
| $1 - x^4$ | concave: $x^2$ is convex and not negative, and so is its square |
| $xy - 1$, $x > 0$; $\ln$, $\sin$ | no |
| $r^2 - (x^2 + xy + y^2)$ | no: a product that is no square is not looked into |
*/
#pragma once

#include "model/tape/tape.h"

/* concave[i]: output i is concave in the inputs marked in `variable` together,
   on the whole space; the other inputs are parameters, any fixed numbers.
   work: tape_values(t) bytes. */
void concave_of(const tape *t, const uint8_t *variable, uint8_t *work,
                uint8_t *concave);
