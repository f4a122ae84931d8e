/**
# The problems that a run leaves

`--lcp K FILE` writes one, `--lcps DIR` each into a file of its own. Until everything
has succeeded they wait in a file without a name; when it has not, nothing is left.
*/
#pragma once

#include "scene/bind/inside.h"

enum { PROBLEMS_MOST = 100000 }; /* files of --lcps */

/* Is this a place for --lcps? USAGE, IO: there is something in the directory,
   or it can not be made. */
perp_status problems_place(const char *dir);

/* Before the scene runs. IO. */
perp_status problems_begin(bind_call *c);

/* After it: there are problems to write. USAGE. */
perp_status problems_met(const bind_call *c);

/* Puts them where they belong and says so. IO; what was written of --lcps is
   taken away again, and its directory, if it was not there. */
perp_status problems_put(const bind_call *c);

/* In every case. */
void problems_end(bind_call *c);
