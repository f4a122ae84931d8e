/**
# The law that `perp impact` is asked for
*/
#pragma once

#include "cli/report/listing.h"
#include "hp23/impact/algebraic.h"

/** | | without `e` | with `e` |
|---|---|---|
| simultaneous | (31) | Newton's hypothesis in one phase |
| poisson | (31) | Poisson's in one phase |
| sequential | (31) contact by contact | Newton's for each single impact |
| routh | (36) contact by contact | Poisson's for each single impact |
| interleaved | moves of contacts that press | and that give back |
| newton | P10's law | P10's law | */
typedef enum {
    ASKED_SIMULTANEOUS,
    ASKED_SEQUENTIAL,
    ASKED_ROUTH,
    ASKED_POISSON,
    ASKED_INTERLEAVED,
    ASKED_NEWTON,
    ASKED_LAWS
} asked_law;

extern const char *const asked_law_name[ASKED_LAWS];

/* In turn: single impacts have an order. */
int asked_in_turn(asked_law l);

typedef struct {
    asked_law law;
    const char *order; /* or null */
    int all, json, passive, impacts;
    mpq_t tolerance, within; /* within: 0 when it is not asked for */
    mpq_t e;
    int own_e;        /* 0: the scene's, of Newton's law */
    const int *turns; /* the order that was taken; or null */
    int turn_count;
    const char *proof, *cert, *csv; /* or null */
    int plot;
} asked;

/* Adds the outcomes of the law for the impact x, and what is to be told beside
   them, into l. l->whole: the search behind the list was. Errors as those of
   the law; behind LIMIT the list has what was found. */
perp_status asked_apply(asked *ask, situation *x, outcomes_search *s,
                        outcomes *out, listing *l);
