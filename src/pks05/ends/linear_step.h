/**
# A step that is piecewise linear

What a step of (16) makes of a piece of a line, by lists of modes, all solutions of it. It
wants a system on which the step is linear in each list: the plane, constant $M$,
$\mathbf\Gamma$, $\mathbf K$, $\mathbf C$, gaps that are affine in $q$, a force that is
affine in $q$ and $v$ with constant coefficients and any law of $t$ beside them. That is
read off the tapes' operations, for all states, and what they do not show is refused. */
#pragma once

#include "pks05/ends/pieces.h"
#include "pks05/run/compliant.h"

enum { LINEAR_MOST = 4 }; /* contacts: 4^4 lists */

typedef struct {
    int rank;     /* of N; the rows behind it make zero */
    int left_out; /* it says what another says */
    mpq_t *T;     /* N x N */
} mode_list;

/* nv, nq, rows R of the state; N = nv + 2 R unknowns of a step. */
typedef struct {
    compliant_state r;
    summary sum;
    experiment e; /* in fractions */
    int nq, nv, R, N, p, lists, posed;
    mode_list *list;
    mpq_t *numbers; /* `count`: all that follow, and T of the lists */
    size_t count;
    mpq_t *H, *b0, *b1, *u0, *u1; /* N x N; N each */
    mpq_t *A, *b;                 /* of theta_exact_pose, `side` */
    size_t side;
    mpq_t *t; /* three, scratch */
    arena a;
} linear_step;

/* For the steps of e. INPUT: as for a run in fractions, and a system on which
   a step is not seen to be piecewise linear. Ends with linear_step_free, also
   after an error. */
perp_status linear_step_new(const experiment *e, linear_step *out);
void linear_step_free(linear_step *w);

/* q, v, delta with all rows. */
static inline int linear_step_size(const linear_step *w)
{
    return w->nq + w->nv + w->R;
}

/* Step n (0: the first) from all states of a piece: adds to `to` what it goes
   on in, and to `open` where it is not known. INPUT, LIMIT as for a step. */
perp_status linear_step_split(linear_step *w, long n, const piece *from,
                              pieces *to, pieces *open);
