/**
# Steps in fractions over a curved K

What `--rational` does where the nearest point is no fraction: paoli_curved.c.
*/
#pragma once

#include "p10/paoli_bound.h"
#include "p10/paoli_step.h"

/* What a step works with. M, its factors and q^n, V^{n-1} are in the state. */
struct paoli_curved {
    paoli_bound *bound;
    mpq_t *own; /* all below */
    size_t count;
    mpq_t *y, *Z, *next, *F;   /* nv; F: what is left of the balance */
    mpq_t *mu, *f, *n, *above; /* contacts; n: x nv; above: tau */
    mpq_t within, t, s;
    double *E, *scale; /* (2 nv)(2 nv + 1); 2 nv */
    int *row_of;
    uint8_t *used;
};

/* Positions behind a step that pushes are multiples of 2^-PAOLI_GRID. */
enum { PAOLI_GRID = 256 };

/* INPUT for gaps that are not made of sums, products, quotients and `max`, with
   the scene's line, and for gaps of bodies. Numbers until paoli_curved_free,
   which accepts null. */
perp_status paoli_curved_new(arena *a, const perp_system *s,
                             paoli_curved **out);
void paoli_curved_free(paoli_curved *k);

/* One step from r->q_exact, r->all.v, to which it advances: Z^n as a fraction
   in K, w, V, impulses. LIMIT when Z^n is not proven; INPUT as paoli_step. */
perp_status paoli_curved_step(paoli_state *r);

/* Of the step before: every point of K as near to y^n as Z^n is within so much
   of it in each coordinate, m. A power of two; 0: Z^n is the
   nearest point itself, as in flight, where it is y^n. */
mpq_srcptr paoli_curved_within(const paoli_curved *k);

/* The way to Z, paoli_refine.c. k->f and k->n at k->Z; INPUT for a gap without
   a value there. */
perp_status paoli_refine_look(paoli_state *r, paoli_curved *k);
int paoli_refine_inside(const paoli_state *r, const paoli_curved *k);
/* From k->Z: k->next, r->V_exact, r->w_exact; and with `rounded`, where next is
   a multiple of 2^-PAOLI_GRID, the Z that goes with it. */
void paoli_refine_place(paoli_state *r, paoli_curved *k, int rounded);
/* From the doubles' answer in r->w, r->impulse: Z in K with mu, f, n, placed
   and rounded; *done = 0: none was found. Nothing is proven of it. */
perp_status paoli_refine_find(paoli_state *r, paoli_curved *k, int *done);
