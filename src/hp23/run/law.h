/**
# A law of impact for a run

The laws of the room `impact` say what one impact may do. Here they become a value
that a step loop asks at each of its collisions: of all outcomes one, in fractions,
with the impulses that lead to it.

HP23 section 5 begins with what a simulation needs, (71): an assignment $v^+
\leftarrow \mathrm{ImpactLaw}(q, v)$, one velocity and not a set. Every law here is
one; where it leaves something open, either a rule takes the choice (the solver's
solution, the scene's order, sample number $k$) or it is drawn, and then all that
decides is the seed and how many collisions there were before in the run. So a run can
be made again, from the start or from anywhere.

| `kind` | law | left open | taken | drawn |
|---|---|---|---|---|
| `LAW_SIMULTANEOUS` | (31) | which solution | exact Lemke's | one of all |
| `LAW_SEQUENTIAL` | (31), contact by contact | the order | the scene's | one of all |
| `LAW_ROUTH` | (36), contact by contact | the order | the scene's | one of all |
| `LAW_HALM_POSA` | Algorithm 1 | a step's solution | Lemke's | one of all |

The block of the [wing's page](../README.md), which falls with 1 m/s on both
corners, by each of the four, in fractions:

| law | $v^+$ | problems |
|---|---|---|
| simultaneous | $(0, 0, 0)$ | 1 |
| sequential, A before B | $(\frac{21}{100}, \frac{21}{200}, -\frac{21}{100})$ | 2 |
| routh, A before B | the same | 2 |
| halm_posa | by the sample: between these, and the mirror image | as many as steps |

That (31) and Routh's path agree here is because either corner sticks from its
beginning to its end. They differ where a slip ends or turns on the way.

The scheme that asks knows nothing of this: it has a function and what to call it
with, `collision_law`, and hands over the data of the collision, `collision_state`.
*/
#pragma once

#include "hp23/impact/algebraic.h"
#include "hp23/impact/halm_posa_exact.h"
#include "run/collision_law.h"

typedef enum {
    LAW_SIMULTANEOUS, /* (31), all contacts at once */
    LAW_SEQUENTIAL,   /* (31), contact by contact */
    LAW_ROUTH,        /* (36), contact by contact */
    LAW_HALM_POSA,    /* Algorithm 1 */
    LAWS
} law_kind;

extern const char *const law_name[LAWS];

/** A law with its choices.

| field | read by | what, unit |
|---|---|---|
| `o.h`, `o.N`, `o.points`, `o.normalised` | halm_posa | the box of a step, N s; $N + 1$ steps at most; how bounds are drawn |
| `o.tolerance` | all | a slower approach is none, m/s; 0: exactly |
| `o.seed` | all that draw | with the collision's number it decides every draw |
| `order`, `orders` | sequential, routh | contacts of the system, not of the data |
| `impacts` | sequential, routh | the most single impacts | */

/* What is not of the law at hand is not read. o.h is in N s, o.tolerance in
   m/s; o.N + 1 are the most steps of a sample. */
typedef struct {
    law_kind kind;
    halm_posa_options o; /* tolerance and seed are those of every law */
    int random;          /* 1: what the law leaves open is drawn */
    const int *order;    /* contacts of the system that are first in turn */
    int orders;          /* how many; the others follow in the system's order */
    int impacts;         /* LIMIT behind so many single impacts; 0: 100 */
} impact_law;

/* The `act` of a collision_law whose `law` is an impact_law. What is drawn
   depends on the seed and the collision's number alone. INPUT, LIMIT: that of
   the law; REFUTED: it gains energy, which cannot happen. */
perp_status law_collide(void *law, arena *a, const collision_state *x,
                        collision_outcome *out);

/* Sample `sample` of the set-valued law at x; g is x in doubles. All its steps
   together are within the limits of x. Its ends have impulses. Ends with
   outcomes_clear(&out->ended). */
perp_status law_sample(const impact_law *l, arena *a, const collision_state *x,
                       const halm_posa *g, uint64_t sample,
                       halm_posa_path *out);

/* The outcomes of (31), all of them or `one`. */
perp_status law_at_once(const impact_law *l, arena *a, const collision_state *x,
                        outcomes_search *all, outcomes *out);

/* The outcomes of single impacts in this order (p contacts of x), all of them
   or `one`. */
perp_status law_in_turn(const impact_law *l, arena *a, const collision_state *x,
                        const int *order, outcomes_search *all, outcomes *out);

/* The law's own order of the p contacts of x: those that the scene names first,
   then the others as the data have them. order: p numbers. */
void law_turns(const impact_law *l, const collision_state *x, int *order);

/* A search within the limits of x, whose time begins now. */
outcomes_search law_search(const collision_state *x);

/* An empty list for the outcomes of x, which will have impulses. */
outcomes law_list(const collision_state *x);

/* Copies an outcome. REFUTED when it has more kinetic energy than v-; when x
   wants a proof also unless the impulses make v+ from v-, the joints held, lie
   in the cone and leave no approach beyond the tolerance, exactly. INPUT: of
   Routh's path in space there is no proof. */
perp_status law_take(const impact_law *l, arena *a, const collision_state *x,
                     const outcome *o, collision_outcome *out);
