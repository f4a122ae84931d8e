/**
# The set-valued law, proven

Algorithm 1 in fractions: bounds are the doubles that were drawn, velocities are
rationals, each step's problem is solved exactly and checked, and so are the theorems
about it.

A proven sample is a sequence of steps each of which is a solution of (75), with
equality in every row, for the $M$, $J$, $\mu$ that the data are and the bounds that
were drawn. Nothing is said about how likely it is, and nothing about bounds that were
not drawn.
*/
#pragma once

#include "hp23/impact/halm_posa.h"
#include "hp23/impact/outcomes.h"

/** Which solution of a step is taken when there are several. With one solution
in every step, as on the block and the box, the three are the same. With FIRST a
sample has one end at most; with RANDOM, too, another one with another seed;
with ALL as many as there are, and the steps of one may be the beginnings of
several. */
typedef enum {
    HALM_POSA_FIRST,  /* the one Lemke finds */
    HALM_POSA_RANDOM, /* one of the v' of all solutions, drawn by its number */
    HALM_POSA_ALL     /* all of them, one after the other */
} halm_posa_select;

/* What is proven of which impact. d->v is where every sample begins. g has to
   be made of the same data: its bases are proposals, and a wrong g costs time
   and no truth. Bounds are those of o, as halm_posa_bounds draws them. */
typedef struct {
    const step_exact *d;
    const halm_posa *g;         /* the same in doubles, to propose bases */
    const halm_posa_options *o; /* tolerance 0: exactly not colliding */
    halm_posa_select select;
    int truncated; /* 1: each step begins with the doubles that the velocity of
                      the one before truncates to, so numbers stay short */
    int impulses;  /* 1: each end comes with the impulses that led there */
    outcomes_search search; /* of RANDOM and ALL; its limit's time: of all */
} halm_posa_proof;

/* Where a sample went; with ALL it is a tree, else a path with one end or none.
   lcps is its cost in Table 3; `several` counts against Assumption 6. */
typedef struct {
    outcomes ended;  /* v+ of the branches that came to an end, their steps
                        as impacts */
    long unfinished; /* branches that did not within N */
    long lcps;       /* problems solved exactly, all branches */
    long several;    /* those with more than one v' (RANDOM, ALL) */
} halm_posa_path;

/* Sample number `sample`. REFUTED when a step gains energy (Theorem 7) or
   neither a contact is fully active nor all have ended (Lemma 13): neither can
   happen. BUG when a step has no solution (Theorem 6). Ends with
   outcomes_clear(&out->ended). LIMIT. */
perp_status halm_posa_prove(arena *a, halm_posa_proof *p, uint64_t sample,
                            halm_posa_path *out);

/* A step from d->v with the bounds `most` (p, N s, >= 0); a proposed basis, one
   byte a pair in the order of impact_places, 1: z is basic; or null, and then
   exact Lemke finds its own. The limits are of this one step. */
typedef struct {
    const step_exact *d;
    const mpq_t *most;
    const uint8_t *basis;
    ladder_limits limits;
} halm_posa_question;

/* Adds the v' of one step, proven, and its impulses. Errors as above. */
perp_status halm_posa_step(arena *a, const halm_posa_question *q,
                           outcomes *next);

/* Adds all v' of the step from d->v with the bounds `most`, proven, in the
   order in which "at random" counts them; what rounding of the data alone keeps
   apart is one. Errors as above. */
perp_status halm_posa_list(arena *a, const step_exact *d, const mpq_t *most,
                           outcomes_search *search, outcomes *next);
