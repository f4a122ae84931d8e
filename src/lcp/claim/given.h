/**
# The verdict on a given z

Row by row; its own basis; the nearest solution; the backward error. Everything is
in fractions, of the numbers as they are written.
*/
#pragma once

#include <stdio.h> /* before gmp.h, which then declares what prints */

#include "lcp/claim/backward.h"
#include "lcp/claim/given_rows.h"
#include "lcp/claim/nearest_face.h"

typedef enum {
    GIVEN_EXACT,    /* z solves the problem */
    GIVEN_NEAR,     /* a solution is within the tolerance of z */
    GIVEN_REFUTED,  /* neither */
    GIVEN_UNDECIDED /* not exact, and the nearest solution is not known */
} given_verdict;

/* What is asked. tolerance >= 0: pairs of at most so much count as zero, and a
   solution within it, in the largest component, is near enough. */
typedef struct {
    const lcp_exact_problem *p;
    const mpq_t *z; /* free + n */
    mpq_srcptr tolerance;
    ladder_limits limits;             /* of the own basis */
    const enumerate_options *options; /* of the search for all solutions */
    FILE *proof;                      /* of that search, or null */
} given_question;

typedef struct {
    given_verdict verdict;
    given_rows rows;
    uint8_t *basis;       /* n: z_i > tolerance */
    int basis_solves;     /* 1, 0, or -1: a limit was reached */
    given_point solution; /* of the basis, when it solves */
    int searched;         /* `nearest` was looked for */
    nearest_face nearest;
    backward_error change;
} given_found;

/* Ends with given_clear in every case. Errors: LIMIT (memory), IO (the
   proof). */
perp_status given_judge(arena *a, const given_question *q, given_found *out);
void given_clear(given_found *f);
