/**
# The schemes, and a run with any of them
*/
#pragma once

#include "run/loop.h"

/* All of them, ended by a null; the first is the one of a scene that names
   none. */
extern const struct scheme *const drive_schemes[];

/* The one of this name. INPUT, with all names, when there is none. */
perp_status drive_scheme(const char *name, const struct scheme **out);

/* Runs e with its scheme: loop_run of run/loop.h, and what is asked of a run
   whatever its scheme is: the scene's watch, and of which data "proven" speaks.
   INPUT also for what of a scene the scheme does not know. */
perp_status drive_run(const experiment *e, trace *out, summary *sum);

/* The same with loop_step between its two ends, see run/loop.h. */
perp_status drive_begin(loop *l, const experiment *e, trace *out, summary *sum);
perp_status drive_end(loop *l, perp_status s);
