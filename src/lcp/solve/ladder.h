/**
# The exact rungs

A basis is proposed by somebody who may be wrong. It is solved exactly; if it is
not that of a solution, Lemke with more places proposes others, and when those
are wrong, too, exact Lemke begins from nothing. What leaves here has passed a
check that shares no code with what found it.

Why bases: a basis says of each pair which of $w_i$, $z_i$ is zero, $n$ bits. It
is all of an answer that has to be guessed; the numbers follow from it by one
linear system, and whether it was right is seen from their signs. So rounding
can do no harm on the way to a basis but that of missing it. The sliding block
of the wing's README has 16 bases: four are singular, eleven have a number of
the wrong sign, and $\{z_1, w_2, z_3, z_4\}$ is the solution's. Taking it for
sticking, $\{z_1, w_2, z_3, w_4\}$, gives $w_4 = \mu c_n - \beta_- = -\frac12$,
more friction than there is.

Of one problem there may be several right bases: where a pair is zero on both sides
either may be called basic. So bases are compared with nothing; only solutions are.
*/
#pragma once

#include "lcp/problem/lcp_claim.h"

/* 0 is no limit. Reaching one is the error LIMIT, never another answer. */
typedef struct {
    size_t bits;    /* the longest number that may become necessary, by the
                       bound that is known before it is computed */
    double seconds; /* for one problem, on a clock that only goes forward */
} ladder_limits;

/* The end of `seconds`, which begin now, on that clock; 0: none. What is left
   until then becomes `seconds`; nothing is the error LIMIT, no limit stays
   none. */
double ladder_until(const ladder_limits *l);
perp_status ladder_left(double until, ladder_limits *l);

/* What is asked. Everything is borrowed. The problem is the mixed one, over the
   rationals; an LCP has free = 0. The signs of w (-1 never, 0, 1) tell who
   reads a solution which pairs are zero on both sides, w not being formed
   again. */
typedef struct {
    const lcp_exact_problem *p;
    const uint8_t *basis; /* n, the proposal; null: none */
    ladder_limits limits;
    int *w_sign;           /* n: receives the signs of w when solved; or null */
    lcp_exact_answer *ray; /* receives the data of a ray or of a contradiction,
                              untouched otherwise; or null */
    int cold; /* no rung between the proposal and exact Lemke */
    int hasty; /* ladder_basis may refuse by first places, without a proof; all
                  others do */
    lcp_rung most; /* the last rung that is asked; 0: all. Behind it the
                      outcome is LIMIT, which says nothing of the problem */
} ladder_question;

/* Sets w_i = 0 where basis[i] = 1 and z_i = 0 elsewhere and solves the rest
   exactly: *right = 1 and a claim that has passed lcp_claim_check, when the
   basis is that of a solution. A contradiction, a wrong sign: OK, *right = 0,
   the claim is unfinished; with q->hasty *right = 0 proves nothing. Leaves the
   arena as it was. Error: LIMIT. */
perp_status ladder_basis(const ladder_question *q, arena *a, lcp_claim *out,
                         int *right);

/* Decides the problem: the proposed basis or, when there is none or it is
   wrong, one found with 106 or 512 bits, or cold exact Lemke on the mixed form,
   then out->fallback = 1. out->rung says which. OK with out->outcome SOLVED,
   RAY or INFEASIBLE, proven, or with LIMIT behind q->most. Errors: LIMIT (bits,
   seconds, memory, pivots, equations that are singular without being
   redundant). */
perp_status ladder_decide(const ladder_question *q, arena *a, lcp_claim *out);

/* The same in fractions. */
perp_status ladder_prove(const ladder_question *q, arena *a,
                         lcp_exact_answer *out, int *fallback);

/* ladder_prove without limits; without a basis, cold exact Lemke alone. What is
   asked for small problems whose answer others rest on: cones, feasibility. */
perp_status mlcp_prove(const lcp_exact_problem *p, const uint8_t *basis,
                       arena *a, lcp_exact_answer *out, int *fallback);
