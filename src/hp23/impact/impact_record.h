/**
# The record of an impact

Of one outcome of law (31), at once or in turn, what somebody else needs
to see that it follows: the data and the claim in a statement, and the
solution of each single impact in a proof. [The chapter of
certificates](../../../doc/70-certificate.md#an-impact) has the grammar;
`perp-check` reads it.
*/
#pragma once

#include "base/arena.h"
#include "model/step/assemble.h"
#include "proof/certificate/ink.h"

typedef struct impact_single {
    struct impact_single *next;
    mpq_t *z; /* v', c_nu, c_n, f of all contacts of d */
} impact_single_record;

/* Begin with d and the rest zero. contact: who acts in the problem that is
   solved next, of a law in turn. */
typedef struct impact_record {
    const step_exact *d;
    int contact;
    arena a; /* its own: what it has outlives a search */
    impact_single_record *first, *last;
    long count;
} impact_record;

/* The solution z of impact_pose for `one`: all contacts of d, or `contact`
   alone. LIMIT without memory. */
perp_status impact_record_add(impact_record *r, const step_exact *one,
                              const mpq_t *z);
void impact_record_clear(impact_record *r);

/* What the law was asked, and v+ (nv numbers): order, `orders` contacts, is of
   a law in turn, else null. */
typedef struct {
    const char *law;
    const int *order;
    int orders;
    const mpq_t *to;
} impact_claim;

/* PATH.scene and PATH; the digest of the first. IO, LIMIT. */
perp_status impact_record_write(const impact_record *r, const impact_claim *c,
                                const char *path, char digest[65]);
