/**
# The bases of the steps before

`basis = "kept"`: a step is offered the basis that solved the last one and, where that is refused,
that of the step before it. What is kept belongs to contacts and not to rows: normal, slips and
$\lambda$ of each contact that took part. The next step may have other contacts, and gets for
each that is there again what is known of it.
*/
#pragma once

#include "model/step/step.h"
#include "run/experiment.h"
#include "run/trace/frozen.h"

enum { KEPT = 2 };

typedef struct {
    int *at; /* contacts + 1: where the bytes of a contact begin; null:
                       no basis is kept */
    uint8_t *basic[KEPT]; /* of the step solved last, and of that before: for
                             each contact c_n, lambda, two for each slip; 1:
                             basic, 0: not, or the contact was not there */
    long taken;           /* problems that it has solved */
} kept_basis;

/* Nothing is basic. Error: LIMIT (memory). */
perp_status kept_basis_new(arena *a, const perp_system *s, kept_basis *out);

/* The pairs of a problem with the contacts id[0..d->p), from what is kept of
   the last step (which = 0) or the one before: 2 p + 2 r bytes in the order of
   alpha_gamma_pose. Returns 0 when none is basic: then it is where Lemke's path
   begins, and nothing to offer. */
int kept_basis_give(const kept_basis *k, int which, const step_data *d,
                    const int *id, uint8_t *basis);

/* Keeps the basis of such a problem, and forgets the oldest. */
void kept_basis_take(kept_basis *k, const perp_system *s, const step_data *d,
                     const int *id, const uint8_t *basis);

/* Into words or from them; how many problems a kept basis has solved, into the
   summary. Nothing where none is kept. */
void kept_basis_freeze(kept_basis *k, const perp_system *s, frozen *x);
void kept_basis_say(const kept_basis *k, summary *s);
