/**
# Exact linear programs on the dictionary

A dictionary is *feasible* when basic variables with a sign keep it: right-hand
sides of nonnegative ones are nonnegative, of zero ones zero. These functions
take a feasible dictionary to a feasible one under stricter signs, or show that
there is none.
*/
#pragma once

#include "lcp/enumerate/dictionary.h"

enum { SIMPLEX_NONE = -1, SIMPLEX_SPENT = -2 };

/* The row that contradicts the signs; NONE: there is none; SPENT: the budget
   ended first. The variable of the row would have to be larger (sign 1) or
   smaller (-1). */
typedef struct {
    int row, sign;
} simplex_wall;

/* From the first dictionary, all rows basic, to a feasible one. */
simplex_wall simplex_start(dictionary *d);

/* Gives a variable a sign that is at least as strict as the one it has. After
   a wall the dictionary is good for simplex_wall_proof only. A free unknown
   that is not basic must not occur in the variable's row. */
simplex_wall simplex_restrict(dictionary *d, int variable, choices_sign sign);

/* Looks for a point where one of the nonnegative variables marked in `in`,
   which are zero at the vertex, is positive; marks what it finds in
   `positive`. 1: found; 0: all of `in` is zero throughout, and the objective
   says so; SPENT. */
int simplex_improve(dictionary *d, const uint8_t *in, uint8_t *positive);

/* To a vertex where the variable is as large as the signs let it be. 1: there;
   0: it has no largest value; SPENT. It is free and basic, or has a sign. */
int simplex_largest(dictionary *d, int variable, uint8_t *in);

/* Marks the nonnegative variables that are positive at the vertex. */
void simplex_at_vertex(const dictionary *d, uint8_t *positive);

/* y for the rows of the system, integers without a common divisor:
   sum y_i r_i + sum p_j u_j = constant for all u, with p = -B'y, where
   nonnegative variables have coefficients >= 0 and free ones 0.
   A wall's constant is negative: there is no feasible point. When improving has
   ended with 0 the constant is 0 and all of `in` have positive coefficients:
   they are zero throughout. */
void simplex_wall_proof(const dictionary *d, simplex_wall wall, mpz_t *y);
void simplex_zero_proof(const dictionary *d, const uint8_t *in, mpz_t *y);
