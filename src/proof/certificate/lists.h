/**
# Complete lists of solutions, for others to check

Statement: problems $w = A z + b$. Proof: for each of them the maximal faces of
its solutions, a point inside each, and the tree that shows that there is no
other solution. doc/70-certificate.md has the grammar; `perp-check` checks it.
*/
#pragma once

#include "proof/certificate/ink.h"
#include "lcp/enumerate/enumerate.h"

typedef struct {
    ink statement, proof;
    long stated, listed;
    char digest[65]; /* of the statement */
} lists;

/* Opens PATH.scene. Then lists_state for each problem; lists_stated, which
   ends the statement and opens the proof PATH; lists_add for each problem in
   the same order. lists_end closes both, whatever happened: without `whole`
   the proof has no last lines and no checker accepts it. IO. */
perp_status lists_begin(lists *l, const char *path);
void lists_state(lists *l, const lcp_exact_problem *p);
perp_status lists_stated(lists *l, const char *path);
perp_status lists_end(lists *l, int whole);

/* s: the pairs of that problem; e: all its solutions, faces with corners.
   LIMIT: memory. */
perp_status lists_add(lists *l, const choices_system *s, const enumeration *e,
                      arena *a);
