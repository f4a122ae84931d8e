/**
# What is enumerated: signs and choices

All solutions of a complementarity problem are a union of polyhedra: for each
pair, $z_i = 0$ or $w_i = 0$. For contacts the choice is a mode: separate,
stick, slip one way or the other. Both have one form. There are unknowns $u$
and affine functions $r = B u + g$ of them; together they are the *variables*,
unknowns first. Each variable is free, nonnegative or zero, and there is a list
of *choices*: of each choice one *alternative* must hold, and an alternative
is a list of variables that get a stricter sign.
*/
#pragma once

#include "lcp/problem/lcp.h"

typedef enum { CHOICES_FREE, CHOICES_NONNEGATIVE, CHOICES_ZERO } choices_sign;

/* Variable `variable` gets the sign `sign`. */
typedef struct {
    int variable;
    choices_sign sign;
} choices_restriction;

enum { CHOICES_RESTRICTIONS = 3, CHOICES_ALTERNATIVES = 4 };

typedef struct {
    int count;
    choices_restriction list[CHOICES_RESTRICTIONS];
} choices_alternative;

/* The whole statement. Variable j < cols is unknown u_j, variable cols + i is
   row i. Arrays live in an arena, numbers until choices_clear. */
typedef struct {
    int cols, rows;
    mpq_t *B, *g;  /* rows x cols by rows; rows */
    uint8_t *sign; /* cols + rows: a choices_sign each */
    int choices, alternatives;
    choices_alternative *of; /* choices x alternatives */
} choices_system;

static inline int choices_variables(const choices_system *s)
{
    return s->cols + s->rows;
}

static inline const choices_alternative *choices_of(const choices_system *s,
                                                    int choice, int alternative)
{
    return s->of + choice * s->alternatives + alternative;
}

/* The stricter of two signs. */
static inline uint8_t choices_stricter(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

/* A system of that size, all zero, every variable free. */
perp_status choices_new(arena *a, choices_system *out);
void choices_clear(choices_system *s);

/* The pairs of a mixed problem: unknowns are (x, z), rows (0, w), choice i is
   z_i = 0 or w_i = 0, in this order. */
perp_status choices_pairs(arena *a, const lcp_exact_problem *p,
                          choices_system *out);

/* Do the signs give every choice one of its alternatives? The first choice
   without one, or -1. */
int choices_open(const choices_system *s, const uint8_t *sign);

/* The modes of a planar contact, in the order in which they are tried. Slip
   forward: the sliding velocity is >= 0, friction points backward. */
typedef enum {
    CHOICES_SEPARATE,
    CHOICES_STICK,
    CHOICES_FORWARD,
    CHOICES_BACKWARD
} choices_mode;

/* The step of planar contacts, one slip each, posed as in
   gap08/step/alpha_gamma.h: free unknowns x, then pairs c_n (p), beta (2 p),
   lambda (p). The system's unknowns are (x, c_n, f_t) with f_t = beta_+ -
   beta_-, its choices the contacts. INPUT error when the problem has not that
   form. Given back with choices_clear. */
perp_status choices_contacts(arena *a, const lcp_exact_problem *p,
                             choices_system *out);
