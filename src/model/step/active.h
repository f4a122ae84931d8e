/**
# The active set

Which contacts take part in a step: those kept from the step before, and those
whose gap is at most a tolerance.
*/
#pragma once

#include <gmp.h>
#include <stdint.h>

typedef struct {
    int n;         /* active contacts */
    int *id;       /* their indices in the system, ascending */
    uint8_t *kept; /* one per contact of the system; behind active_find, 1
                      exactly for the active ones */
} active_set;

/* Fills id from kept and gap[j] <= tolerance (m), over `contacts` contacts. */
void active_find(active_set *s, int contacts, const double *gap,
                 double tolerance);
void active_find_exact(active_set *s, int contacts, const mpq_t *gap,
                       mpq_srcptr tolerance);

/* The same where every contact that is not among id[0..n) has a gap above the
   tolerance: theirs are not read. */
void active_find_among(active_set *s, int contacts, const double *gap,
                       double tolerance, const int *id, int n);

/* After the step: active contact i is kept iff leaves[i] == 0. */
void active_keep(active_set *s, int contacts, const uint8_t *leaves);

/* Forgets what was kept, for the paper's set {Phi <= 0}. */
void active_forget(active_set *s, int contacts);
