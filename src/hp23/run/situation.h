/**
# The impact that a scene begins with

A scene for an impact is an ordinary scene. Its system, q and v are read; the
experiment is not run.

HP23 treats an impact at one $q$ with given active contacts, $\mathcal I_A$ of (13),
and for most theorems no contact that penetrates, $\mathcal I_P$ of (14) empty. A
scene's gaps are computed, and a gap that should be zero is some $10^{-17}$ m; so
"active" has the scene's tolerance, and "penetrates" its `penetration`, both in
metres.
*/
#pragma once

#include "model/step/assemble.h"
#include "hp23/impact/impact.h"
#include "run/experiment.h"

/** An impact and all that it was made with. The arena `a` owns the arrays, so
nothing else lives longer than `situation_clear`.

| field | what |
|---|---|
| `set` | who is active: `set.n` contacts, contact j of the data is `set.id[j]` of the system |
| `data`, `exact` | $M$, $\nu$, $n$, $d$, $\mu$, $v$ as in [impact.h](../impact/impact.h), of the active contacts |
| `rational` | 1: `exact` is of the scene's formulas, `data` is not filled |
| `pointed` | Assumption 2: 1 when proven of `exact`; 0: it is not, or was not decided | */

/* The data at the initial state: contacts with gap <= the scene's tolerance, in
   the scene's order. Contact j of the data is contact set.id[j] of the system.
   `exact` is there in both modes, and laws in fractions read nothing else;
   `data` is for samples in doubles. */
typedef struct {
    const perp_system *sys; /* borrowed */
    arena a;
    assembler work;
    active_set set;
    step_data data;   /* doubles; unset in rational mode */
    step_exact exact; /* the same doubles as rationals, or the exact data */
    int rational;
    int pointed; /* is the linear friction cone pointed? */
} situation;

/* Reads e's initial state; in rational mode nothing is rounded. INPUT: a gap
   below -penetration, no contact that is active, a mass that is not positive
   definite. To be cleared in every case. */
perp_status situation_new(const experiment *e, situation *out);
void situation_clear(situation *s);

/* Of which numbers a proof about this impact speaks, in words. */
const char *situation_data(const situation *s);

/* The name of active contact j. */
const char *situation_contact(const situation *s, int j);

/* The active contacts named in "A,B,..." in this order, into order (room for
   every contact's name once); *count of them. USAGE: an unknown name, one that
   is not active, one named twice, none at all. */
perp_status situation_order(const situation *s, const char *text, int *order,
                            int *count);
