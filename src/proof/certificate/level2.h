/**
# Level L2 of a proof

For each problem the radius of its data, and the modes of its contacts where they
are decided. doc/71-enclosures.md.
*/
#pragma once

#include "proof/certificate/ink.h"
#include "proof/enclose/modes.h"
#include "proof/enclose/radius.h"

/* Of the problems so far. `sliding`: with a contact that slides. */
typedef struct {
    encloser w;
    long problems, enclosed, decided, sliding, slid;
    double radius, moved; /* the largest, m and m/s */
    double last, *given;  /* of a compression: its radius; how far velocities
                             and normal impulses may be off (modes.h) */
    size_t room;
    int known; /* its modes are decided */
} level2;

/* What a problem is about, and where it was posed; a: scratch; back: what its
   rows ask of beside x; share, push: of a decompression; modes_of. */
typedef struct {
    radius_of data;
    const alpha_gamma *scheme;
    arena *a;
    double back[2], share;
    const double *push;
} level2_problem;

perp_status level2_new(level2 *e);
void level2_clear(level2 *e);

/* Writes "radius ...", of a projection. LIMIT without memory. */
perp_status level2_place(level2 *e, ink *i, const radius_place *p);

/* The same of a node. */
perp_status level2_node(level2 *e, ink *i, const radius_node *p);

/* Writes "radius ..." and "modes ..."; of a decompression, which has the data
   of the compression before it, the modes alone. LIMIT without memory. */
perp_status level2_write(level2 *e, ink *i, const level2_problem *p,
                         const lcp_claim *claim);
