/**
# How an expression grows

The convergence proofs assume bounds: a force that grows at most linearly, a
gap with bounded second derivatives, a normal that is Lipschitz. Of many
expressions that can be read off. Here a tape is evaluated in degrees instead
of numbers: an upper bound for the growth of the value, of its first and of its
second derivatives in some of the inputs, the others being fixed.
*/
#pragma once

#include "model/tape/tape.h"

/* A degree is the exponent p of a bound C (1 + |x|)^p over all x. */
enum { GROWTH_ZERO = -1, GROWTH_UNKNOWN = 1000 };

/* value, first, second: degrees of the value and of all its derivatives of
   that order where they exist; GROWTH_ZERO: they vanish identically;
   GROWTH_UNKNOWN: nothing is known. kinks: it may fail to be differentiable
   (a max, an absolute value); jumps: it may fail to be continuous (a where). */
typedef struct {
    int value, first, second;
    uint8_t kinks, jumps;
} growth;

/* The growth of the outputs of t in the inputs marked in `variable`; the other
   inputs are parameters: any fixed number, none of which makes a divisor zero.
   work: tape_values(t) of them. */
void growth_of(const tape *t, const uint8_t *variable, growth *work,
               growth *out);
