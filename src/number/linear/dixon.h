/**
# Lifting
*/
#pragma once

#include "number/limit.h"
#include "number/linear/modular.h"
#include "number/linear/numerators.h"

/* A system to be lifted: in words without tails or, where these are too short
   (then null), in long integers. */
typedef struct {
    const word_system *words;
    const integer_system *whole;
} dixon_system;

/* Solves A X + b = 0 by p-adic lifting, X_j / den with den of at most den_bits
   and X_j of at most X_bits. Unknowns of columns that depend on those before
   them are zero. *solved = 0 when the rows contradict each other, when the
   numbers are longer than that, or when p divides a minor that matters.
   A solution satisfies the equations modulo 2^64 at least, and those that gave
   no pivot as they are. Error: LIMIT. */
perp_status dixon_solve(arena *a, const dixon_system *s, size_t den_bits,
                        size_t X_bits, const exact_limit *limit,
                        numerators *out, int *solved);
