/**
# Contact modes

In which mode each active contact is (open, closed, sticking, sliding), and
whether that can be proven for all data within the radius of the step.
*/
#pragma once

#include "lcp/problem/lcp_claim.h"
#include "model/step/step.h"

/* The exact solution of the step's problem in the order of alpha_gamma_pose.
   jump: a compression; springs have no part. */
typedef struct {
    const alpha_gamma *scheme;
    const step_data *d;
    const lcp_claim *claim;
    int jump;
    double radius;  /* of the data */
    double back[2]; /* what a row asks of is not x but x - back v: of a contact,
                       of a joint or a slip; no springs where it is not 0 */
    /* Of a decompression, whose d->v is v^c and whose claim has the normal
       impulses beyond the share: the share e, e c_n of each contact, and how
       far v^c and each c_n may be off, `far` of the compression, 0 of an open
       contact; else null. */
    double share;
    const double *push, *given;
    double *far; /* nv + p: gets how far each velocity and each normal impulse
                    may be off, when that is decided; or null */
} modes_of;

/* The most unknowns that are tried; beyond, nothing is decided. */
enum { MODES_MOST = 512 };

/* Bytes for the words: one word per active contact, a blank before each. */
static inline size_t modes_room(const step_data *d)
{
    return (size_t)(3 * d->p + d->r + 1);
}

/* The words, "o" open, "c" closed without friction, "s" sticks, or one of + - 0
   for each slip, and of a decompression "o" before "s" and before these, too;
   *decided 1 when all data within twice the radius have a solution with these
   modes and strict signs. *moved: then the velocities of all these differ by
   less from the claimed one, m/s. LIMIT without memory. */
perp_status modes_find(arena *a, const modes_of *p, char *word, int *decided,
                       double *moved);
