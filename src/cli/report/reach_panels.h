/**
# Which speeds are drawn against which

A panel is a pair of contact speeds, columns of the table of a reach: `vn.A`, `vt.A`,
of a contact with several slips `vt.A.1`, `vt.A.2`. */
#pragma once

#include "base/arena.h"
#include "hp23/run/situation.h"

enum { REACH_PANELS = 12 };

/* Of count panels the horizontal and the vertical speed: places among the p
   normal speeds and the r slips. */
typedef struct {
    int count, x[REACH_PANELS], y[REACH_PANELS];
} reach_panels;

/* The names of the p + r speeds, the p of normals first. LIMIT (memory). */
perp_status reach_panels_names(arena *a, const situation *x, const char **name);

/* What `text` asks for, "vt.A:vn.A,vn.A:vn.B", with `names` for p + r speeds;
   of null the panels that the paper has. USAGE: a word that is no pair, a name
   that is none of these, too many panels. */
perp_status reach_panels_find(const char *text, const step_exact *d,
                              const char *const *name, reach_panels *out);
