/**
# A warning when the friction cone is not pointed

GAP08 assumes that the impulses of joints and contacts are bounded by their sum (H4). Where that
fails, a step is solved all the same, but what the contacts push is not determined, and no bound
on it exists. A run says so, once: of the first configuration where it is proven, not of the run.
No warning means that none was looked at in vain, no more: `perp cone --along` looks at each row.
*/
#pragma once

#include "model/step/assemble.h"
#include "cone/cone.h"

/* How many different active sets a run looks at, and how large a problem may
   be: unknowns and edges together. */
enum { JAM_SETS = 24, JAM_DOUBLE = 400, JAM_EXACT = 120 };

/* What a run remembers: the active sets that it has looked at, by fingerprints
   (two sets of one fingerprint count as one; then a warning may be missing, not
   wrong), the set of the step before, and whether the looking has ended. A
   zeroed one is a new one. */
typedef struct {
    int sets, done;
    uint64_t last, seen[JAM_SETS];
} jam;

/* The parts of an impulse that are not zero, by their names, cut to `room`
   bytes; id: the contacts of the cone. Returns how many there are. */
int jam_text(const cone *c, const cone_impulse *x, const perp_system *s,
             const int *id, char *text, size_t room);

/* Looks at a configuration unless its active set has been seen: `d` are the
   data of the step, id[0..d->p) its contacts. When its polyhedral cone is not
   pointed, which is decided exactly, *note becomes the warning, one line that
   the caller frees with memory_free, and the looking ends. The double part
   takes memory in the arena only, and gives it back. LIMIT: memory. */
perp_status jam_look(jam *j, arena *scratch, const perp_system *s,
                     const step_data *d, const int *id, double t, char **note);
