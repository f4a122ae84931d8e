/**
# What a step is told, and what it gives

The weights of a velocity-level step, its form, and its result, in doubles and
exactly: the words that GAP08 and AP02 share. Who poses and who solves a step
stands above; here is only what they hand to each other.
*/
#pragma once

#include "model/step/assemble.h"

/* Whose step it is. AP02's three (ap02/stiff.h) take alpha = gamma = 1. */
typedef enum {
    STEP_FAMILY,   /* GAP08 (4.4); springs and dampers implicit */
    STEP_LINEAR,   /* AP02 (12)-(16): the same with the force at t_l */
    STEP_EXPLICIT, /* AP02 (7): every force at (t_l, q^l, v^l) */
    STEP_LIMIT     /* AP02 (34): springs and dampers are rigid links */
} step_form;

typedef struct {
    double alpha, gamma, h; /* (0, 1], [0, 1], s */
    step_form form;
} alpha_gamma;

typedef struct {
    mpq_srcptr alpha, gamma, h;
    step_form form;
} alpha_gamma_exact;

/* What a step gives. nv, nv, p, r, m, s entries. Impulses in N s are those of
   (4.4); f = beta_+ - beta_- along each slip; cs of the springs along a. */
typedef struct {
    double *x, *v, *cn, *f, *cnu, *cs;
} step_result;

typedef struct {
    mpq_t *x, *v, *cn, *f, *cnu, *cs;
    mpq_t *all;
    size_t count;
} step_result_exact;

/* The same over one denominator den > 0, as the exact rungs find it: nothing
   has to be shortened for a check or for a double. */
typedef struct {
    mpz_t *x, *v, *cn, *f, *cnu, *cs, den;
    mpz_t *all;
    size_t count;
} step_numerators;

/* What is brought in order. */
typedef enum {
    PROJECT_NONE,
    PROJECT_JOINTS,   /* Theta = 0 */
    PROJECT_CONTACTS, /* and Phi = 0 for contacts that stay, AP02 section 3 */
    PROJECT_FULL      /* (46): Theta = 0, Phi >= 0, and phi = target */
} project_form;
